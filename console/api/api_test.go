package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"ppamaild/console"
	"ppamaild/console/apitoken"
	"ppamaild/review"
	"ppamaild/templates"
)

const (
	lee  = "lee@agency.test"
	dana = "dana@agency.test"
)

// desk is a desk with one review and tokens by their secret.
type desk struct {
	mu      sync.Mutex
	one     console.Case
	tokens  map[string]apitoken.Token
	events  []Event
	decided []console.Decision
	broken  bool
	pruned  uint64
}

func (d *desk) StoreAnswers(context.Context) error { return nil }

func (d *desk) Threads(context.Context, console.Query) (console.List, error) {
	if d.broken {
		panic("no list")
	}
	return console.List{}, nil
}

func (d *desk) Case(
	_ context.Context, thread string, number int, _ string,
) (console.Case, error) {
	if thread != d.one.Thread || number != d.one.Number {
		return console.Case{}, console.ErrNotFound
	}
	return d.one, nil
}

func (d *desk) Decide(_ context.Context, one console.Decision) (console.Answer, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.decided = append(d.decided, one)
	return console.Answer{Counts: true, Heading: "Done"}, nil
}

func (d *desk) Undo(context.Context, string, int, string) error { return nil }

func (d *desk) Story(context.Context, string) (console.Story, error) {
	return console.Story{}, console.ErrNotFound
}

func (d *desk) FindToken(_ context.Context, secret string) (apitoken.Token, bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	t, is := d.tokens[secret]
	return t, is, nil
}

// Last, After and More implement Log.
func (d *desk) Last(context.Context) (uint64, error) { return uint64(len(d.events)), nil }

func (d *desk) Pruned(context.Context) (uint64, error) { return d.pruned, nil }

func (d *desk) Epoch(context.Context) (int64, error) { return 7, nil }

func (d *desk) After(_ context.Context, seq uint64, limit int) ([]Event, error) {
	rest := d.events[seq:]
	return rest[:min(limit, len(rest))], nil
}

func (d *desk) More() <-chan struct{} { return nil }

type door struct{ host string }

func (d *door) Ours(host string) bool { return host == d.host }

