package daemon_test

import (
	"strings"
	"testing"

	"ppamaild/daemon"
	"ppamaild/sandbox/play"
)

// withAdmin makes Lee an admin of the console.
func withAdmin(a *agency) { a.cfg.Console.Admins = []string{play.Lee} }

// A member puts a customer's data on hold, an admin ends the hold, and erases the data after a
// dry run. The journal names the console.
func TestConsoleCustomerInChromium_Slow(t *testing.T) {
	eachWidth(t, func(a *agency, width int) {
		a.asks()
		s := a.opens(width, true)
		s.enters(a.lee)
		s.clicks("#rows a")
		s.clicks(".id a")
		s.clicks(".people a")
		s.sees("#known")
		s.fits()
		s.pictures("customer")
		s.clicks("#hold > summary")
		s.types("#reason", "a dispute")
		s.clicks("#hold button")
		s.sees(".note.hold")
		s.pictures("hold")
		s.clicks("#forget > summary")
		s.clicks("#forget button")
		s.sees(".warn") // the hold refuses the erasure
		s.clicks(".note.hold button")
		s.clicks("#hold > summary")
		s.fits()
		if via := a.ordered("A-AGENCY"); via != "held hold_released" {
			a.t.Errorf("the journal has %q in the console", via)
		}
	}, withAdmin)
}

// Only admins erase data, and they see a dry run first.
func TestConsoleForgets(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withAdmin)
	a.asks()
	lee, dana := a.signsIn(a.lee), a.signsIn(a.dana)
	shows(t, lee.decides(lee.waits(), "CANCEL", "text", "she called us"), "Done")
	const path = "/c/" + play.Alice
	shows(t, dana.visits(path), "Threads", "Put on hold")
	shows(t, dana.submits(path+"/forget"), "For admins only")
	shows(t, dana.submits(path+"/hold", "reason", ""), "Please write a reason")
	shows(t, dana.submits(path+"/hold", "reason", "a dispute"), "is on hold", "a dispute")
	shows(t, lee.submits(path+"/forget"), "a dispute")
	shows(t, lee.submits(path+"/release", "on", play.Alice), "Put on hold")
	dry := lee.submits(path + "/forget")
	shows(t, dry, "Nothing was erased yet", "Complete threads: Q-")
	shows(t, lee.submits(path+"/forget", "content", "other"), "changed in the meantime")
	_, content, _ := strings.Cut(dry, `name="content" value="`)
	content, _, _ = strings.Cut(content, `"`)
	shows(t, lee.submits(path+"/forget", "content", content), "was erased", "The receipt")
	shows(t, lee.visits(path), "Not found")
	shows(t, lee.visits("/?tab=done"), "No threads here")
	if via := a.ordered("A-AGENCY"); via != "erased" { // the words about the hold are erased
		t.Errorf("the journal has %q in the console", via)
	}
}

// ordered lists the kinds of a journal's entries with via: console.
func (a *agency) ordered(thread string) string {
	a.t.Helper()
	a.stop()
	admin, err := daemon.Connect(a.t.Context(), a.cfg)
	must(a.t, err)
	defer func() { must(a.t, admin.Close()) }()
	whole, err := admin.Thread(a.t.Context(), thread)
	must(a.t, err)
	var kinds []string
	for _, line := range whole.Journal {
		if strings.Contains(string(line.Payload), `"via":"console"`) {
			kinds = append(kinds, line.Kind)
		}
	}
	return strings.Join(kinds, " ")
}
