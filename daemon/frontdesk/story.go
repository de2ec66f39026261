package frontdesk

import (
	"context"

	"ppamaild/console"
	"ppamaild/daemon/history"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/report"
	"ppamaild/store"
)

// Story implements console.Stories. A long thread has a page without checkpoints.
func (d *Desk) Story(ctx context.Context, id string) (s console.Story, err error) {
	t, err := d.read(ctx, id)
	if err != nil {
		return s, err
	}
	var whole report.Thread
	var open []store.Review
	err = d.Store.View(ctx, func(tx store.Tx) (err error) {
		if whole, err = history.Read(tx, id); err != nil {
			return err
		}
		if open, err = tx.OpenReviews(id); err != nil {
			return err
		}
		mails, err := tx.ThreadMail(id)
		for _, m := range mails {
			whole.Mails = append(whole.Mails, report.Mail{Mail: m})
		}
		return err
	})
	if err != nil {
		return s, err
	}
	o := report.Options{
		Tools: d.Tools(t.head), Agency: d.Config.Agency.Name, Location: d.Location,
		Detail: report.Abridged, Words: d.StaffWords(),
	}
	if len(whole.Entries) > notify.MaxEntries {
		o.Detail = report.Outline
	}
	for _, rv := range open {
		s.Open = append(s.Open, d.row(&t, rv))
	}
	s.Customers = t.head.Participants
	if queue.IsTask(t.head) {
		s.Customers = nil
	}
	s.Owner, s.Status = d.ownerOf(t.head), d.Say("console.status."+string(t.head.Status))
	s.Code, s.Customer = string(t.head.Status), d.customer(&t)
	s.Created, s.Changed = t.head.CreatedAt, t.head.UpdatedAt
	s.Report, err = report.View(whole, o)
	return s, err
}
