package daemon_test

import (
	"fmt"
	"html"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// loopback returns a loopback address that no other test uses.
func loopback() string {
	n := rand.Uint32()
	return net.IPv4(127, 64+byte(n>>16)%64, byte(n>>8), 1+byte(n)%254).String()
}

// withConsole lets the daemon serve the console on a loopback address that no other test uses.
func withConsole(a *agency) {
	a.cfg.Console.Listen = net.JoinHostPort(loopback(), "8025")
	a.cfg.Console.URL = "http://" + a.cfg.Console.Listen
	a.undo = time.Millisecond
}

// withUndo lets mails wait longer than the test.
func withUndo(a *agency) { a.undo = time.Hour }

// visitor is a browser without scripts.
type visitor struct {
	*agency
	client *http.Client
}

func (a *agency) visitor() *visitor {
	jar, err := cookiejar.New(nil)
	must(a.t, err)
	return &visitor{a, &http.Client{Jar: jar}}
}

// visits opens a page and returns its text.
func (v *visitor) visits(path string) string {
	v.t.Helper()
	response, err := v.client.Get(v.cfg.Console.URL + path)
	must(v.t, err)
	return v.read(response)
}

// submits sends a form and returns the text of the answer.
func (v *visitor) submits(path string, form ...string) string {
	v.t.Helper()
	values := url.Values{}
	for i := 0; i < len(form); i += 2 {
		values.Add(form[i], form[i+1])
	}
	response, err := v.client.PostForm(v.cfg.Console.URL+path, values)
	must(v.t, err)
	return v.read(response)
}

func (v *visitor) read(response *http.Response) string {
	v.t.Helper()
	text, err := io.ReadAll(response.Body)
	must(v.t, err)
	must(v.t, response.Body.Close())
	return string(text)
}

var codeInMail = regexp.MustCompile(`Your code is (\d{6})`)

// signsIn signs a member in with the code in the mail.
func (a *agency) signsIn(p *sandbox.Person) *visitor {
	a.t.Helper()
	v := a.visitor()
	v.enters(p)
	return v
}

// enters signs a member in with the code in the mail.
func (v *visitor) enters(p *sandbox.Person) {
	v.t.Helper()
	asked := v.submits("/sign-in", "address", p.Address)
	if !strings.Contains(asked, `name="code"`) {
		v.t.Fatalf("no page asks for the code:\n%s", asked)
	}
	found := codeInMail.FindStringSubmatch(v.gets(p, "sign-in code").Text)
	if found == nil {
		v.t.Fatal("the mail has no code")
	}
	if page := v.submits("/sign-in/code", "code", found[1]); !strings.Contains(page, "Inbox") {
		v.t.Fatalf("the code does not sign in:\n%s", page)
	}
}

var (
	reviewPath  = regexp.MustCompile(`/r/[QT]-[0-9A-Z]{6}/\d+`)
	digestField = regexp.MustCompile(`name="digest" value="([^"]*)"`)
)

// waits returns the path of the first review in the inbox.
func (v *visitor) waits() string {
	v.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if path := reviewPath.FindString(v.visits("/")); path != "" {
			return path
		}
		time.Sleep(20 * time.Millisecond)
	}
	v.t.Fatalf("no review waits:\n%s", v.visits("/"))
	return ""
}

// decides fills in a form on the page of a review.
func (v *visitor) decides(path, word string, form ...string) string {
	v.t.Helper()
	found := digestField.FindStringSubmatch(v.visits(path))
	if found == nil {
		v.t.Fatalf("%s has no form:\n%s", path, v.visits(path))
	}
	return v.submits(path, append([]string{"word", word, "digest", found[1]}, form...)...)
}

func shows(t *testing.T, page string, all ...string) {
	t.Helper()
	for _, words := range all {
		if !strings.Contains(page, words) {
			t.Errorf("the page does not show %q:\n%s", words, page)
		}
	}
}

