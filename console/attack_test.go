package console

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	sandbrowser "ppamaild/sandbox/browser"
	"ppamaild/store"
)

// hostile breaks out of text, attributes and addresses, unless a page escapes the value.
const hostile = `javascript:alert(1)//"'></textarea></title><script>alert(1)</script>` +
	`<img src=x onerror=alert(1)>`

// fill puts the hostile text into each string of a value.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(hostile)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Pointer:
		if depth > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), depth-1)
		}
	case reflect.Slice:
		if depth > 0 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			fill(v.Index(0), depth-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), depth)
			}
		}
	}
}

// No value becomes markup, on any page: each string of each view is an attack.
func TestNoValueBecomesMarkup(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for name, zero := range views() {
		for _, kind := range []string{"", "quote"} {
			view := reflect.New(reflect.TypeOf(zero)).Elem()
			fill(view, 6)
			v := view.Interface()
			if p, is := v.(problemView); is {
				p.Kind = "missing"
				v = p
			}
			if one, is := v.(reviewView); is && kind != "" {
				one.Card, one.Notice = nil, nil
				v = one
			}
			var page strings.Builder
			f := frame{Agency: hostile, Member: hostile, At: "/", View: v}
			must(t, o.console.write(&page, name, f))
			if !strings.Contains(page.String(), "alert(1)") {
				t.Errorf("the page %s shows no value", name)
			}
			found, err := sandbrowser.Harmful(strings.NewReader(page.String()))
			must(t, err)
			if found != nil {
				t.Errorf("the page %s has %q", name, found)
			}
		}
	}
}

// A token that someone planted in the browser before the sign-in is no session afterwards.
func TestASignInDoesNotKeepAPlantedToken(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	victim, attacker := o.browser(), o.browser()
	plant := func(b *browser, name, value string) {
		cookie := &http.Cookie{Name: name, Value: value, Path: "/"}
		b.client.Jar.SetCookies(mustURL(t, o.server.URL), []*http.Cookie{cookie})
	}
	plant(victim, sessionCookie, "known")
	victim.signsIn(lee)
	plant(attacker, sessionCookie, "known")
	if p := attacker.get("/"); !strings.Contains(p.text, "Sign in") {
		t.Error("a planted token is a session")
	}
	// The attacker asks in the own browser, and plants the cookie that belongs to the code.
	other := o.browser()
	code := other.asks(lee)
	var ask string
	for _, c := range other.client.Jar.Cookies(mustURL(t, o.server.URL)) {
		ask = c.Value
	}
	plant(victim, askCookie, ask)
	victim.post("/sign-in/code", "code", code)
	other.post("/sign-in/code", "code", code)
	if p := other.get("/"); !strings.Contains(p.text, "Sign in") {
		t.Error("one code signed two browsers in")
	}
	if p := victim.get("/"); !strings.Contains(p.text, "Inbox") {
		t.Error("the victim is out")
	}
}

// Each sign-in has a new token, and ends the session that the browser had.
func TestASignInReplacesTheSession(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	b, thief := o.browser(), o.browser()
	b.signsIn(lee)
	old := b.client.Jar.Cookies(mustURL(t, o.server.URL))
	b.signsIn(lee)
	thief.client.Jar.SetCookies(mustURL(t, o.server.URL), old)
	if p := thief.get("/"); !strings.Contains(p.text, "Sign in") {
		t.Error("the token of the earlier session is valid")
	}
	if all, err := o.console.sessions.of(t.Context(), lee); err != nil || len(all) != 1 {
		t.Errorf("%d sessions, %v", len(all), err)
	}
}

func TestCookiesAreLocked(t *testing.T) {
	t.Parallel()
	o := newOffice(t, func(o *Options) { o.URL = "https://console.agency.test" })
	b := o.browser()
	r := b.request("/sign-in", "address", lee)
	r.Host = "console.agency.test"
	r.Header.Set("Origin", "https://console.agency.test")
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}
	for _, c := range b.do(r).Cookies() {
		if !strings.HasPrefix(c.Name, "__Host-") || !c.Secure || !c.HttpOnly || c.Domain != "" ||
			c.Path != "/" || c.SameSite != http.SameSiteLaxMode {
			t.Errorf("the cookie is %s", c)
		}
	}
	<-o.desk.mailed
}

