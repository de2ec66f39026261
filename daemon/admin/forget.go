package admin

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/refusal"
	"ppamaild/daemon/storefile"
	"ppamaild/failpoint"
	"ppamaild/mailbox/message"
	"ppamaild/privacy"
	"ppamaild/progress"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/store/crypt"
	"ppamaild/threadresolver"
)

// ForgetOrder is an order to erase a customer's data. Package privacy defines what is erased and
// what stays.
type ForgetOrder struct {
	Addresses []string `json:"addresses"`       // all addresses of the customer
	Tasks     []string `json:"tasks,omitempty"` // threads of tasks that name the customer
	By        string   `json:"by"`
	DryRun    bool     `json:"dry_run,omitempty"`
}

// Forgotten is the result of a ForgetOrder.
type Forgotten struct {
	Receipt privacy.Receipt `json:"receipt"`
	// Left is the reason why free pages of the file may still contain erased data, or "". The
	// command ppamaild store compact removes such pages.
	Left string `json:"left,omitempty"`
}

// Forget carries out an order, or with DryRun returns the receipt that the order would have. It
// returns a refusal if something blocks the erasure, or if there is no data of the addresses.
func (a *Admin) Forget(ctx context.Context, f ForgetOrder) (done Forgotten, err error) {
	for _, address := range f.Addresses {
		if err := message.CheckAddress(strings.TrimSpace(address)); err != nil {
			return done, refusal.Errorf("%q is no address: %v", address, err)
		}
	}
	order, err := a.newOrder(f.By)
	if err != nil {
		return done, err
	}
	order.Addresses, order.Tasks = f.Addresses, f.Tasks
	plan, err := a.erase(ctx, order, 0, f.DryRun)
	if blocked, is := errors.AsType[privacy.Blocked](err); is {
		return done, refusal.Errorf("nothing was erased:\n%s", blocked.Error())
	}
	if errors.Is(err, store.ErrConflict) {
		return done, refusal.Errorf("nothing was erased, because the data changed meanwhile (%v): "+
			"try again in a minute", err)
	}
	if err != nil {
		return done, err
	}
	done.Receipt = plan.Receipt
	if !f.DryRun {
		done.Left = a.Compact(ctx) // needed even for an empty plan, after a crash before this step
	}
	if plan.Empty() && len(plan.Kept) == 0 {
		asked := strings.Join(slices.Concat(f.Addresses, f.Tasks), ", ")
		return done, refusal.Errorf("there is no data of %s", asked)
	}
	return done, nil
}

func (a *Admin) newOrder(by string) (privacy.Order, error) {
	id, err := threadresolver.NewThreadID(a.Rand, "E")
	salt := make([]byte, 16)
	rand.Read(salt) // never fails
	return privacy.Order{
		ID: id, Salt: hex.EncodeToString(salt), By: by, Via: a.via, At: a.Now().UTC(),
	}, err
}

// EraseBefore erases up to limit threads that ended before t.
func (a *Admin) EraseBefore(ctx context.Context, t time.Time, limit int, by string) (*privacy.Plan, error) {
	order, err := a.newOrder(by)
	if err != nil {
		return nil, err
	}
	order.Before = t
	return a.erase(ctx, order, limit, false)
}

// erasedTogether is the number of threads in one transaction, so that memory stays bounded.
const erasedTogether = 100

// erase plans the erasure of up to limit threads (0: all) and, unless dry, erases in parts. If a
// thread changes before the first part, erase plans again.
func (a *Admin) erase(ctx context.Context, o privacy.Order, limit int, dry bool) (plan *privacy.Plan, err error) {
	for range queue.MaxAttempts {
		plan, err = queue.Read(ctx, a.Deps.Store, func(tx store.Tx) (*privacy.Plan, error) {
			return privacy.Find(tx, a.agency(), o, limit)
		})
		if err != nil {
			return nil, err
		}
		if err := plan.Sign(otherCopies(a.Config, a), dry); err != nil || dry || plan.Empty() {
			return plan, err
		}
		done, partErr := a.eraseParts(ctx, plan)
		switch {
		case partErr == nil:
			return plan, nil
		case done > 0:
			return nil, refusal.Errorf("%d threads are erased, and others are left (%v): "+
				"run the command again", done, partErr)
		case !errors.Is(partErr, store.ErrConflict):
			return nil, fmt.Errorf("erasing: %w", partErr)
		}
		err = partErr
	}
	return nil, fmt.Errorf("erasing: %w", err)
}

