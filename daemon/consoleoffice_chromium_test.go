package daemon_test

import (
	"fmt"
	"html"
	"net/http"
	"net/mail"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"ppamaild/daemon"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// withAdmin makes Lee an admin of the console.
func withAdmin(a *agency) { a.cfg.Console.Admins = []string{play.Lee} }

// A member puts a customer's data on hold, an admin ends the hold, and erases the data after a
// dry run. The journal names the console.
func TestConsoleCustomerInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.asks()
		s.enters(a.lee)
		s.picks()
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
		s.sees(".warn") // the hold and the open review refuse the erasure
		var refusals int
		s.does(chromedp.Evaluate(`document.querySelector(".warn p").innerText.split("\n").length`, &refusals))
		if refusals < 2 {
			a.t.Errorf("the refusals have %d lines", refusals)
		}
		s.clicks(".note.hold button")
		s.does(chromedp.WaitNotPresent(".note.hold", chromedp.ByQuery))
		s.fits()
		if via := a.ordered("A-AGENCY"); via != "held hold_released" {
			a.t.Errorf("the journal has %q in the console", via)
		}
	}, withAdmin)
}

// dryRun returns the page of a dry run. No mail about the customer may be on its way.
func (v *visitor) dryRun(customer string) (page string) {
	v.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		page = v.submits(customer + "/forget")
		if !strings.Contains(page, "is being sent") || time.Now().After(deadline) {
			return page
		}
	}
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
	dry := lee.dryRun(path)
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

// broken is an agency with a mail that waits for its server and a quarantined message.
func (a *agency) broken() {
	a.t.Helper()
	review := a.asks()
	a.host.(*sandbox.Server).Inject(sandbox.Fault{Recipient: play.Alice, Code: 451, Message: "4.7.1 come back later"})
	a.replies(a.lee, review, "ACCEPT")
	a.unsent(play.Alice, store.MailRetrying)
	a.raw("From: Alice Moreno <"+play.Alice+">", "From: lee@agency.test", "To: "+play.Quotes,
		"Subject: Two authors", "Message-ID: <two-authors@customer.test>",
		"Date: Fri, 20 Nov 2026 10:00:00 -0800", "", "Please quote my car.")
	a.gets(a.lee, "could not be read")
}

// The page shows waiting work. Staff send a mail now and try a message again; admins download a
// backup. The journals name the console.
func TestConsoleOperations(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withAdmin)
	a.broken()
	lee, dana := a.signsIn(a.lee), a.signsIn(a.dana)
	page := dana.visits("/ops")
	shows(t, page, "come back later", "more than one From field", "Send now",
		"quotes@agency.test", "watched", "rules, without a model")
	if strings.Contains(page, "Download a backup") {
		t.Error("the page offers a backup to everyone")
	}
	shows(t, dana.submits("/ops/backup"), "For admins only")
	shows(t, dana.submits("/ops/release"), "not restored from a backup")
	shows(t, dana.submits("/ops/message/99/retry"), "there is no message 99")
	shows(t, dana.submits("/ops/mail/x/retry"), "Not found")
	mail := regexp.MustCompile(`/ops/mail/\d+`).FindString(page)
	message := regexp.MustCompile(`/ops/message/\d+`).FindString(page)
	dana.submits(mail + "/retry")
	says(t, a.gets(a.alice, "Quote please"), "license")
	shows(t, dana.submits(mail+"/retry"), "is sent; it can")
	dana.submits(message + "/retry")
	a.gets(a.lee, "could not be read") // it is no better
	shows(t, dana.submits("/ops/message/x/set-aside"), "Not found")
	dana.submits(message + "/set-aside")
	says(t, a.gets(a.lee, "Set aside: Two authors"), play.Dana)
	shows(t, dana.visits("/ops"), "No message is in quarantine")
	if got := lee.submits("/ops/backup"); len(got) < 1<<14 || strings.HasPrefix(got, "<") {
		t.Errorf("the backup has %d bytes", len(got))
	}
	if via := a.ordered("A-AGENCY"); via != "retried set_aside" {
		t.Errorf("the agency's journal has %q in the console", via)
	}
	if via := a.ordered(a.threads()[0].Thread); via != "mail_retried" {
		t.Errorf("the thread's journal has %q in the console", via)
	}
}

func TestConsoleOperationsInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.broken()
		s.enters(a.lee)
		s.clicks(`nav a[href="/ops"]`)
		s.sees("#backup")
		s.fits()
		s.pictures("operations")
		s.clicks(".do button")
		says(a.t, a.gets(a.alice, "Quote please"), "license")
		s.sees("#backup")
		if s.scripts {
			s.goes("/")
			s.presses("g")
			s.presses("o")
			s.sees("#backup")
		}
	}, withAdmin)
}

