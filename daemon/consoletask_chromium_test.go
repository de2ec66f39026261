package daemon_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"ppamaild/sandbox/browser"
)

// A task is given, planned, approved, revised and accepted in Chromium. With scripts, the page
// follows the work without a reload.
func TestConsoleTaskInChromium_Slow(t *testing.T) {
	parallel(t)
	for name, width := range map[string]int{"phone": browser.Phone, "desk": browser.Desk} {
		t.Run(name, func(t *testing.T) {
			d := &desk{}
			a := open(t, inProcess(t), withConsole, withDesk(d))
			s := a.opens(width, true)
			s.enters(a.lee)
			s.goes("/tasks")
			s.clicks(".head .button")
			s.types("#text", hendersons)
			s.fits()
			s.pictures("new-task")
			s.clicks(".under button")
			s.sees("#plan")
			s.clicks(`button[value="up crm"]`)
			s.sees(`li:nth-child(2) button[value="down crm"]`)
			s.clicks(`input[value="accounts"][name="skip"]`)
			s.fits()
			s.pictures("plan")
			s.clicks("#accept")
			s.sees("#findings section")
			s.sees("#revise-crm")
			if ran := d.did(); ran != "mailbox crm analysis" {
				t.Errorf("these ran: %s", ran)
			}
			s.fits()
			s.pictures("results")
			s.clicks("#revise-crm > summary")
			s.types("#text-crm", "last year too")
			s.clicks(`#revise-crm button`)
			revised := `//*[@id="results"]//pre[contains(., "crm found 2")]`
			s.does(chromedp.WaitVisible(revised, chromedp.BySearch))
			s.clicks("#accept")
			s.sees(`progress[value="100"]`)
			s.pictures("completed")
			if ran := d.did(); !strings.Contains(ran, "crm analysis") {
				t.Errorf("after the revision, these ran: %s", ran)
			}
		})
	}
}
