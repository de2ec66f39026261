package runner

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ppamaild/agent"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/store"
	"ppamaild/templates"
)

// View is the thread as the turn leaves it, for mails about the thread.
func (t *Turn) View() *notify.View {
	if t.view == nil {
		t.view = &notify.View{Writer: t.runner.Writer, Store: t.runner.Store, Known: t.runner.Known}
	}
	v := t.view
	v.Head, v.State, v.Restored = t.Head, &t.State, t.Restored
	v.Tools = t.runner.workflowOf(t.Head).Tools
	v.Notes, v.Mails, v.Reviews, v.Proposed = t.Notes, t.Mails, t.Reviews, t.Proposed
	return v
}

// MailReview adds the mail that asks one member of staff for a decision. name is the kind of
// repetition, such as reminder; "" for the first mail.
func (t *Turn) MailReview(ctx context.Context, rv store.Review, to, name string) error {
	m, err := t.View().ReviewMail(ctx, rv, to, name)
	if err == nil {
		t.Mails = append(t.Mails, m)
	}
	return err
}

// PostDraft adds a mail to the customer and records its text in the journal.
func (t *Turn) PostDraft(m queue.Outgoing, d agent.Draft) {
	m = t.observed(m)
	if t.Reply != nil {
		m.Mail.NextAt = m.Mail.NextAt.Add(t.Reply.Hold)
	}
	t.Mails = append(t.Mails, m)
	d.HTML, d.HTMLDigest, d.Translation, d.Followups = "", "", "", nil // the outbox has the mail
	d.Files = nil
	t.Note(store.SourceSystem, journal.KindOutbox, "", m.Mail.MessageID, d)
}

// Withdraw withdraws mails to the customer that have not left. answer reports whether the
// customer lacks an answer as a result.
func (t *Turn) Withdraw(ctx context.Context, why string) (answer bool, err error) {
	if t.Head.IsNew() {
		return false, nil
	}
	var waiting []store.Mail
	err = t.runner.Store.View(ctx, func(tx store.Tx) error {
		all, err := tx.WaitingMail(t.Head.Thread)
		waiting = slices.DeleteFunc(all, func(m store.Mail) bool {
			taken := slices.ContainsFunc(t.Updates, func(u store.Mail) bool { return u.ID == m.ID })
			return taken || m.Kind != store.MailCustomer
		})
		if err != nil {
			return err
		}
		answer, err = unsent(tx, t.Head.Thread)
		return err
	})
	for _, m := range waiting {
		m.Status, m.LastError = store.MailWithdrawn, why
		t.Updates = append(t.Updates, m)
		t.Note(store.SourceSystem, journal.KindWithdrawn, "", m.MessageID, m.LastError)
		answer = answer || m.Purpose == ""
	}
	return answer, err
}

// Freeze composes the mail with a draft. Staff approve these bytes, and these bytes are sent.
// The mail answers the last mail of the customer. If follows is a Message-ID, the mail
// answers the agency's mail of this name instead. The mail is marked as automatic even if a person
// approves the text (RFC 3834 §5).
func (t *Turn) Freeze(d agent.Draft, digest, follows string) (queue.Outgoing, error) {
	m, o, err := t.toCustomer(d, digest)
	if err != nil {
		return queue.Outgoing{}, err
	}
	if follows != "" {
		o.InReplyTo, o.AutoSubmitted = follows, "auto-generated"
		o.References = append(slices.Clone(o.References), follows)
	}
	return t.runner.Post(m, templates.Mail{Subject: d.Subject, Text: d.Text, HTML: d.HTML}, o)
}

// approvedMail is the frozen mail of the review that approved a draft.
func (t *Turn) approvedMail(d agent.Draft) (queue.Outgoing, error) {
	if t.Decided == nil || t.Decided.MIME == nil {
		return queue.Outgoing{}, errors.New("the review that approved this draft has no frozen mail")
	}
	m, o, err := t.toCustomer(d, t.Decided.Digest)
	o.MessageID = t.Decided.MessageID
	return queue.Outgoing{Mail: t.runner.Queued(m, o), Raw: t.Decided.MIME, Index: o.ThreadIndex}, err
}

