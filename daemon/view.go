package daemon

import (
	"context"

	"ppamaild/daemon/notify"
	"ppamaild/store"
)

// view is the thread as this run leaves it, for mails about it.
func (r *run) view() *notify.View {
	if r.shows == nil {
		r.shows = &notify.View{Writer: r.d.Writer, Store: r.d.store, Known: r.d.toolbox.Known}
	}
	v := r.shows
	v.Head, v.State, v.Restored, v.Reviews = r.Head, &r.State, r.Restored, r.allReviews
	v.Tools, v.Notes, v.Mails, v.Proposed = r.d.workflow(r.Head.Workflow).tools, r.Notes, r.Mails, r.Proposed
	return v
}

// mailReview puts the mail that asks one member of staff for a decision into the next commit.
func (r *run) mailReview(ctx context.Context, rv store.Review, to, name string) error {
	m, err := r.view().ReviewMail(ctx, rv, to, name)
	if err == nil {
		r.Mails = append(r.Mails, m)
	}
	return err
}