// eraseParts erases a plan and returns the number of threads of the finished parts.
func (a *Admin) eraseParts(ctx context.Context, plan *privacy.Plan) (done int, err error) {
	total := func() int64 { return int64(len(plan.Threads) + len(plan.Shared)) }
	progress.Begin(ctx, "erasing", "threads", total)
	for _, part := range plan.Parts(erasedTogether) {
		if err := a.Update(ctx, failpoint.Erase, part.Apply); err != nil {
			return done, err
		}
		threads := slices.Concat(part.Threads, part.Shared)
		for _, thread := range threads {
			a.Signals.Changed.Add(thread)
		}
		done += len(threads)
		progress.Add(ctx, int64(len(threads)))
		a.Log.Info("erased", "order", part.Order, "by", part.By, "threads", len(part.Threads),
			"messages", part.Erased.Messages)
	}
	return done, nil
}

// agency describes the agency to package privacy.
func (a *Admin) agency() privacy.Agency {
	return privacy.Agency{
		Thread:    journal.AgencyThread,
		Addresses: append(a.OwnAddresses(), a.Staff.Everyone()...),
		Owns:      a.owns,
		Blank:     blankState,
	}
}

// owns reports whether an address belongs to the agency or its staff.
func (a *Admin) owns(address string) bool {
	_, isStaff := a.Staff.Find(address)
	return isStaff || a.IsOwnAddress(address)
}

// blankState returns the state of an erased thread: its status and policy. Without a policy, a
// late event would start the thread again.
func blankState(h store.Head) ([]byte, error) {
	old, err := agent.DecodeState(h.State)
	if err != nil {
		return nil, err
	}
	s := agent.NewState(h.Thread, agent.CustomerInfo{})
	s.Status, s.Policy = h.Status, old.Policy
	return s.Encode()
}

// otherCopies lists the places outside of the store that may have copies of erased data.
func otherCopies(cfg *config.Config, w review.Phrases) []string {
	list := []string{
		w.Say("copies.backups"),
		w.Say("copies.mailboxes", cfg.Mailbox.Customer.Address, cfg.Mailbox.Agency.Address),
		w.Say("copies.staff"),
		w.Say("copies.logs"),
	}
	if cfg.Store.Backend == config.BackendPostgres {
		list = append(list, w.Say("copies.database"))
	}
	for _, left := range []struct{ phrase, name string }{
		{"copies.stores", ".before-restore-*"},
		{"copies.incomplete", ".*.part"},
	} {
		files, err := filepath.Glob(cfg.Store.Path + left.name)
		if err == nil && len(files) > 0 {
			list = append(list, w.Say(left.phrase, strings.Join(files, ", ")))
		}
	}
	if cfg.Carrier.Remote() {
		list = append(list, w.Say("copies.carrier", cfg.Carrier.Name))
	}
	if cfg.Planner.Kind == config.PlannerLLM {
		list = append(list, w.Say("copies.model", cfg.Planner.Model))
	}
	if cfg.Planner.Record != "" {
		list = append(list, w.Say("copies.recorded", cfg.Planner.Record))
	}
	return list
}

// CompactErased removes erased data from the store's file, if there is any. A compaction copies
// the whole file, so a day without an erasure needs none.
func (a *Admin) CompactErased(ctx context.Context) error {
	mark, err := queue.Read(ctx, a.Deps.Store, privacy.Mark)
	if err == nil && mark != nil {
		a.Compact(ctx) // logs a failure; the mark stays
	}
	return err
}

// Compact removes erased data from the store's file. left is the reason of a failure, or "".
func (a *Admin) Compact(ctx context.Context) (left string) {
	mark, err := queue.Read(ctx, a.Deps.Store, privacy.Mark)
	failpoint.Before(failpoint.Scrub)
	err = errors.Join(err, storefile.Compact(ctx, a.Deps.Store))
	failpoint.After(failpoint.Scrub)
	if err == nil {
		err = a.Deps.Store.Update(ctx, func(tx store.Tx) error { return privacy.Unmark(tx, mark) })
	}
	if err != nil {
		a.Log.Error("the file may still hold erased data in free pages", "error", err)
		return err.Error()
	}
	return ""
}

// Rekeyed is the result of Rekey.
type Rekeyed struct {
	Key     crypt.ID `json:"key"`            // the only key that is still needed
	Records int      `json:"records"`        // number of encrypted records
	Left    string   `json:"left,omitempty"` // see Forgotten
}

// Rekey encrypts the whole store with the newest key. It returns a refusal if there is no key.
func (a *Admin) Rekey(ctx context.Context) (done Rekeyed, err error) {
	newest, has := a.Config.Store.Keys.Newest()
	switch {
	case !has && a.Config.Store.Keyless != "":
		return done, refusal.Errorf("%s", a.Config.Store.Keyless)
	case !has:
		return done, refusal.Errorf("no encryption key is configured: store.encryption_key_file " +
			"names the file of keys")
	}
	done.Key = newest
	if done.Records, err = storefile.Rekey(ctx, a.Deps.Store); err != nil {
		return done, err
	}
	done.Left = a.Compact(ctx)
	return done, nil
}
