package daemon_test

import (
	"testing"

	"ppamaild/config"
	"ppamaild/sandbox/play"
)

// If all reviewers have left the configuration, the start asks the current reviewers, once, and
// their answer counts.
func TestReviewsOfStaffWhoLeftGoToOthersAtOnce(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Review.Staff = staffed(play.Lee) })
	a.asks()
	a.restarts(play.Dana)
	asked := a.gets(a.dana, "Still waiting, please review")
	says(t, asked, "so you get it, too", play.Lee)
	a.forgets(a.dana)
	a.restarts(play.Dana)
	a.getsNothing(a.dana)
	a.replies(a.dana, asked, "ACCEPT")
	a.gets(a.alice, "Quote please")
}

// A remaining reviewer still has the review, so no other person is asked early.
func TestReviewsOfStaffWhoStayAreLeftAsTheyAre(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Review.Staff = staffed(play.Lee, "owner@agency.test") })
	a.asks()
	a.restarts(play.Lee, play.Dana)
	a.getsNothing(a.dana)
}

func staffed(addresses ...string) (all []config.Staff) {
	for _, address := range addresses {
		all = append(all, config.Staff{Address: address})
	}
	return all
}

// restarts has the daemon restart with a given staff.
func (a *agency) restarts(staff ...string) {
	a.t.Helper()
	a.stop()
	a.cfg.Review.Staff = staffed(staff...)
	a.start()
}
