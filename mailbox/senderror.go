package mailbox

import (
	"errors"
	"fmt"

	"github.com/emersion/go-smtp"
)

// SendKind is what a failure to send means for the mail.
type SendKind string

// The kinds of failure.
const (
	Temporary SendKind = "temporary" // not taken; worth trying again
	Permanent SendKind = "permanent" // refused for good (5yz)
	Uncertain SendKind = "uncertain" // the mail was all sent, and no answer came: it may have been taken
)

// SendError is why a mail was not, or perhaps not, taken by the server.
type SendError struct {
	Kind      SendKind
	Code      int    // of the server's reply; 0 where there was none
	Msg       string // the reply's text, or what failed
	Recipient string // who was refused, if it was a recipient
	Err       error
}

func (e *SendError) Error() string {
	text := fmt.Sprintf("sending mail: %s failure: %s", e.Kind, e.Msg)
	if e.Code != 0 {
		text = fmt.Sprintf("sending mail: %s failure: %d %s", e.Kind, e.Code, e.Msg)
	}
	if e.Recipient != "" {
		text += " (recipient " + e.Recipient + ")"
	}
	return text
}

func (e *SendError) Unwrap() error { return e.Err }

// notReady is a failure before the first command about the mail. Whatever the
// reply's code, it says nothing about the mail: a wrong password must not fail
// all that waits.
func notReady(op string, err error) *SendError {
	msg := op + ": " + err.Error()
	if _, says := errors.AsType[*AccountError](err); says {
		msg = err.Error() // it names the operation, and where
	}
	return &SendError{Kind: Temporary, Code: replyCode(err), Msg: msg, Err: err}
}

// refused classes the failure of a command before the mail's data was all sent.
// RFC 5321 §4.2.1: 5yz is permanent, 4yz is not.
func refused(op string, err error) *SendError {
	reply, ok := errors.AsType[*smtp.SMTPError](err)
	if !ok {
		return &SendError{Kind: Temporary, Msg: op + ": " + err.Error(), Err: err}
	}
	kind := Temporary
	if reply.Code >= 500 && !aboutUs(reply.Code) {
		kind = Permanent
	}
	return &SendError{Kind: kind, Code: reply.Code, Msg: op + ": " + reply.Message, Err: err}
}

// aboutUs holds for replies to a client that should have authenticated
// (RFC 4954 §6), which says nothing about the mail.
func aboutUs(code int) bool { return code == 530 || code == 534 || code == 535 || code == 538 }

func replyCode(err error) int {
	if reply, ok := errors.AsType[*smtp.SMTPError](err); ok {
		return reply.Code
	}
	return 0
}
