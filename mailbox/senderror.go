package mailbox

import (
	"errors"
	"fmt"

	"github.com/emersion/go-smtp"
)

// SendKind says what a failure means for the mail.
type SendKind string

// The kinds of failure.
const (
	Temporary SendKind = "temporary" // not accepted; a later attempt may succeed
	Permanent SendKind = "permanent" // permanently refused (5yz)
	Uncertain SendKind = "uncertain" // sent completely, no answer: the server may have accepted it
)

// SendError is the reason why the server did not accept a mail, or may not have.
type SendError struct {
	Kind      SendKind
	Code      int    // of the server's reply; 0 without a reply
	Msg       string // text of the reply, or the operation that failed
	Recipient string // the refused recipient, if there is one
	Outage    bool   // the failure is not about the mail: the server takes no mail now
	Err       error
}

// Error has at most 1,000 characters of Msg, because the text goes into the store and to staff.
func (e *SendError) Error() string {
	text := fmt.Sprintf("sending mail: %s failure: %.1000s", e.Kind, e.Msg)
	if e.Code != 0 {
		text = fmt.Sprintf("sending mail: %s failure: %d %.1000s", e.Kind, e.Code, e.Msg)
	}
	if e.Recipient != "" {
		text += " (recipient " + e.Recipient + ")"
	}
	return text
}

func (e *SendError) Unwrap() error { return e.Err }

// notReady is a failure before the first command about the mail. The code of the reply says
// nothing about the mail: a wrong password must not fail all waiting mails.
func notReady(op string, err error) *SendError {
	msg := op + ": " + err.Error()
	if _, says := errors.AsType[*AccountError](err); says {
		msg = err.Error() // names the operation and the host
	}
	return &SendError{Kind: Temporary, Code: replyCode(err), Msg: msg, Outage: true, Err: err}
}

// refused classifies the failure of a command before all of the data was sent. RFC 5321 §4.2.1:
// 5yz is permanent, 4yz is not.
func refused(op string, err error) *SendError {
	reply, ok := errors.AsType[*smtp.SMTPError](err)
	if !ok {
		return &SendError{Kind: Temporary, Msg: op + ": " + err.Error(), Err: err}
	}
	kind := Temporary
	if reply.Code >= 500 && !isAuthReply(reply.Code) {
		kind = Permanent
	}
	return &SendError{Kind: kind, Code: reply.Code, Msg: op + ": " + reply.Message,
		Outage: reply.Code == unavailable || isAuthReply(reply.Code), Err: err}
}

// unavailable is the reply of a server that closes the connection (RFC 5321 §3.8).
const unavailable = 421

// isAuthReply reports whether a reply means that the client should have authenticated (RFC 4954
// §6). Such a reply says nothing about the mail.
func isAuthReply(code int) bool { return code == 530 || code == 534 || code == 535 || code == 538 }

func replyCode(err error) int {
	if reply, ok := errors.AsType[*smtp.SMTPError](err); ok {
		return reply.Code
	}
	return 0
}
