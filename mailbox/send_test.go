package mailbox

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

var testMail = []byte("From: quotes@agency.test\r\nSubject: Hi\r\n\r\nHello\r\n.\r\n..dots\r\n")

// smtpServer is go-smtp's server and keeps received mails.
type smtpServer struct {
	mu       sync.Mutex
	mails    []string
	sessions atomic.Int32
	mechs    []string
}

type smtpSession struct{ *smtpServer }

func (s smtpSession) Reset()                                {}
func (s smtpSession) Logout() error                         { return nil }
func (s smtpSession) Mail(string, *smtp.MailOptions) error  { return nil }
func (s smtpSession) Rcpt(string, *smtp.RcptOptions) error  { return nil }
func (s smtpSession) AuthMechanisms() []string              { return s.mechs }
func (s smtpSession) Auth(mech string) (sasl.Server, error) { return authServer(mech), nil }
func (s smtpSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.mails = append(s.mails, string(raw))
	}
	return err
}

func authServer(mech string) sasl.Server {
	check := func(user, password string) error {
		if user != testUser || password != testPassword {
			return smtp.ErrAuthFailed
		}
		return nil
	}
	if mech == sasl.Login {
		return &loginServer{check: check}
	}
	return sasl.NewPlainServer(func(_, user, password string) error { return check(user, password) })
}

// loginServer has unusual prompts.
type loginServer struct {
	check func(user, password string) error
	said  []string
}

func (s *loginServer) Next(response []byte) ([]byte, bool, error) {
	if response != nil {
		s.said = append(s.said, string(response))
	}
	switch len(s.said) {
	case 0:
		return []byte("User Name"), false, nil
	case 1:
		return []byte("Your password, please"), false, nil
	}
	return nil, true, s.check(s.said[0], s.said[1])
}

func startSMTP(t *testing.T, configure func(*smtp.Server)) (*smtpServer, SenderOptions) {
	t.Helper()
	backend := &smtpServer{mechs: []string{sasl.Plain}}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		backend.sessions.Add(1)
		return smtpSession{backend}, nil
	}))
	server.AllowInsecureAuth = true
	if configure != nil {
		configure(server)
	}
	listener := listen(t)
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	options := senderAt(listener.Addr())
	options.Username, options.Password = testUser, testPassword
	return backend, options
}

