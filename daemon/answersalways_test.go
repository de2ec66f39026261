package daemon_test

import (
	"testing"

	"ppamaild/sandbox"
)

// A customer's unmarked autoresponder gets the first acknowledgement, and no acknowledgement
// for its answer.
func TestCase23AcknowledgementIsNotAnsweredForEver(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.asks()
		a.gets(a.alice, "Quote please")
		a.writes(a.alice, sandbox.Mail{Subject: "[#4711] Your request", Text: "We have received your request. One of us will be in touch."})
		a.gets(a.lee, "[#4711]")
		a.getsNothing(a.alice)
	}, acknowledging)
}
