package daemon_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"ppamaild/console/apitoken"
	"ppamaild/daemon"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// program is a client of the API. It checks each answer against the document of the API.
type program struct {
	*agency
	secret string
	router routers.Router
}

// token makes a token for a member of staff.
func (a *agency) token(name, scope, staff string) *program {
	a.t.Helper()
	asked, err := daemon.Connect(a.t.Context(), a.cfg)
	must(a.t, err)
	made, err := asked.AddToken(a.t.Context(), admin.TokenOrder{
		Name: name, Scope: scope, Staff: staff, By: "root",
	})
	must(a.t, err)
	must(a.t, asked.Close())
	return &program{a, made.Secret, routesOf(a.t, a.cfg.Console.URL)}
}

var onlyOnce sync.Mutex // kin-openapi keeps global state while it loads a document

// routesOf reads the document that a daemon serves.
func routesOf(t *testing.T, at string) routers.Router {
	t.Helper()
	response, err := http.Get(at + "/api/v1/openapi.json")
	must(t, err)
	raw, err := io.ReadAll(response.Body)
	must(t, err)
	must(t, response.Body.Close())
	onlyOnce.Lock()
	defer onlyOnce.Unlock()
	doc, err := openapi3.NewLoader().LoadFromData(raw)
	must(t, err)
	must(t, doc.Validate(t.Context()))
	doc.Servers = openapi3.Servers{{URL: at + "/api/v1"}}
	router, err := gorillamux.NewRouter(doc)
	must(t, err)
	return router
}

// answered is an answer with its text.
type answered struct {
	*http.Response
	text []byte
}

// sends sends a request with more headers in pairs. It checks request and answer against the
// document.
func (p *program) sends(method, path string, body any, header ...string) answered {
	p.t.Helper()
	var raw []byte
	if body != nil {
		var err error
		raw, err = json.Marshal(body)
		must(p.t, err)
	}
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	at := p.cfg.Console.URL + "/api/v1" + path
	r, err := http.NewRequestWithContext(ctx, method, at, bytes.NewReader(raw))
	must(p.t, err)
	r.Header.Set("Authorization", "Bearer "+p.secret)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	must(p.t, err)
	text, err := io.ReadAll(response.Body)
	must(p.t, err)
	must(p.t, response.Body.Close())
	p.checks(r, response, text)
	return answered{response, text}
}

// checks compares an answer with the document.
func (p *program) checks(r *http.Request, response *http.Response, text []byte) {
	p.t.Helper()
	route, parameters, err := p.router.FindRoute(r)
	if err != nil {
		p.t.Errorf("%s %s is not in the document: %v", r.Method, r.URL.Path, err)
		return
	}
	asked := &openapi3filter.RequestValidationInput{
		Request: r, PathParams: parameters, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	}
	err = openapi3filter.ValidateResponse(p.t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: asked, Status: response.StatusCode, Header: response.Header,
		Body: io.NopCloser(bytes.NewReader(text)),
	})
	if err != nil {
		p.t.Errorf("%s %s is not as in the document: %v\n%s", r.Method, r.URL.Path, err, text)
	}
}

// gets decodes the answer to a GET.
func gets[T any](p *program, path string) (v T) {
	p.t.Helper()
	got := p.sends(http.MethodGet, path, nil)
	if got.StatusCode != http.StatusOK {
		p.t.Fatalf("GET %s: %s\n%s", path, got.Status, got.text)
	}
	must(p.t, json.Unmarshal(got.text, &v))
	return v
}

// refused checks the problem of an answer.
func (p *program) refused(got answered, status int, code string) {
	p.t.Helper()
	var problem struct {
		Status int
		Code   string
	}
	err := json.Unmarshal(got.text, &problem)
	kind := got.Header.Get("Content-Type")
	if err != nil || got.StatusCode != status || problem.Status != status || problem.Code != code ||
		kind != "application/problem+json" {
		p.t.Errorf("answered %s (%s), want %d %s:\n%s", got.Status, kind, status, code, got.text)
	}
}

