package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"ppamaild/config"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
	"ppamaild/daemon/replay"
	"ppamaild/report"
)

type threadsHistory struct {
	oneThread
	JSON bool `help:"Print JSON with every changed value."`
}

// Run lists the checkpoints of a thread.
func (c threadsHistory) Run(env *environment) error {
	cfg, t, err := c.whole(env)
	if err != nil {
		return err
	}
	list, replayErr := replay.States(cfg, t)
	err = show(env.stdout, c.JSON, list, printHistory)
	if replayErr != nil { // the checkpoints before the error are printed
		return replayErr
	}
	return err
}

func printHistory(out io.Writer, list []report.Checkpoint) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ENTRY\tTIME\tSOURCE\tKIND\tACTOR\tSTATUS\tCHANGED")
	for _, p := range list {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", p.Entry, clock(p.At), p.Source, p.Kind, p.Actor, p.Status, strings.Join(report.Fields(p.Changed), ","))
	}
	return w.Flush()
}

type threadsReplay struct {
	oneThread
	Until uint64 `placeholder:"N" help:"Print the state after this journal entry instead of the last."`
	JSON  bool   `help:"Print JSON: the state and the result of the comparison."`
}

// replayed is the result of a replay.
type replayed struct {
	Thread      string          `json:"thread"`
	Entry       uint64          `json:"entry"`            // entry of State; 0: no state
	Entries     int             `json:"entries"`          // number of journal entries
	State       json.RawMessage `json:"state,omitempty"`  // after Entry
	Broken      string          `json:"broken,omitempty"` // first place where the chain of digests is broken
	Yields      bool            `json:"yields"`           // the whole journal yields the stored state
	Differences []report.Change `json:"differences"`      // before: from the journal; after: in the store
}

// Run replays a thread's journal and prints the state after an entry. Run fails if the whole
// journal does not lead to the stored state.
func (c threadsReplay) Run(env *environment) error {
	cfg, t, err := c.whole(env)
	if err != nil {
		return err
	}
	r := replayed{Thread: t.Head.Thread, Entries: len(t.Entries), Broken: t.Head.Broken, Differences: []report.Change{}}
	replayErr := r.until(cfg, t, c.Until)
	if replayErr == nil {
		replayErr = r.compare(cfg, t)
	}
	err = show(env.stdout, c.JSON, r, printReplayed)
	switch {
	case err != nil:
		return err
	case replayErr != nil:
		return replayErr
	case r.Broken != "":
		return fmt.Errorf("the journal was changed from outside: %s", r.Broken)
	case !r.Yields:
		return fmt.Errorf("the replayed state of %s differs from the stored state", r.Thread)
	}
	return nil
}

// until computes the state after an entry. 0 means the last entry.
func (r *replayed) until(cfg *config.Config, t report.Thread, entry uint64) error {
	if entry > uint64(len(t.Entries)) {
		return fmt.Errorf("the journal of %s has %d entries", t.Head.Thread, len(t.Entries))
	}
	if entry > 0 {
		t.Entries = t.Entries[:entry]
	}
	list, err := replay.States(cfg, t)
	if n := len(list); n > 0 && err == nil {
		r.Entry, r.State = list[n-1].Entry, list[n-1].State
	}
	return err
}

// compare replays the whole journal and compares the last state with the store.
func (r *replayed) compare(cfg *config.Config, t report.Thread) error {
	list, err := replay.States(cfg, t)
	if err != nil {
		return err
	}
	differences, err := report.Differences(t, list)
	r.Differences = append(r.Differences, differences...)
	r.Yields = err == nil && len(differences) == 0
	return err
}

func printReplayed(out io.Writer, r replayed) error {
	if r.Entry > 0 {
		var state bytes.Buffer
		if err := json.Indent(&state, r.State, "", "  "); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s after entry %d of %d:\n%s\n", r.Thread, r.Entry, r.Entries, &state)
	}
	if r.Yields {
		_, err := fmt.Fprintln(out, "Journal verified: the replayed state equals the stored state")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, d := range r.Differences {
		fmt.Fprintf(w, "%s\tjournal: %s\tstore: %s\n", d.Path, cmp.Or(d.Before, "nothing"), cmp.Or(d.After, "nothing"))
	}
	return w.Flush()
}

type threadsVerify struct {
	withConfig
	JSON    bool `help:"Print JSON."`
	Verbose bool `help:"Print a line for every thread, also for sound ones."`

	ID string `arg:"" optional:"" name:"id" help:"Thread id (default: every thread)."`
}

// Run verifies that the journals are unchanged. Each entry has the digest of the entry before
// and, unless erased, of its own payload.
func (c threadsVerify) Run(env *environment) error {
	return c.ask(env, func(asked admin.Commands) error {
		ctx, done := env.metered()
		list, err := asked.Verify(ctx, c.ID)
		if done(); err != nil {
			return err
		}
		broken := 0
		for _, v := range list {
			if v.Broken != "" {
				broken++
			}
		}
		if c.JSON {
			err = printJSON(env.stdout, list)
		} else {
			c.print(env.stdout, list, broken)
		}
		if broken > 0 && err == nil {
			err = fmt.Errorf("%d of %d journals were changed from outside", broken, len(list))
		}
		return err
	})
}

// print lists the broken journals, the journals with erased entries, and the one that ID names.
// The last line has the totals.
func (c threadsVerify) print(out io.Writer, list []history.Verified, broken int) {
	entries := uint64(0)
	for _, v := range list {
		entries += v.Entries
		digests := "verified"
		if v.Broken != "" {
			digests = "BROKEN: " + v.Broken
		}
		if v.Broken != "" || len(v.Erased) > 0 || c.ID != "" || c.Verbose {
			fmt.Fprintf(out, "%s  %d entries  %s\n", v.Thread, v.Entries, digests)
		}
		for _, e := range v.Erased {
			fmt.Fprintf(out, "    %d erased %s by %s, order %s\n", e.Entries, clock(e.At), e.By, e.Order)
		}
	}
	fmt.Fprintf(out, "threads: %d, entries: %d, broken: %d\n", len(list), entries, broken)
}
