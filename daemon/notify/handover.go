package notify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/history"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/report"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// A hand-over mail has all a person needs to go on by hand: the known values, the decisions
// and the drafts. The whole story of the thread is attached as a page. The page exists only in
// the mail.

const (
	// MaxStory bounds the attached page. The outbox has a copy for each member of staff.
	MaxStory = 192 << 10
	// MaxEntries bounds the journal on the page. A commit waits for the page, about a
	// millisecond an entry.
	MaxEntries = 500
)

// wholeCase adds the customer's latest message, the decisions of staff and the latest proposal
// to a hand-over.
func (v *View) wholeCase(ctx context.Context, n *templates.Notice) error {
	if queue.IsTask(v.Head) {
		return nil
	}
	n.What = v.Say("notify.send_goes", v.State.CustomerInfo.AnswerTo)
	i := len(n.Conversation) - 1
	for i >= 0 && isNote(v.Writer, n.Conversation[i]) {
		i--
	}
	if i >= 0 {
		last := n.Conversation[i]
		if last.Who == v.Config.Agency.Name {
			ours := v.Say("notify.last_mail_ours", last.When)
			n.Facts = append(n.Facts, v.item("notify.last_mail", ours))
		} else {
			n.Who, n.When, n.Body = last.Who, last.When, last.Text
			n.Conversation = slices.Concat(n.Conversation[:i], n.Conversation[i+1:])
		}
	}
	for _, f := range v.State.HumanFeedback {
		d := templates.Decided{
			By:      v.Named(f.By),
			When:    v.When(f.At),
			Step:    string(f.Stage),
			Verdict: f.Verdict,
		}
		if f.Verdict != string(agent.Edit) { // the conversation has this text
			d.Text = reading.Mask(f.Text)
		}
		n.Decisions = append(n.Decisions, d)
	}
	return v.lastProposal(ctx, n)
}

// Case returns the case. It includes the waiting mails if the program can read them.
func (v *View) Case() quote.Case {
	known, err := guard.RecoverPanic(func() (quote.Case, error) { return v.Known(v.State), nil })
	if err != nil {
		return v.State.CustomerInfo.Case
	}
	return known
}

// lastProposal adds the draft of the latest review, or the values read from the customer's
// mails, unless the proposal took effect.
func (v *View) lastProposal(ctx context.Context, n *templates.Notice) error {
	return v.LatestReviews(ctx, func(rv store.Review) bool {
		if rv.Kind != review.KindStep {
			return true
		}
		p, err := v.Proposal(rv)
		switch taken := agent.Verdict(rv.Verdict); {
		case err != nil || taken == agent.Accept || taken == agent.Edit: // erased, or in effect
		case p.Draft != nil:
			m := templates.Mail{Subject: p.Draft.Subject, Text: p.Draft.Text, HTML: p.Draft.HTML}
			n.Draft = m.Draft(strings.Join(p.Draft.To, ", "))
		case p.Stage == agent.StageInfoAnalysis:
			n.Sections = v.State.UnderReview(p, v.StaffWords())
		}
		return false
	})
}

// Story is the page attached to the mails of a hand-over.
type Story struct {
	review int
	Page   []message.Attached // at most a single page
	Says   string             // for the text of the mails
}

// Story makes the page of the thread, once for all mails of a review. A hand-over does not
// fail without the page.
func (v *View) Story(ctx context.Context, number int) Story {
	if v.told.review == number {
		return v.told
	}
	id := v.Head.Thread
	v.told = Story{review: number}
	page, err := guard.RecoverPanic(func() (string, error) { return v.tellAll(ctx) })
	switch {
	case err != nil:
		v.Log.Warn("a hand-over has no report", "thread", id, "error", guard.FirstLine(err.Error()))
		v.told.Says = v.Say("notify.story_failed", id)
	case page == "":
		v.told.Says = v.Say("notify.story_too_long", id)
	default:
		v.told.Says = v.Say("notify.story_attached")
		v.told.Page = []message.Attached{
			{Name: id + ".html", Type: message.TypePage, Content: []byte(page)},
		}
	}
	return v.told
}

// tellAll makes the page with as much detail as fits; "" if even an outline is too long.
func (v *View) tellAll(ctx context.Context) (string, error) {
	t, err := v.thread(ctx)
	if err != nil || len(t.Entries) > MaxEntries {
		return "", err
	}
	for _, detail := range []report.Detail{report.Abridged, report.Outline} {
		page, err := report.Page(v.Templates, t, report.Options{
			Tools: v.Tools, Agency: v.Config.Agency.Name, Location: v.Location, Detail: detail,
		})
		if err != nil || len(page) <= MaxStory {
			return page, err
		}
	}
	return "", nil
}

// thread is the thread after the commit of the run, without raw mails.
func (v *View) thread(ctx context.Context) (t report.Thread, err error) {
	err = v.Store.View(ctx, func(tx store.Tx) (err error) {
		if t, err = history.Read(tx, v.Head.Thread); err != nil {
			return err
		}
		mails, err := tx.ThreadMail(v.Head.Thread)
		for _, m := range mails {
			t.Mails = append(t.Mails, report.Mail{Mail: m})
		}
		return err
	})
	if err != nil {
		return t, err
	}
	t.Head.Status, t.Head.UpdatedAt = v.State.Status, v.Now()
	t.Head.State, err = v.State.Encode()
	for i, rv := range t.Reviews {
		if changed, is := v.Reviews[rv.Number]; is {
			t.Reviews[i] = report.Review{Review: changed, Data: changed.Data}
		}
	}
	for _, m := range v.Mails {
		t.Mails = append(t.Mails, report.Mail{Mail: m.Mail})
	}
	err = errors.Join(err, v.addNotes(&t))
	return t, err
}

// addNotes adds the notes of the run as the journal will have them.
func (v *View) addNotes(t *report.Thread) error {
	for _, n := range v.Notes {
		payload, err := json.Marshal(n.Payload)
		if err != nil {
			return fmt.Errorf("journal of %s, %s: %w", v.Head.Thread, n.Kind, err)
		}
		t.Entries = append(t.Entries, report.Entry{Payload: payload, Entry: store.Entry{
			Thread: v.Head.Thread, Seq: uint64(len(t.Entries) + 1), At: n.At,
			Source: n.Source, Kind: n.Kind, Actor: n.Actor, Ref: n.Ref,
		}})
	}
	return nil
}

// HandoverData is the data of a hand-over review.
type HandoverData struct {
	Why string `json:"why"`
	By  string `json:"by,omitempty"` // the member of staff who wrote TAKE OVER; empty: the agent handed over
}

// HandoverOf reads the data of a hand-over. Earlier versions kept only the reason.
func HandoverOf(rv store.Review) (d HandoverData) {
	_ = json.Unmarshal(rv.Data, &d) // erased data has no name
	if by, is := strings.CutSuffix(d.Why, " answers by hand"); is {
		d.By = cmp.Or(d.By, by)
	}
	return d
}
