package daemon_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"ppamaild/agent/task"
	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/daemon/history"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// desk is a crew with agents scripted by the test, and a count of each agent's runs.
type desk struct {
	mu    sync.Mutex
	ran   []string // names, in order
	runs  map[string]int
	heard []task.Assignment
	wrote []task.Write
	says  func(a task.Assignment, name string, n int) task.Result // n-th run; nil: a result
	down  map[string]string
}

func (d *desk) Roster(context.Context) []task.Agent {
	return []task.Agent{
		{Name: "mailbox", Kind: task.KindMailbox, Source: "the agency's mail", Keywords: []string{"mail"}, MedianTime: 2, Unavailable: d.down["mailbox"]},
		{Name: "accounts", Kind: task.KindMCP, Source: "accounts payable", Keywords: []string{"invoice"}, MedianTime: 1, Unavailable: d.down["accounts"]},
		{Name: "crm", Kind: task.KindMCP, Source: "the CRM", Keywords: []string{"note"}, MedianTime: 3, Unavailable: d.down["crm"]},
		{Name: "closing", Kind: task.KindLLM, Keywords: []string{"escrow"}},
		{Name: task.Analysis, Kind: task.KindAnalysis},
	}
}

func (d *desk) Run(_ context.Context, a task.Assignment) task.Result {
	d.mu.Lock()
	defer d.mu.Unlock()
	name := a.Step.Agent
	d.ran, d.heard = append(d.ran, name), append(d.heard, a)
	if d.runs == nil {
		d.runs = make(map[string]int)
	}
	d.runs[name]++
	n := d.runs[name]
	if d.says != nil {
		if r := d.says(a, name, n); r.Status != "" {
			r.Agent = name
			return r
		}
	}
	return task.Result{
		Agent: name, Status: task.Found, Summary: fmt.Sprintf("%s found %d things", name, n),
		Data: json.RawMessage(fmt.Sprintf(`[{"run":%d,"name":"Mary Henderson","note":"SSN 123-45-6789"}]`, n)), Meta: task.Meta{Service: name + " of the test", Quality: 1, Took: 0.5, At: a.At},
	}
}

func (*desk) Preview(context.Context, task.Assignment) []string { return nil }

func (d *desk) Write(_ context.Context, w task.Write, _ string, _ bool) (json.RawMessage, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wrote = append(d.wrote, w)
	return json.RawMessage(`{"ok":true}`), nil
}

// did returns who ran since the last call, in order.
func (d *desk) did() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := strings.Join(d.ran, " ")
	d.ran = nil
	return all
}

// withDesk gives the agency agents for tasks.
func withDesk(d *desk) func(*agency) {
	return func(a *agency) {
		a.crew = d
		a.cfg.Agents = []config.Agent{{Name: "mailbox", Kind: config.AgentMailbox}}
	}
}

const hendersons = "What do we know about the Hendersons: mails, unpaid invoices, CRM notes?"

// tasks has Lee mail a task and returns the review of its plan.
func (a *agency) tasks(text string) sandbox.Received {
	a.t.Helper()
	m := sandbox.Mail{To: []string{a.cfg.Mailbox.Agency.Address}, Subject: "The Hendersons", Text: text + "\n"}
	_, err := a.lee.Send(a.t.Context(), m)
	must(a.t, err)
	return a.gets(a.lee, "Plan: The Hendersons")
}

