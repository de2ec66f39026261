package mailbox

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
)

// smtpScript is a scripted SMTP server. reply returns the answer to a command; "" hangs up.
type smtpScript struct {
	ehlo  []string // extensions
	reply func(conn int, command string) string
	data  func(conn net.Conn, r *bufio.Reader) // replaces reading the mail and answering 250
}

func (s smtpScript) start(t *testing.T) SenderOptions {
	t.Helper()
	listener := listen(t)
	go func() {
		for number := 1; ; number++ {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { conn.Close() })
			go s.serve(number, conn)
		}
	}()
	return senderAt(listener.Addr())
}

func senderAt(addr net.Addr) SenderOptions {
	return SenderOptions{Host: "127.0.0.1", Port: addr.(*net.TCPAddr).Port, TLS: TLSNone, Timeout: 5 * time.Second, SubmitTimeout: 5 * time.Second}
}

func (s smtpScript) serve(number int, conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	fmt.Fprint(conn, "220 ready\r\n")
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		answer := "250 ok"
		verb, _, _ := strings.Cut(line, " ")
		switch verb {
		case "EHLO":
			answer = "250-hello\r\n250-" + strings.Join(append(s.ehlo, "SIZE 9999999"), "\r\n250-") + "\r\n250 HELP"
		case "DATA":
			answer = "354 go on"
		case "QUIT":
			answer = "221 bye"
		}
		if s.reply != nil {
			if own := s.reply(number, line); own == "hang up" {
				return
			} else if own != "" {
				answer = own
			}
		}
		fmt.Fprintf(conn, "%s\r\n", answer)
		if !strings.HasPrefix(answer, "354") {
			continue
		}
		if s.data != nil {
			s.data(conn, r)
			return
		}
		for line != ".\r\n" && err == nil {
			line, err = r.ReadString('\n')
		}
		answer = "250 taken"
		if s.reply != nil {
			if own := s.reply(number, "."); own != "" {
				answer = own
			}
		}
		fmt.Fprintf(conn, "%s\r\n", answer)
	}
}