// Only mails without a thread are set aside together: forged items decide no other review.
func TestConsoleSetsAside(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.mailsWithoutAThread(2)
	a.writes(a.bob, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.gets(a.lee, "Quote for")
	lee := a.signsIn(a.lee)
	lee.reaches("/?q=bob", "Quote for")
	page := lee.visits("/?tab=mine")
	items := regexp.MustCompile(`name="item" value="([^"]+)"`).FindAllStringSubmatch(page, -1)
	if len(items) != 2 {
		t.Fatalf("%d mails can be set aside:\n%s", len(items), page)
	}
	quote := reviewPath.FindString(lee.visits("/?step=quote"))
	shows(t, a.visitor().submits("/set-aside", "item", items[0][1]), "sign")
	shows(t, lee.submits("/set-aside"), "aside: 0", "none was chosen")
	shows(t, lee.submits("/set-aside", "item", items[0][1], "item", items[1][1],
		"item", strings.TrimPrefix(quote, "/r/"), "item", "Q-ABCDEF/1", "item", "/", "tab", "mine"),
		"aside: 2", "stay: 3")
	shows(t, lee.submits("/set-aside", "item", items[0][1]), "aside: 0", "stay: 1")
	shows(t, lee.visits(quote), "Accept and send")
}

// Staff release several mails of the daily list together.
func TestConsoleReleases(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.newsletter("My car")
	a.newsletter("My van")
	a.logs("message set aside", 2)
	a.nextMorning()
	a.gets(a.lee, "digest")
	lee := a.signsIn(a.lee)
	const path = "/r/A-AGENCY/1"
	shows(t, lee.reaches(path, "My van"), `name="chosen" value="2"`, "My car")
	shows(t, lee.decides(path, "RELEASE"), "Please choose a message")
	lee.decides(path, "RELEASE", "chosen", "7")
	a.gets(a.lee, "Not released")
	lee.decides(path, "RELEASE", "chosen", "1", "chosen", "2")
	a.gets(a.dana, "Released: My car")
	a.gets(a.dana, "Released: My van")
}

// A note reaches colleagues in the thread and in the next review, and no customer. Private numbers
// are masked.
func TestConsoleNotes(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	path := lee.waits()
	a.gets(a.dana, "Questions to")
	id := path[len("/r/") : len("/r/")+len("Q-7F3K2M")]
	shows(t, lee.submits("/t/"+id+"/note", "text", " "), "Please write a text")
	shows(t, lee.submits("/t/"+id+"/note", "text", strings.Repeat("a", 11_000)), "up to 10 KB")
	shows(t, lee.submits("/t/Q-222222/note", "text", "hello"), "there is no thread")
	shows(t, lee.submits("/t/"+id+"/note", "text", "She calls at noon, SSN 123-45-6789"),
		"She calls at noon, SSN [ssn]")
	shows(t, a.signsIn(a.dana).visits(path), "Lee Tran (note to colleagues)", "She calls at noon")
	lee.decides(path, "REJECT", "text", "ask for her phone number")
	says(t, a.gets(a.dana, "Questions to"), "Lee Tran (note to colleagues)", "She calls at noon")
	lee.decides(lee.waits(), "TAKE OVER")
	lee.reaches("/", "by hand")
	shows(t, lee.visits(lee.waits()), "She calls at noon", "The last message",
		"Alice Moreno and would like")
	lee.decides(lee.waits(), "SEND", "text", "Hello Alice, thank you.")
	lacks(t, a.gets(a.alice, "Quote please"), "noon")
}

// A text of staff is checked while they type. The check decides nothing.
func TestConsoleChecksFacts(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.gets(a.lee, "Quote for")
	lee := a.signsIn(a.lee)
	path := lee.waits()
	shows(t, lee.visits(path), `data-check="`+path+`/facts"`)
	shows(t, lee.submits(path+"/facts", "text", "Hello Alice, your price is $12.00."), "$12.00")
	draft := regexp.MustCompile(`(?s)<textarea id="text"[^>]*>(.*?)</textarea>`).
		FindStringSubmatch(lee.visits(path))
	if got := lee.submits(path+"/facts", "text", html.UnescapeString(draft[1])); got != "[]\n" {
		t.Errorf("the draft itself fails: %s", got)
	}
	shows(t, lee.submits("/r/Q-222222/1/facts", "text", "x"), "Not found")
	shows(t, lee.visits(path), "Accept and send")
}

// Staff find a thread by the words that they know, and narrow lists with plain forms.
func TestConsoleFinds(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please",
		Text: complete + "The VIN is 2HGFC2F56KH512345.\n"})
	quote := a.gets(a.lee, "Quote for").Text
	a.writes(a.bob, sandbox.Mail{Subject: "My claim",
		Text: "I had an accident yesterday and want to file a claim."})
	lee := a.signsIn(a.lee)
	lee.reaches("/?q=bob", "by hand")
	number := regexp.MustCompile(`Quote number: (R-\w+)`).FindStringSubmatch(quote)[1]
	id := reviewPath.FindString(lee.visits("/?step=quote"))[3:11]
	for _, words := range []string{
		id, "alice moreno", "MORENO", "2hgfc2f56kh512345", number, play.Alice, "honda 97214",
		"1420 SE Taylor", "civic portland",
	} {
		page := lee.visits("/?" + url.Values{"q": {words}}.Encode())
		if strings.Contains(page, "by hand") || !strings.Contains(page, id) {
			t.Errorf("%q does not find only %s:\n%s", words, id, page)
		}
	}
	for query, want := range map[string]bool{
		"step=quote": true, "step=handed_over": false, "state=OR": true, "state=TX": false,
		"person=unclaimed": true, "person=" + play.Dana: false, "step=quote&q=bob": false,
		"step=%00&state=nowhere": false,
	} {
		if page := lee.visits("/?" + query); strings.Contains(page, "Quote for") != want {
			t.Errorf("%s shows %s: %t\n%s", query, id, !want, page)
		}
	}
	lee.decides(lee.waits(), "CLAIM")
	shows(t, lee.visits("/?person="+play.Lee), "Quote for", "Show all", "Filter: on")
}

