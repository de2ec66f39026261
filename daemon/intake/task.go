package intake

import (
	"slices"
	"strings"

	"ppamaild/agent/task"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/reading"
	"ppamaild/review"
)

// A task begins with a new message of staff's to the agency's address. Nobody else can
// open one; where it is not proven who wrote it, whoever is named is asked first.

// opensTask begins a task with a message of staff's that is about no review; false where
// it is none, or there are no agents to work on it.
func (r *router) opensTask(e queue.StaffEvent) (bool, error) {
	if len(r.d.Config.Agents) == 0 || !r.isNewToAgency(e) {
		return false, nil
	}
	member, _ := r.d.Staff.Find(e.From)
	given := queue.TaskEvent{
		Inbound: r.in.ID, References: e.References, Index: e.Index,
		Task: task.Task{
			Text: e.Text, Subject: reading.Mask(r.msg.Subject), By: member.Address,
			MessageID: e.MessageID,
			At:        r.in.InternalDate.In(r.d.Location), Attached: r.attached(), Own: r.d.Own(),
		},
	}
	if e.Unproven != "" {
		return true, r.askStaff(journal.AgencyThread, queue.RoutingEvent{
			Inbound: r.in.ID, Kind: queue.RoutingTask, From: e.From, Why: []string{e.Unproven},
			Staff: member.Address, Task: &given,
		})
	}
	head, err := r.d.NewTaskHead(r.tx, given)
	if err != nil {
		return true, err
	}
	if _, err := r.tx.PutHead(head); err != nil {
		return true, err
	}
	if err := queue.Learn(r.tx, head.Thread, queue.CustomerEvent{Inbound: r.in.ID,
		Learn: ids(r.msg.MessageID)}); err != nil {
		return true, err
	}
	if err := r.enqueue(head.Thread, queue.KindTask, given); err != nil {
		return true, err
	}
	return true, r.handled(head.Thread, "")
}

// attached names the files that came with the message.
func (r *router) attached() (names []string) {
	for _, a := range r.msg.Attachments {
		names = append(names, reading.Mask(a.String()))
	}
	return names
}

// isNewToAgency reports whether a message of staff's answers nothing, says what is
// wanted, and is for the agency's address.
func (r *router) isNewToAgency(e queue.StaffEvent) bool {
	answers := r.answers(e) || len(r.msg.References) > 0
	return !answers && strings.TrimSpace(e.Text) != "" && isWish(e.Decision) && r.isForAgency()
}

func (r *router) isForAgency() bool {
	isAgency := func(a message.Address) bool {
		return strings.EqualFold(a.Address, r.d.Config.Mailbox.Agency.Address)
	}
	return slices.ContainsFunc(slices.Concat(r.msg.To, r.msg.Cc), isAgency)
}

// isWish reports whether a text decides nothing. Where nothing was asked, a numbered list
// is one of what is wanted.
func isWish(d review.Decision) bool {
	_, byWord := d.Answers[0]
	return d.Verdict == review.VerdictUnclear || d.Verdict == review.VerdictAnswer && !byWord
}