// The numbers count the work, also over a restart, and the table is a CSV file.
func TestConsoleNumbers(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	shows(t, lee.visits("/stats"), "Nothing was sent back")
	lee.decides(lee.waits(), "REJECT", "text", "ask for her phone number")
	a.gets(a.lee, "Questions to")
	lee.decides(lee.waits(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	check := func() {
		t.Helper()
		for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
			if strings.Contains(lee.visits("/stats.csv"), ",1,1,0,1,1,1,0,1,1,0,0,0.00") {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		page := lee.visits("/stats?days=7")
		shows(t, page, "ask for her phone number", "50%", "under 1 min", `"/stats.csv?days=7"`)
		shows(t, lee.visits("/stats.csv"), ",1,1,0,1,1,1,0,1,1,0,0,0.00")
	}
	check()
	a.stop()
	a.start()
	check()
}

func TestConsoleNumbersInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.asks()
		s.enters(a.lee)
		s.picks()
		s.clicks("#reject > summary")
		s.types("#reason", "ask for her phone number")
		s.clicks("#reject button")
		s.sees(".done")
		if s.scripts {
			s.presses("g")
			s.presses("s")
		} else {
			s.clicks(`nav a[href="/stats"]`)
		}
		s.sees("#sums")
		s.sees("#rows a")
		s.fits()
		s.pictures("numbers")
		s.clicks("#rows a")
		s.sees("#decide")
	})
}

// Admins see the settings without secrets, a check, and mails with sample data.
func TestConsoleSettings(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withAdmin)
	lee, dana := a.signsIn(a.lee), a.signsIn(a.dana)
	page := lee.visits("/settings")
	shows(t, page, "mailbox.customer", "***", "quotes@agency.test", "info_request")
	secret := a.cfg.Mailbox.Customer.Password.Reveal()
	if strings.Contains(page, "<dd>"+secret) {
		t.Error("the page shows a password")
	}
	shows(t, lee.submits("/settings/check"), "Run ppamaild check") // not in a test
	shows(t, lee.visits("/settings/preview?name=quote&language=es"), "Sample data", "look-desk")
	preview := lee.visits("/settings/preview?name=quote&language=es")
	shows(t, preview, `src="/settings/mail?name=quote&amp;language=es&amp;look=desk"`)
	shows(t, lee.visits("/settings/mail?name=quote&language=es"), "Toyota")
	dark := lee.visits("/settings/mail?name=quote&language=es&look=dark")
	if shows(t, dark, "@media all"); strings.Contains(dark, "prefers-color-scheme") {
		t.Error("the dark mail depends on the browser")
	}
	shows(t, lee.visits("/settings/preview?name=quote&language=xx"), "Not found")
	shows(t, lee.visits("/settings/preview?name=other&language=en"), "Not found")
	shows(t, lee.visits("/settings/preview?name=digest&language=es"), "Not found")
	for _, path := range []string{
		"/settings", "/settings/preview?name=quote&language=en",
		"/settings/mail?name=quote&language=en",
	} {
		shows(t, dana.visits(path), "For admins only")
	}
	if strings.Contains(dana.visits("/"), `href="/settings"`) {
		t.Error("the page links to the settings for everyone")
	}
}

func TestConsoleSettingsInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		s.enters(a.lee)
		s.clicks(`nav a[href="/settings"]`)
		s.sees("#mails")
		s.fits()
		var rows int
		s.does(chromedp.Evaluate(`new Set([...document.querySelectorAll(
			".bar nav a:not([href='/me'])")].map((a) => a.offsetTop)).size`, &rows))
		if rows != 1 {
			s.t.Errorf("the links to the pages stand in %d rows", rows)
		}
		s.pictures("settings")
		s.clicks(`a[aria-label="quote, es"]`)
		s.sees(".look-desk")
		s.fits()
		s.clicks(`a[href$="look=phone"]`)
		s.sees(".look-phone")
		s.fits()
		s.clicks(`a[href$="look=dark"]`)
		s.sees(".look-dark")
		s.pictures("preview")
	}, withAdmin)
}

// Staff merge two threads, and hold a thread. The page shows why an order is refused.
func TestConsoleThreadOrders(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	first := lee.waits()[3:11]
	a.writes(a.alice, sandbox.Mail{Subject: "Another car", Text: incomplete})
	a.gets(a.lee, "Questions to")
	second := first
	for _, path := range reviewPath.FindAllString(lee.visits("/"), -1) {
		if path[3:11] != first {
			second = path[3:11]
		}
	}
	shows(t, lee.visits("/t/"+second), "Try again", "Merge into")
	shows(t, lee.submits("/t/"+second+"/retry"), "has no dead letters")
	shows(t, lee.submits("/t/"+second+"/hold", "reason", " "), "Please write a reason")
	shows(t, lee.submits("/t/"+second+"/merge", "into", "Q-ZZZZZZ"), "there is no thread")
	lee.submits("/t/"+first+"/hold", "reason", "a dispute")
	shows(t, lee.visits("/c/"+play.Alice), first+" is on hold")
	shows(t, lee.submits("/t/"+second+"/merge", "into", first), first)
	if via := a.ordered(second); via != "merged_into" {
		t.Errorf("the journal has %q in the console", via)
	}
	if via := a.ordered(first); via != "held merged_from" {
		t.Errorf("the other journal has %q in the console", via)
	}
}