// toCustomer addresses a draft.
func (t *Turn) toCustomer(d agent.Draft, digest string) (store.Mail, message.Outgoing, error) {
	m := store.Mail{
		Thread:  t.Head.Thread,
		Kind:    store.MailCustomer,
		Role:    agency.RoleCustomer,
		Digest:  digest,
		Answers: t.Head.LastMessage,
	}
	o := message.Outgoing{
		Subject:       d.Subject,
		InReplyTo:     t.Head.LastMessage,
		References:    t.Head.References,
		AutoSubmitted: "auto-replied",
		ThreadIndex:   t.runner.AnswerIndex(t.Head.ThreadIndex, t.Head.Thread, agency.RoleCustomer),
	}
	for _, f := range d.Files {
		o.Attached = append(o.Attached,
			message.Attached{Name: f.Name, Type: f.Type, Content: f.Content})
	}
	for _, to := range d.To {
		o.To = append(o.To, message.Address{Address: to})
	}
	return m, o, t.runner.RefuseReferences(d)
}

// Notify adds a notice about the thread to one member of staff.
func (t *Turn) Notify(to, name string, n templates.Notice, attached ...message.Attached) error {
	t.about(&n)
	m, err := t.runner.NoticeMail(t.Head.Thread, to, name, n, t.Reply, attached...)
	if err == nil {
		t.Mails = append(t.Mails, m)
	}
	return err
}

// about adds the thread to a notice.
func (t *Turn) about(n *templates.Notice) {
	n.Thread, n.Subject = t.Head.Thread, cmp.Or(n.Subject, t.Head.Subject)
	n.Test = queue.IsTest(t.Head)
}

// Answer is Notify for the writer of the reply. A member who decides in the console gets the
// answer on the page.
func (t *Turn) Answer(to, name string, n templates.Notice) error {
	if t.Reply == nil || t.Reply.Ticket == "" {
		return t.Notify(to, name, n)
	}
	t.about(&n)
	t.AfterCommit(func() {
		t.runner.Answers.Put(t.Reply.Ticket, notify.Answer{Name: name, Notice: n})
	})
	return nil
}

// NotifyAll is Notify for the owner of the thread, else for the staff who want reviews.
func (t *Turn) NotifyAll(name string, n templates.Notice, attached ...message.Attached) error {
	for _, to := range t.runner.Staff.AskedFirst("", t.Head.Owner) {
		if err := t.Notify(to, name, n, attached...); err != nil {
			return err
		}
	}
	return nil
}

// observed withdraws a mail to the customer in the mode observe. The mark stays with mails and
// reviews: after a change of the mode, mail does not leave on the strength of an approval from the
// mode observe.
func (t *Turn) observed(m queue.Outgoing) queue.Outgoing {
	if t.runner.Observing() || t.Decided != nil && t.Decided.Observed {
		m.Mail.Observed = true
		m.Mail.Status, m.Mail.LastError = store.MailWithdrawn, t.runner.Say("outbox.observed")
		t.Suppressed = m.Mail.To
	}
	return m
}

// unsent reports whether observe mode withdrew the last answer to the customer.
func unsent(tx store.Outbox, thread string) (unsent bool, err error) {
	err = tx.LatestMail(thread, func(m store.Mail) bool {
		isAnswer := m.Kind == store.MailCustomer && m.Purpose == ""
		unsent = isAnswer && m.Observed
		return !isAnswer
	})
	return unsent, err
}

// Mail returns a mail of the outbox.
func (t *Turn) Mail(ctx context.Context, id uint64) (store.Mail, error) {
	return queue.Read(ctx, t.runner.Store, func(tx store.Tx) (store.Mail, error) {
		return tx.Mail(id)
	})
}
