package daemon_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"ppamaild/agent/task"
	"ppamaild/store"
)

var (
	taskOnce   = regexp.MustCompile(`name="once" value="([^"]*)"`)
	taskAt     = regexp.MustCompile(`data-page="(/tasks/T-[0-9A-Z]{6})"`)
	taskReview = regexp.MustCompile(`name="number" value="(\d+)"`)
	taskOrder  = regexp.MustCompile(`name="order" value="([^"]*)"`)
)

// gives gives a task in the browser and returns the path of its page.
func (v *visitor) gives(text string, form ...string) string {
	v.t.Helper()
	once := taskOnce.FindStringSubmatch(v.visits("/tasks/new"))
	if once == nil {
		v.t.Fatalf("no form:\n%s", v.visits("/tasks/new"))
	}
	form = append(form, "once", once[1], "subject", "The Hendersons", "text", text)
	page := v.submits("/tasks/new", form...)
	found := taskAt.FindStringSubmatch(page)
	if found == nil {
		v.t.Fatalf("no task:\n%s", page)
	}
	return found[1]
}

// reaches waits until a page shows words.
func (v *visitor) reaches(path, words string) string {
	v.t.Helper()
	var page string
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if page = v.visits(path); strings.Contains(page, words) {
			return page
		}
	}
	v.t.Fatalf("%s does not show %q:\n%s", path, words, page)
	return ""
}

// A task takes files. Staff see their text, and no mail says that the files are missing.
func TestConsoleTaskFiles(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}))
	lee := a.signsIn(a.lee)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	must(t, form.WriteField("text", hendersons+" Compare the attached list."))
	file, err := form.CreateFormFile("file", "list.csv")
	must(t, err)
	_, err = file.Write([]byte("name,due\r\nMary Henderson,Dec 3\r\n"))
	must(t, err)
	must(t, form.Close())
	response, err := lee.client.Post(a.cfg.Console.URL+"/tasks/new", form.FormDataContentType(), &body)
	must(t, err)
	found := taskAt.FindStringSubmatch(lee.read(response))
	if found == nil {
		t.Fatal("no task")
	}
	shows(t, lee.reaches(found[1], "Approve the plan"), "list.csv:\nname,due\nMary Henderson,Dec 3")
	plan := a.gets(a.lee, "Plan: ")
	says(t, plan, "Mary Henderson")
	lacks(t, plan, "no file is attached")
	lacks(t, plan, "no agent reads it")
}

// rules decides on the page of a task that the reader saw.
func (v *visitor) rules(path, page, word string, form ...string) string {
	v.t.Helper()
	digest, number := digestField.FindStringSubmatch(page), taskReview.FindStringSubmatch(page)
	if digest == nil || number == nil {
		v.t.Fatalf("no form:\n%s", page)
	}
	form = append(form, "word", word, "digest", digest[1], "number", number[1])
	return v.submits(path, form...)
}

// orderOn is the order of the plan on a page.
func orderOn(page string) string {
	var names []string
	_, page, _ = strings.Cut(page, `<form id="plan"`)
	page, _, _ = strings.Cut(page, "</form>")
	for _, found := range taskOrder.FindAllStringSubmatch(page, -1) {
		names = append(names, found[1])
	}
	return strings.Join(names, " ")
}

// A task shows its time, and the usual time of earlier tasks with the same agents.
func TestConsoleUsualTime(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}))
	lee := a.signsIn(a.lee)
	gives := func() (path, results string) {
		path = lee.gives(hendersons)
		lee.rules(path, lee.reaches(path, "Approve the plan"), "ACCEPT")
		return path, lee.reaches(path, "Results wait for a decision")
	}
	path, first := gives()
	shows(t, first, "Elapsed: ")
	if strings.Contains(first, "usually ") {
		t.Error("the first task of its kind has a usual time")
	}
	shows(t, lee.rules(path, first, "ACCEPT"), "Completed")
	_, second := gives()
	shows(t, second, "usually ")
}

