package daemon_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"

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
	if quote.Subject != "Insurance quote" { // it answers no mail
		t.Errorf("the first mail is %q", quote.Subject)
	}
	a.replies(a.bob, quote, "I drive 12,000 miles a year.")
	says(t, a.gets(a.lee, "Quote for Bob"), "12,000")
	lee.decides(lee.waits(), "EDIT", "text", "Hello Bob, please call us.")
	lee.decides(lee.waits(), "ACCEPT")
	says(t, a.gets(a.bob, "Re: Insurance quote"), "please call us")
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
		{"bob@customer.test", strings.Repeat("x", 65<<10), "up to 64 KB"},
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

// A text of staff for a customer who called has a subject of its own. A changed form begins
// another thread only when it is sent again.
func TestConsoleBeginsWithOwnText(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	lee := a.signsIn(a.lee)
	form := []string{"address", "bob@customer.test", "subject", "Your call", "text", "Please call me back."}
	_, sent := lee.begins(form...)
	lee.decides(lee.waits(), "TAKE OVER")
	lee.reaches("/", "by hand")
	lee.decides(lee.waits(), "SEND", "text", "Hello Bob, when may I call?")
	if first := a.gets(a.bob, "Your call"); first.Subject != "Your call" {
		t.Errorf("the first mail is %q", first.Subject)
	}
	sent[5] = "Please call me back at noon."
	page := lee.submits("/threads/new", sent...)
	shows(t, page, "began a thread with other words", "back at noon")
	sent[7] = taskOnce.FindStringSubmatch(page)[1]
	lee.submits("/threads/new", sent...)
	if all := a.threads(); len(all) != 2 {
		t.Errorf("%d threads", len(all))
	}
}

// A form without a session has no effect. The page keeps the text, and leads to the page of the
// form, which takes the text back.
func TestConsoleFormsWithoutASession(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	stranger := a.visitor()
	for path, page := range map[string]string{
		"/threads/new": "/threads/new", "/t/Q-7F3K2M/note": "/t/Q-7F3K2M", "/me/mails": "/me",
		"/c/bob@customer.test/hold": "/c/bob@customer.test", "/ops/mail/3/retry": "/ops",
		"/set-aside": "/",
	} {
		ended := stranger.submits(path, "address", "bob@customer.test", "text", bobSaid)
		shows(t, ended, "Please sign in again", "born 03/04/1985",
			`href="/sign-in?next=`+strings.ReplaceAll(url.QueryEscape(page), "%2F", "%2f"))
		if strings.Contains(ended, "Put my text back") != (path == page) {
			t.Errorf("%s:\n%s", path, ended)
		}
	}
	back := a.signsIn(a.lee).submits("/threads/new", "put_back", "yes",
		"address", "bob@customer.test", "name", "Bob Kim", "text", bobSaid)
	shows(t, back, "born 03/04/1985", "Bob Kim", "bob@customer.test", "Begin the thread")
	if all := a.threads(); len(all) != 0 {
		t.Errorf("the text begins the threads %+v", all)
	}
}

// A member begins a thread from the page of a customer. The session ends before the form is
// sent, and a second tab signs in again.
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
		s.does(network.ClearBrowserCookies())
		s.clicks("#begin")
		s.sees("#kept")
		s.fits()
		s.pictures("ended")
		s.secondTab().enters(a.lee)
		s.clicks("form button")
		s.sees("#words")
		s.clicks("#begin")
		a.gets(a.lee, "Quote for Bob")
		s.goes("/?step=quote")
		s.picks()
		s.clicks("#accept")
		s.sees(".done")
		says(a.t, a.gets(a.bob, "Insurance quote"), "Honda Civic")
	})
}

// The page of a thread shows what the model of the planner cost.
func TestConsoleShowsTheCostOfAModel(t *testing.T) {
	a := open(t, inProcess(t), withConsole, func(a *agency) { withModel(t, a.cfg) })
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.gets(a.lee, "Quote for")
	lee := a.signsIn(a.lee)
	page := lee.visits("/t/" + threadID.FindString(lee.waits()))
	if !costOfModel.MatchString(page) {
		t.Errorf("the page shows no cost:\n%s", page)
	}
}

// costOfModel matches requests, tokens, and a price above zero.
var costOfModel = regexp.MustCompile(
	`[1-9]\d* requests, [1-9][\d,]* prompt tokens .*[1-9]\d* completion tokens, \$0\.0*[1-9]`)
