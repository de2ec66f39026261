package daemon

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/store"
	"ppamaild/templates"
)

// Every mail says that a program sent it (RFC 3834 §5), so that no other program
// answers, and leaves under the address of its account. RFC 3834 §3.3 would have a
// mere answer leave under the null return path: submission servers refuse or
// replace one that is not the account's own (RFC 6409 §6.1), and what comes back
// is wanted, as it tells who was not reached; it is never answered.

// unique returns what tells two Message-IDs of one thread apart.
func (d *Daemon) unique() (string, error) {
	b := make([]byte, 8)
	if _, err := io.ReadFull(d.Rand, b); err != nil {
		return "", fmt.Errorf("making a Message-ID: %w", err)
	}
	return hex.EncodeToString(b), nil
}

// suppress says which automatic answers of Exchange a mail does without
// ([MS-OXCMAIL], X-Auto-Response-Suppress). Never reports of failure, as All would:
// a mail that nobody got must not look sent. And who is asked for a review may say
// that they are out.
func suppress(kind store.MailKind) string {
	if kind == store.MailReview {
		return "DR, RN, NRN, AutoReply"
	}
	return "DR, RN, NRN, OOF, AutoReply"
}

// post composes a mail and fills in what the outbox has to know of it. The
// Thread-Index it is given is that of what it answers.
func (d *Daemon) post(m store.Mail, content templates.Mail, o message.Outgoing) (queue.Outgoing, error) {
	unique, err := d.unique()
	if err != nil {
		return queue.Outgoing{}, err
	}
	o.From, o.Date = d.From(m.Role), d.Now().In(d.Location).Truncate(time.Second)
	o.MessageID = d.Minter.MessageID(m.Thread, unique)
	o.Subject, o.Text, o.HTML = content.Subject, content.Text, content.HTML
	o.Header = map[string]string{"X-Auto-Response-Suppress": suppress(m.Kind)}
	o.InReplyTo, o.References = strings.Join(message.Writable(o.InReplyTo), ""), message.Writable(o.References...)
	if o.ThreadIndex != nil {
		o.ThreadIndex = o.ThreadIndex.Child(o.Date, unique[0])
	}
	raw, err := message.Compose(o)
	if err != nil {
		return queue.Outgoing{}, fmt.Errorf("composing the mail %q: %w", content.Subject, err)
	}
	return queue.Outgoing{Mail: d.queued(m, o), Raw: raw, Index: o.ThreadIndex}, nil
}

// queued fills in what the outbox has to know of a mail that is to be sent at once.
func (d *Daemon) queued(m store.Mail, o message.Outgoing) store.Mail {
	m.MessageID, m.Subject, m.From = o.MessageID, o.Subject, d.Account(m.Role).Address
	m.To = addresses(o.To)
	m.Status, m.CreatedAt, m.NextAt = store.MailQueued, d.Now(), d.Now()
	return m
}

// threadIndex is the message's Thread-Index; empty where it has none that is one.
func threadIndex(m *message.Message) string {
	index, _ := message.ParseThreadIndex(m.Header.Get("Thread-Index"))
	return index.String()
}

// answerIndex is the Thread-Index that an answer in this circle of people extends.
func (d *Daemon) answerIndex(field, thread, circle string) message.ThreadIndex {
	if index, ok := message.ParseThreadIndex(field); ok {
		return index
	}
	return d.Minter.Conversation(thread, circle)
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
	return r.d.post(m, templates.Mail{Subject: d.Subject, Text: d.Text, HTML: d.HTML}, o)
}

// approvedMail is the mail that was frozen for the review of a draft, which approved it.
func (r *run) approvedMail(d agent.Draft) (queue.Outgoing, error) {
	if r.decided == nil || r.decided.MIME == nil {
		return queue.Outgoing{}, errors.New("no frozen mail lies with the review that approved this draft")
	}
	m, o, err := r.toCustomer(d, r.decided.Digest)
	o.MessageID = r.decided.MessageID
	return queue.Outgoing{Mail: r.d.queued(m, o), Raw: r.decided.MIME, Index: o.ThreadIndex}, err
}