func (d *door) Client(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// office is an API with its desk.
type office struct {
	t      *testing.T
	desk   *desk
	api    *API
	server *httptest.Server
	now    time.Time
	log    bytes.Buffer
}

func newOffice(t *testing.T, edits ...func(*Options)) *office {
	t.Helper()
	set, err := templates.New("")
	must(t, err)
	o := &office{t: t, now: time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)}
	o.desk = &desk{one: console.Case{
		Thread: "Q-7F3K2M", Number: 2, Digest: "d2", Step: "quote", Open: true,
		Actions: []console.Action{{Word: "ACCEPT"}, {Word: "REJECT", Takes: true}},
		Fields:  []console.Group{{Fields: []console.Field{{Path: "zip", Value: "97214"}}}},
	}}
	token := apitoken.Token{Name: "crm", Scope: apitoken.ScopeDecide, Staff: lee, CreatedAt: o.now}
	reads, gone := token, token
	reads.Scope, gone.Staff = apitoken.ScopeRead, "former@agency.test"
	o.desk.tokens = map[string]apitoken.Token{"decides": token, "reads": reads, "gone": gone}
	options := Options{
		Desk: o.desk, Log: o.desk, Feed: console.NewFeed(), Staff: review.Staff{{Address: lee}, {Address: dana}},
		Phrases: set.Phrases("en"), Now: func() time.Time { return o.now },
		Logger: slog.New(slog.NewTextHandler(&o.log, nil)),
	}
	d := &door{}
	options.Door = d
	for _, edit := range edits {
		edit(&options)
	}
	o.api = New(options)
	o.server = httptest.NewServer(o.api.Handler())
	t.Cleanup(o.server.Close)
	d.host = o.server.Listener.Addr().String()
	return o
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// request makes a request with a token.
func (o *office) request(method, path, secret, body string) *http.Request {
	o.t.Helper()
	r, err := http.NewRequestWithContext(
		o.t.Context(), method, o.server.URL+path, strings.NewReader(body))
	must(o.t, err)
	if secret != "" {
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// answers sends a request and checks the status and the code of the problem; "" for none.
func (o *office) answers(r *http.Request, status int, code string) http.Header {
	o.t.Helper()
	response, err := o.server.Client().Do(r)
	must(o.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(o.t, err)
	var p problem
	kind := response.Header.Get("Content-Type")
	if code != "" {
		must(o.t, json.Unmarshal(text, &p))
	}
	isProblem := kind == "application/problem+json"
	if response.StatusCode != status || p.Code != code || isProblem != (code != "") {
		o.t.Errorf("%s %s: %s, %s, want %d %q:\n%s",
			r.Method, r.URL, response.Status, kind, status, code, text)
	}
	return response.Header
}

// The document has the routes of the API, and no other routes. Its schemas are valid.
func TestTheDocumentHasEveryRoute(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(openapi)
	must(t, err)
	must(t, doc.Validate(t.Context()))
	var described, served []string
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			scope := apitoken.ScopeRead
			if method != http.MethodGet {
				scope = apitoken.ScopeDecide
			}
			if !strings.Contains(operation.Description, "Scope: "+scope+".") {
				t.Errorf("%s %s does not name the scope %s", method, path, scope)
			}
			described = append(described, method+" "+path)
		}
	}
	for _, r := range newOffice(t).api.routes() {
		served = append(served, r.method+" "+r.path)
	}
	slices.Sort(described)
	slices.Sort(served)
	if !slices.Equal(described, served) {
		t.Errorf("the document has %q, the API %q", described, served)
	}
}

const reviewPath = "/api/v1/reviews/Q-7F3K2M/2"

func TestOnlyTokensCount(t *testing.T) {
	o := newOffice(t)
	get := func(secret string) *http.Request {
		return o.request(http.MethodGet, reviewPath, secret, "")
	}
	o.answers(get("reads"), http.StatusOK, "")
	h := o.answers(get(""), http.StatusUnauthorized, "token_required")
	if !strings.HasPrefix(h.Get("WWW-Authenticate"), "Bearer") {
		t.Errorf("the header is %q", h)
	}
	o.answers(get("guess"), http.StatusUnauthorized, "token_required")
	o.answers(get("gone"), http.StatusUnauthorized, "token_required") // left the staff
	cookie := get("")
	for _, name := range []string{"ppamaild", "__Host-ppamaild", "token"} {
		cookie.AddCookie(&http.Cookie{Name: name, Value: "decides"})
	}
	o.answers(cookie, http.StatusUnauthorized, "token_required")
	o.answers(o.request(http.MethodGet, reviewPath+"?access_token=decides", "", ""),
		http.StatusUnauthorized, "token_required")
	basic := get("")
	basic.SetBasicAuth("decides", "decides")
	o.answers(basic, http.StatusUnauthorized, "token_required")
}

// Guesses are limited by client and logged. The limit neither locks out a valid token, nor floods
// the log.
func TestGuessesAreLimited(t *testing.T) {
	o := newOffice(t)
	guess := func() *http.Request { return o.request(http.MethodGet, reviewPath, "guess", "") }
	for range failures {
		o.answers(guess(), http.StatusUnauthorized, "token_required")
	}
	for range 3 {
		h := o.answers(guess(), http.StatusTooManyRequests, "too_many_attempts")
		if h.Get("Retry-After") == "" {
			t.Error("the answer does not say when to retry")
		}
	}
	o.answers(o.request(http.MethodGet, reviewPath, "reads", ""), http.StatusOK, "")
	if n := strings.Count(o.log.String(), "request denied"); n != failures {
		t.Errorf("the log has %d guesses:\n%s", n, &o.log)
	}
	if strings.Contains(o.log.String(), "guess") {
		t.Errorf("the log has a secret:\n%s", &o.log)
	}
	o.now = o.now.Add(61 * time.Minute)
	o.answers(guess(), http.StatusUnauthorized, "token_required")
}

func TestScopeRead(t *testing.T) {
	o := newOffice(t)
	for _, r := range o.api.routes() {
		if r.method == http.MethodGet {
			continue
		}
		path := base + strings.NewReplacer("{thread}", "Q-7F3K2M", "{number}", "2").Replace(r.path)
		o.answers(o.request(r.method, path, "reads", `{"word":"ACCEPT","digest":"d2"}`),
			http.StatusForbidden, "scope")
	}
	if o.desk.decided != nil {
		t.Errorf("a token that reads decided %+v", o.desk.decided)
	}
}

// Decisions with missing, unknown and foreign parts have no effect.
func TestMalformedDecisions(t *testing.T) {
	o := newOffice(t)
	const path = reviewPath + "/decision"
	for body, want := range map[string]problem{
		`{"word":"ACCEPT"}`:                                      {Status: 422, Code: "invalid"},
		`{"word":"ACCEPT","digest":""}`:                          {Status: 422, Code: "invalid"},
		`{"word":"accept it","digest":"d2"}`:                     {Status: 422, Code: "invalid"},
		`{"word":"REJECT","digest":"d2","text":" "}`:             {Status: 422, Code: "invalid"},
		`{"word":"REVISE","digest":"d2","text":"x"}`:             {Status: 422, Code: "invalid"},
		`{"word":"ANSWER","digest":"d2","answers":{}}`:           {Status: 422, Code: "invalid"},
		`{"word":"ANSWER","digest":"d2","answers":{"x":"y"}}`:    {Status: 422, Code: "invalid"},
		`{"word":"EDIT","digest":"d2","fields":{"vin":"1"}}`:     {Status: 422, Code: "invalid"},
		`{"word":"ACCEPT","digest":"d2","by":"dana@agency.t"}`:   {Status: 400, Code: "malformed"},
		`{"word":"ACCEPT","digest":"d2"}{"word":"REJECT"}`:       {Status: 400, Code: "malformed"},
		`{"word":["ACCEPT"],"digest":"d2"}`:                      {Status: 400, Code: "malformed"},
		`word=ACCEPT&digest=d2`:                                  {Status: 400, Code: "malformed"},
		`{"digest":"d2","text":"` + strings.Repeat("x", 600<<10): {Status: 413, Code: "too_long"},
	} {
		o.answers(o.request(http.MethodPost, path, "decides", body), want.Status, want.Code)
	}
	form := o.request(http.MethodPost, path, "decides", `{"word":"ACCEPT","digest":"d2"}`)
	form.Header.Set("Content-Type", "text/plain")
	o.answers(form, http.StatusUnsupportedMediaType, "not_json")
	for _, other := range []string{"Q-7F3K2M/3", "Q-7F3K2M/0", "Q-7F3K2M/x", "Q-AAAAAA/2"} {
		o.answers(o.request(http.MethodPost, "/api/v1/reviews/"+other+"/decision", "decides",
			`{"word":"ACCEPT","digest":"d2"}`), http.StatusNotFound, "not_found")
	}
	if o.desk.decided != nil {
		t.Errorf("decided: %+v", o.desk.decided)
	}
}

// A decision has the member of the token, the digest of the request, and the words of the form.
func TestDecisions(t *testing.T) {
	o := newOffice(t)
	for body, want := range map[string]console.Decision{
		`{"word":"ACCEPT","digest":"d1"}`: {
			Digest: "d1", Decision: review.Decision{Verdict: review.VerdictAccept},
		},
		`{"word":"EDIT","digest":"d2","fields":{"zip":"97\nACCEPT"}}`: {
			Digest: "d2", Text: "zip: 97 ACCEPT",
			Decision: review.Decision{Verdict: review.VerdictEdit, EditText: "zip: 97 ACCEPT"},
		},
		`{"word":"ANSWER","digest":"d2","answers":{"2":" yes "}}`: {
			Digest: "d2", Text: "2. yes",
			Decision: review.Decision{
				Verdict: review.VerdictAnswer, Answers: map[int]string{2: "yes"},
			},
		},
	} {
		o.desk.decided = nil
		o.answers(o.request(http.MethodPost, reviewPath+"/decision", "decides", body), 200, "")
		want.Thread, want.Number, want.By, want.Program = "Q-7F3K2M", 2, lee, true
		got, err := json.Marshal(o.desk.decided)
		must(t, err)
		expected, err := json.Marshal([]console.Decision{want})
		must(t, err)
		if !bytes.Equal(got, expected) {
			t.Errorf("%s: decided %s, want %s", body, got, expected)
		}
	}
}

// Where staff have licenses, a token decides quotes for 12 hours only, or with a permission.
func TestLicensedQuotesNeedARecentToken(t *testing.T) {
	o := newOffice(t, func(o *Options) {
		o.Staff = review.Staff{{Address: lee, License: "0X00000"}}
	})
	decide := func() *http.Request {
		return o.request(http.MethodPost, reviewPath+"/decision", "decides",
			`{"word":"ACCEPT","digest":"d2"}`)
	}
	o.answers(decide(), http.StatusOK, "")
	o.now = o.now.Add(13 * time.Hour)
	o.answers(decide(), http.StatusForbidden, "recent_token_required")
	token := o.desk.tokens["decides"]
	token.Licensed = true
	o.desk.tokens["decides"] = token
	o.answers(decide(), http.StatusOK, "")
	if len(o.desk.decided) != 2 {
		t.Errorf("decided: %+v", o.desk.decided)
	}
}

func TestStrangeRequests(t *testing.T) {
	o := newOffice(t)
	forged := o.request(http.MethodGet, reviewPath, "decides", "")
	forged.Host = "evil.test"
	o.answers(forged, http.StatusMisdirectedRequest, "wrong_host")
	o.answers(o.request(http.MethodGet, "/api/v1/nothing", "decides", ""), 404, "not_found")
	o.answers(o.request(http.MethodGet, "/api/", "decides", ""), 404, "not_found")
	h := o.answers(o.request(http.MethodDelete, reviewPath, "decides", ""), 405, "method_not_allowed")
	if h.Get("Allow") != http.MethodGet {
		t.Errorf("allowed are %q", h.Get("Allow"))
	}
	for _, query := range []string{"limit=0", "limit=101", "limit=x"} {
		o.answers(o.request(http.MethodGet, "/api/v1/threads?"+query, "reads", ""), 400, "limit")
	}
	o.answers(o.request(http.MethodGet, "/api/v1/threads?tab=x", "reads", ""), 400, "tab")
	o.answers(o.request(http.MethodGet, "/api/v1/threads?q=%zz", "reads", ""), 400, "query")
	o.answers(o.request(http.MethodGet, "/api/v1/reviews?for=x", "reads", ""), 400, "for")
	o.desk.broken = true
	o.answers(o.request(http.MethodGet, "/api/v1/threads", "reads", ""), 500, "broken")
}

// resets counts the resets in the first events after an event, until a thread changes.
func (o *office) resets(after string) (n int) {
	r := o.request(http.MethodGet, "/api/v1/events", "reads", "")
	if after != "" {
		r.Header.Set("Last-Event-ID", after)
	}
	response, err := o.server.Client().Do(r)
	must(o.t, err)
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() && lines.Text() != "event: thread.changed" {
		switch lines.Text() {
		case "event: log.reset":
			n++
		case "data:": // the stream is open
			o.api.Feed.Add("Q-7F3K2M")
		}
	}
	return n
}

// A stream begins after the last event, ends with its token, and refuses a foreign id.
func TestStream(t *testing.T) {
	o := newOffice(t)
	for seq := uint64(1); seq <= 3*maxEvents; seq++ {
		o.desk.events = append(o.desk.events, Event{Seq: seq, Type: "review.opened"})
	}
	for _, id := range []string{"x", "1", "1-", "-1", "1-x"} {
		r := o.request(http.MethodGet, "/api/v1/events", "reads", "")
		r.Header.Set("Last-Event-ID", id)
		o.answers(r, http.StatusBadRequest, "last_event_id")
	}
	r := o.request(http.MethodGet, "/api/v1/events", "reads", "")
	r.Header.Set("Last-Event-ID", "7-0-7")
	response, err := o.server.Client().Do(r)
	must(t, err)
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	opened := 0
	for lines.Scan() && lines.Text() != "event: thread.changed" {
		if lines.Text() == "event: review.opened" {
			opened++
		}
	}
	if opened != 3*maxEvents-7 {
		t.Errorf("%d events", opened)
	}
	for id, resets := range map[string]int{
		"8-0-7": 1, "9-0-7": 0, "601-0-7": 1, "9-0-6": 1, "": 0,
	} {
		o.desk.pruned = 9
		if got := o.resets(id); got != resets {
			t.Errorf("%d resets after %q", got, id)
		}
	}
	o.desk.mu.Lock()
	delete(o.desk.tokens, "reads")
	o.desk.mu.Unlock()
	o.api.Feed.Add("Q-7F3K2M")
	for lines.Scan() {
	}
	must(t, lines.Err()) // closed in order
}
