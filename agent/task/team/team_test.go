package team_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
	"ppamaild/agent/task/tasktools"
	"ppamaild/agent/task/team"
	"ppamaild/mailbox"
	"ppamaild/mailbox/search"
)

var _ tasktools.Team = (*team.Team)(nil)

func TestRoster(t *testing.T) {
	c := newTeam(t,
		team.Agent{Name: "mail", Kind: task.KindMailbox, Source: "imap.agency.test", Mail: []team.Mail{&account{}}},
		team.Agent{Name: "crm", Kind: task.KindMCP, Server: &server{tools: []mcp.Tool{searchInvoices, changing("add_note", "")}}, SampleFile: "unused.json"},
		team.Agent{Name: "ap", Kind: task.KindMCP, Server: &server{down: unreachable}, SampleFile: "sample.json"},
		team.Agent{Name: "closing", Kind: task.KindLLM},
	)
	var got []string
	for _, m := range c.Roster(t.Context()) {
		got = append(got, strings.Join([]string{m.Name, m.Kind, m.Unavailable, strings.Join(m.Writes, ",")}, "|"))
		if m.Sample != (m.Name == "ap") {
			t.Errorf("%s: sample %t", m.Name, m.Sample)
		}
	}
	equal(t, "roster", got, "mail|mailbox||", "crm|mcp||add_note", "ap|mcp|connection refused|", "closing|llm|no model is configured|", "analysis|analysis||")
}

// stuck is a server that never answers.
type stuck struct{ server }

func (*stuck) Tools(ctx context.Context) ([]mcp.Tool, error) {
	<-ctx.Done()
	return nil, &mcp.Unavailable{Server: "crm", Doing: "listing the tools", Err: context.Cause(ctx)}
}

func TestRosterWaitsForNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTeam(t, team.Agent{Name: "one", Kind: task.KindMCP, Server: &stuck{}}, team.Agent{Name: "two", Kind: task.KindMCP, Server: &stuck{}})
		began := time.Now()
		roster := c.Roster(t.Context())
		if took := time.Since(began); took != 3*time.Second || roster[0].Unavailable != "it did not answer within 3s" || roster[1].Unavailable == "" {
			t.Errorf("after %v: %+v", took, roster)
		}
	})
}

// A slow roster is cached, because planning needs it several times.
func TestRosterThatTookLongIsGoodForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTeam(t, team.Agent{Name: "one", Kind: task.KindMCP, Server: &stuck{}})
		stopped, stop := context.WithCancel(t.Context())
		stop()
		c.Roster(stopped) // a stopped request learns nothing
		for i, after := range []time.Duration{0, 0, 20 * time.Second, 20 * time.Second} {
			time.Sleep(after)
			began := time.Now()
			roster := c.Roster(t.Context())
			if took := time.Since(began); took != []time.Duration{3 * time.Second, 0, 0, 3 * time.Second}[i] || roster[0].Unavailable == "" {
				t.Errorf("%d: after %v: %+v", i, took, roster)
			}
		}
	})
}

func TestPacesAreThoseOfTheLastRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{server: server{tools: []mcp.Tool{searchInvoices}}}
		c := newTeam(t, team.Agent{Name: "ap", Kind: task.KindMCP, Server: s})
		for _, seconds := range []int{100, 1, 3, 2} {
			s.takes = time.Duration(seconds) * time.Second
			c.Run(t.Context(), assigned("ap", "Grace Henderson"))
		}
		if usually := c.Roster(t.Context())[0].MedianTime; usually != 2.5 {
			t.Errorf("usually %v", usually)
		}
		for i := range 32 { // 9 of the last 20 runs take 5 seconds
			s.takes = 5 * time.Second
			if i > 20 {
				s.takes = time.Second
			}
			c.Run(t.Context(), assigned("ap", "Grace Henderson"))
		}
		if usually := c.Roster(t.Context())[0].MedianTime; usually != 1 {
			t.Errorf("usually %v", usually)
		}
	})
}

// slow is a slow server.
type slow struct {
	server
	takes time.Duration
}

func (s *slow) Call(context.Context, string, json.RawMessage) (mcp.Answer, error) {
	time.Sleep(s.takes)
	return mcp.Answer{Text: "[]"}, nil
}

