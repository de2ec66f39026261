package daemon_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/browser"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// route is a page or a form of the console.
type route struct{ method, path string }

var (
	handled   = regexp.MustCompile(`HandleFunc\("([A-Z]+) (/[^"]*)"`)
	parameter = regexp.MustCompile(`\{[^}]*\}`)
)

// routes finds every route of the console in its source, so that a new one needs no change here.
func routes(t *testing.T) (all []route) {
	t.Helper()
	err := filepath.WalkDir("../console", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, found := range handled.FindAllStringSubmatch(string(source), -1) {
			if !strings.HasPrefix(found[2], "/api/") { // has no cookies
				all = append(all, route{found[1], found[2]})
			}
		}
		return err
	})
	must(t, err)
	if len(all) < 20 {
		t.Fatalf("the source has the routes %v", all)
	}
	return all
}

// filled puts values into the parameters of a route; "1" without a value.
func (r route) filled(values map[string]string) string {
	return parameter.ReplaceAllStringFunc(r.path, func(name string) string {
		if name == "{$}" {
			return ""
		}
		return cmp.Or(values[name], "1")
	})
}

// isPublic reports whether a route needs no session.
func (r route) isPublic() bool {
	return r.path == "/sign-in" || r.path == "/sign-in/code" || strings.HasPrefix(r.path, "/assets/")
}

// requests sends a request and returns the answer with the beginning of its text. Event streams have
// no end.
func (v *visitor) requests(
	method, path string, form url.Values, edits ...func(*http.Request),
) (*http.Response, string) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.t.Context(), patience)
	defer cancel()
	body := strings.NewReader(form.Encode())
	r, err := http.NewRequestWithContext(ctx, method, v.cfg.Console.URL+path, body)
	must(v.t, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, edit := range edits {
		edit(r)
	}
	client := *v.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}
	response, err := client.Do(r)
	must(v.t, err)
	defer response.Body.Close()
	most := int64(1 << 20)
	if response.Header.Get("Content-Type") == "text/event-stream" {
		most = 5
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, most))
	must(v.t, err)
	return response, string(text)
}

func crossSite(r *http.Request) {
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Header.Set("Origin", "https://evil.test")
}

// otherOrigin is a form from another site in a browser without Sec-Fetch-Site.
func otherOrigin(r *http.Request) { r.Header.Set("Origin", "https://evil.test") }

func otherHost(r *http.Request) { r.Host = "evil.test" }

// Each page needs a session and each form a request of our own pages. No page can be framed by
// another site, and no read has an effect.
func TestConsoleRoutesAreProtected(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}))
	a.asks()
	lee := a.signsIn(a.lee)
	path := lee.waits()
	digest := digestField.FindStringSubmatch(lee.visits(path))[1]
	values := map[string]string{
		"{thread}": path[len("/r/") : len("/r/")+len("Q-7F3K2M")], "{order}": "resend",
		"{address}": "alice@customer.test", "{kind}": "json", "{name}": "console.css",
	}
	form := url.Values{
		"word": {"ACCEPT"}, "digest": {digest}, "number": {"1"}, "text": {"text"}, "id": {"1"},
	}
	for _, r := range routes(t) {
		at := r.filled(values)
		if r.method == http.MethodGet {
			lee.isFencedPage(r, at)
		} else {
			lee.isFencedForm(r, at, form)
		}
	}
	a.getsNothing(a.alice)
	all := a.threads()
	if len(all) != 1 || all[0].Status != store.ThreadAwaitingReview || len(all[0].Reviews) != 1 {
		t.Fatalf("the attacks left %+v", all)
	}
	for _, line := range all[0].Journal {
		if line.Kind == "reply" || strings.Contains(string(line.Payload), "console") {
			t.Errorf("the journal has %s %s", line.Kind, line.Payload)
		}
	}
}

