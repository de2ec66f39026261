package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"ppamaild/daemon/control"
	"ppamaild/daemon/history"
	"ppamaild/progress"
	"ppamaild/report"
	"ppamaild/store"
)

// Remote sends orders to the running daemon, through its control socket. Remote implements
// Commands.
type Remote struct{ control.Client }

// Cancel implements Commands.
func (r Remote) Cancel(ctx context.Context, id, why, by string) (string, error) {
	query := url.Values{"by": {by}, "why": {why}}
	path := "/threads/" + url.PathEscape(id) + "/cancel?" + query.Encode()
	return control.Ask[string](ctx, r.Client, http.MethodPost, path, nil)
}

// Retry implements Commands.
func (r Remote) Retry(ctx context.Context, id, by string) (Retried, error) {
	path := "/retry/" + url.PathEscape(id) + "?by=" + url.QueryEscape(by)
	return control.Ask[Retried](ctx, r.Client, http.MethodPost, path, nil)
}

// Quarantined implements Commands.
func (r Remote) Quarantined(ctx context.Context) ([]Quarantined, error) {
	return control.Get[[]Quarantined](ctx, r.Client, "/quarantine")
}

// SetAside implements Commands.
func (r Remote) SetAside(ctx context.Context, id uint64, why, by string) error {
	path := fmt.Sprintf("/quarantine/%d?%s", id, url.Values{"by": {by}, "why": {why}}.Encode())
	_, err := control.Ask[struct{}](ctx, r.Client, http.MethodPost, path, nil)
	return err
}

// Correct implements Commands.
func (r Remote) Correct(ctx context.Context, what Correction) (Correction, error) {
	return control.Ask[Correction](ctx, r.Client, http.MethodPost, "/corrections", what)
}

// Follow implements Commands.
func (r Remote) Follow(ctx context.Context, id string, report func(history.Progress) error) error {
	path := "/threads/" + url.PathEscape(id) + "/progress"
	return r.Untimed().Do(ctx, http.MethodGet, path, nil, func(answer io.Reader) error {
		for lines := json.NewDecoder(answer); ; {
			var p history.Progress
			err := lines.Decode(&p)
			if err == io.EOF || ctx.Err() != nil {
				return nil
			}
			if err == nil {
				err = report(p)
			}
			if err != nil {
				return err
			}
		}
	})
}

// Forget implements Commands.
func (r Remote) Forget(ctx context.Context, f ForgetOrder) (Forgotten, error) {
	return control.Ask[Forgotten](ctx, r.Untimed(), http.MethodPost, "/forget", f)
}

// threadsPage is how many threads the daemon reads for one answer.
const threadsPage = 500

// Threads implements Commands. It reads a list without a limit in pages, so that the daemon never
// holds all threads in memory.
func (r Remote) Threads(ctx context.Context, q history.Query) ([]history.Summary, error) {
	ask := func(q history.Query) ([]history.Summary, error) {
		return control.Get[[]history.Summary](ctx, r.Client, "/threads?"+valuesOf(q).Encode())
	}
	if q.Limit > 0 || !q.Since.IsZero() {
		return ask(q)
	}
	all := []history.Summary{}
	for q.ByID, q.Limit = true, threadsPage; ; {
		page, err := ask(q)
		all = append(all, page...)
		if err != nil || len(page) < threadsPage {
			return all, err
		}
		q.After = page[len(page)-1].Thread
	}
}

// Thread implements Commands.
func (r Remote) Thread(ctx context.Context, id string) (history.Thread, error) {
	return control.Get[history.Thread](ctx, r.Client, "/threads/"+url.PathEscape(id))
}

// Export implements Commands.
func (r Remote) Export(ctx context.Context, id string) (t report.Thread, err error) {
	path := "/threads/" + url.PathEscape(id) + "/export"
	err = r.Do(ctx, http.MethodGet, path, nil, func(body io.Reader) error {
		t, err = report.Read(body)
		return err
	})
	return t, err
}

// Verify implements Commands.
func (r Remote) Verify(ctx context.Context, id string) (list []history.Verified, err error) {
	path := "/verify?id=" + url.QueryEscape(id)
	err = r.Untimed().Do(ctx, http.MethodGet, path, nil, func(answer io.Reader) error {
		lines, threads := json.NewDecoder(answer), 0
		if err := lines.Decode(&threads); err != nil {
			return err
		}
		progress.Begin(ctx, "verifying", "threads", func() int64 { return int64(threads) })
		list = make([]history.Verified, threads)
		for i := range list {
			if err := lines.Decode(&list[i]); err != nil {
				return err
			}
			progress.Add(ctx, 1)
		}
		return nil
	})
	return list, err
}

// Why implements Commands.
func (r Remote) Why(ctx context.Context, messageID string) (history.Explanation, error) {
	return control.Get[history.Explanation](ctx, r.Client, "/why?id="+url.QueryEscape(messageID))
}

// Outbox implements Commands.
func (r Remote) Outbox(ctx context.Context, all bool) ([]store.Mail, error) {
	if all {
		return control.Get[[]store.Mail](ctx, r.Client, "/outbox?all=1")
	}
	return control.Get[[]store.Mail](ctx, r.Client, "/outbox")
}

// Holds implements Commands.
func (r Remote) Holds(ctx context.Context) ([]store.Hold, error) {
	return control.Get[[]store.Hold](ctx, r.Client, "/holds")
}

// Hold implements Commands.
func (r Remote) Hold(ctx context.Context, o HoldOrder) (store.Hold, error) {
	return control.Ask[store.Hold](ctx, r.Client, http.MethodPost, "/holds", o)
}

// RetryMail implements Commands.
func (r Remote) RetryMail(ctx context.Context, id uint64, by string) (store.Mail, error) {
	return r.order(ctx, orderRetry, id, by)
}

// DropMail implements Commands.
func (r Remote) DropMail(ctx context.Context, id uint64, by string) (store.Mail, error) {
	return r.order(ctx, orderDrop, id, by)
}

func (r Remote) order(ctx context.Context, what mailOrder, id uint64, by string) (store.Mail, error) {
	path := fmt.Sprintf("/outbox/%d/%s?by=%s", id, what, url.QueryEscape(by))
	return control.Ask[store.Mail](ctx, r.Client, http.MethodPost, path, nil)
}

// Rekey implements Commands.
func (r Remote) Rekey(ctx context.Context) (Rekeyed, error) {
	return control.Ask[Rekeyed](ctx, r.Untimed(), http.MethodPost, "/rekey", nil)
}

// Release implements Commands.
func (r Remote) Release(ctx context.Context, by string) (store.Restoration, error) {
	path := "/release?by=" + url.QueryEscape(by)
	return control.Ask[store.Restoration](ctx, r.Client, http.MethodPost, path, nil)
}

// Kept implements Commands.
func (r Remote) Kept(ctx context.Context, of string) (string, error) {
	return control.Get[string](ctx, r.Client, "/refresh_tokens/"+tokenDigest(of))
}

// Keep implements Commands.
func (r Remote) Keep(ctx context.Context, of, newest string) error {
	path := "/refresh_tokens/" + tokenDigest(of)
	_, err := control.Ask[struct{}](ctx, r.Client, http.MethodPut, path, newest)
	return err
}