func TestTask(t *testing.T) {
	onEachHost(t, func(a *agency) {
		t, d := a.t, a.crew.(*desk)
		plan := a.tasks(hendersons + " SSN 123-45-6789")
		says(t, plan, "1. mailbox", "2. accounts", "3. crm", "4. analysis", "about 6 s", "complex", `"ORDER: mailbox, accounts,`, hendersons)
		if ran := d.did(); ran != "" {
			t.Fatalf("%s ran before the plan was approved", ran)
		}
		a.replies(a.lee, plan, "ORDER: crm, mailbox, analysis\nSKIP: accounts")
		results := a.gets(a.lee, "Results: The Hendersons")
		says(t, results, "crm found 1 things", "mailbox found 1 things", `"REVISE crm: text"`, "Compiled by rules, without a model")
		if ran := d.did(); ran != "crm mailbox analysis" {
			t.Fatalf("these ran: %s", ran)
		}
		for _, file := range results.Files {
			if strings.Contains(file, "123-45-6789") {
				t.Errorf("a private number goes along:\n%s", file)
			}
		}
		if page := results.Files[threadOf(results)+".html"]; !strings.Contains(page, "crm found 1 things") {
			t.Errorf("the page attached is %.500s", page)
		}
		a.replies(a.lee, results, "EXPORT")
		files := a.gets(a.lee, "Results as files")
		id := threadOf(results)
		var compiled task.Compilation
		must(t, json.Unmarshal([]byte(files.Files[id+".json"]), &compiled))
		for name, file := range files.Files {
			if strings.Contains(file, "123-45-6789") || !strings.Contains(file, "[ssn]") {
				t.Errorf("%s does not mask a private number:\n%s", name, file)
			}
		}
		if len(compiled.Results) != 2 || !strings.Contains(files.Files[id+".csv"], "crm,found,1,name,Mary Henderson") || files.Files[id+".html"] == "" {
			t.Errorf("the export holds %+v\n%s", compiled, files.Files[id+".csv"])
		}
		a.replies(a.lee, results, "REVISE crm: last year too")
		again := a.gets(a.lee, "Results: The Hendersons")
		says(t, again, "crm found 2 things", "mailbox found 1 things", "last year too")
		if ran := d.did(); ran != "crm analysis" {
			t.Fatalf("after REVISE these ran: %s", ran)
		}
		if last := d.heard[len(d.heard)-2]; last.Feedback != "last year too" || len(last.History) != 1 {
			t.Errorf("crm was given %+v", last)
		}
		a.replies(a.lee, again, "ACCEPT")
		a.gets(a.lee, "Done: you accepted")
		all := a.threads()
		if len(all) != 1 || all[0].Status != store.ThreadCompleted || all[0].Workflow != "task" {
			t.Fatalf("%+v", all)
		}
		a.getsNothing(a.alice)
	}, func(a *agency) { withDesk(&desk{})(a) })
}

func threadOf(m sandbox.Received) string {
	return m.Subject[strings.Index(m.Subject, "T-"):][:len("T-7F3K2M")]
}

// A plan changed by the planner needs a new approval, and feedback reaches the planner.
func TestAgentCase26AReplanNeedsItsOwnApproval(t *testing.T) {
	d := &desk{}
	a := open(t, inProcess(t), withDesk(d))
	a.replies(a.lee, a.tasks(hendersons), "ACCEPT")
	results := a.gets(a.lee, "Results")
	d.did()
	a.replies(a.lee, results, "REPLAN: without the crm")
	plan := a.gets(a.lee, "Plan")
	says(t, plan, "without the crm", "1. mailbox", "2. accounts", "3. analysis")
	if ran := d.did(); ran != "" {
		t.Fatalf("%s ran before the new plan was approved", ran)
	}
	a.replies(a.lee, plan, "ACCEPT")
	says(t, a.gets(a.lee, "Results"), "mailbox found 1 things", "accounts found 1 things")
	if ran := d.did(); ran != "analysis" { // a step in both plans keeps its result
		t.Fatalf("these ran: %s", ran)
	}
}

func TestAgentCase27AFailureRerunsNothingElse(t *testing.T) {
	d := &desk{says: func(_ task.Assignment, name string, n int) task.Result {
		if name == "accounts" && n < 3 {
			return task.Result{Status: task.Failed, Error: "the server ended during the call"}
		}
		return task.Result{}
	}}
	a := open(t, inProcess(t), withDesk(d))
	a.replies(a.lee, a.tasks(hendersons), "ACCEPT")
	failed := a.gets(a.lee, "An agent failed")
	says(t, failed, "accounts", "the server ended during the call", "RETRY accounts", "CONTINUE")
	a.replies(a.lee, failed, "RETRY crm")
	says(t, a.gets(a.lee, "Not clear"), "this asks about accounts")
	a.replies(a.lee, failed, "RETRY accounts")
	failed = a.gets(a.lee, "An agent failed")
	a.replies(a.lee, failed, "CONTINUE")
	results := a.gets(a.lee, "Results")
	says(t, results, "accounts: no data (the server ended during the call)", "crm found 1 things")
	if ran := d.did(); ran != "mailbox accounts accounts crm analysis" {
		t.Fatalf("these ran: %s", ran)
	}
	a.replies(a.lee, results, "REVISE accounts: it is up again")
	says(t, a.gets(a.lee, "Results"), "accounts found 3 things", "mailbox found 1 things")
	if ran := d.did(); ran != "accounts analysis" {
		t.Fatalf("these ran: %s", ran)
	}
}

