package report

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/quote"
	"ppamaild/store"
)

func TestJournalYieldsTheState(t *testing.T) {
	for name, s := range map[string]*story{"quoted": quoted(t), "handed over": handedOver(t)} {
		list, err := Replay(s.thread, s.tools)
		check(t, err)
		if d, err := Differences(s.thread, list); err != nil || len(d) > 0 {
			t.Errorf("%s: %v %v", name, d, err)
		}
		last := list[len(list)-1]
		if last.Status != s.state.Status {
			t.Errorf("%s: it ends %s, not %s", name, last.Status, s.state.Status)
		}
	}
}

func TestDifferencesAreNamed(t *testing.T) {
	s := quoted(t)
	list, err := Replay(s.thread, s.tools)
	check(t, err)
	s.thread.Head.State = []byte(strings.Replace(string(s.thread.Head.State), "1420 SE Taylor St", "1 Main St", 1))
	d, err := Differences(s.thread, list)
	check(t, err)
	if len(d) != 1 || d[0] != (Change{"customer_info.case.application.garaging_address.street", `"1420 SE Taylor St"`, `"1 Main St"`}) {
		t.Errorf("%+v", d)
	}
	s.state.InFlight = 12 // belongs to the queue
	s.thread.Head.State, err = s.state.Encode()
	check(t, err)
	if d, err := Differences(s.thread, list); err != nil || len(d) > 0 {
		t.Errorf("of the event in flight: %+v %v", d, err)
	}
}

// A release may reword the sentences of quote.Validate.
func TestRewordedProblemIsNoDifference(t *testing.T) {
	s := quoted(t)
	list, err := Replay(s.thread, s.tools)
	check(t, err)
	with := func(message string) []byte {
		state := s.state
		wrong := quote.Problem{Path: "vehicles[0].vin", Message: message, Severity: quote.Error}
		state.AgentScratchpad.Problems = []quote.Problem{wrong}
		raw, err := state.Encode()
		check(t, err)
		return raw
	}
	list[len(list)-1].State, s.thread.Head.State = with("new words"), with("old words")
	if d, err := Differences(s.thread, list); err != nil || len(d) > 0 {
		t.Errorf("%+v %v", d, err)
	}
}

// A thread without events has an empty journal and an empty state.
func TestThreadWithoutAJournal(t *testing.T) {
	s := begin(t)
	s.state.Policy = ""
	raw, err := s.state.Encode()
	check(t, err)
	th := Thread{Head: Head{Thread: id, State: raw}}
	if d, err := Differences(th, nil); err != nil || len(d) > 0 {
		t.Errorf("%+v %v", d, err)
	}
	s.state.Policy = "x"
	th.Head.State, err = s.state.Encode()
	check(t, err)
	if d, err := Differences(th, nil); err != nil || len(d) == 0 {
		t.Errorf("a state that no journal led to passes: %+v %v", d, err)
	}
}

func TestErasedEntryIsNamed(t *testing.T) {
	s := quoted(t)
	all, err := Replay(s.thread, s.tools)
	check(t, err)
	second := slices.IndexFunc(s.thread.Entries, func(e Entry) bool { return e.Seq > 2 && e.Source == store.SourceCustomer })
	e := &s.thread.Entries[second]
	e.Erased, e.Payload = true, nil
	list, err := Replay(s.thread, s.tools)
	if err == nil || !strings.Contains(err.Error(), "entry 16 of "+id+" (message, 2026-11-20T18:38:08Z): its payload was erased") {
		t.Errorf("%v", err)
	}
	if n := len(list); n == 0 || list[n-1].Entry >= e.Seq || len(all) <= n {
		t.Errorf("%d checkpoints of %d", n, len(all))
	}
}

func TestFieldsInShort(t *testing.T) {
	list := []Change{
		{Path: "actions"}, {Path: "next"}, {Path: "status"}, {Path: "agent_scratchpad.inbox[0].id"}, {Path: "agent_scratchpad.inbox[0].text"},
		{Path: "customer_info.case.application.vehicles[0].year"}, {Path: "customer_info.case.facts.vehicles[0].year.words"}, {Path: "customer_info.language"},
	}
	if got := strings.Join(Fields(list), " "); got != "status inbox vehicles[0].year facts language" {
		t.Error(got)
	}
}
