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
	"ppamaild/daemon/agency"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/reading"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// mailReview commits the mail that asks one member of staff for a decision, with
// a reference that only they can use. name is "" for the first mail, else
// reminder or escalation.
func (r *run) mailReview(ctx context.Context, rv store.Review, to, name string) error {
	content, err := r.renderReview(ctx, rv, to, name)
	if err != nil {
		return err
	}
	o := r.d.ToStaff(r.head.Thread, to, nil)
	switch {
	case rv.Kind == review.KindHandedOver && !isTask(r.head):
		o.Attached = r.tell(ctx, rv.Number).page
	case rv.Kind == review.KindStep && isTask(r.head):
		if o.Attached, err = r.resultFiles(rv, false); err != nil {
			return err
		}
	}
	m, err := r.d.Post(store.Mail{Thread: r.head.Thread, Kind: store.MailReview, Role: agency.RoleAgency, Review: rv.Number}, content, o)
	if err == nil {
		r.mails = append(r.mails, m)
	}
	return err
}

func (r *run) renderReview(ctx context.Context, rv store.Review, to, name string) (templates.Mail, error) {
	ref := r.d.References.Mint(rv.Thread, rv.Number, to)
	switch rv.Kind {
	case review.KindStep, review.KindQuestions, review.KindAgent, review.KindWritten:
		v, err := r.stepView(ctx, rv, ref)
		if err != nil {
			return templates.Mail{}, err
		}
		if name == "" {
			name = "review"
		} else {
			v.Since, v.Asked = r.d.When(rv.CreatedAt), r.d.NamedAll(rv.Staff)
		}
		return r.d.Templates.Render(name, v)
	case review.KindHandedOver:
		if isTask(r.head) {
			return r.renderNotice(ctx, rv, "task_handed_over", ref, name)
		}
		return r.renderNotice(ctx, rv, "handed_over", ref, name)
	case review.KindMail:
		return r.renderNotice(ctx, rv, "mail_uncertain", ref, name)
	case review.KindRouting:
		return r.renderRouting(ctx, rv, ref, name)
	case review.KindSetAside:
		return r.renderSetAside(rv, ref)
	case review.KindRestored:
		return r.renderRestored(rv, ref, name)
	}
	return templates.Mail{}, fmt.Errorf("review %d of %s has the unknown kind %q", rv.Number, rv.Thread, rv.Kind)
}

// stepView is the review mail of a step to whoever has that reference. What it shows to
// everyone is gathered once.
func (r *run) stepView(ctx context.Context, rv store.Review, ref string) (templates.Review, error) {
	if r.shown.Number != rv.Number {
		v, err := r.shownToAll(ctx, rv)
		if err != nil {
			return v, err
		}
		r.shown = v
	}
	v := r.shown
	v.Ref = ref
	if rv.Kind != review.KindAgent {
		v.RejectURL = r.mailto("REJECT: ", ref)
	}
	if rv.Kind != review.KindAgent && rv.Kind != review.KindQuestions {
		v.AcceptURL = r.mailto("ACCEPT", ref)
	}
	return v, nil
}

// shownToAll is the review mail of a step, without a reference.
func (r *run) shownToAll(ctx context.Context, rv store.Review) (templates.Review, error) {
	p, err := r.proposal(rv)
	if err != nil {
		return templates.Review{}, err
	}
	turns, err := r.conversation(ctx)
	if err != nil {
		return templates.Review{}, err
	}
	who := r.state.CustomerInfo
	v := templates.Review{
		Thread: rv.Thread, Number: rv.Number, Step: rv.Step, StepTitle: r.title(p), What: acceptSentence(p, who.AnswerTo),
		CustomerFrom: sender(who.Name, who.Address), RepliesTo: who.AnswerTo, Warnings: notify.MaskAll(p.Warnings),
		Basis: letters.Basis(r.state.CustomerInfo.Case), Conversation: turns, Words: r.wordsFor(rv),
		Deadline: r.d.When(rv.CreatedAt.Add(r.d.Config.Review.ExpireAfter.Duration)),
	}
	v.Warnings = append(v.Warnings, howPlanned(p)...)
	if p.Stage == agent.StageToolCall && r.head.CreatedAt.Before(r.restored) {
		v.Warnings = append(v.Warnings, whyMadeBefore)
	}
	if v.Observing = rv.Observed; rv.Observed && p.Draft != nil {
		v.What = "If ppamaild did not only observe, ACCEPT would send the mail below to " + who.AnswerTo + ", exactly as it stands."
	}
	if p.Draft != nil {
		m := templates.Mail{Subject: p.Draft.Subject, Text: p.Draft.Text, HTML: p.Draft.HTML}
		v.Draft, v.Translation = m.Draft(strings.Join(p.Draft.To, ", ")), p.Draft.Translation
		r.d.showFollowups(&v, p.Draft.Followups)
	}
	v.Data, v.Questions = r.state.UnderReview(p), questions(p)
	if p.Reason != nil {
		v.Rejection = &templates.Rejection{By: r.d.Named(p.Reason.By), When: r.d.When(p.Reason.At), Reason: reading.Mask(r.state.InWords(p.Reason.Text))}
	}
	v.Changes = r.state.Changes(p)
	return v, nil
}

