package daemon_test

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	systems "ppamaild/sandbox/desk"
	"ppamaild/store"
)

// withTestAgent adds a test agent: the made-up CRM.
func withTestAgent(a *agency) {
	crm, err := systems.New(systems.Options{
		System: systems.CRM, Now: time.Now, Exit: func(int) {}, Log: slog.New(slog.DiscardHandler),
	})
	must(a.t, err)
	server := httptest.NewServer(crm.Handler())
	a.t.Cleanup(func() { server.CloseClientConnections(); server.Close(); must(a.t, crm.Close()) })
	a.cfg.Agents = append(a.cfg.Agents, config.Agent{
		Name: "crm", Kind: config.AgentMCP, URL: server.URL, Token: config.NewSecret(systems.Token),
		Tools: []string{"*"}, Timeout: config.Duration{Duration: 30 * time.Second}, Test: true,
	})
}

// A test task asks the test agents only. Every page, file and mail about the test says TEST, and
// no customer gets a mail.
func TestConsoleTestTask(t *testing.T) {
	real := &desk{}
	a := open(t, inProcess(t), withConsole, withDesk(real), withTestAgent)
	lee := a.signsIn(a.lee)
	shows(t, lee.visits("/tasks/new"), "This is a test", "Test agents", `name="test"`)
	shows(t, lee.visits("/ops"), "crm (test)")
	path := lee.gives(hendersons, "test", "yes")
	plan := lee.reaches(path, "Approve the plan")
	shows(t, plan, "No result is real", "<h1>TEST: The Hendersons")
	if order := orderOn(plan); order != "crm analysis" {
		t.Errorf("the plan is %s", order)
	}
	says(t, a.gets(a.lee, "TEST: The Hendersons"), "is a TEST: only test agents work", "crm (test)")
	lee.rules(path, plan, "ACCEPT")
	results := lee.reaches(path, "Results wait for a decision")
	shows(t, results, "No result is real", "grace.henderson@home.test")
	for _, page := range []string{plan, results} {
		if n := strings.Count(page, "TEST"); n != 2 { // the title of the browser and the heading
			t.Errorf("the page says TEST %d times:\n%s", n, page)
		}
	}
	lee.rules(path, results, "ACCEPT")
	lee.reaches(path, "Completed")
	shows(t, lee.visits(path+"/results/html"), "TEST: The Hendersons", "is a TEST: only test")
	shows(t, lee.visits(path+"/results/csv"), "is a TEST: only test agents work")
	shows(t, lee.visits(path+"/results/json"), `"test": true`)
	shows(t, lee.visits("/tasks"), "TEST: The Hendersons")
	again := lee.visits("/tasks/new?from=" + strings.TrimPrefix(path, "/tasks/"))
	shows(t, again, `value="yes" checked`, `value="The Hendersons"`)
	if ran := real.did(); ran != "" {
		t.Errorf("%s ran for a test", ran)
	}
	says(t, a.gets(a.dana, "Lee Tran accepted the plan"), "in the console")
	a.isTest()
}

// isTest checks that the only thread is a test, and its mails.
func (a *agency) isTest() {
	a.t.Helper()
	all := a.threads()
	if len(all) != 1 || all[0].Workflow != store.WorkflowTest {
		a.t.Fatalf("%+v", all)
	}
	if len(all[0].Mails) < 3 {
		a.t.Errorf("only %d mails", len(all[0].Mails))
	}
	for _, m := range all[0].Mails {
		if m.Kind == store.MailCustomer || !strings.Contains(m.Subject, "TEST: ") {
			a.t.Errorf("a test sent the %s mail %q", m.Kind, m.Subject)
		}
	}
}

// Without test agents, the page says how to add them, and a forged form begins no task. A mail
// to the agency is no test.
func TestConsoleWithoutTestAgents(t *testing.T) {
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}))
	lee := a.signsIn(a.lee)
	page := lee.visits("/tasks/new")
	shows(t, page, "<code>test = true</code>")
	if strings.Contains(page, `name="test"`) {
		t.Error("the page offers a test")
	}
	once := taskOnce.FindStringSubmatch(page)[1]
	shows(t, lee.submits("/tasks/new", "once", once, "text", hendersons, "test", "yes"), "Not found")
	a.tasks(hendersons)
	if all := a.threads(); len(all) != 1 || all[0].Workflow != store.WorkflowTask {
		t.Errorf("%+v", all)
	}
}