// A review is accepted in the browser. The journal has one decision, made in the console.
func TestConsoleAccepts(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	review := a.asks()
	lee := a.signsIn(a.lee)
	path := lee.waits()
	says(t, review, "Or decide in your browser: "+a.cfg.Console.URL+path)
	shows(t, lee.visits(path), "Alice", "Accept and send", "sandbox src=")
	shows(t, lee.visits(path+"/mail"), "Honda Civic")
	shows(t, lee.decides(path, "ACCEPT"), "Done: you accepted", "You decided this review (accept)")
	says(t, a.gets(a.alice, "Quote please"), "licensed")
	a.gets(a.dana, "Lee Tran accepted")
	a.getsNothing(a.lee) // the page said it
	shows(t, lee.visits("/t/"+path[3:11]), "Conversation", "awaiting customer")
	thread := a.threads()[0]
	if rv := thread.Reviews[0]; rv.Status != store.ReviewDecided || rv.DecidedBy != play.Lee {
		t.Errorf("the review is %+v", rv)
	}
	var replies []string
	for _, line := range thread.Journal {
		if line.Kind == "reply" {
			replies = append(replies, string(line.Payload))
		}
	}
	if len(replies) != 1 || !strings.Contains(replies[0], `"via":"console"`) {
		t.Errorf("the journal has the decisions %q", replies)
	}
}

