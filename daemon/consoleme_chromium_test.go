package daemon_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"ppamaild/sandbox"
)

// A member goes away in the browser, with and without scripts, and sees the choice again.
func TestConsoleAwayInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		s.enters(a.lee)
		s.goes("/me")
		s.clicks(`input[value="digest"]`)
		s.does(chromedp.SetValue("#away", a.daysAhead(3), chromedp.ByQuery))
		s.clicks(`form[action="/me/mails"] button`)
		s.sees(`#away[value="` + a.daysAhead(3) + `"]`)
		s.sees(`input[value="digest"][checked]`)
		s.fits()
		s.pictures("away")
		a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
		a.gets(a.dana, "Questions to")
		a.getsNothing(a.lee)
	})
}