// isFencedPage checks a page for its reader, for a stranger, and below another host.
func (v *visitor) isFencedPage(r route, path string) {
	v.t.Helper()
	response, _ := v.requests(http.MethodGet, path, nil)
	h := response.Header
	policy, frames := h.Get("Content-Security-Policy"), h.Get("X-Frame-Options")
	mine := strings.Contains(policy, "frame-ancestors 'none'") && frames == "DENY"
	mail := strings.HasSuffix(r.path, "/mail") && strings.HasPrefix(policy, "sandbox;") &&
		strings.Contains(policy, "frame-ancestors 'self'") && frames == "SAMEORIGIN"
	if !mine && !mail {
		v.t.Errorf("%s can be framed: %q, %q", r.path, policy, frames)
	}
	if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Access-Control-Allow-Origin") != "" ||
		h.Get("Referrer-Policy") != "no-referrer" || strings.Contains(policy, "unsafe-eval") {
		v.t.Errorf("%s has the headers %v", r.path, h)
	}
	if r.isPublic() {
		return
	}
	if h.Get("Cache-Control") != "no-store" {
		v.t.Errorf("a proxy may keep %s: %q", r.path, h.Get("Cache-Control"))
	}
	response, text := v.visitor().requests(http.MethodGet, path, nil)
	signIn := strings.HasPrefix(response.Header.Get("Location"), "/sign-in?")
	if !signIn && response.StatusCode != http.StatusUnauthorized || strings.Contains(text, "Alice") {
		v.t.Errorf("a stranger reads %s: %s\n%s", r.path, response.Status, text)
	}
	response, _ = v.requests(http.MethodGet, path, nil, otherHost)
	if response.StatusCode != http.StatusMisdirectedRequest {
		v.t.Errorf("%s below another host: %s", r.path, response.Status)
	}
}

// isFencedForm sends a form from other sites, below another host, and without a session.
func (v *visitor) isFencedForm(r route, path string, form url.Values) {
	v.t.Helper()
	for name, attack := range map[string]struct {
		edit func(*http.Request)
		want int
	}{
		"another site":   {crossSite, http.StatusForbidden},
		"another origin": {otherOrigin, http.StatusForbidden},
		"another host":   {otherHost, http.StatusMisdirectedRequest},
	} {
		response, _ := v.requests(r.method, path, form, attack.edit)
		if response.StatusCode != attack.want {
			v.t.Errorf("%s %s from %s: %s", r.method, r.path, name, response.Status)
		}
	}
	if r.isPublic() {
		return
	}
	response, _ := v.visitor().requests(r.method, path, form)
	if response.StatusCode != http.StatusUnauthorized {
		v.t.Errorf("%s %s without a session: %s", r.method, r.path, response.Status)
	}
}

var (
	linked    = regexp.MustCompile(`href="(/[^"#]*)"`)
	downloads = regexp.MustCompile(`/(results|received|sent)/`)
)

// crawls reads every page of the console that links lead to, from some paths on.
func (v *visitor) crawls(from []string, read func(path, text string)) {
	v.t.Helper()
	seen := map[string]bool{}
	for todo := from; len(todo) > 0 && len(seen) < 200; todo = todo[1:] {
		path := strings.ReplaceAll(todo[0], "&amp;", "&")
		if seen[path] || strings.HasPrefix(path, "/assets/") || downloads.MatchString(path) {
			continue
		}
		seen[path] = true
		text := v.visits(path)
		read(path, text)
		for _, link := range linked.FindAllStringSubmatch(text, -1) {
			todo = append(todo, link[1])
		}
	}
}