func TestConsoleSendsBack(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	path := lee.waits()
	const reason = "make it friendlier and mention our office hours"
	page := lee.decides(path, "REJECT", "text", reason)
	shows(t, page, "know how to do this", reason) // beyond the rules: the text stays
	page = lee.decides(path, "REJECT", "text", "ask for her phone number")
	shows(t, page, "Done: you rejected", "review 2")
	says(t, a.gets(a.lee, "Questions to"), "phone")
	a.getsNothing(a.alice)
}

var shortReason = regexp.MustCompile(`name="reason" value="([^"]*)"`)

// shortReasons are the short reasons on a page.
func shortReasons(page string) (all []string) {
	for _, found := range shortReason.FindAllStringSubmatch(page, -1) {
		all = append(all, found[1])
	}
	return all
}

// The agent can act on each short reason of a page, and on several together.
func TestConsoleShortReasons(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	lee.decides(lee.waits(), "REJECT", "reason", "Write in Spanish", "text", "ask for her phone number")
	says(t, a.gets(a.lee, "Questions to"), "Hola", "phone")
	tried := map[string]bool{}
	for again := true; again; {
		path := lee.waits()
		left := slices.DeleteFunc(shortReasons(lee.visits(path)), func(r string) bool { return tried[r] })
		if again = len(left) > 0; again {
			tried[left[0]] = true
			shows(t, lee.decides(path, "REJECT", "reason", left[0]), "Done: you rejected")
		}
	}
	t.Logf("of questions: %q", slices.Sorted(maps.Keys(tried)))
	if len(tried) < 5 || !tried["Write in English"] || !tried["Write in Spanish"] {
		t.Errorf("the short reasons are %q", slices.Sorted(maps.Keys(tried)))
	}
}

// A reason about an assumed value of a quote asks the customer about the value.
func TestConsoleShortReasonsOfQuotes(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	lee := a.signsIn(a.lee)
	var reasons []string
	for i := 0; i == 0 || i < len(reasons); i++ {
		subject := fmt.Sprint("Quote number ", i)
		a.writes(a.bob, sandbox.Mail{Subject: subject, Text: complete})
		path := reviewPath.FindString(lee.reaches("/?step=quote", "/r/Q-"))
		reasons = shortReasons(lee.visits(path))
		shows(t, lee.decides(path, "REJECT", "reason", reasons[i]), "Done: you rejected")
		if reasons[i] == "Write in Spanish" {
			path = reviewPath.FindString(lee.reaches("/?step=quote", "/r/Q-"))
			shows(t, lee.visits(path), "Write in English")
			lee.decides(path, "TAKE OVER")
		}
	}
	t.Logf("of a quote: %q", reasons)
	if len(reasons) < 4 {
		t.Errorf("the short reasons are %q", reasons)
	}
}

func TestConsoleEdits(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	const text = "Hello Alice,\n\nwhen were you born?\n\nThanks,\nLee"
	shows(t, lee.decides(lee.waits(), "EDIT", "text", text), "Done: you edited")
	says(t, a.gets(a.alice, "Quote please"), "when were you born? Thanks, Lee")
}

func TestConsoleCorrectsValues(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.gets(a.lee, "Quote for")
	lee := a.signsIn(a.lee)
	path := lee.waits()
	page := lee.visits(path)
	shows(t, page, `name="field.vehicles[0].annual_miles"`, "2019 Honda Civic", "Driver Alice")
	page = lee.decides(path, "FIELDS",
		"field.vehicles[0].annual_miles", "14,000", "was.vehicles[0].annual_miles", "9,000",
		"field.garaging_address.zip", "97214", "was.garaging_address.zip", "97214")
	shows(t, page, "Done: you edited", "14,000")
	says(t, a.gets(a.lee, "Quote for"), "14,000")
	page = lee.visits(path)
	shows(t, page, "<h1>Quote for Alice Moreno, $838.00</h1>")
	if strings.Contains(page, "14,000") {
		t.Errorf("the closed review has values of the next quote:\n%s", page)
	}
	shows(t, lee.visits("/c/"+play.Alice), ">Quote for Alice Moreno, $838.00</a>")
}