// A task is given, planned, approved, revised, accepted and exported in the browser alone.
func TestConsoleTask(t *testing.T) {
	d := &desk{}
	a := open(t, inProcess(t), withConsole, withDesk(d))
	lee := a.signsIn(a.lee)
	shows(t, lee.visits("/tasks/new"), "accounts", "crm", "mailbox", "Make a plan")
	path := lee.gives(hendersons + " SSN 123-45-6789")
	plan := lee.reaches(path, "Approve the plan")
	says(t, a.gets(a.lee, "Plan: The Hendersons"), "1. mailbox", "2. accounts", "3. crm")
	shows(t, plan, "Plan waits for a decision", "From Lee Tran", "[ssn]")
	if strings.Contains(plan, "123-45-6789") {
		t.Error("the page shows a private number")
	}
	if order := orderOn(plan); order != "mailbox accounts crm analysis" {
		t.Errorf("the plan is %s", order)
	}
	moved := lee.visits(path + "?order=mailbox&order=accounts&order=crm&order=analysis&skip=accounts&move=up+crm")
	if order := orderOn(moved); order != "mailbox crm accounts analysis" {
		t.Errorf("after the move, the plan is %s", order)
	}
	shows(t, moved, `value="accounts" checked`)
	if ran := d.did(); ran != "" {
		t.Fatalf("%s ran before the plan was approved", ran)
	}
	lee.rules(path, moved, "ACCEPT", "order", "crm", "order", "mailbox", "order", "accounts", "order", "analysis",
		"skip", "accounts")
	results := lee.reaches(path, "Results wait for a decision")
	shows(t, results, "crm found 1 things", "mailbox found 1 things", `id="agent-crm"`, `href="#`)
	if ran := d.did(); ran != "crm mailbox analysis" {
		t.Fatalf("these ran: %s", ran)
	}
	shows(t, lee.rules(path, results, "REVISE", "agent", "crm", "text", ""), "Please write a text")
	lee.rules(path, results, "REVISE", "agent", "crm", "text", "last year too")
	lee.reaches(path, "crm found 2 things")
	results = lee.reaches(path, "Results wait for a decision")
	if ran := d.did(); ran != "crm analysis" {
		t.Fatalf("after REVISE these ran: %s", ran)
	}
	if last := d.heard[len(d.heard)-2]; last.Feedback != "last year too" {
		t.Errorf("crm was given %+v", last)
	}
	shows(t, lee.rules(path, results, "ACCEPT"), "Done: you accepted", "Completed")
	var compiled task.Compilation
	must(t, json.Unmarshal([]byte(lee.visits(path+"/results/json")), &compiled))
	if len(compiled.Results) != 2 || !strings.Contains(compiled.Task, "[ssn]") {
		t.Errorf("the export has %+v", compiled)
	}
	shows(t, lee.visits(path+"/results/csv"), "crm,found,1,name,Mary Henderson")
	shows(t, lee.visits(path+"/results/html"), "crm found 2 things", "<!DOCTYPE html>")
	shows(t, lee.visits("/tasks"), path, "The Hendersons", "Completed")
	shows(t, lee.visits("/tasks/new?from="+path[len("/tasks/"):]), "What do we know about the Hendersons")
	a.isConsoleTask()
}

// isConsoleTask checks the journal: the task and each decision came from the console.
func (a *agency) isConsoleTask() {
	a.t.Helper()
	all := a.threads()
	if len(all) != 1 || all[0].Status != store.ThreadCompleted {
		a.t.Fatalf("%+v", all)
	}
	var kinds []string
	for _, line := range all[0].Journal {
		if line.Kind == "task" || line.Kind == "reply" {
			kinds = append(kinds, line.Kind)
			if !strings.Contains(string(line.Payload), `"via":"console"`) {
				a.t.Errorf("the journal has %s %s", line.Kind, line.Payload)
			}
		}
	}
	if got := strings.Join(kinds, " "); got != "task reply reply reply" {
		a.t.Errorf("the journal has %s", got)
	}
}