func TestAgentCase29FeedbackOnAPlanReachesThePlanner(t *testing.T) {
	a := open(t, inProcess(t), withDesk(&desk{}))
	a.replies(a.lee, a.tasks("What do our mails say about the Hendersons?"), "REJECT: add the crm, please, and have it go first")
	says(t, a.gets(a.lee, "Plan"), "1. crm", "2. mailbox", "3. analysis", "add the crm")
}

func TestAgentCase30WhoApprovedIsKept(t *testing.T) {
	a := open(t, inProcess(t), withDesk(&desk{}))
	a.tasks(hendersons)
	plan := a.gets(a.dana, "Plan")
	a.replies(a.dana, plan, "ACCEPT")
	says(t, a.gets(a.lee, "Under way"), "dana@agency.test approved it")
	a.replies(a.dana, a.gets(a.dana, "Results"), "ACCEPT")
	says(t, a.gets(a.lee, "Completed"), "dana@agency.test approved the results", "crm found 1 things")
	all := a.threads()
	var kept struct {
		Task task.Task `json:"task"`
	}
	must(t, json.Unmarshal(all[0].State, &kept))
	if got := kept.Task.Approvals; len(got) != 2 || got[0].Step != "plan" || got[1].Step != "final_results" || got[0].By != play.Dana || got[1].By != play.Dana || got[1].Digest == "" {
		t.Errorf("%+v", got)
	}
}

// The giver of a task gets the summary as another approver edited it.
func TestFindingD6AnEditedSummaryIsDelivered(t *testing.T) {
	a := open(t, inProcess(t), withDesk(&desk{}))
	a.tasks(hendersons)
	a.replies(a.dana, a.gets(a.dana, "Plan"), "ACCEPT")
	a.gets(a.lee, "Under way")
	a.replies(a.dana, a.gets(a.dana, "Results"), "EDIT: summary: Nothing is overdue, they say.")
	done := a.gets(a.lee, "Completed")
	says(t, done, "dana@agency.test approved the results", "Nothing is overdue, they say.")
	lacks(t, done, "Compiled by rules")
}

func TestOneSpecialist(t *testing.T) {
	d := &desk{}
	a := open(t, inProcess(t), withDesk(d))
	plan := a.tasks("Please check the escrow papers of Mary Henderson.")
	says(t, plan, "1. closing", "simple")
	a.replies(a.lee, plan, "ACCEPT")
	result := a.gets(a.lee, "Result: ")
	for n := 2; n < 6; n++ { // without a limit
		a.replies(a.lee, result, fmt.Sprintf("REVISE closing: look again, %d", n))
		result = a.gets(a.lee, "Result: ")
		says(t, result, fmt.Sprintf("closing found %d things", n))
		last := d.heard[len(d.heard)-1]
		if last.Task.Text == "" || len(last.History) != n-1 || last.Before == nil || !strings.HasSuffix(last.Before.Summary, fmt.Sprintf("%d things", n-1)) || !strings.HasSuffix(last.Feedback, fmt.Sprint(n)) {
			t.Fatalf("the specialist was given %+v", last)
		}
	}
	a.replies(a.lee, result, "ACCEPT")
	says(t, a.gets(a.lee, "accepted the agent"), "completed")
	if all := a.threads(); all[0].Status != store.ThreadCompleted {
		t.Errorf("%s", all[0].Status)
	}
}

func TestSpecialistWithoutAReview(t *testing.T) {
	a := open(t, inProcess(t), withDesk(&desk{}), func(a *agency) {
		a.cfg.Review.Gates["specialist"], a.cfg.Review.Gates["plan"] = config.GateNever, config.GateNever
	})
	_, err := a.lee.Send(t.Context(), sandbox.Mail{To: []string{a.cfg.Mailbox.Agency.Address}, Subject: "Escrow", Text: "Check the escrow papers.\n"})
	must(t, err)
	says(t, a.gets(a.lee, "Completed"), "ppamaild did not ask", "closing found 1 things")
}