type apiRow struct {
	Thread, Title, Customer, Status, Kind, Step string
	Review                                      int
}

type apiRows struct {
	Items []apiRow
	Next  string
}

type apiReview struct {
	Thread, Digest, Kind, Step, Status, Heading string
	Number                                      int
	Draft                                       struct{ To, Subject, Text string }
	Actions                                     []struct {
		Word string
		Text bool
	}
	Fields []struct {
		Path, Value string
	}
	Questions []struct{ Text string }
	Can_undo  bool
}

// waitsFor returns the first open review.
func (p *program) waitsFor() apiReview {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if open := gets[apiRows](p, "/reviews?for=me").Items; len(open) > 0 {
			return gets[apiReview](p, reviewAt(open[0].Thread, open[0].Review))
		}
	}
	p.t.Fatal("no review waits")
	return apiReview{}
}

func reviewAt(thread string, number int) string {
	raw, err := json.Marshal(number)
	if err != nil {
		panic(err)
	}
	return "/reviews/" + url.PathEscape(thread) + "/" + string(raw)
}

type order map[string]any

// decides sends a decision on a review, with the digest of the review.
func (p *program) decides(rv apiReview, word string, more order) answered {
	p.t.Helper()
	body := order{"word": word, "digest": rv.Digest}
	for name, value := range more {
		body[name] = value
	}
	return p.sends(http.MethodPost, reviewAt(rv.Thread, rv.Number)+"/decision", body)
}

func (p *program) done(got answered) {
	p.t.Helper()
	if got.StatusCode != http.StatusOK || !strings.Contains(string(got.text), `"decided"`) {
		p.t.Fatalf("%s\n%s", got.Status, got.text)
	}
}

// A program reads a review with everything to show it, and accepts the review.
func TestAPIAccepts(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.asks()
	crm := a.token("crm", apitoken.ScopeDecide, play.Lee)
	me := gets[struct{ Address, Scope string }](crm, "/me")
	if me.Address != play.Lee || me.Scope != "decide" {
		t.Errorf("the token acts as %+v", me)
	}
	rv := crm.waitsFor()
	if rv.Draft.To != play.Alice || !strings.Contains(rv.Draft.Text, "licensed") ||
		rv.Status != "open" || rv.Step != "info_request" || len(rv.Actions) < 4 {
		t.Errorf("the review is %+v", rv)
	}
	crm.done(crm.decides(rv, "ACCEPT", nil))
	says(t, a.gets(a.alice, "Quote please"), "licensed")
	a.gets(a.dana, "Lee Tran accepted")
	crm.refused(crm.decides(rv, "ACCEPT", nil), http.StatusConflict, "no_effect") // decided already
	thread := gets[struct {
		Status string
		Turns  []struct{ Kind, Title string }
	}](crm, "/threads/"+rv.Thread)
	if thread.Status != "awaiting_customer" || len(thread.Turns) < 3 {
		t.Errorf("the thread is %+v", thread)
	}
	all := gets[apiRows](crm, "/threads?q=alice").Items
	if len(all) != 1 || all[0].Thread != rv.Thread {
		t.Errorf("the threads are %+v", all)
	}
	if all := gets[apiRows](crm, "/threads?tab=done").Items; len(all) != 0 {
		t.Errorf("the ended threads are %+v", all)
	}
	whole := a.threads()[0]
	var via int
	for _, line := range whole.Journal {
		via += strings.Count(string(line.Payload), `"via":"api"`)
	}
	if via != 1 {
		t.Errorf("the journal has %d decisions through the API", via)
	}
	if rv := whole.Reviews[0]; rv.Status != store.ReviewDecided || rv.DecidedBy != play.Lee {
		t.Errorf("the review is %+v", rv)
	}
}

