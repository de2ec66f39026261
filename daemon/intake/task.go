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

// opensTask begins a task with a mail of staff about no review. It reports whether the mail is a
// task. A task is a new message to the agency's address. If nothing proves its author,
// the member of staff in From must confirm it first.
func (s *staffMail) opensTask() (bool, error) {
	if len(s.intake.Config.AgentsFor(false)) == 0 || !s.isNewToAgency() {
		return false, nil
	}
	member, _ := s.intake.Staff.Find(s.event.From)
	given := queue.TaskEvent{
		Inbound: s.in.ID,
		Task: task.Task{
			Text:      s.event.Text,
			Subject:   reading.Mask(s.msg.Subject),
			By:        member.Address,
			MessageID: s.event.MessageID,
			At:        s.in.InternalDate.In(s.intake.Location),
			Attached:  fileNames(s.msg),
			Own:       s.intake.Own(),
		},
	}
	if s.event.Unproven != "" {
		return true, s.askStaff(journal.AgencyThread, queue.RoutingEvent{
			Inbound: s.in.ID,
			Kind:    queue.RoutingTask,
			From:    s.event.From,
			Why:     []string{s.event.Unproven},
			Staff:   member.Address,
			Task:    &given,
		})
	}
	head, err := s.intake.NewTaskHead(s.tx, given)
	if err != nil {
		return true, err
	}
	if _, err := s.tx.PutHead(head); err != nil {
		return true, err
	}
	if err := s.learn(head.Thread); err != nil {
		return true, err
	}
	if err := s.enqueue(head.Thread, queue.KindTask, given); err != nil {
		return true, err
	}
	return true, s.handled(head.Thread, "")
}

// fileNames returns the names of the attachments, without private numbers.
func fileNames(m *message.Message) (names []string) {
	for _, a := range m.Attachments {
		names = append(names, reading.Mask(a.String()))
	}
	return names
}

// isNewToAgency reports whether a mail of staff answers no mail, states a wish of readable length,
// and is addressed to the agency.
func (s *staffMail) isNewToAgency() bool {
	if s.answers() || len(s.msg.References) > 0 || strings.TrimSpace(s.event.Text) == "" ||
		len(s.event.Text) > maxText {
		return false
	}
	return isWish(s.event.Decision) && s.isForAgency()
}

func (s *staffMail) isForAgency() bool {
	isAgency := func(a message.Address) bool {
		return strings.EqualFold(a.Address, s.intake.Config.Mailbox.Agency.Address)
	}
	return slices.ContainsFunc(slices.Concat(s.msg.To, s.msg.Cc), isAgency)
}

// isWish reports whether a text decides nothing. In a text that answers no questions, a numbered
// list is a list of wishes.
func isWish(d review.Decision) bool {
	_, byWord := d.Answers[0]
	return d.Verdict == review.VerdictUnclear || d.Verdict == review.VerdictAnswer && !byWord
}