// Names, subjects, texts, reasons and tasks of attackers are text on every page.
func TestConsoleShowsMarkupAsText(t *testing.T) {
	const attack = `"'></textarea></title></pre><script>alert(1)</script><img src=x onerror=alert(1)>`
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}))
	a.alice.Name = `Alice <script>alert(1)</script> Moreno`
	a.writes(a.alice, sandbox.Mail{Subject: "Quote " + attack, Text: incomplete + attack})
	lee := a.signsIn(a.lee)
	path := lee.waits()
	shows(t, lee.decides(path, "REJECT", "text", attack), "know how to do this", "&lt;script&gt;")
	lee.decides(path, "REJECT", "text", "ask for her phone number")
	task := lee.gives(attack)
	lee.reaches(task, "Approve the plan")
	attacks := 0
	from := []string{"/", "/?q=" + url.QueryEscape(attack), path + "?form=" + url.QueryEscape(attack),
		task + "?move=" + url.QueryEscape("up "+attack), "/sign-in?next=" + url.QueryEscape("/"+attack),
		"/sign-in/code?code=" + url.QueryEscape(attack), "/c/" + url.PathEscape(attack)}
	lee.crawls(from, func(path, text string) {
		found, err := browser.Harmful(strings.NewReader(text))
		must(t, err)
		if found != nil {
			t.Errorf("%s has %q", path, found)
		}
		attacks += strings.Count(text, "&lt;script&gt;")
	})
	if attacks < 10 {
		t.Errorf("the pages show the attacks only %d times", attacks)
	}
}

// The digest, the number and the mail of another thread decide nothing. A member without a
// license decides no quote.
func TestConsoleRights(t *testing.T) {
	a := open(t, inProcess(t), withConsole, func(a *agency) { a.cfg.Review.Staff[1].License = "0X00000" })
	a.asks()
	lee, dana := a.signsIn(a.lee), a.signsIn(a.dana)
	alice := lee.waits()
	ofBobText := strings.ReplaceAll(complete, "Alice Moreno", "Bob Miller")
	a.writes(a.bob, sandbox.Mail{Subject: "Quote for Bob", Text: ofBobText})
	a.gets(a.dana, "Quote for")
	bob := reviewPath.FindString(lee.reaches("/?tab=team&q=bob", "/r/Q-"))
	ofAlice := digestField.FindStringSubmatch(lee.visits(alice))[1]
	ofBob := digestField.FindStringSubmatch(lee.visits(bob))[1]
	lee.submits(bob, "word", "ACCEPT", "digest", ofAlice)
	lee.submits(alice, "word", "ACCEPT", "digest", ofBob)
	shows(t, lee.submits(strings.TrimSuffix(bob, "1")+"2", "word", "ACCEPT", "digest", ofBob), "Not found")
	shows(t, lee.visits(strings.TrimSuffix(bob, "1")+"2/mail"), "Not found")
	shows(t, lee.submits(bob+"/undo"), "too late")
	shows(t, lee.decides(bob, "ACCEPT"), "A licensed producer has to decide this")
	a.getsNothing(a.bob)
	a.getsNothing(a.alice)
	shows(t, dana.decides(bob, "ACCEPT"), "Done: you accepted")
	a.gets(a.bob, "Quote for Bob")
	a.getsNothing(a.alice)
}

// Of many decisions at one moment, one counts. The customer gets one mail.
func TestConsoleTwoDecideTogether(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee, dana := a.signsIn(a.lee), a.signsIn(a.dana)
	path := lee.waits()
	digest := digestField.FindStringSubmatch(lee.visits(path))[1]
	var all sync.WaitGroup
	var mu sync.Mutex
	counted, refused := 0, 0
	for i := range 8 {
		v := []*visitor{lee, dana}[i%2]
		all.Go(func() {
			page := v.submits(path, "word", "ACCEPT", "digest", digest)
			mu.Lock()
			defer mu.Unlock()
			if strings.Contains(page, "Done: you accepted") {
				counted++
			}
			if strings.Contains(page, "Your decision was not counted") {
				refused++
			}
		})
	}
	all.Wait()
	if counted != 1 || refused != 7 {
		t.Errorf("%d decisions count, %d are refused", counted, refused)
	}
	a.gets(a.alice, "Quote please")
	a.getsNothing(a.alice)
}