// A program edits, rejects and corrects as the console does.
func TestAPIDecides(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.gets(a.lee, "Quote for")
	crm := a.token("crm", apitoken.ScopeDecide, play.Lee)
	rv := crm.waitsFor()
	fields := map[string]string{}
	for _, f := range rv.Fields {
		fields[f.Path] = f.Value
	}
	if fields["vehicles[0].annual_miles"] != "9,000" {
		t.Errorf("the fields are %q", fields)
	}
	crm.done(crm.decides(rv, "EDIT", order{"fields": order{"vehicles[0].annual_miles": "14,000"}}))
	says(t, a.gets(a.lee, "Quote for"), "14,000")
	rv = crm.waitsFor()
	crm.done(crm.decides(rv, "REJECT", order{"text": "ask for her phone number"}))
	says(t, a.gets(a.lee, "Questions to"), "phone")
	rv = crm.waitsFor()
	const text = "Hello Alice,\n\nwhat is your number?\n\nThanks,\nLee"
	crm.done(crm.decides(rv, "EDIT", order{"text": text}))
	says(t, a.gets(a.alice, "Quote please"), "what is your number?")
}

// An undo withdraws the mail of an accepted review.
func TestAPIUndo(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withUndo)
	a.asks()
	crm := a.token("crm", apitoken.ScopeDecide, play.Lee)
	rv := crm.waitsFor()
	crm.done(crm.decides(rv, "ACCEPT", nil))
	at := reviewAt(rv.Thread, rv.Number)
	if !gets[apiReview](crm, at).Can_undo {
		t.Error("the mail has left before the undo")
	}
	dana := a.token("dana", apitoken.ScopeDecide, play.Dana)
	dana.refused(dana.sends(http.MethodPost, at+"/undo", nil), http.StatusForbidden, "not_yours")
	if got := crm.sends(http.MethodPost, at+"/undo", nil); got.StatusCode != http.StatusNoContent {
		t.Errorf("%s\n%s", got.Status, got.text)
	}
	crm.refused(crm.sends(http.MethodPost, at+"/undo", nil), http.StatusConflict, "too_late")
	a.getsNothing(a.alice)
}

// A key begins one task, also if two requests come together or the daemon restarts in between.
func TestAPIBeginsATaskOnce(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}))
	crm := a.token("crm", apitoken.ScopeDecide, play.Lee)
	give := func(p *program, key, text string) answered {
		return p.sends(http.MethodPost, "/tasks", order{"text": text}, "Idempotency-Key", key)
	}
	var all [2]answered
	var both sync.WaitGroup
	for i := range all {
		both.Go(func() { all[i] = give(crm, "k1", hendersons) })
	}
	both.Wait()
	a.stop()
	a.start()
	last := give(crm, "k1", hendersons)
	for _, got := range append(all[:], last) {
		if got.StatusCode != http.StatusCreated || !bytes.Equal(got.text, last.text) {
			t.Errorf("%s\n%s, not %s", got.Status, got.text, last.text)
		}
	}
	crm.refused(give(crm, "k1", "another task"), http.StatusUnprocessableEntity, "key_reused")
	crm.refused(give(crm, strings.Repeat("k", 256), hendersons), http.StatusBadRequest, "key")
	other := a.token("other", apitoken.ScopeDecide, play.Lee)
	if got := give(other, "k1", "another task"); got.StatusCode != http.StatusCreated {
		t.Errorf("the key of another token: %s\n%s", got.Status, got.text)
	}
	if tasks := a.threads(); len(tasks) != 2 {
		t.Errorf("the tasks are %+v", tasks)
	}
}

