package admin

import (
	"context"

	"ppamaild/daemon/history"
	"ppamaild/mailbox/oauth"
	"ppamaild/report"
	"ppamaild/store"
)

// Commands is what an admin's commands ask: of a running daemon, or of the store itself.
type Commands interface {
	Threads(ctx context.Context) ([]history.Summary, error)
	// Thread returns store.ErrNotFound where there is none of that id.
	Thread(ctx context.Context, id string) (history.Thread, error)
	// Export returns all that is held of a thread; store.ErrNotFound where there is
	// none of that id.
	Export(ctx context.Context, id string) (report.Thread, error)
	// Retry is Admin.Retry; without a daemon it is left to the next one that runs.
	Retry(ctx context.Context, id, by string) (Retried, error)
	// Correct moves messages between threads; it returns a refusal where it can't.
	Correct(ctx context.Context, c Correction) (Correction, error)
	Rekey(ctx context.Context) (Rekeyed, error)
	// The rest is as Admin has it.
	Cancel(ctx context.Context, id, why, by string) (string, error)
	Forget(ctx context.Context, f Forgetting) (Forgotten, error)
	Hold(ctx context.Context, o Holding) (store.Hold, error)
	Holds(ctx context.Context) ([]store.Hold, error)
	Verify(ctx context.Context, id string) ([]history.Verified, error)
	Why(ctx context.Context, messageID string) (history.Explanation, error)
	Follow(ctx context.Context, id string, tell func(history.Progress) error) error
	Outbox(ctx context.Context, all bool) ([]store.Mail, error)
	RetryMail(ctx context.Context, id uint64, by string) (store.Mail, error)
	DropMail(ctx context.Context, id uint64, by string) (store.Mail, error)
	Release(ctx context.Context, by string) (store.Restoration, error)
	oauth.Keeper // for a check
	Close() error
}