// The answers for members and strangers stay equal beyond every limit.
func TestLimitsTellNobodyWhoIsStaff(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	a, b := o.browser(), o.browser()
	for i := range codesToAddress + 3 {
		known := a.post("/sign-in", "address", lee)
		stranger := b.post("/sign-in", "address", "eve@other.test")
		if known.text != stranger.text || known.StatusCode != stranger.StatusCode {
			t.Errorf("ask %d: %s and %s", i, known.Status, stranger.Status)
		}
		known = a.post("/sign-in/code", "code", "not a code")
		stranger = b.post("/sign-in/code", "code", "not a code")
		if known.text != stranger.text || known.StatusCode != stranger.StatusCode {
			t.Errorf("code %d: %s and %s", i, known.Status, stranger.Status)
		}
	}
}

// slowDesk mails no code before the test ends.
type slowDesk struct {
	*fakeDesk
	until chan struct{}
}

func (d slowDesk) SendCode(context.Context, string, string, string) error {
	<-d.until
	return nil
}

// The answer does not wait for the mail, because a stranger has none to wait for.
func TestASlowMailTellsNobodyWhoIsStaff(t *testing.T) {
	t.Parallel()
	until := make(chan struct{})
	b := newOffice(t, func(o *Options) { o.Desk = slowDesk{o.Desk.(*fakeDesk), until} }).browser()
	b.client.Timeout = 20 * time.Second
	if p := b.post("/sign-in", "address", lee); p.StatusCode != http.StatusOK {
		t.Errorf("%s", p.Status)
	}
	close(until)
}

// Attackers with many addresses get no more guesses than the mailed codes allow: a code that is
// not mailed begins no session.
func TestManyBrowsersGetNoMoreGuesses(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	valid := 0
	for range 3 * codesToAddress {
		o.browser().post("/sign-in", "address", lee)
	}
	o.console.codes.mu.Lock()
	defer o.console.codes.mu.Unlock()
	for _, p := range o.console.codes.all {
		if p.by != "" {
			valid++
		}
	}
	if len(o.console.codes.all) != 3*codesToAddress || valid != codesToAddress {
		t.Errorf("%d of %d codes begin a session", valid, len(o.console.codes.all))
	}
}

// Strangers fill no memory with long addresses.
func TestStrangersFillNoMemory(t *testing.T) {
	b := newOffice(t).browser()
	address := strings.Repeat("x", 400<<10) + "@other.test"
	b.post("/sign-in", "address", address)
	before := memory()
	for i := range asksOfClient - 1 {
		b.post("/sign-in", "address", fmt.Sprint(i)+address)
	}
	if cost := memory() - before; cost > 4 {
		t.Errorf("long addresses cost %.1f MB", cost)
	}
}

// Guesses from one address end at the limit, and the log has them.
func TestGuessesOfAClientAreLimited(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	var last page
	for range entriesOfClient + 1 {
		last = b.post("/sign-in/code", "code", "000000")
	}
	if last.StatusCode != http.StatusTooManyRequests {
		t.Errorf("%s", last.Status)
	}
	if !strings.Contains(b.log.String(), "too many sign-ins") {
		t.Error("the log has no limit")
	}
}

// No header of a request makes another host or origin ours.
func TestForgedHostsAndOrigins(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	host := mustURL(t, b.server.URL).Host
	for name, attack := range map[string]struct {
		host    string
		headers map[string]string
		want    int
	}{
		"a host behind":    {host + ".evil.test", nil, http.StatusMisdirectedRequest},
		"another port":     {"127.0.0.1:1", nil, http.StatusMisdirectedRequest},
		"no port":          {"127.0.0.1", nil, http.StatusMisdirectedRequest},
		"a user":           {"evil.test@" + host, nil, http.StatusMisdirectedRequest},
		"a forwarded host": {"evil.test", map[string]string{"X-Forwarded-Host": host}, http.StatusMisdirectedRequest},
		"a null origin":    {host, map[string]string{"Origin": "null"}, http.StatusForbidden},
		"an origin behind": {host, map[string]string{"Origin": "http://" + host + ".evil.test"}, http.StatusForbidden},
		"another scheme's site": {host, map[string]string{
			"Origin": "https://evil.test", "Sec-Fetch-Site": "same-site"}, http.StatusForbidden},
	} {
		r := b.request("/r/Q-7F3K2M/2", "word", "ACCEPT", "digest", "d2")
		r.Host = attack.host
		r.Header.Del("Sec-Fetch-Site")
		for key, value := range attack.headers {
			r.Header.Set(key, value)
		}
		response, err := b.client.Do(r)
		if err != nil { // Go refuses to send some hosts
			continue
		}
		response.Body.Close()
		bad := response.StatusCode == http.StatusBadRequest // Go refuses to read some hosts
		if response.StatusCode != attack.want && !bad || b.decisions() > 0 {
			t.Errorf("%s: %s", name, response.Status)
		}
	}
}