// A program begins a thread for a customer who called, once for a key.
func TestAPIBeginsAThread(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	crm := a.token("crm", apitoken.ScopeDecide, play.Lee)
	begin := func(body order, key string) answered {
		return crm.sends(http.MethodPost, "/threads", body, "Idempotency-Key", key)
	}
	bob := order{"address": "Bob@customer.test", "name": "Bob Kim", "text": bobSaid}
	got := begin(bob, "k1")
	var begun struct{ Thread string }
	must(t, json.Unmarshal(got.text, &begun))
	if got.StatusCode != http.StatusCreated ||
		got.Header.Get("Location") != "/api/v1/threads/"+begun.Thread {
		t.Fatalf("%s, %v\n%s", got.Status, got.Header, got.text)
	}
	says(t, a.gets(a.lee, "Quote for Bob"), "Lee Tran wrote this down", "Bob Kim")
	if again := begin(bob, "k1"); !bytes.Equal(again.text, got.text) {
		t.Errorf("the same key: %s\n%s", again.Status, again.text)
	}
	other := order{"address": "bob@customer.test", "text": "Please call me."}
	crm.refused(begin(other, "k1"), http.StatusUnprocessableEntity, "key_reused")
	for _, body := range []order{
		{"address": "bob@customer.test", "text": " "}, {"address": play.Dana, "text": bobSaid},
		{"address": "bob", "text": bobSaid},
		{"address": "bob@customer.test", "text": strings.Repeat("x", 65<<10)},
	} {
		crm.refused(begin(body, "k2"), http.StatusUnprocessableEntity, "invalid")
	}
	all := a.threads()
	if len(all) != 1 || !slices.ContainsFunc(all[0].Journal, func(line history.Line) bool {
		return line.Kind == "written_down" && strings.Contains(string(line.Payload), `"via":"api"`)
	}) {
		t.Errorf("the threads are %+v", all)
	}
}

// A task is given, planned, approved, revised, accepted and exported by a program alone.
func TestAPITask(t *testing.T) {
	d := &desk{}
	a := open(t, inProcess(t), withConsole, withDesk(d))
	crm := a.token("crm", apitoken.ScopeDecide, play.Lee)
	if all := gets[struct{ Items []struct{ Name string } }](crm, "/agents").Items; len(all) != 5 {
		t.Errorf("the agents are %+v", all)
	}
	got := crm.sends(http.MethodPost, "/tasks", order{"subject": "The Hendersons", "text": hendersons})
	var begun struct{ Thread string }
	must(t, json.Unmarshal(got.text, &begun))
	at := "/tasks/" + begun.Thread
	if got.StatusCode != http.StatusCreated || got.Header.Get("Location") != "/api/v1"+at {
		t.Fatalf("%s, %s", got.Status, got.Header.Get("Location"))
	}
	plan := crm.reaches(at, "plan_review")
	if plan.Progress.Progress_percentage != 5 || len(plan.Plan) != 4 {
		t.Errorf("the task is %+v", plan)
	}
	crm.done(crm.decides(*plan.Review, "ACCEPT", order{
		"order": []string{"crm", "mailbox", "accounts", "analysis"}, "skip": []string{"accounts"},
	}))
	results := crm.reaches(at, "results_review")
	if ran := d.did(); ran != "crm mailbox analysis" {
		t.Fatalf("these ran: %s", ran)
	}
	crm.done(crm.decides(*results.Review, "REVISE", order{"agent": "crm", "text": "last year too"}))
	results = crm.reaches(at, "results_review")
	if ran := d.did(); ran != "crm analysis" {
		t.Fatalf("after REVISE these ran: %s", ran)
	}
	crm.done(crm.decides(*results.Review, "ACCEPT", nil))
	if over := crm.reaches(at, "completed"); over.Progress.Progress_percentage != 100 || !over.Ended {
		t.Errorf("the task is %+v", over)
	}
	csv := string(crm.sends(http.MethodGet, at+"/results/csv", nil).text)
	if !strings.Contains(csv, "Mary Henderson") {
		t.Errorf("the results are %s", csv)
	}
	if all := gets[apiRows](crm, "/tasks").Items; len(all) != 1 || all[0].Thread != begun.Thread {
		t.Errorf("the tasks are %+v", all)
	}
	empty := crm.sends(http.MethodPost, "/tasks", order{"text": " "})
	crm.refused(empty, http.StatusUnprocessableEntity, "invalid")
}

type apiTask struct {
	Ended    bool
	Working  bool
	Progress struct {
		Stage               string
		Progress_percentage int
	}
	Plan   []struct{ Agent string }
	Review *apiReview
}