// A closed review shows the data that staff decided on.
func TestConsoleKeepsTheDataOfAClosedReview(t *testing.T) {
	a := open(t, inProcess(t), withConsole, func(a *agency) {
		a.cfg.Review.Gates["info_analysis"] = config.GateAlways
		a.cfg.Review.Gates["carrier_call"] = config.GateAlways
	})
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	lee := a.signsIn(a.lee)
	for _, want := range []string{"First name of Alice", "garaging_address.street"} {
		path := lee.waits()
		shows(t, lee.visits(path), want)
		shows(t, lee.decides(path, "ACCEPT"), "Done: you accepted")
		shows(t, lee.visits(path), want)
	}
}

// Values of closed sets are lists to choose from, with assumed values first in each group.
func TestConsoleChoosesValues(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.gets(a.lee, "Quote for")
	lee := a.signsIn(a.lee)
	page := lee.visits(lee.waits())
	shows(t, page, `<select id="vehicles[0].use" name="field.vehicles[0].use"`,
		"<option selected>driven to work</option><option>for business</option>", `inputmode="numeric"`)
	_, form, _ := strings.Cut(page, `class="fields"`)
	form, _, _ = strings.Cut(form, "</form>")
	groups := strings.Split(form, "<fieldset>")[1:]
	for _, group := range groups {
		stated := false
		for _, field := range strings.Split(group, `<p class="field">`)[1:] {
			assumed := strings.Contains(field, ">assumed<")
			if assumed && stated {
				t.Errorf("an assumed value follows a stated one:\n%s", group)
			}
			stated = stated || !assumed
		}
	}
	lee.decides(lee.waits(), "FIELDS",
		"field.vehicles[0].use", "for pleasure", "was.vehicles[0].use", "driven to work")
	says(t, a.gets(a.lee, "Quote for"), "for pleasure")
	if len(groups) < 4 || !strings.Contains(form, ">assumed<") {
		t.Errorf("the form has %d groups:\n%s", len(groups), form)
	}
}

