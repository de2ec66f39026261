package console

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"ppamaild/review"
	"ppamaild/templates"
)

const (
	lee  = "lee@agency.test"
	dana = "dana@agency.test"
)

// fakeDesk is a desk with one review.
type fakeDesk struct {
	mu      sync.Mutex
	one     Case
	codes   map[string]string // by address
	mailed  chan string
	decided []Decision
	answer  Answer
	kept    []byte
}

func (d *fakeDesk) Threads(context.Context, Query) (List, error) {
	row := Row{Thread: d.one.Thread, Review: d.one.Number, Title: d.one.Heading, Customer: "Alice"}
	return List{Rows: []Row{row}, Counts: map[string]int{TabMine: 1}, Page: 1, Pages: 1}, nil
}

func (d *fakeDesk) Case(_ context.Context, thread string, number int, _ string) (Case, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if thread != d.one.Thread || number != d.one.Number {
		return Case{}, ErrNotFound
	}
	return d.one, nil
}

func (d *fakeDesk) StoreAnswers(context.Context) error { return nil }

func (d *fakeDesk) CheckText(context.Context, string, int, string) ([]string, error) {
	return nil, nil
}

func (d *fakeDesk) Decide(_ context.Context, one Decision) (Answer, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.decided = append(d.decided, one)
	return d.answer, nil
}

func (d *fakeDesk) Letter(context.Context, string, bool, uint64) (File, error) {
	return File{}, ErrNotFound
}

func (d *fakeDesk) Undo(context.Context, string, int, string) error { return ErrTooLate }

func (d *fakeDesk) Story(context.Context, string) (Story, error) { return Story{}, nil }

func (d *fakeDesk) SendCode(_ context.Context, to, code, _ string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.codes[to] = code
	d.mailed <- to
	return nil
}

func (d *fakeDesk) Choice(string) Choice { return Choice{Configured: "mine"} }

func (d *fakeDesk) Choose(context.Context, string, Choice) error { return ErrChoice }

func (d *fakeDesk) Absences() []Absence {
	return []Absence{{Address: dana, Name: "Dana", Until: "Dec 24"}}
}

func (d *fakeDesk) Load(context.Context) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.kept, nil
}

func (d *fakeDesk) Change(_ context.Context, change func([]byte) ([]byte, error)) (err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.kept, err = change(d.kept)
	return err
}

// office is a console with its desk and clock.
type office struct {
	t       *testing.T
	desk    *fakeDesk
	console *Console
	server  *httptest.Server
	now     time.Time
	log     bytes.Buffer
}

func newOffice(t *testing.T, edits ...func(*Options)) *office {
	t.Helper()
	set, err := templates.New("")
	must(t, err)
	o := &office{t: t, now: time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)}
	o.desk = &fakeDesk{codes: map[string]string{}, mailed: make(chan string, 100)}
	o.desk.answer = Answer{Counts: true, Heading: "Done: you accepted the quote"}
	o.desk.one = Case{
		Thread: "Q-7F3K2M", Number: 2, Digest: "d2", Step: "quote", Open: true,
		Heading: "Quote for Alice",
		Draft: &Draft{To: "alice@customer.test", Subject: "Your quote", Text: "It is $838.",
			HTML: "<p style=\"color:red\">It is $838.</p><script>parent.document.title=1</script>"},
		Actions: []Action{
			{Word: "ACCEPT", Label: "Accept and send"},
			{Word: "REJECT", Label: "Send back", Takes: true},
			{Word: "EDIT", Label: "Edit", Takes: true},
		},
	}
	mux := http.NewServeMux()
	o.server = httptest.NewServer(mux)
	t.Cleanup(o.server.Close)
	options := Options{
		Agency: "Sunrise", URL: o.server.URL, Templates: set, Desk: o.desk,
		Staff: review.Staff{{Name: "Lee Tran", Address: lee}, {Name: "Dana Reyes", Address: dana}},
		Feed:  NewFeed(), Rand: rand.Reader, Now: func() time.Time { return o.now },
		When: func(at time.Time) string { return at.Format(time.DateTime) },
		Log:  slog.New(slog.NewTextHandler(&o.log, nil)),
	}
	for _, edit := range edits {
		edit(&options)
	}
	o.console, err = New(options)
	must(t, err)
	mux.Handle("/", o.console.Handler())
	return o
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// browser is a client with cookies of its own.
type browser struct {
	*office
	client *http.Client
}

