package outbox

import (
	"testing"

	"ppamaild/mailbox"
	"ppamaild/store"
)

func TestPauseGrowsAfterRefusals(t *testing.T) {
	refused := pauseOf(store.Mail{Attempts: 1}, &mailbox.SendError{Kind: mailbox.Temporary})
	if refused == 0 || pauseOf(store.Mail{Attempts: 8}, &mailbox.SendError{Kind: mailbox.Temporary}) <= refused {
		t.Errorf("after a refusal it is sent again after %s", refused)
	}
}
