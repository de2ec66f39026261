package backoffice

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"ppamaild/console"
	"ppamaild/console/office"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/refusal"
	"ppamaild/daemon/statistics"
	"ppamaild/daemon/storefile"
	"ppamaild/privacy"
	"ppamaild/templates"
)

// Options are the parts of an Office. All fields are required.
type Options struct {
	Deps      *deps.Deps
	Admin     *admin.Admin
	Figures   *statistics.Counter
	Mailboxes func() []Mailbox
	Crew      func(context.Context) []console.Agent        // the agents of tasks
	Try       func(context.Context) []office.Part          // checks servers and files; may be nil
	Reviews   func(context.Context) ([]console.Row, error) // the open reviews of the agency
}

// Office gives the console the orders of admins, and shows the state of the daemon.
type Office struct {
	*deps.Deps
	Options
	orders *admin.Admin
	backup http.HandlerFunc
}

// New returns an office.
func New(o Options) *Office {
	return &Office{
		Deps: o.Deps, Options: o, orders: o.Admin.Through(queue.ViaConsole),
		backup: storefile.CopyHandler(o.Deps.Store, o.Deps.Log),
	}
}

// Backup implements office.Operations.
func (o *Office) Backup(w http.ResponseWriter, r *http.Request) { o.backup(w, r) }

// refused turns a refusal into an error for a page.
func refused(err error) error {
	if why, is := errors.AsType[refusal.Error](err); is {
		return console.Refused(why)
	}
	return err
}

// Hold begins or ends a hold.
func (o *Office) Hold(ctx context.Context, h office.HoldOrder) error {
	_, err := o.orders.Hold(ctx, admin.HoldOrder{
		On: h.On, By: h.By, Reason: h.Reason, Release: h.Release,
	})
	return refused(err)
}

// Forget erases the data of a customer, or with dry returns the receipt of the erasure.
func (o *Office) Forget(
	ctx context.Context, address, by string, dry bool,
) (office.Erasure, error) {
	done, err := o.orders.Forget(ctx, admin.ForgetOrder{
		Addresses: []string{address}, By: by, DryRun: dry,
	})
	if err != nil {
		return office.Erasure{}, refused(err)
	}
	r := done.Receipt
	content, err := contentOf(r)
	e := office.Erasure{
		Content: content, Threads: r.Threads, Shared: r.Shared, Counts: o.counts(r.Erased),
		Elsewhere: r.Elsewhere, Order: r.Order, Digest: r.Digest, Left: done.Left,
	}
	for _, k := range r.Kept {
		e.Kept = append(e.Kept, templates.Item{Label: k.What, Value: k.Why})
	}
	return e, err
}

// contentOf is a digest of the data that an erasure erases and keeps.
func contentOf(r privacy.Receipt) (string, error) {
	raw, err := json.Marshal([]any{r.Threads, r.Shared, r.Erased, r.Kept})
	if err != nil {
		return "", fmt.Errorf("comparing receipts: %w", err)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}

// counts lists the numbers of erased records.
func (o *Office) counts(c privacy.Counts) (items []templates.Item) {
	for _, n := range []struct {
		name  string
		count int
	}{
		{"messages", c.Messages}, {"entries", c.Entries}, {"reviews", c.Reviews},
		{"mails", c.Mails}, {"effects", c.Effects}, {"timers", c.Timers},
		{"message_ids", c.MessageIDs}, {"addresses", c.Addresses},
	} {
		items = append(items, templates.Item{
			Label: o.Say("console.erased." + n.name), Value: fmt.Sprint(n.count),
		})
	}
	return items
}

// Settings implements office.Settings.
func (o *Office) Settings() (items []templates.Item) {
	for _, s := range o.Config.Settings() {
		items = append(items, templates.Item{Label: s.Key, Value: s.Value})
	}
	return items
}

// checkTime bounds a check of the configuration.
const checkTime = 45 * time.Second

// Check implements office.Settings.
func (o *Office) Check(ctx context.Context) []office.Part {
	if o.Try == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	return o.Try(ctx)
}
