package mailbox

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// givenTokens returns its tokens one by one, and then the last one forever.
type givenTokens struct {
	tokens []string
	err    error
	again  bool // another token may work after a refusal
}

func (g *givenTokens) Token(context.Context) (string, error) { return g.tokens[0], g.err }

func (g *givenTokens) Refused(string) bool {
	if len(g.tokens) > 1 {
		g.tokens = g.tokens[1:]
	}
	return g.again
}

const challenge = `{"status":"invalid_token","scope":"https://mail.test/"}`

// hangsUp records whether the client closes the connection after a refusal.
func hangsUp(r io.Reader, closed chan<- bool) {
	rest, err := io.ReadAll(r)
	closed <- err == nil && (len(rest) == 0 || string(rest) == "*\r\n")
}

func encoded(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

// shown is the token's encoding, by mechanism.
var shown = map[string]string{
	"OAUTHBEARER": "n,a=quo=2Ctes@agency.test,\x01host=127.0.0.1\x01port=%d\x01auth=Bearer %s\x01\x01",
	"XOAUTH2":     "user=quo,tes@agency.test\x01auth=Bearer %s\x01\x01",
}

func wanted(mechanism string, port int, token string) string {
	if mechanism == "XOAUTH2" {
		return encoded(fmt.Sprintf(shown[mechanism], token))
	}
	return encoded(fmt.Sprintf(shown[mechanism], port, token))
}

// The client sends the token with the server's mechanism. After a refusal the connection
// closes, the error has the server's text, and the client tries one other token.
func TestIMAPByToken(t *testing.T) {
	for caps, mechanism := range map[string]string{
		"AUTH=PLAIN AUTH=XOAUTH2 AUTH=OAUTHBEARER SASL-IR": "OAUTHBEARER", "AUTH=XOAUTH2 AUTH=PLAIN": "XOAUTH2",
	} {
		server, closed := startFakeServer(t), make(chan bool, 2)
		server.able("IMAP4rev1 IDLE " + caps)
		server.account.Username = "quo,tes@agency.test"
		server.on = func(c *fakeConn, tag, command, args string) bool {
			if command != "AUTHENTICATE" {
				return false
			}
			name, initial, ir := strings.Cut(args, " ")
			if !ir {
				c.say("+ ")
				line, _ := c.r.ReadString('\n')
				initial = strings.TrimRight(line, "\r\n")
			}
			if name == mechanism && initial == wanted(mechanism, server.account.Port, "good") {
				return false
			}
			c.say("+ %s", encoded(challenge))
			hangsUp(c.r, closed)
			return true
		}
		server.account.Tokens = &givenTokens{tokens: []string{"stale", "good"}, again: true}
		if err := Probe(t.Context(), server.account); err != nil {
			t.Errorf("%s: %v", mechanism, err)
		}
		server.account.Tokens = &givenTokens{tokens: []string{"bad"}}
		err := Probe(t.Context(), server.account)
		for _, words := range []string{"logging in at", `the server refuses the token: "invalid_token", scope "https://mail.test/" (check username "quo,tes@agency.test", that consent`} {
			if err == nil || !strings.Contains(err.Error(), words) || strings.Contains(err.Error(), "bad") {
				t.Errorf("%s: %v", mechanism, err)
			}
		}
		for range 2 {
			select {
			case well := <-closed:
				if !well {
					t.Errorf("%s: the client goes on after a no", mechanism)
				}
			case <-time.After(5 * time.Second):
				t.Errorf("%s: the connection is left open", mechanism)
			}
		}
	}
}

// An immediate NO, like Microsoft's, refuses the token, too. A busy server does not.
func TestIMAPRefusesAtOnce(t *testing.T) {
	for answer, tried := range map[string]int{"NO AUTHENTICATE failed.": 2, "NO [AUTHENTICATIONFAILED] no": 2, "NO [UNAVAILABLE] later": 1, "BAD what": 1} {
		server := startFakeServer(t)
		server.able("IMAP4rev1 AUTH=XOAUTH2 SASL-IR")
		server.on = func(c *fakeConn, tag, command, _ string) bool {
			if command == "AUTHENTICATE" {
				c.say("%s %s", tag, answer)
			}
			return command == "AUTHENTICATE"
		}
		server.account.Tokens = &givenTokens{tokens: []string{"one", "two"}, again: true}
		if err := Probe(t.Context(), server.account); err == nil || countOf(server.commands(), "AUTHENTICATE") != tried {
			t.Errorf("%s: %d tried, %v", answer, countOf(server.commands(), "AUTHENTICATE"), err)
		}
	}
}

// Without a token, or with a server that accepts no tokens, the client does not log in.
func TestNoTokens(t *testing.T) {
	server := startFakeServer(t)
	none := &givenTokens{tokens: []string{""}, err: errors.New("getting a token at https://login.test: no")}
	server.account.Tokens = none
	if err := Probe(t.Context(), server.account); !errors.Is(err, none.err) || len(server.commands()) > 0 {
		t.Errorf("%q, %v", server.commands(), err)
	}
	o := smtpScript{}.start(t)
	o.Username, o.Tokens = "quotes", none
	s, err := NewSender(o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Probe(t.Context(), "quotes@agency.test"); !errors.Is(err, none.err) || err.Error() != none.err.Error() {
		t.Errorf("a probe: %v", err)
	}
	_, err = s.Send(t.Context(), "a@agency.test", []string{"b@customer.test"}, []byte("\r\n"), nil)
	if failed, is := errors.AsType[*SendError](err); !is || failed.Kind != Temporary || !errors.Is(err, none.err) {
		t.Errorf("sending: %v", err)
	}
	server.account.Tokens = &givenTokens{tokens: []string{"one"}}
	if err := Probe(t.Context(), server.account); err == nil || !strings.Contains(err.Error(), "the server offers neither AUTH OAUTHBEARER nor AUTH XOAUTH2") {
		t.Errorf("a server that takes none: %v", err)
	}
}

// The rules for IMAP also apply to SMTP. A refused token does not fail the mail.
func TestSMTPByToken(t *testing.T) {
	for mechanisms, mechanism := range map[string]string{"LOGIN PLAIN XOAUTH2 OAUTHBEARER": "OAUTHBEARER", "LOGIN XOAUTH2": "XOAUTH2"} {
		var port int
		long := strings.Repeat("x", 400)
		var mu sync.Mutex
		var said []string // protected by mu
		script := smtpScript{ehlo: []string{"AUTH " + mechanisms}, reply: func(_ int, command string) string {
			verb, args, _ := strings.Cut(command, " ")
			mu.Lock()
			defer mu.Unlock()
			said = append(said, verb)
			switch {
			case verb == "*":
				return "501 given up"
			case verb != "AUTH" && args != "" || verb == "EHLO" || verb == "DATA" || verb == "." || verb == "QUIT":
				return ""
			case args == mechanism+" "+wanted(mechanism, port, "good"):
				return "235 welcome"
			case command == "AUTH "+mechanism:
				return "334 "
			case command == wanted(mechanism, port, long):
				return "235 welcome"
			case args == mechanism+" "+wanted(mechanism, port, "denied"):
				return "535 5.7.139 SmtpClientAuthentication is disabled"
			}
			return "334 " + encoded(challenge)
		}}
		o := script.start(t)
		o.Username, port = "quo,tes@agency.test", o.Port
		send := func(given givenTokens) error {
			o.Tokens = &given
			s, err := NewSender(o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			_, err = s.Send(t.Context(), "a@agency.test", []string{"b@customer.test"}, []byte("\r\n"), nil)
			return err
		}
		if err := send(givenTokens{tokens: []string{long}}); err != nil {
			t.Errorf("%s, longer than a command may be: %v", mechanism, err)
		}
		for _, first := range []string{"stale", "denied"} {
			if err := send(givenTokens{tokens: []string{first, "good"}, again: true}); err != nil {
				t.Errorf("%s: %v", mechanism, err)
			}
		}
		err := send(givenTokens{tokens: []string{"bad"}})
		failed, is := errors.AsType[*SendError](err)
		if !is || failed.Kind != Temporary || !strings.Contains(err.Error(), `the server refuses the token: "invalid_token", scope`) || !strings.HasPrefix(err.Error(), "sending mail: temporary failure: authenticating at ") {
			t.Errorf("%s: %v", mechanism, err)
		}
		mu.Lock()
		if last := said[max(0, len(said)-3):]; !slices.Equal(last, []string{"EHLO", "AUTH", "*"}) {
			t.Errorf("%s: the client goes on after a no: %q", mechanism, last)
		}
		mu.Unlock()
	}
}
