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
	"ppamaild/store"
	"ppamaild/store/crypt"
	"ppamaild/threadresolver"
)

// An admin has a customer forgotten. What that is, and what stays, is for package
// privacy to say; here it is committed, and what is left of it in the file overwritten.

// Forgetting is an order to erase what is kept of a customer, by all their addresses, and
// tasks of staff's that name them.
type Forgetting struct {
	Addresses []string `json:"addresses"`
	Tasks     []string `json:"tasks,omitempty"` // ids of their threads
	By        string   `json:"by"`
	DryRun    bool     `json:"dry_run,omitempty"`
}

// Forgotten is what came of it.
type Forgotten struct {
	Receipt privacy.Receipt `json:"receipt"`
	// Left says why octets of what was erased may still lie in free pages of the file,
	// which ppamaild store compact leaves out; "" where none do.
	Left string `json:"left,omitempty"`
}

// Forget carries an order out, or says what it would come to. It fails with a refusal
// where it can't be carried out yet, or nothing is kept of the addresses.
func (a *Admin) Forget(ctx context.Context, f Forgetting) (done Forgotten, err error) {
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
		return done, refusal.Errorf("nothing was erased, as others are at work on it (%v): try again in a minute", err)
	}
	if err != nil {
		return done, err
	}
	done.Receipt = plan.Receipt
	if !f.DryRun {
		done.Left = a.Compact(ctx) // also after a crash between an earlier erasure and this step
	}
	if plan.Empty() && len(plan.Kept) == 0 {
		return done, refusal.Errorf("nothing is kept of %s", strings.Join(slices.Concat(f.Addresses,
			f.Tasks), ", "))
	}
	return done, nil
}

func (a *Admin) newOrder(by string) (privacy.Order, error) {
	id, err := threadresolver.NewThreadID(a.Rand, "E")
	salt := make([]byte, 16)
	rand.Read(salt) // never fails
	return privacy.Order{ID: id, Salt: hex.EncodeToString(salt), By: by, At: a.Now().UTC()}, err
}

// EraseBefore erases up to limit threads that ended before a time.
func (a *Admin) EraseBefore(ctx context.Context, t time.Time, limit int, by string) (*privacy.Plan, error) {
	order, err := a.newOrder(by)
	if err != nil {
		return nil, err
	}
	order.Before = t
	return a.erase(ctx, order, limit, false)
}

// erase finds what an order is about, of up to limit threads, and erases it in one
// transaction; dry, it only finds it.
func (a *Admin) erase(ctx context.Context, o privacy.Order, limit int,
	dry bool) (plan *privacy.Plan, err error) {
	for range queue.MaxAttempts {
		plan, err = queue.Read(ctx, a.Deps.Store, func(tx store.Tx) (*privacy.Plan, error) {
			return privacy.Find(tx, a.house(), o, limit)
		})
		if err != nil {
			return nil, err
		}
		if _, err := plan.Sign(elsewhere(a.Config), dry); err != nil || dry || plan.Empty() {
			return plan, err
		}
		err = a.Update(ctx, failpoint.Erase, plan.Apply)
		if !errors.Is(err, store.ErrConflict) { // else something came of a thread meanwhile
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("erasing: %w", err)
	}
	a.Log.Info("erased", "order", plan.Order, "by", plan.By, "threads", len(plan.Threads),
		"messages", plan.Erased.Messages)
	return plan, nil
}

// house is what package privacy has to know of the agency.
func (a *Admin) house() privacy.Agency {
	return privacy.Agency{Thread: journal.AgencyThread, Owns: a.owns, Blank: blankState}
}

// owns reports whether an address is the agency's, or of its staff.
func (a *Admin) owns(address string) bool {
	_, isStaff := a.Staff.Find(address)
	return isStaff || a.IsOwnAddress(address)
}

// blankState is the state of a thread that has nothing but its policy, so that it does
// not begin anew should anything come for it.
func blankState(h store.Head) ([]byte, error) {
	was, err := agent.DecodeState(h.State)
	if err != nil {
		return nil, err
	}
	s := agent.NewState(h.Thread, agent.CustomerInfo{})
	s.Status, s.Policy = h.Status, was.Policy
	return s.Encode()
}

// elsewhere says where copies may be that the store knows nothing of.
func elsewhere(cfg *config.Config) []string {
	list := []string{
		"backups made before: they have it all until they are deleted, and a restore brings it back; give this order again after one",
		fmt.Sprintf("the mailboxes %s and %s, with their folders for what was sent",
			cfg.Mailbox.Customer.Address, cfg.Mailbox.Agency.Address),
		"mail that staff have in mailboxes of their own",
		"logs, which name addresses and threads",
	}
	for _, left := range []struct{ what, name string }{
		{"stores that a restore put aside", ".before-restore-*"},
		{"copies of the store that were cut short, to be deleted unless one is being written right now", ".*.part"},
	} {
		files, err := filepath.Glob(cfg.Store.Path + left.name)
		if err == nil && len(files) > 0 {
			list = append(list, left.what+": "+strings.Join(files, ", "))
		}
	}
	if cfg.Carrier.Kind == config.CarrierHTTP {
		list = append(list, "the carrier "+cfg.Carrier.Name)
	}
	if cfg.Planner.Kind == config.PlannerLLM {
		list = append(list, "whoever runs the model "+cfg.Planner.Model)
	}
	if cfg.Planner.Record != "" {
		list = append(list, "what was recorded of the model, in "+cfg.Planner.Record)
	}
	return list
}

// Compact removes erased data from the store's file. left says why it could not.
func (a *Admin) Compact(ctx context.Context) (left string) {
	failpoint.Before(failpoint.Scrub)
	err := storefile.Compact(ctx, a.Deps.Store)
	failpoint.After(failpoint.Scrub)
	if err != nil {
		a.Log.Error("the file may still hold erased data in free pages", "error", err)
		return err.Error()
	}
	return ""
}

// Rekeyed says what came of encrypting the store anew.
type Rekeyed struct {
	Key     crypt.ID `json:"key"` // the only one that is needed now
	Records int      `json:"records"`
	Left    string   `json:"left,omitempty"` // as of Forgotten
}

// Rekey encrypts all of the store with the newest key. It fails with a refusal where there
// is none.
func (a *Admin) Rekey(ctx context.Context) (done Rekeyed, err error) {
	newest, has := a.Config.Store.Keys.Newest()
	switch {
	case !has && a.Config.Store.Keyless != "":
		return done, refusal.Errorf("%s", a.Config.Store.Keyless)
	case !has:
		return done, refusal.Errorf("no encryption key is configured: store.encryption_key_file names the file of keys")
	}
	done.Key = newest
	if done.Records, err = storefile.Rekey(ctx, a.Deps.Store); err != nil {
		return done, err
	}
	done.Left = a.Compact(ctx)
	return done, nil
}