func sender(name, address string) string {
	if name == "" {
		return address
	}
	return name + " <" + address + ">"
}

// mailto is a button that prefills an answer. RFC 6068 §2: it makes a mail
// without In-Reply-To, so the reference stands in its body.
func (r *run) mailto(word, ref string) string {
	return templates.MailtoURL(r.d.Config.Mailbox.Agency.Address, fmt.Sprintf("Re: [%s]", r.head.Thread), word+"\n\nRef: "+ref+"\n")
}

// renderNotice renders a review that is not of a step: the case of a hand-over,
// or a mail that may or may not have been sent.
func (r *run) renderNotice(ctx context.Context, rv store.Review, name, ref, again string) (templates.Mail, error) {
	turns, err := r.conversation(ctx)
	if err != nil {
		return templates.Mail{}, err
	}
	n := templates.Notice{
		Thread: rv.Thread, Subject: r.head.Subject, Review: rv.Number, Who: r.state.CustomerInfo.Address, When: r.d.When(rv.CreatedAt),
		Words: words(rv), Ref: ref, Basis: r.known(), Conversation: turns, Observing: rv.Observed,
	}
	var data struct {
		Why       string `json:"why"`
		Subject   string `json:"subject"`
		To        string `json:"to"`
		MessageID string `json:"message_id"`
		Body      string `json:"body"`
	}
	if err := json.Unmarshal(rv.Data, &data); err != nil {
		return templates.Mail{}, err
	}
	r.asked(&n, rv, again)
	n.Reason, n.Body = r.d.Named(data.Why), data.Body
	if rv.Kind == review.KindHandedOver {
		if err := r.wholeCase(ctx, &n); err != nil {
			return templates.Mail{}, err
		}
		n.Facts = append(n.Facts, templates.Item{Label: "The whole story", Value: r.tell(ctx, rv.Number).says})
	}
	if data.Subject != "" {
		n.Subject, n.Who = data.Subject, data.To
	}
	if data.MessageID != "" { // by which a server's log, or the customer's mail program, knows it
		n.Facts = append(n.Facts, templates.Item{Label: "Message-ID", Value: data.MessageID})
	}
	return r.d.RenderNotice(name, n)
}

func (r *run) renderRouting(ctx context.Context, rv store.Review, ref, again string) (templates.Mail, error) {
	var e queue.RoutingEvent
	if err := json.Unmarshal(rv.Data, &e); err != nil {
		return templates.Mail{}, err
	}
	n := templates.Notice{
		Thread: rv.Thread, Subject: e.Customer.Mail.Subject, Review: rv.Number, Who: e.From, When: r.d.When(rv.CreatedAt),
		Reason: strings.Join(e.Why, "; "), Body: shown(e.Customer.Mail), Words: words(rv), Ref: ref,
	}
	if e.Kind == queue.RoutingTask {
		n.Thread, n.Body, n.Subject = "", excerpt(e.Task.Task.Text), e.Task.Task.Subject
		n.Facts, n.Words = taskConfirm(e)
	}
	if e.Kind == queue.RoutingForward {
		n.Thread, n.Who, n.Words = "", sender(e.Customer.Mail.FromName, e.Customer.From), forwardWords(e.Customer.From)
		n.Facts = forwardFacts(e, r.d.When(e.Customer.Mail.Date))
		if again == "escalation" { // it comes to others than the one who forwarded it
			n.Owner = r.d.Named(e.From)
		}
	}
	for _, id := range slices.Sorted(slices.Values(e.Candidates)) {
		subject, err := r.subjectOf(ctx, id)
		if err != nil {
			return templates.Mail{}, err
		}
		n.Candidates = append(n.Candidates, templates.Item{Label: id, Value: subject})
	}
	r.asked(&n, rv, again)
	return r.d.RenderNotice(e.Kind, n)
}

// asked has a notice that asks for a decision once more say so; again is "" for the
// first mail, else reminder or escalation.
func (r *run) asked(n *templates.Notice, rv store.Review, again string) {
	if again != "" {
		n.Since = r.d.When(rv.CreatedAt)
	}
	if again == "escalation" {
		n.Asked = r.d.NamedAll(rv.Staff)
	}
}

// subjectOf is for staff only: what a thread is about; "" of one that there is not.
func (r *run) subjectOf(ctx context.Context, thread string) (string, error) {
	h, err := view(ctx, r.d.store, func(tx store.Tx) (store.Head, error) { return tx.Head(thread) })
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return h.Subject, err
}
