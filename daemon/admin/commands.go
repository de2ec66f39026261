package admin

import (
	"context"

	"ppamaild/daemon/history"
	"ppamaild/mailbox/oauth"
	"ppamaild/report"
	"ppamaild/store"
)

// Commands are the orders and questions of an admin, to a running daemon or to the store. The
// docs of Admin and history.Reader describe the methods.
type Commands interface {
	Threads(ctx context.Context, q history.Query) ([]history.Summary, error)
	Thread(ctx context.Context, id string) (history.Thread, error)
	Export(ctx context.Context, id string) (report.Thread, error)
	Correct(ctx context.Context, c Correction) (Correction, error)
	Rekey(ctx context.Context) (Rekeyed, error)
	Cancel(ctx context.Context, id, why, by string) (string, error)
	Forget(ctx context.Context, f ForgetOrder) (Forgotten, error)
	Hold(ctx context.Context, o HoldOrder) (store.Hold, error)
	Holds(ctx context.Context) ([]store.Hold, error)
	Verify(ctx context.Context, id string) ([]history.Verified, error)
	Why(ctx context.Context, messageID string) (history.Explanation, error)
	// Follow calls report with the progress of a thread, now and after each change, until the
	// thread ends or ctx is done. Without a running daemon, Follow reports once.
	Follow(ctx context.Context, id string, report func(history.Progress) error) error
	Outbox(ctx context.Context, all bool) ([]store.Mail, error)
	RetryMail(ctx context.Context, id uint64, by string) (store.Mail, error)
	DropMail(ctx context.Context, id uint64, by string) (store.Mail, error)
	Release(ctx context.Context, by string) (store.Restoration, error)
	Quarantine
	APITokens
	oauth.Keeper // for ppamaild check, which refreshes tokens
	Close() error
}
