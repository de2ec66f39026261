package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/daemon/history"
	"ppamaild/mailbox/message"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/report"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// A hand-over mail says what is known, what was decided and what was drafted, so that a
// person can go on from it alone. It carries the thread's whole story as a page, so that
// whoever goes
// on by hand has it before them. The page is made when the mail is, and is nowhere
// but in it.

const (
	// maxStory is the largest page that goes along: it is kept once for each of staff.
	maxStory = 192 << 10
	// maxTold is the longest journal that is told so, as a commit waits for it: about
	// a millisecond an entry.
	maxTold = 500
)

// wholeCase adds to a hand-over what the customer wrote last, what staff decided, and
// what was proposed last.
func (r *run) wholeCase(ctx context.Context, n *templates.Notice) error {
	if isTask(r.head) {
		return nil
	}
	n.What = "What you write as SEND: goes to " + r.state.CustomerInfo.AnswerTo + "."
	if i := len(n.Conversation) - 1; i >= 0 && n.Conversation[i].Who != r.d.Config.Agency.Name {
		n.Who, n.When, n.Body = n.Conversation[i].Who, n.Conversation[i].When, n.Conversation[i].Text
		n.Conversation = n.Conversation[:i]
	} else if i >= 0 {
		n.Facts = append(n.Facts, templates.Item{Label: "The last mail", Value: "ours, of " + n.Conversation[i].When + "; the customer has not written since"})
	}
	for _, f := range r.state.HumanFeedback {
		d := templates.Decided{By: r.d.Named(f.By), When: r.d.When(f.At), Step: string(f.Stage), Verdict: f.Verdict}
		if f.Verdict != string(agent.Edit) { // that text is in the conversation
			d.Text = reading.Mask(f.Text)
		}
		n.Decisions = append(n.Decisions, d)
	}
	return r.lastProposal(ctx, n)
}

// known lists the values of the case. It includes the waiting mails if the program can read them.
func (r *run) known() []templates.BasisRow {
	if known, err := careful(func() (quote.Case, error) { return r.d.toolbox.Known(&r.state), nil }); err == nil {
		return letters.Basis(known)
	}
	return letters.Basis(r.state.CustomerInfo.Case)
}

// lastProposal adds the draft that was under review last, or what had been read of the
// customer's mails, if nobody let it take effect.
func (r *run) lastProposal(ctx context.Context, n *templates.Notice) error {
	reviews, err := r.allReviews(ctx)
	if err != nil {
		return err
	}
	for _, rv := range slices.Backward(reviews) {
		if rv.Kind != review.KindStep {
			continue
		}
		p, err := r.proposal(rv)
		switch taken := agent.Verdict(rv.Verdict); {
		case err != nil || taken == agent.Accept || taken == agent.Edit: // erased, or no more a mere proposal
		case p.Draft != nil:
			m := templates.Mail{Subject: p.Draft.Subject, Text: p.Draft.Text, HTML: p.Draft.HTML}
			n.Draft = m.Draft(strings.Join(p.Draft.To, ", "))
		case p.Stage == agent.StageInfoAnalysis:
			n.Sections = r.state.UnderReview(p)
		}
		return nil
	}
	return nil
}

// story is the page that goes along with the mails of a review.
type story struct {
	review int
	page   []message.Attached // none, or one
	says   string             // for the text of the mails
}

// tell makes the story of the thread as it stands in this run, once for all mails of
// a review. A hand-over never fails for want of it.
func (r *run) tell(ctx context.Context, number int) story {
	if r.told.review == number {
		return r.told
	}
	id := r.head.Thread
	r.told = story{review: number}
	page, err := careful(func() (string, error) { return r.tellAll(ctx) })
	switch {
	case err != nil:
		r.d.Log.Warn("no report goes along with a hand-over", "thread", id, "error", firstLine(err.Error()))
		r.told.says = "not attached here, as it could not be made now; ppamaild threads report " + id + " writes it"
	case page == "":
		r.told.says = "not attached here, as it is too long for a mail; ppamaild threads report " + id + " writes it"
	default:
		r.told.says = "attached, as a page to be opened in a browser"
		r.told.page = []message.Attached{{Name: id + ".html", Type: message.TypePage, Content: []byte(page)}}
	}
	return r.told
}

// tellAll makes the page with as much detail as there is room for; "" where it is
// too long all the same.
func (r *run) tellAll(ctx context.Context) (string, error) {
	t, err := r.thread(ctx)
	if err != nil || len(t.Entries) > maxTold {
		return "", err
	}
	for _, detail := range []report.Detail{report.Abridged, report.Outline} {
		page, err := report.Page(r.d.Templates, t, report.Options{
			Tools: r.d.workflow(t.Head.Workflow).tools, Agency: r.d.Config.Agency.Name, Location: r.d.Location, Detail: detail,
		})
		if err != nil || len(page) <= maxStory {
			return page, err
		}
	}
	return "", nil
}

// thread is the thread as this run's commit will leave it, without raw mails.
func (r *run) thread(ctx context.Context) (t report.Thread, err error) {
	err = r.d.store.View(ctx, func(tx store.Tx) (err error) {
		if t, err = history.Read(tx, r.head.Thread); err != nil {
			return err
		}
		mails, err := tx.ThreadMail(r.head.Thread)
		for _, m := range mails {
			t.Mails = append(t.Mails, report.Mail{Mail: m})
		}
		return err
	})
	if err != nil {
		return t, err
	}
	t.Head.Status, t.Head.UpdatedAt = r.state.Status, r.now()
	reviews, err := r.allReviews(ctx)
	state, stateErr := r.state.Encode()
	t.Head.State, t.Reviews = state, nil
	for _, rv := range reviews {
		t.Reviews = append(t.Reviews, report.Review{Review: rv, Data: rv.Data})
	}
	for _, m := range r.mails {
		t.Mails = append(t.Mails, report.Mail{Mail: m.Mail})
	}
	return t, errors.Join(err, stateErr, r.addNotes(&t))
}

// addNotes adds what this run has noted, as the journal will have it.
func (r *run) addNotes(t *report.Thread) error {
	for _, n := range r.notes {
		payload, err := json.Marshal(n.Payload)
		if err != nil {
			return fmt.Errorf("journal of %s, %s: %w", r.head.Thread, n.Kind, err)
		}
		t.Entries = append(t.Entries, report.Entry{Payload: payload, Entry: store.Entry{
			Thread: r.head.Thread, Seq: uint64(len(t.Entries) + 1), At: n.At, Source: n.Source, Kind: n.Kind, Actor: n.Actor, Ref: n.Ref,
		}})
	}
	return nil
}
