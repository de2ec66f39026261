package quoting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/quote"
)

// maxSuperseded bounds what the state keeps of corrected values; the journal has
// all of them.
const maxSuperseded = 40

// maxBeside bounds what the state keeps of what no mail of ours has answered yet.
const maxMailNotes = 16

// applyFacts makes what was read, or what staff stated, part of the application.
func (b Toolbox) applyFacts(s *agent.State, d agent.Extracted, at time.Time) agent.Then {
	pad, kase := &s.AgentScratchpad, &s.CustomerInfo.Case
	was := kase.Application
	before, unrated := agent.Encoded(was), agent.Encoded(withoutContact(was))
	for i, err := range kase.ApplyAll(d.Facts) {
		if err != nil {
			return agent.HandingOver("%s can't be taken in: %v", d.Facts[i].Path, err)
		}
	}
	if n := len(kase.Superseded) - maxSuperseded; n > 0 {
		kase.Superseded = slices.Delete(kase.Superseded, 0, n)
	}
	changed := agent.Encoded(kase.Application) != before
	// The customer has answered what staff doubted, or the application is another now.
	pad.Lifted = pad.Lifted ||
		len(pad.Rejected) > 0 && (changed || d.Message != "" && len(pad.Ask.Check) > 0)
	pad.Conflicts = append(openConflicts(pad.Conflicts, d, kase.Application), d.Conflicts...)
	pad.Beside = append(pad.Beside, d.Beside...)
	if n := len(pad.Beside) - maxMailNotes; n > 0 {
		pad.Beside = slices.Delete(pad.Beside, 0, n)
	}
	markRead(s, d.Message)
	switch takes := changed && d.Message != "" && acceptsQuote(s); {
	case takes && agent.Encoded(withoutContact(kase.Application)) == unrated:
		return agent.PlanNext // the quote they take stands
	case takes:
		pad.Beside = append(pad.Beside,
			fmt.Sprintf("the customer wants to go ahead, and changed what quote %s was made for: this is the price anew; nothing is bound, and only a licensed producer can do that", pad.Quoted.ID))
	}
	if changed || pad.Today == "" {
		return b.beginRevision(s, agent.Today(at))
	}
	return agent.PlanNext
}

// hasRead takes a message out of the inbox, and keeps what came with it.
func markRead(s *agent.State, message string) {
	pad := &s.AgentScratchpad
	i := unread(s, message)
	if i < 0 {
		return
	}
	told := pad.Heard == pad.Revision // of what came with the mails before
	pad.POBox = pad.POBox || quote.NamesPOBox(pad.Inbox[i].Text)
	pad.Attached = len(pad.Inbox[i].Attachments) > 0 || pad.Attached && !told
	removeFromInbox(s, message)
}

// takesQuote reports whether the customer, in their last message, takes the quote that they have.
func acceptsQuote(s *agent.State) bool {
	pad := s.AgentScratchpad
	return pad.Ahead && pad.Quoted != nil && pad.Sent == pad.Revision
}

// withoutContact is an application without how the customer can be reached, which nothing is
// rated by.
func withoutContact(a quote.Application) quote.Application {
	a.NamedInsured.Phone, a.NamedInsured.Email = "", ""
	return a
}

// takeStock begins a revision: it draws from the application what follows from it
// as of a day. Without a change there is none, however many days pass: a mere
// "thanks!" leaves a quote as it is.
func (b Toolbox) beginRevision(s *agent.State, today quote.Date) agent.Then {
	pad, kase := &s.AgentScratchpad, &s.CustomerInfo.Case
	if err := b.assume(kase, today); err != nil {
		return agent.HandingOver("%v", err)
	}
	refer := quote.Refer(kase.Application, b.LicensedStates, today)
	if pad.Refer == "" && !slices.Contains(pad.Passed, refer) {
		pad.Refer = refer
	}
	pad.Revision++
	pad.Today = today
	pad.Problems = slices.DeleteFunc(quote.Validate(kase.Application, today),
		func(p quote.Problem) bool { return p.Severity != quote.Error })
	return agent.PlanNext
}

// assume fills what nobody stated, once all is there that somebody has to state. Before, a start
// that was assumed weeks ago is no day to ask the customer about.
func (b Toolbox) assume(k *quote.Case, today quote.Date) error {
	if len(quote.Missing(k.Application)) > 0 {
		return k.RenewStart(today)
	}
	_, err := k.Assume(b.DefaultCoverages, today)
	return err
}

// settled returns the conflicts that stay open: new facts resolve those of their
// paths, a newer conflict stands in for an older one, and where an element is
// withdrawn, its conflicts go with it and later ones move up.
func openConflicts(open []quote.Conflict, d agent.Extracted, a quote.Application) []quote.Conflict {
	for _, f := range d.Facts {
		var left []quote.Conflict
		for _, c := range open {
			if isAbout(a, f, c.Path) {
				continue
			}
			if c.Path = pathAfter(c.Path, f); c.Path != "" {
				left = append(left, c)
			}
		}
		open = left
	}
	return slices.DeleteFunc(open, func(c quote.Conflict) bool {
		return slices.ContainsFunc(d.Conflicts,
			func(newer quote.Conflict) bool { return newer.Path == c.Path })
	})
}

// afterFact returns where what was at path is once f applies; "" if it is settled.
func pathAfter(path string, f quote.Fact) string {
	gone, withdrawn := strings.CutSuffix(f.Path, "]")
	list, index, isElement := strings.Cut(gone, "[")
	at, field, below := strings.Cut(strings.TrimPrefix(path, list+"["), "].")
	i, errI := strconv.Atoi(at)
	n, errN := strconv.Atoi(index)
	switch {
	case !withdrawn || !isElement || !below || errI != nil || errN != nil || i < n:
		return path
	case i == n:
		return ""
	}
	return fmt.Sprintf("%s[%d].%s", list, i-1, field)
}
