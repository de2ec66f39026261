package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent/letters"
	"ppamaild/daemon/queue"
	"ppamaild/report"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// NoticeView is the mail of a review that is no step, for the holder of a reference: the name of
// the notice and its view. again is "" for the first mail, else reminder or escalation.
func (v *View) NoticeView(
	ctx context.Context, rv store.Review, ref, again string,
) (name string, n templates.Notice, err error) {
	switch rv.Kind {
	case review.KindHandedOver:
		name = "handed_over"
		if queue.IsTask(v.Head) {
			name = "task_handed_over"
		}
		n, err = v.threadNotice(ctx, rv, ref, again)
	case review.KindMail:
		name = "mail_uncertain"
		n, err = v.threadNotice(ctx, rv, ref, again)
	case review.KindRouting:
		return v.routingNotice(ctx, rv, ref, again)
	case review.KindSetAside:
		name = "digest"
		n, err = v.setAsideNotice(rv, ref)
	case review.KindRestored:
		name = "restored"
		n, err = v.restoredNotice(rv, ref, again)
	default:
		err = fmt.Errorf("review %d of %s has the unknown kind %q", rv.Number, rv.Thread, rv.Kind)
	}
	return name, n, err
}

// noticeData is the data of a review that threadNotice shows.
type noticeData struct {
	Why       string `json:"why"`
	Subject   string `json:"subject"`
	To        string `json:"to"`
	MessageID string `json:"message_id"`
	Body      string `json:"body"`
}

// threadNotice is the view of a hand-over, or of a mail with uncertain delivery.
func (v *View) threadNotice(
	ctx context.Context, rv store.Review, ref, again string,
) (templates.Notice, error) {
	turns, err := v.Conversation(ctx, rv)
	if err != nil {
		return templates.Notice{}, err
	}
	n := templates.Notice{
		Thread:       rv.Thread,
		Test:         queue.IsTest(v.Head),
		Subject:      v.Head.Subject,
		Review:       rv.Number,
		Who:          v.State.CustomerInfo.Address,
		When:         v.When(rv.CreatedAt),
		Words:        v.WordsFor(rv),
		Ref:          ref,
		Basis:        letters.Basis(v.Case(), v.StaffWords()),
		Conversation: turns,
		Observing:    rv.Observed,
	}
	var data noticeData
	if err := json.Unmarshal(rv.Data, &data); err != nil {
		return templates.Notice{}, err
	}
	v.markRepeat(&n, rv, again)
	n.Reason, n.Body = v.Named(data.Why), data.Body
	if rv.Kind == review.KindHandedOver {
		n.Buttons = v.Buttons(n.Words, ref, rv)
		if n, err = v.withWholeCase(ctx, n, rv, again); err != nil {
			return templates.Notice{}, err
		}
	}
	if data.Subject != "" {
		n.Subject, n.Who = data.Subject, data.To
	}
	if data.MessageID != "" { // the name in a server's log and in the customer's mail program
		n.Facts = append(n.Facts, v.item("notify.message_id", data.MessageID))
	}
	return n, nil
}

// withWholeCase adds the case of a hand-over, and except to a reminder the story and the files.
func (v *View) withWholeCase(
	ctx context.Context, n templates.Notice, rv store.Review, again string,
) (templates.Notice, error) {
	if err := v.wholeCase(ctx, &n); err != nil {
		return n, err
	}
	same, err := matcher{v}.sameCustomer(ctx)
	if err != nil {
		return n, err
	}
	for _, said := range same {
		n.Facts = append(n.Facts, v.item("notify.please_check", said))
	}
	if again == reminder {
		return n.Brief(), nil
	}
	if v.WithoutStory {
		return n, nil
	}
	n.Facts = append(n.Facts, v.item("notify.story", v.Story(ctx, rv.Number).Says))
	return n, filer{v}.addFileFacts(ctx, rv, &n)
}

func (v *View) routingNotice(
	ctx context.Context, rv store.Review, ref, again string,
) (name string, n templates.Notice, err error) {
	var e queue.RoutingEvent
	if err := json.Unmarshal(rv.Data, &e); err != nil {
		return "", n, err
	}
	n = templates.Notice{
		Thread:  rv.Thread,
		Subject: e.Customer.Mail.Subject,
		Review:  rv.Number,
		Who:     e.From,
		When:    v.When(rv.CreatedAt),
		Reason:  strings.Join(e.Why, "; "),
		Body:    v.Shown(e.Customer.Mail),
		Words:   v.Words(rv),
		Ref:     ref,
	}
	if e.Kind == queue.RoutingTask {
		n.Thread, n.Body, n.Subject = "", v.Excerpt(e.Task.Task.Text), e.Task.Task.Subject
		n.Facts, n.Words = v.taskConfirm(e)
	}
	if e.Kind == queue.RoutingForward {
		n.Thread, n.Who = "", report.Sender(e.Customer.Mail.FromName, e.Customer.From)
		n.Words = v.ForwardWords(e.Customer.From)
		n.Facts = v.forwardFacts(e, v.When(e.Customer.Mail.Date))
		if again == escalation { // it goes to other staff
			n.Owner = v.Named(e.From)
		}
	}
	for _, id := range slices.Sorted(slices.Values(e.Candidates)) {
		subject, err := v.subjectOf(ctx, id)
		if err != nil {
			return "", n, err
		}
		n.Candidates = append(n.Candidates, templates.Item{Label: id, Value: subject})
	}
	v.markRepeat(&n, rv, again)
	return e.Kind, n, nil
}

// subjectOf is the subject of a thread, for staff only; "" if there is no such thread.
func (v *View) subjectOf(ctx context.Context, thread string) (string, error) {
	h, err := queue.Read(ctx, v.Store, func(tx store.Tx) (store.Head, error) { return tx.Head(thread) })
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return h.Subject, err
}

// markRepeat marks a repeated request for a decision; again is "" for the first mail, else
// reminder or escalation.
func (v *View) markRepeat(n *templates.Notice, rv store.Review, again string) {
	if again != "" {
		n.Since = v.When(rv.CreatedAt)
	}
	if again == escalation {
		n.Asked = v.NamedAll(rv.Staff)
	}
}

// RestoredData is the data of the review that asks for the release of the outbox.
type RestoredData struct {
	At       time.Time           `json:"at"`
	By       string              `json:"by"`
	File     string              `json:"file"`
	Sections []templates.Section `json:"sections,omitempty"`
}

func (v *View) restoredNotice(rv store.Review, ref, again string) (templates.Notice, error) {
	var data RestoredData
	if err := json.Unmarshal(rv.Data, &data); err != nil {
		return templates.Notice{}, err
	}
	n := templates.Notice{
		Review:   rv.Number,
		Who:      data.By,
		When:     v.When(data.At),
		What:     v.Say("notify.backup", data.File),
		Sections: data.Sections,
		Words:    v.Words(rv),
		Ref:      ref,
	}
	v.markRepeat(&n, rv, again)
	return n, nil
}