func (o *office) browser() *browser {
	jar, err := cookiejar.New(nil)
	must(o.t, err)
	return &browser{o, &http.Client{Jar: jar, Transport: o.server.Client().Transport}}
}

// page is an answer with its text.
type page struct {
	*http.Response
	text string
}

func (b *browser) do(r *http.Request) page {
	b.t.Helper()
	response, err := b.client.Do(r)
	must(b.t, err)
	defer response.Body.Close()
	var text bytes.Buffer
	_, err = text.ReadFrom(response.Body)
	must(b.t, err)
	return page{response, text.String()}
}

func (b *browser) get(path string) page {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.server.URL+path, nil)
	must(b.t, err)
	return b.do(r)
}

func (b *browser) request(path string, form ...string) *http.Request {
	b.t.Helper()
	values := url.Values{}
	for i := 0; i < len(form); i += 2 {
		values.Set(form[i], form[i+1])
	}
	body := strings.NewReader(values.Encode())
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.server.URL+path, body)
	must(b.t, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", b.server.URL)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return r
}

func (b *browser) post(path string, form ...string) page {
	b.t.Helper()
	return b.do(b.request(path, form...))
}

// asks asks for a code and returns the code in the mail.
func (b *browser) asks(address string) string {
	b.t.Helper()
	b.post("/sign-in", "address", address)
	select {
	case <-b.desk.mailed:
	case <-time.After(10 * time.Second):
		b.t.Fatalf("no code was mailed\n%s", &b.log)
	}
	b.desk.mu.Lock()
	defer b.desk.mu.Unlock()
	return b.desk.codes[address]
}

func (b *browser) signsIn(address string) {
	b.t.Helper()
	if p := b.post("/sign-in/code", "code", b.asks(address)); p.StatusCode != http.StatusOK {
		b.t.Fatalf("sign-in: %s\n%s", p.Status, p.text)
	}
}

func (o *office) decisions() int {
	o.desk.mu.Lock()
	defer o.desk.mu.Unlock()
	return len(o.desk.decided)
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	if at := b.get("/r/Q-7F3K2M/2").Request.URL; at.Query().Get("next") != "/r/Q-7F3K2M/2" {
		t.Errorf("a reader without a session is at %s", at)
	}
	b.signsIn(lee)
	for _, want := range []string{"Quote for Alice", "Lee Tran"} {
		if p := b.get("/"); !strings.Contains(p.text, want) {
			t.Errorf("the inbox is\n%s", p.text)
		}
	}
	cookie := b.client.Jar.Cookies(mustURL(t, b.server.URL))[0]
	if strings.Contains(string(b.desk.kept), cookie.Value) {
		t.Error("the store has the token of the session")
	}
}

func mustURL(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	must(t, err)
	return u
}

// The answers for staff and strangers are equal, and a stranger gets no mail.
func TestStrangersLearnNothing(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	known, unknown := o.browser(), o.browser()
	a := known.post("/sign-in", "address", lee)
	b := unknown.post("/sign-in", "address", "eve@other.test")
	samePlace := a.Request.URL.String() == b.Request.URL.String()
	if a.text != b.text || a.StatusCode != b.StatusCode || !samePlace {
		t.Errorf("the pages differ:\n%s\n%s", a.text, b.text)
	}
	if n := len(unknown.client.Jar.Cookies(mustURL(t, o.server.URL))); n != 1 {
		t.Errorf("a stranger has %d cookies", n)
	}
	<-o.desk.mailed
	if len(o.desk.mailed) > 0 {
		t.Error("a stranger got a mail")
	}
}

