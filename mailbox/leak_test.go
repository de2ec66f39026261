package mailbox

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		// The server that the tests dial keeps a lock for good where a connection breaks
		// while it writes a literal.
		goleak.IgnoreAnyFunction("github.com/emersion/go-imap/v2/imapserver.(*Conn).serve"))
}
