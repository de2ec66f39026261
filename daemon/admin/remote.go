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
	"ppamaild/report"
	"ppamaild/store"
)

// Remote carries out orders on the running daemon, through its control socket.
type Remote struct{ control.Client }

func (r Remote) Cancel(ctx context.Context, id, why, by string) (string, error) {
	query := url.Values{"by": {by}, "why": {why}}
	return control.Ask[string](ctx, r.Client, http.MethodPost,
		"/threads/"+url.PathEscape(id)+"/cancel?"+query.Encode(), nil)
}

func (r Remote) Retry(ctx context.Context, id, by string) (Retried, error) {
	return control.Ask[Retried](ctx, r.Client, http.MethodPost,
		"/retry/"+url.PathEscape(id)+"?by="+url.QueryEscape(by), nil)
}

func (r Remote) Correct(ctx context.Context, what Correction) (Correction, error) {
	return control.Ask[Correction](ctx, r.Client, http.MethodPost, "/corrections", what)
}

func (r Remote) Follow(ctx context.Context, id string, tell func(history.Progress) error) error {
	return r.Untimed().Do(ctx, http.MethodGet, "/threads/"+url.PathEscape(id)+"/progress", nil,
		func(answer io.Reader) error {
			for lines := json.NewDecoder(answer); ; {
				var p history.Progress
				err := lines.Decode(&p)
				if err == io.EOF || ctx.Err() != nil {
					return nil
				}
				if err == nil {
					err = tell(p)
				}
				if err != nil {
					return err
				}
			}
		})
}

func (r Remote) Forget(ctx context.Context, f Forgetting) (Forgotten, error) {
	return control.Ask[Forgotten](ctx, r.Untimed(), http.MethodPost, "/forget", f)
}

func (r Remote) Threads(ctx context.Context) ([]history.Summary, error) {
	return control.Get[[]history.Summary](ctx, r.Client, "/threads")
}

func (r Remote) Thread(ctx context.Context, id string) (history.Thread, error) {
	return control.Get[history.Thread](ctx, r.Client, "/threads/"+url.PathEscape(id))
}

func (r Remote) Export(ctx context.Context, id string) (t report.Thread, err error) {
	err = r.Do(ctx, http.MethodGet, "/threads/"+url.PathEscape(id)+"/export", nil,
		func(body io.Reader) error {
			t, err = report.Read(body)
			return err
		})
	return t, err
}

func (r Remote) Verify(ctx context.Context, id string) ([]history.Verified, error) {
	return control.Get[[]history.Verified](ctx, r.Client, "/verify?id="+url.QueryEscape(id))
}

func (r Remote) Why(ctx context.Context, messageID string) (history.Explanation, error) {
	return control.Get[history.Explanation](ctx, r.Client, "/why?id="+url.QueryEscape(messageID))
}

func (r Remote) Outbox(ctx context.Context, all bool) ([]store.Mail, error) {
	if all {
		return control.Get[[]store.Mail](ctx, r.Client, "/outbox?all=1")
	}
	return control.Get[[]store.Mail](ctx, r.Client, "/outbox")
}

func (r Remote) Holds(ctx context.Context) ([]store.Hold, error) {
	return control.Get[[]store.Hold](ctx, r.Client, "/holds")
}

func (r Remote) Hold(ctx context.Context, o Holding) (store.Hold, error) {
	return control.Ask[store.Hold](ctx, r.Client, http.MethodPost, "/holds", o)
}

func (r Remote) RetryMail(ctx context.Context, id uint64, by string) (store.Mail, error) {
	return r.order(ctx, orderRetry, id, by)
}

func (r Remote) DropMail(ctx context.Context, id uint64, by string) (store.Mail, error) {
	return r.order(ctx, orderDrop, id, by)
}

func (r Remote) order(ctx context.Context, what mailOrder, id uint64, by string) (store.Mail, error) {
	return control.Ask[store.Mail](ctx, r.Client, http.MethodPost,
		fmt.Sprintf("/outbox/%d/%s?by=%s", id, what, url.QueryEscape(by)), nil)
}

func (r Remote) Rekey(ctx context.Context) (Rekeyed, error) {
	return control.Ask[Rekeyed](ctx, r.Untimed(), http.MethodPost, "/rekey", nil)
}

func (r Remote) Release(ctx context.Context, by string) (store.Restoration, error) {
	return control.Ask[store.Restoration](ctx, r.Client, http.MethodPost,
		"/release?by="+url.QueryEscape(by), nil)
}

func (r Remote) Kept(ctx context.Context, of string) (string, error) {
	return control.Get[string](ctx, r.Client, "/refresh_tokens/"+heirOf(of))
}

func (r Remote) Keep(ctx context.Context, of, newest string) error {
	_, err := control.Ask[struct{}](ctx, r.Client, http.MethodPut, "/refresh_tokens/"+heirOf(of),
		newest)
	return err
}