// Without gates, the mail about the completed task has the results and their files.
func TestFindingD6ResultsWithoutAReviewAreDelivered(t *testing.T) {
	a := open(t, inProcess(t), withDesk(&desk{}), func(a *agency) {
		for gate := range a.cfg.Review.Gates {
			a.cfg.Review.Gates[gate] = config.GateNever
		}
		a.cfg.Task.Progress = []config.Milestone{}
	})
	for text, wants := range map[string][]string{
		hendersons:                {"crm found 1 things", "mailbox found 1 things", "Quality of the data"},
		"Check the escrow papers": {"closing found 1 things", "closing of the test"},
	} {
		mail := sandbox.Mail{To: []string{a.cfg.Mailbox.Agency.Address}, Subject: "A task", Text: text + "\n"}
		_, err := a.lee.Send(t.Context(), mail)
		must(t, err)
		done := a.gets(a.lee, "Completed")
		says(t, done, append(wants, "attached as a page, as JSON and as CSV")...)
		if strings.Contains(text, "escrow") {
			lacks(t, done, "without a model")
		}
		if len(done.Files) != 3 {
			t.Errorf("%d files", len(done.Files))
		}
	}
}

// A call that changes data at a service is made only after a person's approval.
func TestAWritingCallWaitsForApproval(t *testing.T) {
	d := &desk{says: func(a task.Assignment, name string, _ int) task.Result {
		if name != "crm" {
			return task.Result{}
		}
		return task.Result{Status: task.Found, Summary: "one contact", Meta: task.Meta{At: a.At}, Wants: []task.Write{
			{Agent: "crm", Tool: "add_note", Args: json.RawMessage(`{"contact_id":7,"text":"called"}`), Why: "the task asks for a note"},
			{Agent: "crm", Tool: "delete_contact", Args: json.RawMessage(`{"contact_id":7}`)},
		}}
	}}
	a := open(t, inProcess(t), withDesk(d))
	a.replies(a.lee, a.tasks(hendersons), "ACCEPT")
	call := a.gets(a.lee, "Call of a tool")
	says(t, call, "add_note", "called", "the task asks for a note")
	if len(d.wrote) > 0 {
		t.Fatal("the call was made before it was approved")
	}
	a.replies(a.lee, call, "EDIT:\ntext: called on Friday")
	call = a.gets(a.lee, "Call of a tool")
	says(t, call, "delete_contact")
	a.replies(a.lee, call, "REJECT: never delete anybody")
	a.replies(a.lee, a.gets(a.lee, "Results"), "ACCEPT")
	a.gets(a.lee, "Done: you accepted")
	if len(d.wrote) != 1 || string(d.wrote[0].Args) != `{"contact_id":7,"text":"called on Friday"}` {
		t.Errorf("%s", d.wrote)
	}
	a.stop()
	calls := make(map[store.EffectStatus]int)
	must(t, a.openStore().View(t.Context(), func(tx store.Tx) (err error) {
		for _, status := range store.EffectStatuses() {
			err = errors.Join(err, tx.EffectsByStatus(status, func(e store.Effect) bool {
				if e.Tool == task.ToolCallTool {
					calls[status]++
				}
				return true
			}))
		}
		return err
	}))
	if !maps.Equal(calls, map[store.EffectStatus]int{store.EffectConfirmed: 1}) {
		t.Errorf("the ledger holds %v", calls)
	}
}