func newTestSender(t *testing.T, o SenderOptions) *Sender {
	t.Helper()
	o.Logger = testLogger(t)
	s, err := NewSender(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func send(t *testing.T, s *Sender) error {
	t.Helper()
	_, err := s.Send(t.Context(), "quotes@agency.test", []string{"alice@customer.test"}, testMail, nil)
	return err
}

func kindOf(t *testing.T, err error) *SendError {
	t.Helper()
	failed, ok := errors.AsType[*SendError](err)
	if !ok {
		t.Fatalf("not a SendError: %v", err)
	}
	return failed
}

func TestSendKeepsBytesAndConnections(t *testing.T) {
	server, options := startSMTP(t, nil)
	s := newTestSender(t, options)
	for range 5 {
		if err := send(t, s); err != nil {
			t.Fatal(err)
		}
	}
	if len(server.mails) != 5 || server.mails[0] != string(testMail) {
		t.Errorf("the server took %q", server.mails)
	}
	if n := server.sessions.Load(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

func TestSendPoolIsBounded(t *testing.T) {
	server, options := startSMTP(t, nil)
	options.Connections = 3
	s := newTestSender(t, options)
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			if err := send(t, s); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := server.sessions.Load(); n > 3 || len(server.mails) != 40 {
		t.Errorf("%d connections, %d mails", n, len(server.mails))
	}
}

func TestSendAuthenticates(t *testing.T) {
	for _, mech := range []string{sasl.Plain, sasl.Login} {
		server, options := startSMTP(t, nil)
		server.mechs = []string{mech}
		if err := send(t, newTestSender(t, options)); err != nil {
			t.Errorf("%s: %v", mech, err)
		}
		rejected := 0
		options.Password, options.OnRejected = "wrong", func() { rejected++ }
		err := send(t, newTestSender(t, options))
		if failed := kindOf(t, err); failed.Kind != Temporary || failed.Code != 535 || !strings.Contains(err.Error(), "check username") {
			t.Errorf("%s: a wrong password gave %v", mech, err)
		}
		if rejected != 1 {
			t.Errorf("%s: %d rejected logins", mech, rejected)
		}
	}
}

func TestSendTLSModes(t *testing.T) {
	config, pool := testCertificate(t, time.Hour)
	server, options := startSMTP(t, func(s *smtp.Server) { s.TLSConfig = config })
	options.TLS, options.RootCAs = TLSStart, pool
	if err := send(t, newTestSender(t, options)); err != nil {
		t.Error(err)
	}
	if len(server.mails) != 1 {
		t.Errorf("%d mails", len(server.mails))
	}
}

func TestTrapCertificateThatIsNotGood(t *testing.T) {
	for name, c := range map[string]struct {
		valid   time.Duration
		trusted bool
		says    string
	}{
		"of nobody known": {time.Hour, false, "check ca_file"},
		"expired":         {-time.Hour, true, "check the server's certificate"},
	} {
		config, pool := testCertificate(t, c.valid)
		server, options := startSMTP(t, func(s *smtp.Server) { s.TLSConfig = config })
		if options.TLS = TLSStart; c.trusted {
			options.RootCAs = pool
		}
		err := send(t, newTestSender(t, options))
		if failed := kindOf(t, err); failed.Kind != Temporary || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if len(server.mails) > 0 {
			t.Errorf("%s: the mail was sent", name)
		}
	}
}

func TestSendSTARTTLSIsNotDowngraded(t *testing.T) {
	var said []string // of the only connection
	script := smtpScript{reply: func(_ int, command string) string { said = append(said, command); return "" }}
	options := script.start(t)
	options.TLS, options.Username, options.Password = TLSStart, testUser, testPassword
	if failed := kindOf(t, send(t, newTestSender(t, options))); failed.Kind != Temporary {
		t.Errorf("got %v", failed)
	}
	if n := countOf(said, "AUTH") + countOf(said, "MAIL"); n > 0 {
		t.Errorf("it went on: %q", said)
	}
}

func TestCase37RepliesAreClassed(t *testing.T) {
	cases := []struct {
		command, reply string
		kind           SendKind
		code           int
		recipient      string
	}{
		{"EHLO", "hang up", Temporary, 0, ""},
		{"AUTH", "hang up", Temporary, 0, ""},
		{"MAIL", "550 no", Permanent, 550, ""},
		{"MAIL", "451 later", Temporary, 451, ""},
		{"MAIL", "421 closing", Temporary, 421, ""},
		{"MAIL", "530 authenticate first", Temporary, 530, ""},
		{"MAIL", "hang up", Temporary, 0, ""},
		{"RCPT", "550 5.1.1 no such user", Permanent, 550, "alice@customer.test"},
		{"RCPT", "450 greylisted", Temporary, 450, "alice@customer.test"},
		{"RCPT", "hang up", Temporary, 0, ""},
		{"DATA", "554 no", Permanent, 554, ""},
		{"DATA", "hang up", Temporary, 0, ""},
		{".", "554 5.7.1 spam", Permanent, 554, ""},
		{".", "452 disk full", Temporary, 452, ""},
		{".", "421 closing", Temporary, 421, ""},
		{".", "299 unheard of", "", 0, ""},
		{".", "gibberish", Uncertain, 0, ""},
	}
	for _, tc := range cases {
		t.Run(tc.command+" "+tc.reply, func(t *testing.T) {
			var said atomic.Bool
			script := smtpScript{ehlo: []string{"AUTH PLAIN"}, reply: func(_ int, command string) string {
				switch {
				case strings.HasPrefix(command, tc.command):
					said.Store(true)
					return tc.reply
				case strings.HasPrefix(command, "AUTH"):
					return "235 welcome"
				}
				return ""
			}}
			options := script.start(t)
			options.Username, options.Password = testUser, testPassword
			err := send(t, newTestSender(t, options))
			if !said.Load() {
				t.Fatal("it did not come so far")
			}
			if tc.kind == "" {
				if err != nil {
					t.Errorf("got %v", err)
				}
				return
			}
			failed := kindOf(t, err)
			if failed.Kind != tc.kind || failed.Code != tc.code || failed.Recipient != tc.recipient {
				t.Errorf("got %+v", failed)
			}
		})
	}
}

func TestTrapAllRecipientsOrNone(t *testing.T) {
	var said []string
	script := smtpScript{reply: func(_ int, command string) string {
		said = append(said, command)
		if strings.Contains(command, "bob") {
			return "550 5.1.1 no such user"
		}
		return ""
	}}
	s := newTestSender(t, script.start(t))
	_, err := s.Send(t.Context(), "quotes@agency.test", []string{"alice@customer.test", "bob@customer.test"}, testMail, nil)
	if failed := kindOf(t, err); failed.Kind != Permanent || failed.Recipient != "bob@customer.test" {
		t.Errorf("got %+v", failed)
	}
	if err := send(t, s); err != nil {
		t.Error(err)
	}
	if countOf(said, "RSET") != 1 || countOf(said, "DATA") != 1 {
		t.Errorf("it said %q", said)
	}
}

func TestSendReturnsWhatTheServerCallsTheMail(t *testing.T) {
	script := smtpScript{data: func(conn net.Conn, r *bufio.Reader) {
		for line := ""; line != ".\r\n"; {
			var err error
			if line, err = r.ReadString('\n'); err != nil {
				return
			}
		}
		io.WriteString(conn, "250 2.6.0 <new@outlook.test> [InternalId=1] Queued\r\n")
	}}
	s := newTestSender(t, script.start(t))
	reply, err := s.Send(t.Context(), "quotes@agency.test", []string{"alice@customer.test"}, testMail, nil)
	if err != nil || !slices.Equal(ServerIDs(reply), []string{"new@outlook.test"}) {
		t.Errorf("%q, %v", reply, err)
	}
}

func TestCase36NoAnswerAfterTheMailIsUncertain(t *testing.T) {
	readAll := func(r *bufio.Reader) {
		for line := ""; line != ".\r\n"; {
			var err error
			if line, err = r.ReadString('\n'); err != nil {
				return
			}
		}
	}
	hangUp := smtpScript{data: func(_ net.Conn, r *bufio.Reader) { readAll(r) }}
	silence := smtpScript{data: func(_ net.Conn, r *bufio.Reader) { readAll(r); io.Copy(io.Discard, r) }}
	t.Run("hang up", func(t *testing.T) {
		if failed := kindOf(t, send(t, newTestSender(t, hangUp.start(t)))); failed.Kind != Uncertain {
			t.Errorf("got %v", failed)
		}
	})
	t.Run("time-out", func(t *testing.T) {
		options := silence.start(t)
		options.SubmitTimeout = 50 * time.Millisecond
		if failed := kindOf(t, send(t, newTestSender(t, options))); failed.Kind != Uncertain {
			t.Errorf("got %v", failed)
		}
	})
	t.Run("context", func(t *testing.T) {
		s := newTestSender(t, silence.start(t))
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		_, err := s.Send(ctx, "quotes@agency.test", []string{"alice@customer.test"}, testMail, nil)
		if failed := kindOf(t, err); failed.Kind != Uncertain {
			t.Errorf("got %v", failed)
		}
	})
}

// stalling reads some of the mail and then stops.
func stalling(got *bytes.Buffer, stop <-chan struct{}) smtpScript {
	return smtpScript{data: func(_ net.Conn, r *bufio.Reader) {
		io.CopyN(got, r, 1000)
		<-stop
		io.Copy(got, r)
	}}
}

func TestTrapUploadStalls(t *testing.T) {
	var got bytes.Buffer
	stop := make(chan struct{})
	defer close(stop)
	options := stalling(&got, stop).start(t)
	options.Timeout = 200 * time.Millisecond
	s := newTestSender(t, options)
	began := time.Now()
	_, err := s.Send(t.Context(), "quotes@agency.test", []string{"alice@customer.test"}, bytes.Repeat([]byte("x\r\n"), 10<<20), nil)
	if failed := kindOf(t, err); failed.Kind != Temporary || time.Since(began) > 4*time.Second {
		t.Errorf("after %s: %v", time.Since(began), failed)
	}
}

func TestTrapCutMailIsNotDelivered(t *testing.T) {
	var got bytes.Buffer
	stop, done := make(chan struct{}), make(chan struct{})
	script := stalling(&got, stop)
	data := script.data
	script.data = func(c net.Conn, r *bufio.Reader) { data(c, r); close(done) }
	options := script.start(t)
	options.Timeout = 200 * time.Millisecond
	s := newTestSender(t, options)
	_, err := s.Send(t.Context(), "quotes@agency.test", []string{"alice@customer.test"}, bytes.Repeat([]byte("x\r\n"), 10<<20), nil)
	if failed := kindOf(t, err); failed.Kind != Temporary {
		t.Errorf("got %v", failed)
	}
	close(stop)
	<-done
	if bytes.HasSuffix(got.Bytes(), []byte("\r\n.\r\n")) {
		t.Error("the mail was ended, and so would be delivered cut")
	}
}

func TestStaleConnectionIsReplacedOnce(t *testing.T) {
	var connections, mails atomic.Int32
	script := smtpScript{reply: func(number int, command string) string {
		if strings.HasPrefix(command, "MAIL") {
			if mails.Add(1) == 2 {
				return "hang up"
			}
		}
		connections.Store(int32(number))
		return ""
	}}
	s := newTestSender(t, script.start(t))
	for range 3 {
		if err := send(t, s); err != nil {
			t.Fatal(err)
		}
	}
	if connections.Load() != 2 {
		t.Errorf("%d connections", connections.Load())
	}
}

func TestDroppedAfterDataBeganIsNotRepeated(t *testing.T) {
	var datas atomic.Int32
	script := smtpScript{data: func(net.Conn, *bufio.Reader) { datas.Add(1) }}
	s := newTestSender(t, script.start(t))
	if err := send(t, s); err == nil {
		t.Error("it was sent")
	}
	if n := datas.Load(); n != 1 {
		t.Errorf("DATA was given %d times", n)
	}
}

func TestSendRefusesWhatCouldSmuggle(t *testing.T) {
	s := newTestSender(t, SenderOptions{Host: "127.0.0.1", Port: 1, TLS: TLSNone})
	for _, address := range []string{"a@b.test> SIZE=1", "a@b.test\r\nRCPT TO:<c@d.test>", "", "a", "a@", "<a@b.test>", "a b@c.test"} {
		_, err := s.Send(t.Context(), "quotes@agency.test", []string{address}, testMail, nil)
		if failed := kindOf(t, err); failed.Kind != Permanent {
			t.Errorf("%q gave %v", address, failed)
		}
	}
}

func TestNothingIsTakenUnlessTheCallerCommits(t *testing.T) {
	server, options := startSMTP(t, nil)
	s := newTestSender(t, options)
	held := errors.New("held back")
	_, err := s.Send(t.Context(), "quotes@agency.test", []string{"alice@customer.test"}, testMail, func() error { return held })
	if failed := kindOf(t, err); !errors.Is(err, held) || failed.Kind != Temporary || len(server.mails) != 0 {
		t.Errorf("got %v, and the server took %d", failed, len(server.mails))
	}
	if err := send(t, s); err != nil || len(server.mails) != 1 {
		t.Errorf("afterwards: %v, and the server took %d", err, len(server.mails))
	}
}

func TestSendOutsideASCII(t *testing.T) {
	to := []string{"jürgen@customer.test"}
	server, options := startSMTP(t, func(s *smtp.Server) { s.EnableSMTPUTF8 = true })
	if _, err := newTestSender(t, options).Send(t.Context(), "quotes@agency.test", to, testMail, nil); err != nil || len(server.mails) != 1 {
		t.Errorf("got %v", err)
	}
	_, options = startSMTP(t, nil)
	_, err := newTestSender(t, options).Send(t.Context(), "quotes@agency.test", to, testMail, nil)
	if failed := kindOf(t, err); failed.Kind != Permanent || !strings.Contains(failed.Msg, "SMTPUTF8") {
		t.Errorf("got %v", failed)
	}
}

// A long reply is cut. A reply without end fills no memory, and a mail after its last dot may have
// arrived.
func TestLongReplies(t *testing.T) {
	const long = 1 << 12
	for verb, c := range map[string]struct {
		code  string
		lines int
		want  SendKind
	}{
		"MAIL": {"250", 1 << 18, Temporary}, "RCPT": {"550", long, Permanent},
		"DATA": {"451", long, Temporary}, ".": {"250", 1 << 18, Uncertain},
		"AUTH": {"535", long, Temporary},
	} {
		s := smtpScript{ehlo: []string{"AUTH PLAIN"}, reply: func(_ int, command string) string {
			if strings.HasPrefix(command, verb) {
				return strings.Repeat(c.code+"-well\r\n", c.lines) + c.code + " well"
			}
			return ""
		}}
		options := s.start(t)
		if verb == "AUTH" {
			options.Username, options.Password = "a", "b"
		}
		sender, err := NewSender(options)
		if err != nil {
			t.Fatal(err)
		}
		_, err = sender.Send(t.Context(), "a@b.test", []string{"c@d.test"}, testMail, nil)
		failed, is := errors.AsType[*SendError](err)
		if !is || failed.Kind != c.want || len(err.Error()) > long {
			t.Errorf("%s: %.200v", verb, err)
		}
		sender.Close()
	}
}

// An endless answer fills no memory. Pieces that the caller took do not count.
func TestAnswerWithoutEnd(t *testing.T) {
	var mails []fakeMail
	var uids []uint32
	for uid := range uint32(20) {
		mails = append(mails, fakeMail{uid: uid + 1, body: strings.Repeat("a line\r\n", 1<<10)})
		uids = append(uids, uid+1)
	}
	server := startFakeServer(t, mails...)
	s, err := openSession(t.Context(), server.account)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.wire.most = 64 << 10
	if _, err := s.examine(t.Context(), "INBOX"); err != nil {
		t.Fatal(err)
	}
	got, err := s.fetch(t.Context(), uids, options(wholeBody), 1<<20)
	if len(got) != len(uids) || err != nil {
		t.Errorf("%d mails, %v", len(got), err)
	}
	server.on = func(c *fakeConn, tag, command, _ string) bool {
		for range 1 << 13 {
			c.say("* OK still here")
		}
		return false
	}
	if _, err := s.examine(t.Context(), "INBOX"); err == nil {
		t.Error("a long answer was read")
	}
}
