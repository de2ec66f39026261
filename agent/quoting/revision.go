package quoting

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/doubts"
	"ppamaild/agent/letters"
	"ppamaild/agent/signals"
	"ppamaild/quote"
)

// Limits of the corrected values and of the notes in the state. The journal has all of them.
const maxSuperseded, maxMailNotes = 40, 16

// applyFacts adds facts from a mail or from staff to the application.
func (b Toolbox) applyFacts(s *agent.State, d agent.Extracted, at time.Time) agent.Then {
	pad, kase := &s.AgentScratchpad, &s.CustomerInfo.Case
	kase.Rules = max(kase.Rules, d.Rules)
	was := kase.Application
	before, unrated := agent.Encoded(was), agent.Encoded(withoutContact(was))
	for i, err := range kase.ApplyAll(d.Facts) {
		if err != nil {
			return agent.HandingOver("quoting.fact_refused",
				letters.Label(d.Facts[i].Path, kase.Application, b.staff()), err.Error())
		}
	}
	kase.Superseded = kase.Superseded[max(0, len(kase.Superseded)-maxSuperseded):]
	if d.Message != "" {
		s.CustomerInfo.Writer, pad.Said, pad.Absent = d.Writer, d.Said, d.Absent
	}
	changed := agent.Encoded(kase.Application) != before
	// The customer answered a question from staff, or the application changed.
	pad.RejectionsLifted = pad.RejectionsLifted ||
		len(pad.RejectedFingerprints) > 0 && (changed || d.Message != "" && len(pad.Ask.Check) > 0)
	pad.Conflicts = append(openConflicts(pad.Conflicts, d, kase.Application), d.Conflicts...)
	isSettled := func(note string) bool {
		return doubts.IsSettled(note, d.Facts, kase.Application, agent.Today(at), b.staff())
	}
	notes := slices.DeleteFunc(append(pad.MailNotes, d.MailNotes...), isSettled)
	pad.MailNotes = notes[max(0, len(notes)-maxMailNotes):]
	pad.Refer = cmp.Or(pad.Refer, d.Refer)
	if d.Confirms && pad.SentRevision == pad.Revision && len(pad.Questions) == 0 {
		pad.SignOff = signals.SignOff{Kind: signals.SignOffLater} // the sent quote is as before
	}
	isNewDriver := len(kase.Application.Drivers) > len(was.Drivers)
	applyResidents(pad, d, kase.Application, isNewDriver, b.staff())
	markRead(s, d.Message)
	if c := pad.Corrected; c != nil && c.After == d.Message {
		pad.Corrected = nil // extract put these values among d.Facts
	}
	switch byMail := changed && d.Message != ""; {
	case byMail && pad.LastQuote != nil && pad.SentRevision == pad.Revision &&
		agent.Encoded(withoutContact(kase.Application)) == unrated:
		return agent.PlanNext // the sent quote is unchanged
	case byMail && pad.IsAccepted():
		pad.MailNotes = append(pad.MailNotes,
			b.say("quoting.accepted_changed", pad.LastQuote.ID))
	}
	if changed || pad.Today == "" {
		return b.beginRevision(s, agent.Today(at))
	}
	return agent.PlanNext
}

// markRead removes a message from the inbox and records the P.O. box and attachments in it.
func markRead(s *agent.State, message string) {
	pad := &s.AgentScratchpad
	i := unread(s, message)
	if i < 0 {
		return
	}
	wasAsked := pad.AskedRevision == pad.Revision // about earlier attachments
	pad.POBox = pad.POBox || quote.NamesPOBox(pad.Inbox[i].Text)
	pad.Attached = len(pad.Inbox[i].Attachments) > filesUsed(s, message) || pad.Attached && !wasAsked
	removeFromInbox(s, message)
}

// filesUsed counts the attachments of a message that values come from.
func filesUsed(s *agent.State, message string) int {
	used := map[string]bool{}
	for _, f := range s.CustomerInfo.Case.Facts {
		if agent.IsFromFile(f) && f.From != quote.FromForwarded && f.Message == message {
			used[f.From] = true
		}
	}
	return len(used)
}

// withoutContact returns an application without contact data and without the name of the insurer,
// which do not affect the rate.
func withoutContact(a quote.Application) quote.Application {
	a.NamedInsured.Phone, a.NamedInsured.Email, a.PriorInsurance.Carrier = "", "", ""
	return a
}

// beginRevision starts a new revision of the application as of today: assumptions, referral
// reason and problems. Only a change starts one, so a plain "thanks!" keeps the quote.
func (b Toolbox) beginRevision(s *agent.State, today quote.Date) agent.Then {
	pad, kase := &s.AgentScratchpad, &s.CustomerInfo.Case
	if err := b.assume(kase, today); err != nil {
		return agent.HandingOverFor(err.Error())
	}
	refer := quote.Refer(kase.Application, b.LicensedStates, today)
	if pad.Refer == "" && !slices.Contains(pad.DismissedReferrals, refer) {
		pad.Refer = refer
	}
	pad.Revision++
	pad.Unprice()
	pad.Offer = nil
	pad.Today = today
	pad.Problems = slices.DeleteFunc(quote.Validate(kase.Application, today, b.staff()),
		func(p quote.Problem) bool { return p.Severity != quote.Error })
	return agent.PlanNext
}

// assume fills in values that the customer need not state, once all required values are there. An
// earlier assumed start date could pass before the quote.
func (b Toolbox) assume(k *quote.Case, today quote.Date) error {
	if len(quote.Missing(k.Application)) > 0 {
		return k.RenewStart(today)
	}
	_, err := k.Assume(b.DefaultCoverages, today)
	return err
}

// openConflicts returns the conflicts that remain open. A new fact resolves a conflict at the
// same path, and a new conflict replaces an old one. If a list element is withdrawn, its
// conflicts go too and later indexes move down.
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

// pathAfter returns the new path after f is applied, or "" for a resolved path.
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
