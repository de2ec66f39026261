package notify

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/templates"
)

// exempt notices do not count against the limit of mails an hour. They answer decisions,
// and no more decisions exist than reviews, or they report mail over the limit. The console
// limits sign-ins.
var exempt = []string{
	"done", "decided_by_other", "released", "task_export", "mail_held", "flood", "sign_in",
}

// toStaff addresses a mail to one member of staff. All mails of a thread to staff refer to
// one identifier that no mail has, so mail programs group them (RFC 5322 §3.6.4).
func (w *Writer) toStaff(thread, to string, answers *queue.StaffEvent) message.Outgoing {
	o := message.Outgoing{
		To: []message.Address{{Address: to}}, ReplyTo: new(w.From(agency.RoleAgency)),
		AutoSubmitted: "auto-generated",
	}
	if thread != "" {
		o.References = []string{w.Minter.MessageID(thread, "staff")}
		o.ThreadIndex = w.AnswerIndex("", thread, agency.RoleAgency)
	}
	if answers != nil && answers.From == to && answers.MessageID != "" {
		o.InReplyTo, o.References, o.AutoSubmitted = answers.MessageID, answers.References, "auto-replied"
		o.ThreadIndex = w.AnswerIndex(answers.Index, cmp.Or(thread, answers.MessageID), agency.RoleAgency)
	}
	return o
}

// NoticeMail composes a notice to one member of staff about a thread; "" is no thread.
func (w *Writer) NoticeMail(
	thread, to, name string, n templates.Notice,
	answers *queue.StaffEvent, attached ...message.Attached,
) (queue.Outgoing, error) {
	content, err := w.RenderNotice(name, n)
	if err != nil {
		return queue.Outgoing{}, err
	}
	m := store.Mail{Thread: thread, Kind: store.MailNotice, Role: agency.RoleAgency}
	m.Exempt = slices.Contains(exempt, name)
	if thread != "" {
		m.Review, m.Decides = n.Review, n.Ref != ""
	}
	o := w.toStaff(thread, to, answers)
	o.Attached = attached
	return w.Post(m, content, o)
}

// PostNotice puts a notice about no thread into the outbox.
func (w *Writer) PostNotice(
	tx store.Tx, to, name string, n templates.Notice,
	answers *queue.StaffEvent, attached ...message.Attached,
) error {
	m, err := w.NoticeMail("", to, name, n, answers, attached...)
	if err != nil {
		return err
	}
	return queue.AddMail(tx, m)
}

// PostToAll puts a notice to all staff who are not away into the outbox.
func (w *Writer) PostToAll(
	tx store.Tx, name string, n templates.Notice, attached ...message.Attached,
) error {
	return queue.Each(w.Staff.ToNotify(), func(to string) error {
		return w.PostNotice(tx, to, name, n, nil, attached...)
	})
}

// RenderNotice renders a notice with private numbers masked in every text of a person. The subject
// marks a notice about a test.
func (w *Writer) RenderNotice(name string, n templates.Notice) (templates.Mail, error) {
	m, err := w.Templates.Render(name, Masked(n))
	if mark := w.Say("task.test_subject", ""); n.Test && !strings.Contains(m.Subject, mark) {
		m.Subject = mark + " " + m.Subject
	}
	return m, err
}

// Masked masks private numbers in every text of a person.
func Masked(n templates.Notice) templates.Notice {
	for _, text := range []*string{&n.Subject, &n.Reason, &n.Understood, &n.Body} {
		*text = reading.Mask(*text)
	}
	n.Facts, n.Candidates = maskItems(n.Facts), maskItems(n.Candidates)
	n.Sections = slices.Clone(n.Sections)
	for i, s := range n.Sections {
		n.Sections[i].Items, n.Sections[i].Text = maskItems(s.Items), reading.Mask(s.Text)
	}
	return n
}

func maskItems(list []templates.Item) []templates.Item {
	list = slices.Clone(list)
	for i := range list {
		list[i].Value = reading.Mask(list[i].Value)
	}
	return list
}

// MaskAll masks private numbers in texts.
func MaskAll(texts []string) (masked []string) {
	for _, t := range texts {
		masked = append(masked, reading.Mask(t))
	}
	return masked
}
