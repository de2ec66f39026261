package frozen_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/agent/planner"
	"ppamaild/agent/quoting"
	"ppamaild/agent/task/tasktools"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/report"
	"ppamaild/store"
	"ppamaild/templates"
)

// What the code makes of each frozen thread.
func TestThreads(t *testing.T) {
	files, err := filepath.Glob("testdata/threads/*.jsonl.gz")
	must(t, err)
	made := make(map[string]bool)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
		out := filepath.Join("testdata/threads", name+".txt")
		made[out] = true
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &story{t: t, thread: thawed(t, file), tools: toolsFor(t, name)}
			compare(t, out, s.tell())
		})
	}
	nothingElse(t, "testdata/threads/*.txt", made)
}

// thawed reads an export.
func thawed(t *testing.T, file string) report.Thread {
	t.Helper()
	text, err := read(file)
	must(t, err)
	thread, err := report.Read(strings.NewReader(text))
	must(t, err)
	return thread
}

// story is the code's result for one thread, as text.
type story struct {
	t      *testing.T
	thread report.Thread
	tools  []agent.Tool
	out    strings.Builder
}

func (s *story) tell() string {
	if s.thread.Head.Workflow == store.WorkflowTask {
		s.tools = taskTools(s.t)
	}
	list, err := report.Replay(s.thread, s.tools)
	must(s.t, err)
	differences, err := report.Differences(s.thread, list)
	must(s.t, err)
	fmt.Fprintf(&s.out, "%s %s, %s\n", s.thread.Head.Workflow, s.thread.Head.Thread, s.thread.Head.Status)
	for _, d := range differences {
		s.t.Errorf("%s is %s by the journal, %s in the store", d.Path, d.Before, d.After)
	}
	for _, c := range list {
		fmt.Fprintf(&s.out, "\n%d %s %s: %s %.16x\n", c.Entry, c.Kind, c.Actor, c.Status, sha256.Sum256(c.State))
		state, err := agent.DecodeState(c.State)
		must(s.t, err)
		if s.thread.Head.Workflow != store.WorkflowTask {
			s.acts(&state, c.At)
		}
		if p := state.DataForReview; p != nil {
			s.shows(&state, *p)
		}
	}
	return s.out.String()
}

// acts has the planner choose and the tool run, from one state.
func (s *story) acts(state *agent.State, at time.Time) {
	at = at.In(pacific)
	before, err := state.Encode()
	must(s.t, err)
	switch state.Next {
	case agent.NextPlan:
		act, err := rules.Next(context.Background(), state)
		fmt.Fprintf(&s.out, "  plans %s: %s %s%s\n", act.Tool, act.Thought, act.Args, failed(err))
	case agent.NextCall:
		i := slices.IndexFunc(s.tools, func(t agent.Tool) bool { return t.Name == state.PlannedToolInputs.Tool })
		out := s.tools[i].Run(context.Background(), agent.Call{State: state, Args: state.PlannedToolInputs.Args, Key: "frozen", At: at})
		s.returns(out)
	}
	if after, err := state.Encode(); err != nil || !bytes.Equal(before, after) {
		s.t.Errorf("the state is another after %s (%v)", state.Next, err)
	}
}

func failed(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}

func (s *story) returns(out agent.Output) {
	fmt.Fprintf(&s.out, "  %s returns %s %s", out.Tool, out.Status, out.Message)
	if out.Draft == nil {
		fmt.Fprintf(&s.out, "%s\n", out.Data)
	}
	for _, f := range out.Flags {
		fmt.Fprintf(&s.out, "  flag: %s\n", f)
	}
	if d := out.Draft; d != nil {
		fmt.Fprintf(&s.out, "\n  To: %s\n  Subject: %s\n  HTML: %.16x\n", strings.Join(d.To, ", "), d.Subject, sha256.Sum256([]byte(d.HTML)))
		s.quotes("  | ", d.Text)
		s.quotes("  translation | ", d.Translation)
		for _, f := range d.Followups {
			s.quotes("  "+string(f.Name)+" | ", f.Subject+"\n"+f.Text)
		}
	}
}

