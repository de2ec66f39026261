package daemon_test

import "testing"

// A decision makes one mail for the person who decides, and one for each colleague.
func TestFindingMailsForEachDecision(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	a.gets(a.dana, "Questions to")
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.gets(a.lee, "Done")
	a.gets(a.dana, "ccepted")
	a.getsNothing(a.lee)
	a.getsNothing(a.dana)
	a.getsNothing(a.alice)
}