// toCustomer addresses a draft of that digest.
func (r *run) toCustomer(d agent.Draft, digest string) (store.Mail, message.Outgoing, error) {
	m := store.Mail{Thread: r.head.Thread, Kind: store.MailCustomer, Role: agency.RoleCustomer, Digest: digest, Answers: r.head.LastMessage}
	o := message.Outgoing{Subject: d.Subject, InReplyTo: r.head.LastMessage, References: r.head.References, AutoSubmitted: "auto-replied"}
	o.ThreadIndex = r.d.answerIndex(r.head.ThreadIndex, r.head.Thread, agency.RoleCustomer)
	for _, to := range d.To {
		o.To = append(o.To, message.Address{Address: to})
	}
	return m, o, r.d.refuseReferences(d)
}

// refuseReferences keeps review references from customers: whoever holds one
// might decide. What only looks like one is nothing of ours.
func (d *Daemon) refuseReferences(draft agent.Draft) error {
	var staff []string
	for _, m := range d.Staff.Staff {
		staff = append(staff, m.Address)
	}
	for _, text := range []string{draft.Subject, draft.Text, draft.HTML} {
		for _, ref := range d.References.Find(text) {
			if _, ours := d.References.Verify(ref, staff); ours {
				return unclear(fmt.Sprintf("the text holds the review reference of %s-%d, which must not leave the agency", ref.Thread, ref.Review))
			}
		}
	}
	return nil
}

// toStaff addresses a mail to one member of staff. All mails of a thread to staff
// refer to one identifier that no mail has, so that mail programs show them together
// (RFC 5322 §3.6.4).
func (d *Daemon) toStaff(thread, to string, answers *queue.StaffEvent) message.Outgoing {
	o := message.Outgoing{To: []message.Address{{Address: to}}, ReplyTo: new(d.From(agency.RoleAgency)), AutoSubmitted: "auto-generated"}
	if thread != "" {
		o.References, o.ThreadIndex = []string{d.Minter.MessageID(thread, "staff")}, d.answerIndex("", thread, agency.RoleAgency)
	}
	if answers != nil && answers.From == to && answers.MessageID != "" {
		o.InReplyTo, o.References, o.AutoSubmitted = answers.MessageID, answers.References, "auto-replied"
		o.ThreadIndex = d.answerIndex(answers.Index, cmp.Or(thread, answers.MessageID), agency.RoleAgency)
	}
	return o
}

// noticeMail composes a notice to one member of staff, of a thread or, where that is "",
// of none; what is attached goes along.
func (d *Daemon) noticeMail(thread, to, name string, n templates.Notice, answers *queue.StaffEvent, attached ...message.Attached) (queue.Outgoing, error) {
	content, err := d.notice(name, n)
	if err != nil {
		return queue.Outgoing{}, err
	}
	m := store.Mail{Thread: thread, Kind: store.MailNotice, Role: agency.RoleAgency, Exempt: slices.Contains(exempt, name)}
	if thread != "" {
		m.Review = n.Review
	}
	o := d.toStaff(thread, to, answers)
	o.Attached = attached
	return d.post(m, content, o)
}

// notify tells one member of staff something about this thread.
func (r *run) notify(to, name string, n templates.Notice, attached ...message.Attached) error {
	n.Thread, n.Subject = r.head.Thread, cmp.Or(n.Subject, r.head.Subject)
	m, err := r.d.noticeMail(r.head.Thread, to, name, n, r.answers, attached...)
	if err == nil {
		r.mails = append(r.mails, m)
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

// postNotice tells a member of staff something that is about no thread.
func (d *Daemon) postNotice(tx store.Tx, to, name string, n templates.Notice, answers *queue.StaffEvent, attached ...message.Attached) error {
	m, err := d.noticeMail("", to, name, n, answers, attached...)
	if err != nil {
		return err
	}
	return queue.AddMail(tx, m)
}

func (d *Daemon) postToAll(tx store.Tx, name string, n templates.Notice, attached ...message.Attached) error {
	return each(d.Staff.Everyone(), func(to string) error { return d.postNotice(tx, to, name, n, nil, attached...) })
}
