package daemon_test

import (
	"strings"
	"testing"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

const bobSaid = `I'm Bob Kim, born 03/04/1985, licensed for 22 years, clean record.
I'd like a quote for my 2019 Honda Civic, which I drive to work (8 miles
one way), about 9,000 miles a year.
It is kept at 1420 SE Taylor St, Portland, OR 97214.`

// begins begins a thread for Bob in the browser. It returns the answer to the form, and the form.
func (v *visitor) begins(form ...string) (page string, sent []string) {
	v.t.Helper()
	once := taskOnce.FindStringSubmatch(v.visits("/threads/new"))
	if once == nil {
		v.t.Fatal("no form")
	}
	sent = append(form, "once", once[1])
	return v.submits("/threads/new", sent...), sent
}

// A member writes down the words of a customer who called. Each answer is reviewed, and the
// customer answers by mail. The same form begins one thread.
func TestConsoleBeginsAThread(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	lee := a.signsIn(a.lee)
	_, sent := lee.begins("address", " BOB@customer.test", "name", "Bob Kim", "text", bobSaid)
	review := a.gets(a.lee, "Quote for Bob")
	says(t, review, "Lee Tran wrote this down for the customer", "Bob Kim")
	a.getsNothing(a.bob) // no acknowledgement
	path := lee.waits()
	lee.submits("/threads/new", sent...)
	lee.decides(path, "ACCEPT")
	quote := a.gets(a.bob, "Insurance quote")
	says(t, quote, "Honda Civic", "Bob")
	a.replies(a.bob, quote, "I drive 12,000 miles a year.")
	says(t, a.gets(a.lee, "Quote for Bob"), "12,000")
	all := a.threads()
	if len(all) != 1 {
		t.Fatalf("%d threads", len(all))
	}
	var notes []string
	for _, line := range all[0].Journal {
		if line.Kind == "written_down" {
			notes = append(notes, line.Actor+" "+string(line.Payload))
		}
	}
	if want := play.Lee + ` {"customer":"bob@customer.test","via":"console"}`; strings.Join(notes, "\n") != want {
		t.Errorf("the journal has %q", notes)
	}
}

// A form without words or for a wrong address begins no thread, and keeps the text.
func TestConsoleBeginsNoThread(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	lee := a.signsIn(a.lee)
	for _, c := range []struct{ address, text, says string }{
		{"bob@customer.test", " ", "Please write a text"},
		{"bob@customer.test", strings.Repeat("x", 65<<10), "up to 64 kB"},
		{play.Dana, bobSaid, "is staff"}, {play.Quotes, bobSaid, "is ours"},
		{"bob", bobSaid, "bob"}, {"bob@customer.test>\r\nBcc: eve@evil.test", bobSaid, "evil.test"},
	} {
		page, _ := lee.begins("address", c.address, "text", c.text)
		shows(t, page, c.says, `role="alert"`)
		if c.text == bobSaid {
			shows(t, page, "born 03/04/1985")
		}
	}
	if all := a.threads(); len(all) != 0 {
		t.Errorf("the threads are %+v", all)
	}
}

// A person without a session begins no thread, and the page keeps the text.
func TestConsoleStrangersBeginNoThread(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	page := a.visitor().submits("/threads/new", "address", "bob@customer.test", "text", bobSaid)
	shows(t, page, "Please sign in again", "born 03/04/1985")
	if all := a.threads(); len(all) != 0 {
		t.Errorf("the threads are %+v", all)
	}
}

// A member begins a thread from the page of a customer.
func TestConsoleBeginsInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.writes(a.bob, sandbox.Mail{Subject: "My claim", Text: "I had an accident and want to file a claim."})
		a.gets(a.lee, "Over to you")
		s.enters(a.lee)
		s.sees(".head .new")
		s.goes("/c/bob@customer.test")
		s.clicks(".orders > .button")
		s.types("#words", bobSaid)
		s.fits()
		s.pictures("new-thread")
		s.clicks("#begin")
		a.gets(a.lee, "Quote for Bob")
		s.goes("/?step=quote")
		s.clicks("#rows a")
		s.clicks("#accept")
		s.sees(".done")
		says(a.t, a.gets(a.bob, "Insurance quote"), "Honda Civic")
	})
}