func TestServiceIsDown(t *testing.T) {
	sample := filepath.Join(t.TempDir(), "sample.json")
	if err := os.WriteFile(sample, []byte(`[{"name":"Pat Sample"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		planned bool // the approved plan says that the agent is down
		sample  string
		want    task.Status
		data    string
	}{
		"not known before":              {false, sample, task.Failed, ""},
		"as planned":                    {true, "", task.Missing, ""},
		"as planned, with sample data":  {true, sample, task.Sample, `[{"name":"Pat Sample"}]`},
		"its sample data is not there":  {true, sample + ".gone", task.Missing, ""},
		"down while it is called, also": {false, "", task.Failed, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := &server{tools: []mcp.Tool{searchInvoices}, down: unreachable}
			c := newTeam(t, team.Agent{Name: "ap", Kind: task.KindMCP, Server: s, SampleFile: test.sample})
			a := assigned("ap", "Grace Henderson")
			if test.planned {
				a.Task.Plan.Down = []task.Down{{Agent: "ap", Why: "connection refused"}}
			}
			r := c.Run(t.Context(), a)
			if r.Status != test.want || string(r.Data) != test.data || !strings.Contains(r.Error, "connection refused") || r.Meta.Quality != 0 {
				t.Errorf("%+v", r)
			}
			if r.Status == task.Sample && !strings.Contains(r.Summary, "SAMPLE DATA, not real") {
				t.Error(r.Summary)
			}
		})
	}
}

func TestServiceGoesDownWhileItIsAsked(t *testing.T) {
	s := &server{tools: []mcp.Tool{readOnly("by_email", `"email":`+text), readOnly("by_name", `"name":`+text)},
		answers: map[string]string{"by_email": `[{"id":1}]`}, fails: map[string]error{"by_name": unreachable}}
	c := newTeam(t, team.Agent{Name: "crm", Kind: task.KindMCP, Server: s})
	r := c.Run(t.Context(), assigned("crm", "Grace Henderson and Ola Henders, grace@home.test"))
	if r.Status != task.Partial || len(s.calls) != 2 || !strings.Contains(r.Error, "1 more calls were not made after that") {
		t.Errorf("%q %+v", s.calls, r)
	}
}

func TestMailIsSearched(t *testing.T) {
	box := &account{found: search.Found{
		Hits:     []search.Hit{{MessageID: "1@home.test", Folder: "quotes@agency.test/INBOX", Date: monday, From: "Grace Henderson <grace@home.test>", Subject: "Roof", Excerpt: "It leaks."}},
		Searched: []string{"quotes@agency.test/INBOX"}, Skipped: []string{"quotes@agency.test/Trash: it is for trash"}, Total: 1,
	}}
	c := newTeam(t, team.Agent{Name: "mail", Kind: task.KindMailbox, Source: "imap.agency.test", Mail: []team.Mail{box}, Folders: []string{"INBOX", "Sent"}})
	r := c.Run(t.Context(), assigned("mail", `The Hendersons, ola@henders.test, CAG-7731, (503) 555-0141, since May 2025: what about “new roof”?`))
	if r.Status != task.Found || r.Meta.Quality != 0.8 || r.Meta.Service != "imap.agency.test: quotes@agency.test/INBOX" || len(r.Refs) != 1 || r.Refs[0].MessageID != "1@home.test" ||
		!strings.Contains(r.Summary, "1 message.\n2026-11-16 Grace Henderson <grace@home.test>, “Roof”: It leaks.") {
		t.Errorf("%+v", r)
	}
	var got []string
	for _, q := range box.queries {
		raw, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(raw))
	}
	const rest = `"Since":"2025-05-01T00:00:00Z","Before":"0001-01-01T00:00:00Z","Folders":["INBOX","Sent"],"Limit":100}`
	equal(t, "queries", got, `{"People":["Henderson"],"Addresses":["ola@henders.test"],"Words":["new roof"],`+rest,
		`{"People":null,"Addresses":null,"Words":["CAG-7731"],`+rest, `{"People":null,"Addresses":null,"Words":["555-0141"],`+rest)
}

func TestMailIsSearchedInPart(t *testing.T) {
	good, bad := &account{found: search.Found{Searched: []string{"a/INBOX"}, Skipped: []string{"a/Old: no such mailbox"}, Truncated: true}}, &account{err: errors.New("searching mail: login failed")}
	c := newTeam(t, team.Agent{Name: "mail", Kind: task.KindMailbox, Mail: []team.Mail{good, bad}})
	r := c.Run(t.Context(), assigned("mail", "Grace Henderson"))
	for _, want := range []string{"login failed", "a/Old: no such mailbox", "there are more messages"} {
		if r.Status != task.Partial || !strings.Contains(r.Error, want) {
			t.Errorf("%q: %+v", want, r)
		}
	}
	if r := c.Run(t.Context(), assigned("mail", "What is new?")); r.Status != task.Missing || !strings.Contains(r.Error, "names nothing") {
		t.Errorf("%+v", r)
	}
	if why := c.Roster(t.Context())[0].Unavailable; !strings.Contains(why, "login failed") {
		t.Errorf("down: %q", why)
	}
	bad.err = fmt.Errorf("searching mail: %w", mailbox.ErrBusy)
	if why := c.Roster(t.Context())[0].Unavailable; why != "" {
		t.Errorf("busy, and down: %q", why)
	}
}

func TestResultsAreBounded(t *testing.T) {
	s := &server{tools: []mcp.Tool{readOnly("by_email", `"email":`+text), readOnly("by_name", `"name":`+text)},
		answers: map[string]string{"by_email": `"short"`, "by_name": `"` + strings.Repeat("long ", 100) + `"`}}
	c := with(t, team.Options{MaxResult: 300}, team.Agent{Name: "crm", Kind: task.KindMCP, Server: s})
	r := c.Run(t.Context(), assigned("crm", "Grace Henderson, grace@home.test"))
	if len(r.Data) > 300 || r.Status != task.Partial || !strings.Contains(string(r.Data), "short") || !strings.Contains(r.Error, "the last 1 were dropped") {
		t.Errorf("%s %+v", r.Data, r)
	}
}

func TestWrite(t *testing.T) {
	once, safe := changing("add_note", ""), changing("mark_paid", "")
	safe.Idempotent = true
	tests := map[string]struct {
		write task.Write
		again bool
		fails error
		want  string // expected error; "": none
		calls int
	}{
		"for the first time":      {task.Write{Agent: "crm", Tool: "add_note"}, false, nil, "", 1},
		"again":                   {task.Write{Agent: "crm", Tool: "add_note"}, true, nil, "its outcome is unknown", 0},
		"again, which is safe":    {task.Write{Agent: "crm", Tool: "mark_paid"}, true, nil, "", 1},
		"the answer was lost":     {task.Write{Agent: "crm", Tool: "add_note"}, false, &mcp.Unavailable{Sent: true, Err: errors.New("EOF")}, "may have had an effect, so check", 1},
		"it was not sent":         {task.Write{Agent: "crm", Tool: "add_note"}, false, &mcp.Unavailable{Err: errors.New("EOF")}, "the call was not made", 1},
		"it failed":               {task.Write{Agent: "crm", Tool: "add_note"}, false, &mcp.ToolError{Text: "no such contact"}, "so check whether the call had an effect before you retry: ", 1},
		"it was refused":          {task.Write{Agent: "crm", Tool: "add_note"}, false, &mcp.Refused{Reason: "its arguments"}, "the call was not made", 1},
		"it makes no sense":       {task.Write{Agent: "crm", Tool: "add_note"}, false, &mcp.Malformed{Err: errors.New("x")}, "may have had an effect, so check", 1},
		"there is no such tool":   {task.Write{Agent: "crm", Tool: "drop"}, false, nil, "no such tool", 0},
		"there is no such agent":  {task.Write{Agent: "bank", Tool: "pay"}, false, nil, "no agent", 0},
		"of another, by a model":  {task.Write{Agent: "closing", Tool: "crm.add_note"}, false, nil, "", 1},
		"of another's server":     {task.Write{Agent: "ap", Tool: "crm.add_note"}, false, nil, "no such tool", 0},
		"of another, not allowed": {task.Write{Agent: "closing", Tool: "crm.mark_paid"}, false, nil, "no such tool", 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := &server{tools: []mcp.Tool{once, safe}, answers: map[string]string{"add_note": `{"id":1}`, "mark_paid": `{}`}, fails: map[string]error{"add_note": test.fails}}
			ap := team.Agent{Name: "ap", Kind: task.KindMCP, Server: &server{}, Tools: []string{"*"}}
			c := newTeam(t, ap, team.Agent{Name: "crm", Kind: task.KindMCP, Server: s}, team.Agent{Name: "closing", Kind: task.KindLLM, Tools: []string{"crm.add_note"}})
			test.write.Args = json.RawMessage(`{}`)
			answer, err := c.Write(t.Context(), test.write, "k", test.again)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) || len(s.calls) != test.calls || err == nil && len(answer) == 0 {
				t.Errorf("%s, %v, calls %q", answer, err, s.calls)
			}
		})
	}
}

func TestCompiledByRules(t *testing.T) {
	c := newTeam(t)
	a := assigned(task.Analysis, "What about the Hendersons?")
	a.Earlier = []task.Result{{Agent: "crm", Status: task.Found, Summary: "2 contacts."}, {Agent: "ap", Status: task.Sample, Summary: "SAMPLE DATA, not real"}}
	a.Feedback = "shorter"
	r := c.Run(t.Context(), a)
	var f task.Findings
	if err := json.Unmarshal(r.Data, &f); err != nil || r.Status != task.Found || f.Analyst != "rules" || r.Meta.Service != "rules" ||
		!strings.Contains(f.Summary, "Not used, because no model is configured: “shorter”") || !strings.Contains(f.Summary, "2 contacts.") {
		t.Errorf("%+v, %+v, %v", r, f, err)
	}
}
