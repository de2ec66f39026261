package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// review builds the turn of a request to staff.
func (tl *builder) review(e Entry) (templates.ReportTurn, error) {
	var number int
	if err := json.Unmarshal(e.Payload, &number); err != nil {
		return templates.ReportTurn{}, err
	}
	rv := tl.reviews[number]
	turn := templates.ReportTurn{
		Style: templates.TurnDraft, Title: tl.say("report.review", strconv.Itoa(number), words(cmp.Or(rv.Step, rv.Kind))),
		Who: tl.say("report.agent"), Facts: tl.reviewStatus(rv),
	}
	if rv.Kind == review.KindWritten {
		turn.Who = strings.Join(rv.Staff, ", ")
	} else if rv.Kind != review.KindStep {
		turn.Style = templates.TurnNote
		var data struct {
			Why any `json:"why"`
		}
		if err := json.Unmarshal(rv.Data, &data); err == nil && data.Why != nil {
			turn.Text = tl.masker.text(strings.Trim(fmt.Sprint(data.Why), "[]"))
		}
		return turn, nil
	}
	var p agent.Proposal
	if err := json.Unmarshal(rv.Data, &p); err != nil {
		return turn, fmt.Errorf("reading review %d: %w", number, err)
	}
	tl.propose(&turn, p)
	return turn, nil
}

// propose adds the proposal to the turn of a review.
func (tl *builder) propose(turn *templates.ReportTurn, p agent.Proposal) {
	turn.Warnings = tl.masker.all(p.Warnings)
	if p.Action.Thought != "" {
		turn.Facts = append(turn.Facts, tl.item("report.thought", tl.masker.text(p.Action.Thought)))
	}
	if p.Draft == nil {
		turn.Sections = []templates.Section{{Title: p.Action.Tool, Text: tl.data(p.Data)}}
		return
	}
	turn.Text = tl.masker.draft(p.Draft.Text)
	tl.drafted[p.Draft.Text] = true
	turn.Facts = append(turn.Facts, tl.head(*p.Draft)...)
	for _, f := range p.Draft.Followups {
		title := tl.say("report.followup", string(f.Name), span(f.After))
		turn.Sections = append(turn.Sections, templates.Section{Title: title, Text: tl.masker.draft(f.Text)})
	}
	if p.ReplacedText != "" {
		turn.Changes = templates.Diff(tl.masker.draft(p.ReplacedText), turn.Text)
	}
}

// reviewStatus returns the status of a review.
func (tl *builder) reviewStatus(rv Review) (facts []templates.Item) {
	stands := words(string(rv.Status))
	if rv.Why != "" {
		stands += ": " + tl.masker.text(rv.Why)
	}
	facts = append(facts,
		tl.item("report.asked", strings.Join(rv.Staff, ", ")), tl.item("report.stands", stands))
	if rv.Status == store.ReviewDecided {
		when := tl.o.when(rv.DecidedAt) + ", " + tl.say("report.after", span(rv.DecidedAt.Sub(rv.CreatedAt)))
		decided := tl.say("report.decided_by", rv.Verdict, rv.DecidedBy, when)
		facts = append(facts, tl.item("report.decided", decided))
	}
	return facts
}

// data formats JSON with masked private numbers.
func (tl *builder) data(raw json.RawMessage) string {
	v, err := document(raw)
	if err != nil {
		return tl.masker.text(string(raw))
	}
	return pretty(tl.masker.data(v))
}

// undecided are the outcomes of journaled replies without a decision.
var undecided = []review.Outcome{
	review.Unclear, review.NotYours, review.Misused, review.Unknown, review.AlreadyDecided, review.Superseded, review.Expired,
	review.NotLicensed, review.NotAuthenticated,
}

// decision builds the turn of a staff reply, with or without a decision.
func (tl *builder) decision(e Entry) (templates.ReportTurn, error) {
	turn := templates.ReportTurn{Style: templates.TurnReview, Title: capital(words(e.Kind)), Who: e.Actor}
	event, err := agent.ReadEvent(e.Kind, e.Payload)
	switch event := event.(type) {
	case agent.Decision:
		turn.Title = strings.ToUpper(e.Kind)
		turn.Text = tl.masker.text(event.Text)
		if turn.Changes, err = tl.edited(e.Seq); err != nil {
			return turn, err
		}
		if rv, found := tl.decided(e.Seq, event.Digest); found {
			turn.Title += " " + tl.say("report.of_review", strconv.Itoa(rv.Number), words(rv.Step))
		}
	case agent.HandedBack, agent.TakenOver:
	default:
		if slices.Contains(undecided, review.Outcome(e.Kind)) {
			turn.Title = tl.say("report.undecided", words(e.Kind))
		}
		turn.Text = tl.masker.text(plain(e.Payload))
	}
	return turn, err
}

// edited returns the changes of an EDIT decision, from the next entry. For other decisions
// edited returns nil.
func (tl *builder) edited(decision uint64) ([]templates.DiffLine, error) {
	i := slices.IndexFunc(tl.t.Entries, func(e Entry) bool { return e.Seq == decision+1 && e.Kind == agent.KindEdited && !e.Erased })
	if i < 0 {
		return nil, nil
	}
	var e agent.Edited
	if err := json.Unmarshal(tl.t.Entries[i].Payload, &e); err != nil {
		return nil, fmt.Errorf("reading what was edited: %w", err)
	}
	if e.Draft != nil {
		return templates.Diff(tl.masker.draft(e.OldText), tl.masker.draft(e.Draft.Text)), nil
	}
	return templates.Diff(tl.data(e.OldData), tl.data(e.Data)), nil
}

// decided returns the last review with a digest before an entry.
func (tl *builder) decided(before uint64, digest string) (found Review, is bool) {
	for _, e := range tl.t.Entries {
		if e.Seq >= before {
			break
		}
		if e.Source == store.SourceAIDraft && e.Ref == digest && !e.Erased {
			if n, err := strconv.Atoi(string(e.Payload)); err == nil {
				found, is = tl.reviews[n]
			}
		}
	}
	return found, is
}