// A quote is decided half by mail and half in the console. One journal has both, in order, and
// its replay gives the same thread.
func TestConsoleHalfByMail(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	questions := a.asks()
	lee, dana := a.signsIn(a.lee), a.signsIn(a.dana)
	a.replies(a.lee, questions, "REJECT: ask for her phone number")
	a.gets(a.lee, "Questions to")
	page := lee.decides(lee.waits(), "ACCEPT")
	shows(t, page, "Done: you accepted")
	asked := a.gets(a.alice, "Quote please")
	a.replies(a.alice, asked, complete)
	quote := a.gets(a.dana, "Quote for")
	dana.decides(dana.waits(), "CLAIM")
	a.gets(a.lee, "took over")
	a.replies(a.dana, quote, "EDIT: annual miles of the Civic: 14,000")
	edited := a.gets(a.dana, "Quote for")
	shows(t, dana.decides(dana.waits(), "ACCEPT"), "Done: you accepted")
	says(t, a.gets(a.alice, "Quote please"), "$")
	a.replies(a.dana, edited, "REJECT: too late")
	a.gets(a.dana, "Already decided")
	thread := a.threads()[0]
	var got []string
	for _, line := range thread.Journal {
		if line.Kind == "reply" {
			via := "mail"
			if strings.Contains(string(line.Payload), `"via":"console"`) {
				via = "console"
			}
			got = append(got, via)
		}
	}
	const want = "mail console console mail console"
	if strings.Join(got, " ") != want {
		t.Errorf("the decisions came by %q", got)
	}
	var verdicts []string
	for _, rv := range thread.Reviews {
		verdicts = append(verdicts, fmt.Sprintf("%s %s", rv.Verdict, rv.DecidedBy))
	}
	decided := []string{
		"reject " + play.Lee, "accept " + play.Lee, "edit " + play.Dana, "accept " + play.Dana,
	}
	if !slices.Equal(verdicts, decided) || thread.Status != store.ThreadAwaitingCustomer {
		t.Errorf("the thread is %s: %q", thread.Status, verdicts)
	}
}

// A full disk is named on the page, nothing is decided, and pages stay readable. With space, the
// same form decides.
func TestConsoleFullDisk(t *testing.T) {
	parallel(t)
	if !apart(t) {
		return
	}
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	path := lee.waits()
	digest := digestField.FindStringSubmatch(lee.visits(path))[1]
	room := diskFull(t)
	page := lee.submits(path, "word", "EDIT", "digest", digest, "text", "Hello Alice, when were you born?")
	shows(t, page, "The disk is full", "Nothing was done", "when were you born?")
	shows(t, lee.visits(path), "Accept and send")
	shows(t, lee.visits("/"), path)
	room()
	a.getsNothing(a.alice)
	page = lee.submits(path, "word", "EDIT", "digest", digest, "text", "Hello Alice, when were you born?")
	shows(t, page, "Done: you edited")
	says(t, a.gets(a.alice, "Quote please"), "when were you born?")
}