// A form that is sent twice gives one task.
func TestConsoleTaskOnce(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}))
	lee := a.signsIn(a.lee)
	once := taskOnce.FindStringSubmatch(lee.visits("/tasks/new"))[1]
	first := lee.submits("/tasks/new", "once", once, "text", hendersons)
	second := lee.submits("/tasks/new", "once", once, "text", hendersons)
	one, two := taskAt.FindStringSubmatch(first), taskAt.FindStringSubmatch(second)
	if one == nil || two == nil || one[1] != two[1] {
		t.Errorf("two tasks: %q and %q", one, two)
	}
	shows(t, lee.submits("/tasks/new", "text", " "), "Please write a text")
	shows(t, lee.submits("/tasks/new", "text", strings.Repeat("a", 65<<10)), "The text is too long")
	a.gets(a.lee, "Plan: ")
	if n := len(a.threads()); n != 1 {
		t.Errorf("%d threads", n)
	}
}

// A page with an old plan decides nothing. A reply by mail to the same review is late, too.
func TestConsoleStalePlan(t *testing.T) {
	d := &desk{}
	a := open(t, inProcess(t), withConsole, withDesk(d))
	plan := a.tasks(hendersons)
	lee, path := a.signsIn(a.lee), "/tasks/"+threadOf(plan)
	old := lee.reaches(path, "Approve the plan")
	shows(t, lee.rules(path, old, "REJECT", "text", "without the crm"), "Done: you rejected")
	fresh := lee.reaches(path, "Approve the plan")
	page := lee.rules(path, old, "ACCEPT", "order", "crm")
	shows(t, page, "Your decision was not counted")
	if ran := d.did(); ran != "" {
		t.Fatalf("%s ran", ran)
	}
	page = lee.rules(path, fresh, "ACCEPT", "skip", "mailbox", "skip", "accounts")
	shows(t, page, "analysis", `value="mailbox" checked`) // refused: analysis alone
	lee.rules(path, fresh, "ACCEPT")
	lee.reaches(path, "Results wait for a decision")
	a.replies(a.lee, plan, "ACCEPT")
	a.gets(a.lee, "Already")
}

func TestConsoleRetriesAnAgent(t *testing.T) {
	d := &desk{says: func(_ task.Assignment, name string, n int) task.Result {
		if name == "accounts" && n < 3 {
			return task.Result{Status: task.Failed, Error: "the server ended during the call"}
		}
		return task.Result{}
	}}
	a := open(t, inProcess(t), withConsole, withDesk(d))
	lee := a.signsIn(a.lee)
	path := lee.gives(hendersons)
	lee.rules(path, lee.reaches(path, "Approve the plan"), "ACCEPT")
	failed := lee.reaches(path, "Retry accounts")
	shows(t, failed, "the server ended during the call", "Continue without accounts", "mailbox found 1 things")
	lee.rules(path, failed, "RETRY", "agent", "accounts")
	again := lee.reaches(path, "Retry accounts")
	for old := taskReview.FindString(failed); taskReview.FindString(again) == old; {
		again = lee.reaches(path, "Retry accounts")
	}
	lee.rules(path, again, "CONTINUE")
	results := lee.reaches(path, "Results wait for a decision")
	shows(t, results, "accounts: no data")
	lee.rules(path, results, "REPLAN", "text", "without the crm")
	if order := orderOn(lee.reaches(path, "Approve the plan")); order != "mailbox accounts analysis" {
		t.Errorf("the plan is %s", order)
	}
}

// A reader without a session, a member without the thread, and the number of another thread
// decide nothing.
func TestConsoleTaskRights(t *testing.T) {
	d := &desk{}
	a := open(t, inProcess(t), withConsole, withDesk(d))
	lee, dana := a.signsIn(a.lee), a.signsIn(a.dana)
	path := lee.gives(hendersons)
	plan := lee.reaches(path, "Approve the plan")
	for _, p := range []string{path, path + "/results/json", "/tasks", "/tasks/new"} {
		shows(t, a.visitor().visits(p), "Your staff email address")
	}
	shows(t, a.visitor().submits(path, "word", "ACCEPT", "number", "1"), "Nothing was done")
	shows(t, a.visitor().submits("/tasks/new", "text", "a task"), "Nothing was done", "a task")
	shows(t, lee.rules(path, plan, "CLAIM"), "Lee Tran")
	shows(t, dana.rules(path, plan, "ACCEPT"), "Lee Tran has this thread")
	a.asks() // a quote
	quote := reviewPath.FindString(lee.visits("/?tab=team&q=alice"))
	id := quote[len("/r/") : len("/r/")+len("Q-7F3K2M")]
	for _, p := range []string{"/tasks/" + id, "/tasks/" + id + "/results/csv", "/tasks/T-222222"} {
		shows(t, lee.visits(p), "Not found")
	}
	lee.submits(path, "word", "ACCEPT", "number", "99", "digest", "any")
	other := digestField.FindStringSubmatch(lee.visits(quote))[1]
	lee.submits(path, "word", "ACCEPT", "number", "1", "digest", other)
	lee.submits("/tasks/"+id, "word", "ACCEPT", "number", "1", "digest", other)
	a.getsNothing(a.alice)
	if ran := d.did(); ran != "" {
		t.Fatalf("%s ran", ran)
	}
	page, err := lee.client.Get(a.cfg.Console.URL + path + "/results/json")
	must(t, err)
	must(t, page.Body.Close())
	if page.StatusCode != http.StatusNotFound {
		t.Errorf("results before the work: %s", page.Status)
	}
}