// shows writes what a review of a proposal shows staff.
func (s *story) shows(state *agent.State, p agent.Proposal) {
	for _, w := range p.Warnings {
		fmt.Fprintf(&s.out, "  warning: %s\n", w)
	}
	for _, q := range p.Questions() {
		fmt.Fprintf(&s.out, "  question: %s\n", compact(s.t, q))
	}
	s.rows(letters.Basis(state.CustomerInfo.Case, nil))
	for _, section := range state.UnderReview(p, nil) {
		fmt.Fprintf(&s.out, "  section %s\n", section.Title)
		for _, i := range append(section.Items, section.Table.Items()...) {
			fmt.Fprintf(&s.out, "    %s: %s\n", i.Label, i.Value)
		}
		s.rows(section.Rows)
		s.quotes("    | ", section.Text)
	}
	for _, c := range state.Changes(p, nil) {
		fmt.Fprintf(&s.out, "  changed %s\n", compact(s.t, c))
	}
}

func (s *story) rows(rows []templates.BasisRow) {
	for _, r := range rows {
		fmt.Fprintf(&s.out, "    %s: %s (%s: %q)\n", r.Label, r.Value, r.Standing, r.Words)
	}
}

func (s *story) quotes(prefix, text string) {
	for line := range strings.Lines(text) {
		s.out.WriteString(strings.TrimRight(prefix+line, " \r\n") + "\n")
	}
}

func compact(t *testing.T, v any) string {
	raw, err := json.Marshal(v)
	must(t, err)
	return string(raw)
}

// pages are the threads with frozen reports.
var pages = []string{"demo", "demo-task"}

// The report of a few frozen threads.
func TestPages(t *testing.T) {
	set := embedded(t)
	for _, name := range pages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			thread := thawed(t, filepath.Join("testdata/threads", name+".jsonl.gz"))
			tools := toolsFor(t, name)
			if thread.Head.Workflow == store.WorkflowTask {
				tools = taskTools(t)
			}
			page, err := report.Page(set, thread, report.Options{Tools: tools, Agency: agency, Location: pacific, Detail: report.Abridged})
			must(t, err)
			compare(t, filepath.Join("testdata/pages", name+".html.gz"), page)
		})
	}
}

const agency = "Sunrise Insurance Agency"

var (
	pacific = func() *time.Location {
		at, err := time.LoadLocation("America/Los_Angeles")
		if err != nil {
			panic(err)
		}
		return at
	}()
	rules     = planner.Rules{Producer: "0X00000", Payments: 4, Location: pacific}
	templated = sync.OnceValues(func() (*templates.Set, error) { return templates.New("") })
)

func embedded(t *testing.T) *templates.Set {
	t.Helper()
	set, err := templated()
	must(t, err)
	return set
}

// toolsFor returns the tools of the workflow quote, as the agency of a thread has them.
func toolsFor(t *testing.T, name string) []agent.Tool {
	t.Helper()
	box := quoting.Toolbox{
		Carrier: carrier.NewReference(), Templates: embedded(t), Agency: agency,
		Producer: templates.Producer{Name: "Dana Reyes", License: "0X00000"}, LicensedStates: []string{"CA", "OR"}, Location: pacific,
		ThreadRef: func(thread string) string { return thread + "-c-k3v9qd2m7xw4t6hzn5rj8pya2b" },
		Reviewed:  func(agent.Stage) bool { return true },
		Compare:   compared[name],
	}
	if strings.HasPrefix(name, "planner-") { // as the tests of the planner
		box.DefaultCoverages, box.ValidFor = coverages("100/300", 100, 5000, true), 20*24*time.Hour
	} else { // as the configuration of demo, with the defaults
		box.DefaultCoverages, box.ValidFor = coverages("50/100", 50, 0, false), 30*24*time.Hour
		box.Reminder, box.Close = 3*24*time.Hour, 14*24*time.Hour
	}
	tools, err := box.Tools()
	must(t, err)
	return tools
}

func coverages(people string, property, medical int, onTheRoad bool) quote.Coverages {
	return quote.Coverages{
		BodilyInjury: people, PropertyDamage: &property, UninsuredMotorist: people, MedicalPayments: &medical,
		ComprehensiveDeductible: new(500), CollisionDeductible: new(500), Rental: &onTheRoad, Towing: &onTheRoad,
	}
}

// compared is what the agencies of some threads price for comparison.
var compared = map[string]quoting.Compare{
	"planner-options-are-compared":        {Minimum: true, Coverages: quote.Coverages{BodilyInjury: "250/500", PropertyDamage: new(250), UninsuredMotorist: "250/500", PersonalInjury: new(15_000), CollisionDeductible: new(250)}},
	"planner-the-same-as-now-is-compared": {Now: true},
}

func taskTools(t *testing.T) []agent.Tool {
	t.Helper()
	tools, err := tasktools.Toolbox{}.Tools()
	must(t, err)
	return tools
}