// twoMails is an agency with a thread of two messages. The agency asked a question between them.
func (a *agency) twoMails() (id string) {
	a.t.Helper()
	a.replies(a.lee, a.asks(), "ACCEPT")
	asked := a.gets(a.alice, "Quote please")
	a.gets(a.lee, "Done")
	a.replies(a.alice, asked, mileage)
	return a.gets(a.lee, "Quote for").Subject[1:9]
}

// Staff move a message into a new thread and back.
func TestConsoleMovesMessages(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	id := a.twoMails()
	lee := a.signsIn(a.lee)
	page := lee.visits("/t/" + id)
	refs := messageBox.FindAllStringSubmatch(page, -1)
	if len(refs) != 2 {
		t.Fatalf("the page offers %q", refs)
	}
	second := html.UnescapeString(refs[1][1])
	move := "/t/" + id + "/move"
	shows(t, lee.submits(move), "Please choose a message")
	shows(t, lee.submits(move, "message", "unknown@customer.test"), "is not a customer")
	shows(t, lee.submits(move, "message", second, "into", "Q-ZZZZZZ"), "there is no thread")
	split := threadID.FindString(lee.submits(move, "message", second))
	if split == "" || split == id {
		t.Fatalf("the message went to %q", split)
	}
	if left := messageBox.FindAllString(lee.visits("/t/"+id), -1); len(left) != 1 {
		t.Errorf("the old thread has %q", left)
	}
	lee.reaches("/t/"+split, `name="message"`)
	back := lee.submits("/t/"+split+"/move", "message", second, "into", id)
	shows(t, back, "nothing would stay in "+split)
	if via := a.ordered(id); via != "moved_out" {
		t.Errorf("the journal has %q in the console", via)
	}
}

var (
	messageBox = regexp.MustCompile(`name="message" value="([^"]+)"`)
	mailLink   = regexp.MustCompile(`/t/[-0-9A-Z]+/(?:sent|received)/\d+`)
	threadID   = regexp.MustCompile(`Q-[0-9A-Z]{6}`)
)

// Staff download the mails of a customer as they came and went. Mails to and from staff have no
// download, because their references authorize decisions.
func TestConsoleDownloadsMails(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	id := a.twoMails()
	lee := a.signsIn(a.lee)
	links := mailLink.FindAllString(lee.visits("/t/"+id), -1)
	if len(links) != 3 {
		t.Fatalf("the page has the mails %q", links)
	}
	offered := map[string]bool{}
	for _, path := range links {
		offered[path] = true
		response, text := lee.requests(http.MethodGet, path, nil)
		message, err := mail.ReadMessage(strings.NewReader(text))
		must(t, err)
		people := message.Header.Get("From") + message.Header.Get("To")
		h := response.Header
		if !strings.Contains(people, play.Alice) || h.Get("Content-Type") != "message/rfc822" ||
			h.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.HasPrefix(h.Get("Content-Disposition"), `attachment; filename="`+id+"-") {
			t.Errorf("%s is between %s, with %v", path, people, h)
		}
		if other := strings.Replace(path, id, "Q-ZZZZZZ", 1); other != path {
			shows(t, lee.visits(other), "Not found")
		}
	}
	for n := range 40 {
		for _, way := range []string{"sent", "received"} {
			path := fmt.Sprintf("/t/%s/%s/%d", id, way, n)
			if response, _ := lee.requests(http.MethodGet, path, nil); !offered[path] &&
				response.StatusCode != http.StatusNotFound {
				t.Errorf("%s: %s", path, response.Status)
			}
		}
	}
	for _, number := range []string{"x", "-1", "..%2F1", "99999999999999999999"} {
		shows(t, lee.visits("/t/"+id+"/sent/"+number), "Not found")
	}
}

// Staff split a thread with the form on its page.
func TestConsoleThreadInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		id := a.twoMails()
		s.enters(a.lee)
		s.goes("/t/" + id)
		s.clicks("#orders > summary")
		s.sees("#move")
		s.fits()
		s.pictures("thread")
		s.clicks("#move fieldset label:last-of-type input")
		s.clicks("#move button")
		s.does(chromedp.WaitNotPresent(`[data-thread="`+id+`"]`, chromedp.ByQuery))
		s.goes("/t/" + id)
		s.sees("#letters li:nth-of-type(2)")
		s.does(chromedp.WaitNotPresent("#letters li:nth-of-type(3)", chromedp.ByQuery))
		s.fits()
	})
}