// twoSources is a desk of agents that share the number of an invoice.
func twoSources() *desk {
	return &desk{says: func(a task.Assignment, name string, _ int) task.Result {
		data := map[string]string{
			"accounts": `[{"invoice_number":"CAG-7731","vendor":"Clearview Auto Glass",` +
				`"amount":"$618.50","due_date":"2026-01-18","status":"unpaid"}]`,
			"crm": `[{"id":"c1","name":"Mary Henderson","phone":"503-555-0123","notes":[` +
				`{"date":"2026-01-25","text":"A reminder came for CAG-7731."}]}]`,
		}[name]
		if data == "" {
			return task.Result{}
		}
		return task.Result{Status: task.Found, Summary: name + " has one",
			Data: json.RawMessage(data), Meta: task.Meta{Service: name, At: a.At}}
	}}
}

// finds gives a task, approves the plan, and returns the page with the results.
func (v *visitor) finds() (path, page string) {
	v.t.Helper()
	path = v.gives(hendersons)
	v.rules(path, v.reaches(path, "Approve the plan"), "ACCEPT")
	return path, v.reaches(path, "Results wait for a decision")
}

// A shared value leads to the rows of both sources.
func TestConsoleLinksRows(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(twoSources()))
	_, page := a.signsIn(a.lee).finds()
	shows(t, page, "$618.50")
	links := regexp.MustCompile(`class="chip" href="#([^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(links) < 2 {
		t.Fatalf("no links:\n%s", page)
	}
	for _, link := range links {
		if !strings.Contains(page, `id="`+link[1]+`"`) {
			t.Errorf("a link leads to %q, which is not on the page", link[1])
		}
	}
	if rows := strings.Count(page, `<tr id="row-`); rows < 2 {
		t.Errorf("%d rows have an id:\n%s", rows, page)
	}
	a.gets(a.lee, "Plan")
}

// A reason to plan again instructs the agent that the reason names.
func TestConsoleInstructsAnAgent(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}))
	lee := a.signsIn(a.lee)
	path := lee.gives(hendersons)
	plan := lee.reaches(path, "Approve the plan")
	lee.rules(path, plan, "REJECT", "text", "crm: only the notes of last year")
	_, step, _ := strings.Cut(lee.reaches(path, "Sent back by Lee Tran"), "<strong>crm</strong>")
	step, _, _ = strings.Cut(step, "</li>")
	shows(t, step, "only the notes of last year")
}

// Notes of a task reach colleagues on the page and in the next review, and no agent.
func TestConsoleTaskNotes(t *testing.T) {
	d := &desk{}
	a := open(t, inProcess(t), withConsole, withDesk(d))
	lee := a.signsIn(a.lee)
	path := lee.gives(hendersons)
	plan := lee.reaches(path, "Approve the plan")
	says(t, a.gets(a.dana, "Plan: "), "Hendersons")
	note := "/t/" + strings.TrimPrefix(path, "/tasks/") + "/note"
	shows(t, lee.submits(note, "from", "task", "text", " "), "Please write a text", `href="`+path)
	page := lee.submits(note, "from", "task", "text", "Mary calls at noon, SSN 123-45-6789 <b>")
	shows(t, page, `data-page="`+path, "Lee Tran (note to colleagues)",
		"calls at noon, SSN [ssn] &lt;b&gt;")
	history := lee.submits(note, "text", "Use the side door")
	shows(t, history, "Conversation", "side door")
	lee.rules(path, plan, "REJECT", "text", "without the crm")
	again := a.gets(a.dana, "Plan: ")
	says(t, again, hendersons[:20], "Lee Tran (note to colleagues)", "calls at noon", "side door")
	next := lee.reaches(path, "without the crm")
	lee.rules(path, next, "ACCEPT")
	shows(t, lee.reaches(path, "Results wait for a decision"), "calls at noon", "side door")
	d.mu.Lock()
	defer d.mu.Unlock()
	heard, err := json.Marshal(d.heard)
	must(t, err)
	isHeard := bytes.Contains(heard, []byte("noon")) || bytes.Contains(heard, []byte("side door"))
	if len(d.heard) < 2 || isHeard {
		t.Errorf("the agents got %s", heard)
	}
}