// Only a proxy on this machine names the client, so that a client can't choose a new address for
// each guess.
func TestAClientCannotNameItself(t *testing.T) {
	t.Parallel()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	must(t, err)
	r.Header.Add("X-Forwarded-For", "192.0.2.8") // a proxy may add a line
	r.Header.Add("X-Forwarded-For", "198.51.100.7, 203.0.113.9")
	plain := newOffice(t).console
	secure := newOffice(t, func(o *Options) { o.URL = "https://console.agency.test" }).console
	for _, c := range []struct {
		console      *Console
		remote, want string
	}{
		{plain, "127.0.0.1:99", "127.0.0.1"},
		{secure, "127.0.0.1:99", "203.0.113.9"}, // by the proxy; the client wrote the first
		{secure, "192.0.2.1:99", "192.0.2.1"},
		{secure, "[::ffff:192.0.2.1]:99", "192.0.2.1"},
		{plain, "[2001:db8::7:1]:99", "2001:db8::/64"}, // one client has all addresses of a network
		{plain, "[::1]:99", "::1"},
	} {
		r.RemoteAddr = c.remote
		if got := c.console.Client(r); got != c.want {
			t.Errorf("a request from %s counts for %s", c.remote, got)
		}
	}
}

// fullDesk has a full disk.
type fullDesk struct{ *fakeDesk }

func (fullDesk) Decide(context.Context, Decision) (Answer, error) {
	return Answer{}, fmt.Errorf("committing: %w", errors.Join(store.ErrDisk, io.ErrShortWrite))
}

// A full disk is named, and no typed text is lost.
func TestAFullDiskKeepsTheText(t *testing.T) {
	t.Parallel()
	b := newOffice(t, func(o *Options) { o.Desk = fullDesk{o.Desk.(*fakeDesk)} }).browser()
	b.signsIn(lee)
	for _, form := range [][]string{
		{"word", "EDIT", "text", "12,000 miles"},
		{"word", "FIELDS", "field.a", "12,000 miles", "was.a", "9,000"},
		{"word", "ANSWER", "answer.1", "12,000 miles"},
	} {
		p := b.post("/r/Q-7F3K2M/2", append(form, "digest", "d2")...)
		if p.StatusCode != http.StatusServiceUnavailable ||
			!strings.Contains(p.text, "The disk is full") || !strings.Contains(p.text, "12,000 miles") {
			t.Errorf("%s: %s\n%s", form[1], p.Status, p.text)
		}
	}
}

// downDesk has a database that is down.
type downDesk struct {
	*fakeDesk
	down  *bool
	asked *int
}

func (d downDesk) StoreAnswers(context.Context) error {
	*d.asked++
	if *d.down {
		return fmt.Errorf("reading: %w", store.ErrUnavailable)
	}
	return nil
}

// While the database is down, a page says so and keeps the typed text. The page has its style. The
// style does not ask the database.
func TestADatabaseThatIsDown(t *testing.T) {
	t.Parallel()
	down, asked := false, 0
	b := newOffice(t, func(o *Options) {
		o.Desk = downDesk{o.Desk.(*fakeDesk), &down, &asked}
	}).browser()
	b.signsIn(lee)
	down = true
	p := b.post("/r/Q-7F3K2M/2", "word", "EDIT", "text", "12,000 miles", "digest", "d2")
	says := strings.Contains(p.text, "The database is down")
	keeps := strings.Contains(p.text, "12,000 miles")
	if p.StatusCode != http.StatusServiceUnavailable || !says || !keeps {
		t.Errorf("%s\n%s", p.Status, p.text)
	}
	before := asked
	if p := b.get("/assets/console.css"); p.StatusCode != http.StatusOK || asked != before {
		t.Errorf("the style: %s after %d questions to the database", p.Status, asked-before)
	}
	if len(b.desk.decided) > 0 {
		t.Errorf("decided: %v", b.desk.decided)
	}
}