func TestWhatIsNoTask(t *testing.T) {
	a := open(t, inProcess(t), withDesk(&desk{}))
	send := func(p *sandbox.Person, to, subject, text string) {
		t.Helper()
		_, err := p.Send(t.Context(), sandbox.Mail{To: []string{to}, Subject: subject, Text: text + "\n"})
		must(t, err)
	}
	send(a.lee, a.cfg.Mailbox.Agency.Address, "Yes", "ACCEPT")
	says(t, a.gets(a.lee, "answers no open review"), "ACCEPT")
	send(a.lee, a.cfg.Mailbox.Customer.Address, "A task", hendersons)
	says(t, a.gets(a.lee, "Not possible here: A task"), "A task must be addressed to "+a.cfg.Mailbox.Agency.Address)
	send(a.lee, a.cfg.Mailbox.Agency.Address, "Find the Hendersons", "")
	says(t, a.gets(a.lee, "Not possible here: Find"), "no text of its own")
	send(a.lee, a.cfg.Mailbox.Agency.Address, "A long task", strings.Repeat(hendersons, 1+64<<10/len(hendersons)))
	says(t, a.gets(a.lee, "Not possible here: A long task"), "A task has up to 64 KB of text.")
	send(a.alice, a.cfg.Mailbox.Agency.Address, "A task", hendersons)
	a.gets(a.lee, "[Q-") // the mail is a customer's, with any content
	for _, s := range a.threads() {
		if s.Workflow == "task" {
			t.Errorf("%s became a task", s.Subject)
		}
	}
}

// Without a question, a numbered list answers nothing: the list is the request.
func TestATaskMayBeANumberedList(t *testing.T) {
	a := open(t, inProcess(t), withDesk(&desk{}))
	says(t, a.tasks("1. Are there unpaid invoices of the Hendersons?\n2. Please list our vendors."), "1. Are there unpaid", "2. Please list")
}

func TestTaskIsCancelled(t *testing.T) {
	a := open(t, inProcess(t), withDesk(&desk{}))
	a.replies(a.lee, a.tasks(hendersons), "CANCEL: not needed")
	says(t, a.gets(a.lee, "Done"), "canceled")
	if all := a.threads(); all[0].Status != store.ThreadCancelled {
		t.Errorf("%s", all[0].Status)
	}
}

// A plan never ends with analysis alone, because analysis alone has nothing to combine. No mail
// proposes such a plan.
func TestSkippingAllThatFindAnything(t *testing.T) {
	a := open(t, inProcess(t), withDesk(&desk{}))
	plan := a.tasks("What do our mails say about the Hendersons?")
	if strings.Contains(plan.Text, "SKIP:") || strings.Contains(plan.Text, "ORDER:") {
		t.Errorf("it offers to skip the only agent:\n%s", plan.Text)
	}
	a.replies(a.lee, plan, "SKIP: mailbox")
	unclear := a.gets(a.lee, "Not clear")
	says(t, unclear, "only analysis is left")
	if strings.Contains(unclear.Text, `"SKIP:`) || strings.Contains(unclear.Text, `"ORDER:`) {
		t.Errorf("it offers what can't be done:\n%s", unclear.Text)
	}
	a.replies(a.lee, plan, "ACCEPT")
	results := a.gets(a.lee, "Results")
	a.replies(a.lee, results, "REVISE crm: last year too")
	says(t, a.gets(a.lee, "Not clear"), "to add an agent, write REPLAN: and the reason", `"REVISE mailbox: text"`)
}

// A reason that the planner can't act on keeps the plan open. No notice promises another plan.
func TestFindingD9APlanThatIsNotMadeAgainSaysSo(t *testing.T) {
	a := open(t, inProcess(t), withDesk(&desk{}))
	plan := a.tasks(hendersons)
	a.replies(a.lee, plan, "REJECT: this is too slow")
	says(t, a.gets(a.lee, "Not clear"), "I can't do this", "too slow", "names no agent", "still open")
	a.replies(a.lee, plan, "REJECT: without crm")
	a.gets(a.lee, "Done: you rejected")
	says(t, a.gets(a.lee, "Plan"), `"ORDER: mailbox, accounts, runs the plan`)
}

var errDown = errors.New("down")

func TestMCPDownIsToldInThePlan(t *testing.T) {
	d := &desk{down: map[string]string{"crm": errDown.Error()}, says: func(a task.Assignment, name string, _ int) task.Result {
		if name != "crm" {
			return task.Result{}
		}
		return task.Result{Status: task.Missing, Error: errDown.Error(), Meta: task.Meta{At: a.At}}
	}}
	a := open(t, inProcess(t), withDesk(d))
	plan := a.tasks(hendersons)
	says(t, plan, "crm can't be reached (down); its data will be missing")
	a.replies(a.lee, plan, "ACCEPT")
	says(t, a.gets(a.lee, "Results"), "crm: no data (down)", "crm (missing)")
}

