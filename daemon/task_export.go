package daemon

import (
	"ppamaild/store"
	"ppamaild/templates"
)

// mailExport mails the results under review to whoever asked for them, as files. The
// review stays open.
func (r *run) mailExport(rv store.Review, to string) error {
	files, err := r.view().ResultFiles(rv, true)
	if err != nil {
		return err
	}
	return r.notify(to, "task_export", templates.Notice{Review: rv.Number, Step: rv.Step}, files...)
}