// reaches waits until a task reaches a stage and no work waits.
func (p *program) reaches(at, stage string) (one apiTask) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		one = gets[apiTask](p, at)
		if one.Progress.Stage == stage && !one.Working && (one.Ended || one.Review != nil) {
			return one
		}
	}
	p.t.Fatalf("%s does not reach %s: %+v", at, stage, one)
	return one
}

// listener is an open stream of events.
type listener struct {
	*program
	lines *bufio.Scanner
	close func() error
	last  string // id of the last event
}

// listens opens the stream after an event; "" for now.
func (p *program) listens(last string) *listener {
	p.t.Helper()
	at := p.cfg.Console.URL + "/api/v1/events"
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, at, nil)
	must(p.t, err)
	r.Header.Set("Authorization", "Bearer "+p.secret)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	response, err := new(http.Transport).RoundTrip(r)
	must(p.t, err)
	if kind := response.Header.Get("Content-Type"); kind != "text/event-stream" {
		p.t.Fatalf("%s, %s", response.Status, kind)
	}
	timeout := time.AfterFunc(patience, func() { _ = response.Body.Close() })
	l := &listener{program: p, lines: bufio.NewScanner(response.Body), last: last}
	l.close = func() error { timeout.Stop(); return response.Body.Close() }
	p.t.Cleanup(func() { _ = l.close() })
	return l
}

// hears reads until an event of a type, and returns the data and the types before.
func (l *listener) hears(kind string) (data string, before []string) {
	l.t.Helper()
	var event string
	for l.lines.Scan() {
		name, value, _ := strings.Cut(l.lines.Text(), ": ")
		switch name {
		case "event":
			event = value
		case "id":
			l.last = value
		case "data":
			if event == kind {
				return value, before
			}
			before = append(before, event)
		}
	}
	l.t.Fatalf("the stream ends before %s, after %q: %v", kind, before, l.lines.Err())
	return "", nil
}

// A program that reconnects after a restart of the daemon misses no event, and gets none twice.
func TestAPIEvents(t *testing.T) {
	a := open(t, inProcess(t), withConsole)
	crm := a.token("crm", apitoken.ScopeDecide, play.Lee)
	first := crm.listens("")
	a.asks()
	opened, _ := first.hears("review.opened")
	rv := crm.waitsFor()
	if !strings.Contains(opened, `"thread":"`+rv.Thread+`","review":1,"kind":"step"`) {
		t.Errorf("the event is %s", opened)
	}
	must(t, first.close())
	crm.done(crm.decides(rv, "ACCEPT", nil)) // while no one listens
	a.gets(a.alice, "Quote please")
	a.stop()
	a.start()
	second := crm.listens(first.last)
	decided, before := second.hears("review.decided")
	if slices.Contains(before, "review.opened") || !strings.Contains(decided, `"verdict":"accept"`) {
		t.Errorf("after the restart: %q, %s", before, decided)
	}
	if any, _ := second.hears("thread.changed"); any != `{"thread":""}` {
		t.Errorf("the program does not learn that it missed changes: %s", any)
	}
	third := crm.listens(second.last)
	a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: "I moved to Salem."})
	if _, before := third.hears("thread.changed"); slices.Contains(before, "review.decided") {
		t.Errorf("heard twice: %q", before)
	}
}

// The events of a task have its progress.
func TestAPIProgress(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}))
	crm := a.token("crm", apitoken.ScopeDecide, play.Lee)
	l := crm.listens("")
	crm.sends(http.MethodPost, "/tasks", order{"text": hendersons})
	for {
		data, _ := l.hears("thread.changed")
		var event struct {
			Progress *struct {
				Stage               string
				Progress_percentage int
			}
		}
		must(t, json.Unmarshal([]byte(data), &event))
		if p := event.Progress; p != nil && p.Stage == "plan_review" {
			if p.Progress_percentage != 5 {
				t.Errorf("the progress is %s", data)
			}
			return
		}
	}
}