// A session that ends during an edit: after the sign-in, a button puts the text back into its
// form, and decides nothing.
func TestAnEndedSessionPutsTheTextBack(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	for _, form := range [][]string{
		{"word", "EDIT", "text", "Hello Alice,\r\n12,000 \"miles\""},
		{"word", "REJECT", "text", "12,000 miles"},
	} {
		b.client.Jar.SetCookies(mustURL(t, b.server.URL), []*http.Cookie{
			{Name: sessionCookie, Path: "/", MaxAge: -1}})
		ended := b.post("/r/Q-7F3K2M/2", append(form, "digest", "d2")...)
		if ended.StatusCode != http.StatusUnauthorized {
			t.Fatalf("%s", ended.Status)
		}
		back := formIn(t, ended.text, "/r/Q-7F3K2M/2")
		if again := b.post("/r/Q-7F3K2M/2", back...); again.StatusCode != http.StatusUnauthorized {
			t.Errorf("before the sign-in: %s", again.Status)
		}
		b.signsIn(lee)
		p := b.post("/r/Q-7F3K2M/2", back...)
		open := fmt.Sprintf(`id=%q open`, strings.ToLower(form[1]))
		if p.StatusCode != http.StatusOK || !strings.Contains(p.text, "12,000 ") ||
			!strings.Contains(p.text, open) || b.decisions() > 0 {
			t.Errorf("%s: %s, %d decisions\n%s", form[1], p.Status, b.decisions(), p.text)
		}
	}
}

// formIn returns the hidden inputs of a form.
func formIn(t *testing.T, page, action string) (values []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	attribute := func(n *html.Node, key string) string {
		for _, a := range n.Attr {
			if a.Key == key {
				return a.Val
			}
		}
		return ""
	}
	for n := range root.Descendants() {
		if n.Data != "form" || attribute(n, "action") != action {
			continue
		}
		for in := range n.Descendants() {
			if in.Data == "input" {
				values = append(values, attribute(in, "name"), attribute(in, "value"))
			}
		}
	}
	if values == nil {
		t.Fatalf("no form:\n%s", page)
	}
	return values
}

// hearsFrom opens an event stream after a number and returns its lines.
func (b *browser) hearsFrom(last string) <-chan string {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.server.URL+"/events?at=/", nil)
	must(b.t, err)
	r.Header.Set("Last-Event-ID", last)
	response, err := b.client.Do(r)
	must(b.t, err)
	events := make(chan string, 100)
	go func() {
		defer response.Body.Close()
		for lines := bufio.NewScanner(response.Body); lines.Scan(); {
			events <- lines.Text()
		}
		events <- "closed"
	}()
	return events
}

// A page that lost its connection gets each missed change, once. So does a page that
// changed between its first byte and its connection.
func TestADroppedConnectionMissesNothing(t *testing.T) {
	t.Parallel()
	b := newOffice(t).browser()
	b.signsIn(lee)
	_, rest, _ := strings.Cut(b.get("/").text, `data-live="`)
	last, _, _ := strings.Cut(rest, `"`)
	b.console.Feed.Add("Q-1") // before the connection
	events := b.hearsFrom(last)
	expect(t, events, `data: "Q-1"`)
	b.console.Feed.Add("Q-2")
	expect(t, events, fmt.Sprint("id: ", b.console.Feed.Last()))
	last = fmt.Sprint(b.console.Feed.Last())
	b.server.CloseClientConnections()
	expect(t, events, "closed")
	b.console.Feed.Add("Q-3")
	b.console.Feed.Add("Q-4")
	var got []string
	for events = b.hearsFrom(last); len(got) < 2; {
		if line := <-events; strings.HasPrefix(line, `data: "`) {
			got = append(got, line)
		}
	}
	if got[0] != `data: "Q-3"` || got[1] != `data: "Q-4"` {
		t.Errorf("the page hears %q", got)
	}
}