func TestFiveWrongCodesEndTheSignIn(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	code := b.asks(lee)
	wrong := "000000"
	if code == wrong {
		wrong = "111111"
	}
	for range codeTries {
		p := b.post("/sign-in/code", "code", wrong)
		if p.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("a wrong code: %s", p.Status)
		}
	}
	b.post("/sign-in/code", "code", code)
	if p := b.get("/"); !strings.Contains(p.text, "Sign in") {
		t.Error("the code is valid after five wrong codes")
	}
	if !strings.Contains(b.log.String(), "wrong code") {
		t.Error("the log has no wrong code")
	}
}

func TestACodeIsForTheAskingBrowser(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	asking, other := o.browser(), o.browser()
	code := asking.asks(lee)
	other.post("/sign-in/code", "code", code)
	if p := other.get("/"); !strings.Contains(p.text, "Sign in") {
		t.Error("the code is valid in another browser")
	}
	asking.post("/sign-in/code", "code", code)
	if p := asking.get("/"); !strings.Contains(p.text, "Inbox") {
		t.Error("the code is not valid in the asking browser")
	}
}

func TestACodeExpires(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	code := b.asks(lee)
	b.now = b.now.Add(codeLife + time.Second)
	b.post("/sign-in/code", "code", code)
	if p := b.get("/"); !strings.Contains(p.text, "Sign in") {
		t.Error("the code is valid after ten minutes")
	}
}

func TestSignInsAreLimited(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	for range codesToAddress {
		b.asks(lee)
	}
	b.post("/sign-in", "address", lee)
	if p := b.post("/sign-in", "address", dana); p.StatusCode != http.StatusOK {
		t.Errorf("another member: %s", p.Status)
	}
	if to := <-b.desk.mailed; to != dana {
		t.Errorf("%s got a code beyond the limit", to)
	}
	for range asksOfClient {
		b.post("/sign-in", "address", "eve@other.test")
	}
	if p := b.post("/sign-in", "address", dana); p.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a client beyond the limit: %s", p.Status)
	}
}

func TestARevokedSessionIsOut(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	phone, desk, other := o.browser(), o.browser(), o.browser()
	phone.signsIn(lee)
	desk.signsIn(lee)
	other.signsIn(dana)
	id := idOfOther(t, desk.get("/me").text)
	other.post("/me/revoke", "id", id) // a session of a colleague stays
	if p := phone.get("/"); !strings.Contains(p.text, "Inbox") {
		t.Error("a colleague revoked the session")
	}
	desk.post("/me/revoke", "id", id)
	if p := phone.get("/"); !strings.Contains(p.text, "Sign in") {
		t.Error("the revoked session is valid")
	}
	if p := desk.get("/"); !strings.Contains(p.text, "Inbox") {
		t.Error("the other session ended, too")
	}
}

func idOfOther(t *testing.T, page string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, `name="id" value="`)
	id, _, _ := strings.Cut(rest, `"`)
	if !found {
		t.Fatalf("the page has no session to revoke:\n%s", page)
	}
	return id
}

func TestAFormerMemberIsOut(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	b.console.Staff = b.console.Staff[1:]
	if p := b.get("/"); !strings.Contains(p.text, "Sign in") {
		t.Error("a former member sees the inbox")
	}
	p := b.post("/r/Q-7F3K2M/2", "word", "ACCEPT")
	if p.StatusCode != http.StatusUnauthorized || b.decisions() > 0 {
		t.Errorf("a former member decides: %s", p.Status)
	}
}

func TestSessionsEndAfterThirtyDays(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	for range 3 { // each visit extends the session
		b.now = b.now.Add(sessionLife - time.Hour)
		if p := b.get("/"); !strings.Contains(p.text, "Inbox") {
			t.Error("a used session ended")
		}
	}
	b.now = b.now.Add(sessionLife + time.Hour)
	if p := b.get("/"); !strings.Contains(p.text, "Sign in") {
		t.Error("the session is valid after 30 days")
	}
}