// A row says what the reader must know before a decision.
func TestConsoleFlags(t *testing.T) {
	license := func(a *agency) { a.cfg.Review.Staff[0].License = "0X00000" }
	a := open(t, inProcess(t), withConsole, license)
	a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please",
		Text: complete + "Do you have an office in Salem?\n"})
	a.gets(a.lee, "Quote for")
	lee := a.signsIn(a.lee)
	flags := func(all ...string) {
		t.Helper()
		page := lee.reaches("/?q=alice", `class="row"`)
		for _, flag := range all {
			shows(t, page, `<span class="flag">`+flag)
		}
	}
	flags("license needed", "open question", "12 assumed")
	path := lee.waits()
	lee.decides(path, "EDIT", "text", "Hello Alice, it costs $12.00.")
	a.gets(a.lee, "Quote for")
	flags("facts failed")
	lee.decides(lee.waits(), "ACCEPT")
	quote := a.gets(a.alice, "Quote please")
	a.replies(a.alice, quote, "I drive 14,000 miles a year, and my commute is 30 miles.")
	a.gets(a.lee, "Quote for")
	flags("was $838.00")
	lee.decides(lee.waits(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.writes(a.bob, sandbox.Mail{Subject: "My Honda",
		Text: complete + "\nMy car is a 2017 Honda Civic. I was born 05/06/1990.\n"})
	a.gets(a.lee, "[Q-")
	lee.decides(lee.waits(), "ACCEPT")
	lee.reaches("/", `<span class="flag">conflicts: `)
}

var birthInput = regexp.MustCompile(
	`name="field.drivers\[0\]\.date_of_birth" value="([^"]*)"( type="date")?`)

// Days have the date picker of the browser. A day in words counts too. An impossible day stays on
// the page as text, and an emptied day counts as unknown.
func TestConsolePicksDays(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.gets(a.lee, "Quote for")
	lee := a.signsIn(a.lee)
	path := lee.waits()
	const born, was, known = "field.drivers[0].date_of_birth", "was.drivers[0].date_of_birth", "1985-03-04"
	picks := func(page, day string, isDay bool) {
		t.Helper()
		found := birthInput.FindStringSubmatch(page)
		if found == nil || found[1] != day || (found[2] != "") != isDay {
			t.Errorf("%q, a day: %t: the page has %q", day, isDay, found)
		}
	}
	picks(lee.visits(path), known, true)
	for wrong, isDay := range map[string]bool{
		"1985-02-31": false, "March 1985": false, "04/03": false, "0085-03-04": true, "2085-03-04": true,
	} {
		refused := lee.decides(path, "FIELDS", born, wrong, was, known)
		shows(t, refused, "Date of birth of Alice: a date with day, month and year")
		picks(refused, wrong, isDay)
	}
	shows(t, lee.decides(path, "FIELDS", born, known, was, known), "No value is different")
	shows(t, lee.decides(path, "FIELDS", born, "1985-03-05", was, known), "Done: you edited")
	says(t, a.gets(a.lee, "Quote for"), "March 5, 1985")
	lee.decides(lee.waits(), "FIELDS", born, "6 March 1985", was, "1985-03-05")
	says(t, a.gets(a.lee, "Quote for"), "March 6, 1985")
	lee.decides(lee.waits(), "FIELDS", born, "", was, "1985-03-06")
	says(t, a.gets(a.lee, "Questions to"), "date of birth")
}

// A page that is stale by a customer's mail decides nothing, says what happened, and keeps the
// text.
func TestConsoleStaleReview(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	path := lee.waits()
	digest := digestField.FindStringSubmatch(lee.visits(path))[1]
	a.writes(a.alice, sandbox.Mail{
		Subject: "Re: Quote please", Text: "I was born on March 4, 1985, by the way.",
		InReplyTo: a.aliceWrote, References: []string{a.aliceWrote},
	})
	a.gets(a.lee, "Questions to")
	page := lee.submits(path,
		"word", "EDIT", "digest", digest, "text", "Hello Alice, how old are you?")
	shows(t, page, "Your decision was not counted", "how old are you?", "Open review 2")
	a.getsNothing(a.alice)
}

// A digest of other content decides nothing, even while the review is open.
func TestConsoleChecksTheDigest(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	path := lee.waits()
	lee.submits(path, "word", "ACCEPT", "digest", "another")
	a.getsNothing(a.alice)
	lee.decides(path, "ACCEPT")
	a.gets(a.alice, "Quote please")
}

// Of two members, the first decides. The second sees who decided.
func TestConsoleTwoDecide(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee, dana := a.signsIn(a.lee), a.signsIn(a.dana)
	path := lee.waits()
	digest := digestField.FindStringSubmatch(dana.visits(path))[1]
	lee.decides(path, "ACCEPT")
	page := dana.submits(path,
		"word", "REJECT", "digest", digest, "text", "ask for her phone number")
	shows(t, page, "Your decision was not counted", "Lee Tran", "ask for her phone number")
	a.gets(a.alice, "Quote please")
}

// A member claims a thread in the browser and decides by mail. Another member learns who has it.
func TestConsoleClaims(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	review := a.asks()
	lee, dana := a.signsIn(a.lee), a.signsIn(a.dana)
	path := lee.waits()
	page := lee.decides(path, "CLAIM")
	shows(t, page, "Reviews of this thread now go to the new owner only", "Lee Tran")
	a.gets(a.dana, "Lee Tran took over")
	shows(t, dana.visits("/"), "Nothing waits for you")
	shows(t, dana.visits("/?tab=team"), path, "Lee Tran")
	shows(t, dana.decides(path, "ACCEPT"), "Lee Tran has this thread")
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.alice, "Quote please")
}