// A note or a hold keeps the moves on the page of a plan. A later plan takes no old moves.
func TestConsoleTaskKeepsMoves(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}))
	lee := a.signsIn(a.lee)
	path := lee.gives(hendersons)
	plan := lee.reaches(path, "Approve the plan")
	moved := lee.visits(path + "?skip=accounts&move=up+crm&number=" + taskReview.FindStringSubmatch(plan)[1])
	form := []string{"from", "task", "text", "Mary calls at noon", "reason", "a dispute"}
	_, note, _ := strings.Cut(moved, `/note"`)
	note, _, _ = strings.Cut(note, "</form>")
	for _, input := range hiddenInput.FindAllStringSubmatch(note, -1) {
		form = append(form, input[1], input[2])
	}
	for _, order := range []string{"/note", "/hold"} {
		page := lee.submits("/t/"+strings.TrimPrefix(path, "/tasks/")+order, form...)
		shows(t, page, `value="accounts" checked`)
		if order := orderOn(page); order != "mailbox crm accounts analysis" {
			t.Errorf("the plan is %s", order)
		}
	}
	lee.rules(path, plan, "REJECT", "text", "without the mailbox")
	lee.reaches(path, "Sent back by Lee Tran")
	page := lee.submits("/t/"+strings.TrimPrefix(path, "/tasks/")+"/note", form...)
	if order := orderOn(page); order != "accounts crm analysis" {
		t.Errorf("the new plan is %s", order)
	}
}

var hiddenInput = regexp.MustCompile(`type="hidden" name="([^"]*)" value="([^"]*)"`)

// A hold protects a task. Pages show the hold, and an admin ends it.
func TestConsoleTaskHold(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}), withAdmin)
	lee, dana := a.signsIn(a.lee), a.signsIn(a.dana)
	path := lee.gives(hendersons)
	lee.reaches(path, "Approve the plan")
	id := strings.TrimPrefix(path, "/tasks/")
	hold, release := "/t/"+id+"/hold", "/t/"+id+"/release"
	shows(t, dana.submits(hold, "from", "task", "reason", " "), "Please write a reason", `href="`+path)
	shows(t, dana.submits("/t/"+id+"/retry", "from", "task"), "has no dead letters", `href="`+path)
	shows(t, lee.submits(release, "from", "task"), "there is no hold on "+id)
	held := dana.submits(hold, "from", "task", "reason", "a dispute")
	shows(t, held, `data-page="`+path, id+" is on hold", "by Dana Reyes", "a dispute")
	if strings.Contains(held, "End the hold") {
		t.Error("the page offers the end of a hold to everyone")
	}
	shows(t, dana.submits(release), "For admins only")
	history := lee.visits("/t/" + id)
	shows(t, history, id+" is on hold", "End the hold", "Put on hold", "Try again")
	if strings.Contains(history, "Merge into") {
		t.Error("the page of a task offers a merge")
	}
	shows(t, lee.visits(path), "End the hold")
	if page := lee.submits(release, "from", "task"); strings.Contains(page, "is on hold") {
		t.Errorf("the hold stays:\n%s", page)
	}
	shows(t, lee.visits("/t/"+id), "a dispute") // in the history
	if via := a.ordered(id); !strings.HasSuffix(via, "held hold_released") {
		t.Errorf("the journal has %q in the console", via)
	}
}