func TestAForgedFormDecidesNothing(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	for name, edit := range map[string]func(http.Header){
		"another site":   func(h http.Header) { h.Set("Sec-Fetch-Site", "cross-site") },
		"another origin": func(h http.Header) { h.Del("Sec-Fetch-Site") },
		"a sibling":      func(h http.Header) { h.Set("Sec-Fetch-Site", "same-site") },
	} {
		r := b.request("/r/Q-7F3K2M/2", "word", "ACCEPT", "digest", "d2")
		r.Header.Set("Origin", "https://evil.test")
		edit(r.Header)
		if p := b.do(r); p.StatusCode != http.StatusForbidden || b.decisions() > 0 {
			t.Errorf("a form from %s: %s", name, p.Status)
		}
	}
}

func TestAnotherHostIsRefused(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	r := b.request("/r/Q-7F3K2M/2", "word", "ACCEPT", "digest", "d2")
	r.Host = "evil.test"
	r.Header.Set("Origin", "http://evil.test")
	if p := b.do(r); p.StatusCode != http.StatusMisdirectedRequest || b.decisions() > 0 {
		t.Errorf("another host: %s", p.Status)
	}
}

func TestHeadersOfEveryPage(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	for _, path := range []string{
		"/sign-in", "/", "/me", "/r/Q-7F3K2M/2", "/t/Q-7F3K2M", "/nothing",
	} {
		h := b.get(path).Header
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'self'", "X-Frame-Options": "DENY",
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cache-Control": "no-store",
		} {
			if !strings.HasPrefix(h.Get(name), want) {
				t.Errorf("%s: %s is %q", path, name, h.Get(name))
			}
		}
	}
}

// A browser that may not guess types loads each file that a page names.
func TestFilesOfAPage(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	page := b.get("/sign-in").text
	for name, kind := range map[string]string{
		"console.css": "text/css", "console.js": "/javascript", "icon.svg": "image/svg+xml",
	} {
		p := b.get("/assets/" + name)
		of, _, _ := strings.Cut(p.Header.Get("Content-Type"), ";")
		known := strings.HasSuffix(of, kind) && strings.Contains(page, "/assets/"+name)
		if p.StatusCode != http.StatusOK || !known {
			t.Errorf("%s: %s, %s", name, p.Status, of)
		}
	}
}

// Mail HTML is in a document of its own. Its policy runs nothing, and other sites can't frame it.
func TestMailHTMLIsFenced(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	page, frame := b.get("/r/Q-7F3K2M/2").text, `sandbox src="/r/Q-7F3K2M/2/mail"`
	if strings.Contains(page, "parent.document") || !strings.Contains(page, frame) {
		t.Errorf("the page holds the mail:\n%s", page)
	}
	policy := b.get("/r/Q-7F3K2M/2/mail").Header.Get("Content-Security-Policy")
	for _, want := range []string{
		"sandbox;", "default-src 'none'", "form-action 'none'", "frame-ancestors 'self'",
	} {
		if !strings.Contains(policy, want) || strings.Contains(policy, "allow-scripts") {
			t.Errorf("the policy of the mail is %q", policy)
		}
	}
	if p := newOffice(t).browser().get("/r/Q-7F3K2M/2/mail"); strings.Contains(p.text, "$838") {
		t.Error("the mail needs no session")
	}
}