func TestConsoleTakesOverSendsAndHandsBack(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	shows(t, lee.decides(lee.waits(), "TAKE OVER"), "Done: you took over")
	a.gets(a.lee, "Over to you")
	path := lee.waits()
	shows(t, lee.visits(path), "Send to the customer", "Hand back")
	page := lee.decides(path, "SEND", "text", "Hello Alice, please call me. Lee")
	shows(t, page, "The text goes to")
	says(t, a.gets(a.alice, "Quote please"), "please call me")
	shows(t, lee.decides(path, "HAND BACK"), "The agent continues")
	a.gets(a.lee, "Questions to")
}

// A hand-back can't undo the mail that staff sent before.
func TestConsoleHandsBackWithoutUndo(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withUndo)
	a.asks()
	lee := a.signsIn(a.lee)
	lee.decides(lee.waits(), "TAKE OVER")
	a.gets(a.lee, "Over to you")
	path := lee.waits()
	shows(t, lee.decides(path, "SEND", "text", "Hello Alice, please call me. Lee"), "The text goes to")
	if page := lee.decides(path, "HAND BACK"); strings.Contains(page, "/undo") {
		t.Errorf("the hand-back can be undone:\n%s", page)
	}
	shows(t, lee.submits(path+"/undo"), "too late")
}

// A decision in the console and a late decision by mail leave one consistent journal.
func TestConsoleAndMail(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	review := a.asks()
	lee := a.signsIn(a.lee)
	lee.decides(lee.waits(), "CANCEL", "text", "she called us")
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.lee, "Already decided")
	a.getsNothing(a.alice)
	if thread := a.threads()[0]; thread.Status != store.ThreadCancelled {
		t.Errorf("the thread is %s", thread.Status)
	}
}

// Sessions live over a restart, and the inbox finds threads by words.
func TestConsoleAfterARestart(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	path := lee.waits()
	a.stop()
	a.start()
	if again := lee.waits(); again != path {
		t.Errorf("the inbox has %s", again)
	}
	shows(t, lee.visits("/?q=honda+moreno"), path)
	shows(t, lee.visits("/?q=toyota"), "No thread has all these words")
}

// An undo takes the mail back before it leaves. The thread goes to staff, who hand it back.
func TestConsoleUndo(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withUndo)
	a.asks()
	lee := a.signsIn(a.lee)
	path := lee.waits()
	shows(t, lee.decides(path, "ACCEPT"), "Done: you accepted", "Undo")
	dana := a.signsIn(a.dana)
	if page := dana.visits(path); strings.Contains(page, "/undo") {
		t.Errorf("a colleague can undo the decision:\n%s", page)
	}
	shows(t, dana.submits(path+"/undo"), "only that colleague can undo it")
	shows(t, lee.submits(path+"/undo"), "The mail does not leave: Lee Tran took the mail back.")
	told := a.gets(a.lee, "Over to you")
	says(t, told, "Lee Tran took the mail back", "The customer's last mail")
	lacks(t, told, "the customer has not written since")
	shows(t, lee.submits(path+"/undo"), "too late")
	over := lee.waits()
	page := lee.visits(over)
	if strings.Contains(page, "What is your date of birth?") {
		t.Errorf("the conversation has the mail that did not leave:\n%s", page)
	}
	if strings.Contains(page, "Edit the text") {
		t.Errorf("a review without a draft has a text to edit:\n%s", page)
	}
	shows(t, page, "Your mail goes to alice@customer.test.")
	shows(t, page, "Correct values", `name="field.garaging_address.zip"`,
		"<strong>Alice Moreno &lt;alice@customer.test&gt;</strong>")
	shows(t, lee.decides(over, "HAND BACK"), "The agent continues")
	a.gets(a.lee, "Questions to")
	a.getsNothing(a.alice)
}
