package history

import (
	"cmp"
	"context"
	"slices"

	"ppamaild/store"
)

// Outbox lists the mails of the outbox by id: only the mails that have not left, or all.
func (r Reader) Outbox(ctx context.Context, all bool) ([]store.Mail, error) {
	list := []store.Mail{}
	statuses := []store.MailStatus{
		store.MailQueued, store.MailSending, store.MailRetrying,
		store.MailUncertain, store.MailFailed,
	}
	if all {
		statuses = append(statuses, store.MailSent, store.MailWithdrawn)
	}
	err := r.Store.View(ctx, func(tx store.Tx) error {
		for _, status := range statuses {
			err := tx.MailByStatus(status, func(m store.Mail) bool {
				list = append(list, Masked(m))
				return true
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b store.Mail) int { return cmp.Compare(a.ID, b.ID) })
	return list, err
}