func TestADecisionReachesTheDesk(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	p := b.post("/r/Q-7F3K2M/2",
		"word", "REJECT", "text", "Ask for the VIN.\r\nThanks, Lee", "digest", "d2")
	if p.StatusCode != http.StatusOK || b.decisions() != 1 {
		t.Fatalf("%s\n%s", p.Status, p.text)
	}
	d, reason := b.desk.decided[0], "Ask for the VIN.\nThanks, Lee"
	if d.By != lee || d.Digest != "d2" || d.Verdict != review.VerdictReject || d.Reason != reason {
		t.Errorf("the decision is %+v", d)
	}
	if !strings.Contains(p.text, "Done: you accepted the quote") {
		t.Error("the page does not show the answer")
	}
	if strings.Contains(b.get("/r/Q-7F3K2M/2").text, "Done: you accepted the quote") {
		t.Error("the answer shows twice")
	}
	for _, other := range []string{
		"/r/Q-OTHER2/2", "/r/Q-7F3K2M/3", "/r/Q-7F3K2M/0", "/r/Q-7F3K2M/x",
	} {
		p := b.post(other, "word", "ACCEPT", "digest", "d2")
		if p.StatusCode != http.StatusNotFound || b.decisions() != 1 {
			t.Errorf("%s: %s", other, p.Status)
		}
	}
}

// A form without a required text decides nothing.
func TestAFormWithoutTextIsAskedBack(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	for _, word := range []string{"REJECT", "EDIT", "FIELDS", "ANSWER", "DANCE", ""} {
		p := b.post("/r/Q-7F3K2M/2",
			"word", word, "text", " ", "field.a", "1", "was.a", "1", "digest", "d2")
		if p.StatusCode != http.StatusUnprocessableEntity || b.decisions() > 0 {
			t.Errorf("%q: %s", word, p.Status)
		}
	}
}