// Malformed and foreign requests get an error, open no tunnel, and decide nothing.
func TestConsoleRawRequests(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	lee := a.signsIn(a.lee)
	path := lee.waits()
	digest := digestField.FindStringSubmatch(lee.visits(path))[1]
	at, err := url.Parse(a.cfg.Console.URL)
	must(t, err)
	cookie := lee.client.Jar.Cookies(at)[0].String()
	head := "Host: " + at.Host + "\r\nCookie: " + cookie + "\r\n"
	form := url.Values{"word": {"ACCEPT"}, "digest": {digest}}.Encode()
	post := "POST " + path + " HTTP/1.1\r\n" + head + "Content-Type: application/x-www-form-urlencoded\r\n"
	length := fmt.Sprintf("Content-Length: %d\r\n", len(form))
	chunk := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(form), form)
	for name, c := range map[string]struct{ request, want string }{
		"two lengths":           {post + length + "Content-Length: 0\r\n\r\n" + form, "400"},
		"a blank in a name":     {post + "Transfer-Encoding : chunked\r\n\r\n" + chunk, "400"},
		"an unknown encoding":   {post + "Transfer-Encoding: xchunked\r\n\r\n" + chunk, "501"},
		"a broken chunk":        {post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n" + form, "413"},
		"a line in a line":      {post + "Origin: http://" + at.Host + "\rX: y\r\n" + length + "\r\n" + form, "400"},
		"two hosts":             {"GET / HTTP/1.1\r\nHost: evil.test\r\n" + head + "\r\n", "400"},
		"no host":               {"GET / HTTP/1.1\r\nCookie: " + cookie + "\r\n\r\n", "400"},
		"another address":       {"GET http://evil.test/ HTTP/1.1\r\n" + head + "\r\n", "421"},
		"a tunnel":              {"CONNECT evil.test:443 HTTP/1.1\r\n" + head + "\r\n", "404"},
		"an echo":               {"TRACE / HTTP/1.1\r\n" + head + "\r\n", "405"},
		"an upgrade":            {"GET /nothing HTTP/1.1\r\n" + head + "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n", "404"},
		"a long head":           {"GET / HTTP/1.1\r\n" + head + "X: " + strings.Repeat("x", 64<<10) + "\r\n\r\n", "431"},
		"a folder above":        {"GET /assets/..%2f..%2fetc%2fpasswd HTTP/1.1\r\n" + head + "\r\n", "404"},
		"a folder above, plain": {"GET /assets/../../etc/passwd HTTP/1.1\r\n" + head + "\r\n", "307"},
		"two slashes":           {"GET //evil.test/ HTTP/1.1\r\n" + head + "\r\n", "307"},
		"a zero":                {"GET /r/" + threadID.FindString(path) + "%00/1 HTTP/1.1\r\n" + head + "\r\n", "404"},
		"another way to a form": {"PUT " + path + " HTTP/1.1\r\n" + head + length + "\r\n" + form, "405"},
	} {
		connection, err := net.Dial("tcp", at.Host)
		must(t, err)
		_, err = io.WriteString(connection, c.request)
		must(t, err)
		must(t, connection.SetReadDeadline(time.Now().Add(patience)))
		answer := make([]byte, 1<<10)
		n, err := io.ReadAtLeast(connection, answer, len("HTTP/1.1 400"))
		must(t, err)
		must(t, connection.Close())
		status, text, _ := strings.Cut(strings.TrimPrefix(string(answer[:n]), "HTTP/1.1 "), " ")
		if status != c.want || strings.Contains(text, "//evil.test") || strings.Contains(text, "root:") {
			t.Errorf("%s: %s", name, answer[:n])
		}
	}
	a.getsNothing(a.alice)
	if rv := a.threads()[0].Reviews[0]; rv.Status != store.ReviewOpen {
		t.Errorf("the review is %+v", rv)
	}
}

// A form without the digest of the review decides nothing, as a form about an older draft.
func TestConsoleNeedsADigest(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}))
	a.asks()
	lee := a.signsIn(a.lee)
	review := lee.waits()
	for _, form := range [][]string{{"word", "ACCEPT"}, {"word", "ACCEPT", "digest", ""}} {
		shows(t, lee.submits(review, form...), "decided nothing", `id="accept"`)
	}
	task := lee.gives(hendersons)
	plan := lee.reaches(task, "Approve the plan")
	number := taskReview.FindStringSubmatch(plan)[1]
	lee.submits(task, "word", "ACCEPT", "number", number)
	shows(t, lee.visits(task), "Approve the plan")
	a.getsNothing(a.alice)
	if ran := a.crew.(*desk).did(); ran != "" {
		t.Errorf("these ran: %s", ran)
	}
}

// A form that is too long changes nothing: missing values are not empty values.
func TestConsoleLongForms(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withAdmin)
	a.asks()
	lee := a.signsIn(a.lee)
	away := a.daysAhead(3)
	lee.submits("/me/mails", "notify", "digest", "away", away)
	long := url.Values{"notify": {""}, "away": {""}, "text": {strings.Repeat("a", 600<<10)}}
	for _, r := range routes(t) {
		if r.method != http.MethodPost || r.isPublic() || r.path == "/tasks/new" { // takes files
			continue
		}
		answer, _ := lee.requests(r.method, r.filled(nil), long)
		if answer.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s answers a long form with %s", r.path, answer.Status)
		}
	}
	shows(t, lee.visits("/me"), `value="digest" checked`, away)
}
