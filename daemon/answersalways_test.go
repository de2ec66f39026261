package daemon_test

import (
	"testing"

	"ppamaild/sandbox"
)

// A customer's program that answers each mail by a new one, and does not say that it is
// one, gets the first acknowledgement and none for what it says to that.
func TestCase23AcknowledgementIsNotAnsweredForEver(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.asks()
		a.gets(a.alice, "Quote please")
		a.writes(a.alice, sandbox.Mail{Subject: "[#4711] Your request", Text: "We have received your request. One of us will be in touch."})
		a.gets(a.lee, "[#4711]")
		a.getsNothing(a.alice)
	}, acknowledging)
}