// A stale page says so, and keeps the text.
func TestAStalePageKeepsTheText(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	b.desk.answer = Answer{Heading: "Replaced: nothing was done"}
	b.desk.one.Open, b.desk.one.Next, b.desk.one.Outcome = false, 3, "Alice wrote again."
	p := b.post("/r/Q-7F3K2M/2", "word", "EDIT", "text", "Hello Alice, a long text", "digest", "d2")
	if p.StatusCode != http.StatusConflict {
		t.Errorf("%s", p.Status)
	}
	for _, want := range []string{
		"Your decision was not counted", "Replaced: nothing was done", "Alice wrote again.",
		"Hello Alice, a long text", "/r/Q-7F3K2M/3",
	} {
		if !strings.Contains(p.text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// A session that ends during an edit loses no text.
func TestAnEndedSessionKeepsTheText(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	const text = "Hello Alice, a long text"
	p := b.post("/r/Q-7F3K2M/2", "word", "EDIT", "text", text, "digest", "d2")
	kept := strings.Contains(p.text, text)
	if p.StatusCode != http.StatusUnauthorized || !kept || b.decisions() > 0 {
		t.Errorf("%s\n%s", p.Status, p.text)
	}
}

// Where staff have licenses, a quote needs a sign-in of the last 12 hours.
func TestQuotesNeedARecentSignIn(t *testing.T) {
	t.Parallel()
	b := newOffice(t, func(o *Options) { o.Staff[0].License = "0X00000" }).browser()
	b.signsIn(lee)
	b.now = b.now.Add(recent + time.Minute)
	p := b.post("/r/Q-7F3K2M/2", "word", "ACCEPT", "digest", "d2")
	if p.StatusCode != http.StatusUnauthorized || b.decisions() > 0 {
		t.Errorf("an old sign-in: %s", p.Status)
	}
	b.desk.one.Step = "info_request"
	if b.post("/r/Q-7F3K2M/2", "word", "ACCEPT", "digest", "d2"); b.decisions() != 1 {
		t.Error("another step needs a new sign-in, too")
	}
}

func TestChangedFieldsBecomeLines(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	b.post("/r/Q-7F3K2M/2", "word", "FIELDS", "digest", "d2",
		"field.vehicles[0].annual_miles", "12,000", "was.vehicles[0].annual_miles", "9,000",
		"field.garaging_address.zip", "97214", "was.garaging_address.zip", "97214")
	const line = "vehicles[0].annual_miles: 12,000"
	if b.decisions() != 1 || b.desk.decided[0].EditText != line {
		t.Errorf("%+v", b.desk.decided)
	}
}

// A value that is no complete date has no date picker, because the picker would hide the value.
func TestIncompleteDaysStayText(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	b.desk.one.Fields = []Group{{Title: "Driver", Fields: []Field{
		{Path: "whole", IsDay: true, Value: "March 4, 1985", Day: "1985-03-04"},
		{Path: "part", IsDay: true, Value: "March 1985"},
		{Path: "none", IsDay: true}, {Path: "words", Value: "1985-03-04"},
	}}}
	page := b.get("/r/Q-7F3K2M/2").text
	for _, want := range []string{
		`name="field.whole" value="1985-03-04" type="date">`, `name="was.whole" value="1985-03-04">`,
		`name="field.part" value="March 1985">`, `name="was.part" value="March 1985">`,
		`name="field.none" value="" type="date">`, `name="field.words" value="1985-03-04">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s:\n%s", want, page)
		}
	}
}

// Links of the console never lead to another site.
func TestTheNextPageIsOurs(t *testing.T) {
	for path, want := range map[string]string{
		"/r/Q-7F3K2M/2?form=EDIT": "/r/Q-7F3K2M/2?form=EDIT", "//evil.test": "/", "": "/",
		"https://evil.test/": "/", `/\evil.test`: "/", "javascript:alert(1)": "/",
		"/\r\nSet-Cookie: a": "/",
	} {
		if got := local(path); got != want {
			t.Errorf("local(%q) is %q", path, got)
		}
	}
}

func TestFeed(t *testing.T) {
	f := NewFeed()
	begin := f.Last()
	_, more := f.Since(begin)
	f.Add("Q-1")
	f.Add("Q-2")
	select {
	case <-more:
	default:
		t.Error("a reader was not woken")
	}
	changes, _ := f.Since(begin)
	if len(changes) != 2 || changes[1].Thread != "Q-2" {
		t.Errorf("changes are %v", changes)
	}
	for range 2 * maxChanges {
		f.Add("Q-3")
	}
	for _, number := range []uint64{begin, f.Last() + 10, 0} {
		if changes, _ := f.Since(number); len(changes) != 1 || changes[0].Thread != "" {
			t.Errorf("a page at %d missed %d changes of known threads", number, len(changes))
		}
	}
	if changes, _ := f.Since(f.Last()); len(changes) != 0 {
		t.Errorf("a page that has all gets %v", changes)
	}
}

// An open page learns of changes and of colleagues, and ends with its session.
func TestEvents(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	reader, colleague := o.browser(), o.browser()
	reader.signsIn(lee)
	colleague.signsIn(dana)
	events := make(chan string, 100)
	listen := func(b *browser) {
		address := o.server.URL + "/events?at=/r/Q-7F3K2M/2"
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		must(t, err)
		response, err := b.client.Do(r)
		if err != nil {
			return
		}
		defer response.Body.Close()
		for lines := bufio.NewScanner(response.Body); lines.Scan(); {
			events <- lines.Text()
		}
		events <- "closed"
	}
	go listen(reader)
	expect(t, events, "data: []")
	go listen(colleague)
	expect(t, events, `data: ["Dana Reyes"]`)
	o.console.Feed.Add("Q-7F3K2M")
	expect(t, events, "event: change")
	all, err := o.console.sessions.of(t.Context(), lee)
	must(t, err)
	must(t, o.console.sessions.end(t.Context(), all[0].ID, lee))
	o.console.Feed.Add("Q-7F3K2M")
	expect(t, events, "closed")
}

func expect(t *testing.T, lines <-chan string, want string) {
	t.Helper()
	for deadline := time.After(10 * time.Second); ; {
		select {
		case line := <-lines:
			if line == want {
				return
			}
		case <-deadline:
			t.Fatalf("no line %q", want)
		}
	}
}
