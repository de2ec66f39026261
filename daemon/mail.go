package daemon

import (
	"cmp"
	"errors"
	"slices"

	"ppamaild/agent"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/store"
	"ppamaild/templates"
)

// threadIndex is the message's Thread-Index; empty where it has none that is one.
func threadIndex(m *message.Message) string {
	index, _ := message.ParseThreadIndex(m.Header.Get("Thread-Index"))
	return index.String()
}

// freeze composes the mail that will carry a draft of that digest, an answer to the
// customer's last mail or, where follows is a Message-ID, to that mail of ours: what is
// approved and sent is those bytes. RFC 3834 §5: what a program wrote says so, also where a
// person approved it.
func (r *run) freeze(d agent.Draft, digest, follows string) (queue.Outgoing, error) {
	m, o, err := r.toCustomer(d, digest)
	if err != nil {
		return queue.Outgoing{}, err
	}
	if follows != "" {
		o.InReplyTo, o.References, o.AutoSubmitted = follows, append(slices.Clone(o.References), follows), "auto-generated"
	}
	return r.d.Post(m, templates.Mail{Subject: d.Subject, Text: d.Text, HTML: d.HTML}, o)
}

// approvedMail is the mail that was frozen for the review of a draft, which approved it.
func (r *run) approvedMail(d agent.Draft) (queue.Outgoing, error) {
	if r.decided == nil || r.decided.MIME == nil {
		return queue.Outgoing{}, errors.New("no frozen mail lies with the review that approved this draft")
	}
	m, o, err := r.toCustomer(d, r.decided.Digest)
	o.MessageID = r.decided.MessageID
	return queue.Outgoing{Mail: r.d.Queued(m, o), Raw: r.decided.MIME, Index: o.ThreadIndex}, err
}

// toCustomer addresses a draft of that digest.
func (r *run) toCustomer(d agent.Draft, digest string) (store.Mail, message.Outgoing, error) {
	m := store.Mail{Thread: r.Head.Thread, Kind: store.MailCustomer, Role: agency.RoleCustomer, Digest: digest, Answers: r.Head.LastMessage}
	o := message.Outgoing{Subject: d.Subject, InReplyTo: r.Head.LastMessage, References: r.Head.References, AutoSubmitted: "auto-replied"}
	o.ThreadIndex = r.d.AnswerIndex(r.Head.ThreadIndex, r.Head.Thread, agency.RoleCustomer)
	for _, to := range d.To {
		o.To = append(o.To, message.Address{Address: to})
	}
	return m, o, r.d.RefuseReferences(d)
}

// notify tells one member of staff something about this thread.
func (r *run) notify(to, name string, n templates.Notice, attached ...message.Attached) error {
	n.Thread, n.Subject = r.Head.Thread, cmp.Or(n.Subject, r.Head.Subject)
	m, err := r.d.NoticeMail(r.Head.Thread, to, name, n, r.answers, attached...)
	if err == nil {
		r.Mails = append(r.Mails, m)
	}
	return err
}

func (r *run) notifyAll(name string, n templates.Notice) error {
	for _, to := range r.d.Staff.Everyone() {
		if err := r.notify(to, name, n); err != nil {
			return err
		}
	}
	return nil
}
