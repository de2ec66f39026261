package daemon_test

import (
	"testing"
	"time"

	"ppamaild/sandbox"
)

// daysAhead is a day as a form sends it.
func (a *agency) daysAhead(n int) string {
	return time.Now().In(a.cfg.Agency.Location).AddDate(0, 0, n).Format(time.DateOnly)
}

// A member who is away gets no review and no reminder. The choice survives a restart.
func TestConsoleAway(t *testing.T) {
	remind := func(a *agency) { a.cfg.Review.RemindAfter.Duration = 2 * time.Second }
	a := open(t, inProcess(t), byDefault, withConsole, remind)
	dana := a.signsIn(a.dana)
	day := a.daysAhead(7)
	shows(t, dana.submits("/me/mails", "notify", "", "away", day), `value="`+day+`"`)
	a.logs("a member chose mails", 1)
	a.stop()
	a.start()
	shows(t, dana.visits("/me"), `value="`+day+`"`)
	a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
	a.gets(a.lee, "Questions to")
	a.replies(a.lee, a.gets(a.lee, "Reminder"), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.getsNothing(a.dana)
}

// The open review of an owner who goes away goes to a colleague, who may decide.
func TestConsoleAwayWithAnOpenReview(t *testing.T) {
	a := open(t, inProcess(t), byDefault, withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	lee.decides(lee.waits(), "CLAIM")
	a.gets(a.dana, "Questions to")
	a.gets(a.dana, "Lee Tran took over")
	lee.submits("/me/mails", "away", a.daysAhead(1))
	a.replies(a.dana, a.gets(a.dana, "Still waiting"), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.getsNothing(a.lee)
}

// If all staff are away, all of them get the review: no customer waits without an answer.
func TestConsoleAllAway(t *testing.T) {
	a := open(t, inProcess(t), byDefault, withConsole)
	lee, dana := a.signsIn(a.lee), a.signsIn(a.dana)
	lee.submits("/me/mails", "away", a.daysAhead(1))
	dana.submits("/me/mails", "away", a.daysAhead(1))
	a.asks()
	a.gets(a.dana, "Questions to")
}

// The choice of a member replaces the configuration, in both directions.
func TestConsoleNotify(t *testing.T) {
	a := open(t, inProcess(t), byDefault, withConsole)
	lee, dana := a.signsIn(a.lee), a.signsIn(a.dana)
	dana.submits("/me/mails", "notify", "digest")
	lee.submits("/me/mails", "notify", "all")
	a.replies(a.lee, a.asks(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.gets(a.lee, "accepted") // who wants all mails gets the result
	a.getsNothing(a.dana)
	shows(t, dana.submits("/me/mails", "notify", ""), `value="" checked`)
}

// Bad choices are refused, and the reader keeps the form.
func TestConsoleRefusesChoices(t *testing.T) {
	a := open(t, inProcess(t), byDefault, withConsole)
	dana := a.signsIn(a.dana)
	for _, form := range [][]string{
		{"away", a.daysAhead(0)}, {"away", a.daysAhead(-1)}, {"away", a.daysAhead(400)},
		{"away", "tomorrow"}, {"notify", "nothing"},
	} {
		shows(t, dana.submits("/me/mails", form...), "Nothing was saved")
	}
	shows(t, dana.visits("/me"), `name="away" type="date" value=""`, `value="" checked`)
	shows(t, a.visitor().submits("/me/mails", "away", a.daysAhead(1)), "Sign in")
	a.asks()
	a.gets(a.dana, "Questions to")
}