// The task's followers see each working agent, and progress that never falls.
func TestTaskIsFollowed(t *testing.T) {
	release, reviewed := make(chan struct{}), make(chan struct{})
	d := &desk{says: func(task.Assignment, string, int) task.Result { <-release; return task.Result{} }}
	a := open(t, inProcess(t), withDesk(d))
	plan := a.tasks(hendersons)
	admin, err := daemon.Connect(t.Context(), a.cfg)
	must(t, err)
	seen, last := map[string]bool{}, -1
	followed := make(chan error, 1)
	go func() {
		followed <- admin.Follow(t.Context(), threadOf(plan), func(p history.Progress) error {
			if p.Percentage < last {
				return fmt.Errorf("progress falls from %d to %d", last, p.Percentage)
			}
			last = p.Percentage
			seen[p.Stage+" "+p.Current] = true
			switch p.Stage {
			case task.StageAgents:
				release <- struct{}{}
			case task.StageResultsReview:
				close(reviewed)
			}
			return nil
		})
	}()
	a.replies(a.lee, plan, "ACCEPT")
	results := a.gets(a.lee, "Results")
	<-reviewed
	a.replies(a.lee, results, "ACCEPT")
	must(t, <-followed)
	for _, want := range []string{"plan_review ", "agents mailbox", "agents accounts", "agents crm", "agents analysis", "results_review ", "completed "} {
		if !seen[want] {
			t.Errorf("%q was not seen, but %v", want, seen)
		}
	}
	if last != 100 {
		t.Errorf("it ended at %d %%", last)
	}
	must(t, admin.Close())
}

// A task from an unauthenticated address begins after the sender confirms with a secret
// reference.
func TestATaskOfADoubtfulSenderIsConfirmed(t *testing.T) {
	d := &desk{}
	a := open(t, inProcess(t), withDesk(d), func(a *agency) {
		a.cfg.Review.RequireAuthenticatedSender = config.SenderAlways
	})
	_, err := a.lee.Send(t.Context(), sandbox.Mail{To: []string{a.cfg.Mailbox.Agency.Address}, Subject: "The Hendersons", Text: hendersons + "\n"})
	must(t, err)
	asked := a.gets(a.lee, "Is this task yours?")
	says(t, asked, hendersons, "NEW", "IGNORE")
	a.getsNothing(a.dana) // no other person is involved
	a.replies(a.lee, asked, "NEW")
	plan := a.gets(a.lee, "Plan: The Hendersons")
	if ran := d.did(); ran != "" {
		t.Errorf("%s ran", ran)
	}
	a.replies(a.lee, plan, "ACCEPT") // which is as doubtful as the task
	a.gets(a.lee, "could not be verified")
}

func TestRevisionsCanBeLimited(t *testing.T) {
	a := open(t, inProcess(t), withDesk(&desk{}), func(a *agency) { a.cfg.Task.MaxRevisions = 1 })
	a.replies(a.lee, a.tasks(hendersons), "ACCEPT")
	a.replies(a.lee, a.gets(a.lee, "Results"), "REVISE crm: more")
	a.replies(a.lee, a.gets(a.lee, "Results"), "REVISE crm: still more")
	over := a.gets(a.lee, "Stopped")
	says(t, over, "was rejected 2 times", "still more", "HAND BACK")
	a.replies(a.lee, over, "HAND BACK")
	says(t, a.gets(a.lee, "Results"), "crm found 2 things") // same as before the last run
}

func TestReportTellsATask(t *testing.T) {
	a := open(t, inProcess(t), withDesk(&desk{}))
	a.replies(a.lee, a.tasks(hendersons), "ACCEPT")
	id := threadOf(a.gets(a.lee, "Results"))
	page := a.report(id)
	for _, words := range []string{"Task: The Hendersons", "unpaid invoices, CRM notes?", ">agents", ">plan", "Journal verified"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page does not hold %q", words)
		}
	}
	if strings.Contains(page, "info request") {
		t.Error("the page draws the way of a quote")
	}
}
