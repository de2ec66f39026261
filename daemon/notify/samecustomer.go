package notify

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ppamaild/agent/traits"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// Limits of the threads in one review.
const (
	maxRead  = 10  // heads for each trait
	maxOwn   = 100 // heads of the customer's address
	maxAlike = 3   // threads in the review
)

// matcher finds threads of other addresses.
type matcher struct{ *View }

// sameCustomer names the threads of other addresses that may belong to the same customer. Only
// staff see the threads, and nothing joins them. The address of another thread would survive the
// erasure of that thread, so only its number appears.
func (v matcher) sameCustomer(ctx context.Context) (says []string, err error) {
	if v.State.Task != nil {
		return nil, nil
	}
	says, err = v.openThreads(ctx)
	own := traits.Of(v.State.CustomerInfo.Case.Application)
	if err != nil || len(own) == 0 {
		return says, err
	}
	alike, err := v.headsWith(ctx, own)
	if err != nil {
		return nil, err
	}
	isOnlyNamed := func(h store.Head) bool {
		return slices.Equal(traits.Shared(own, h.Traits), []string{traits.Name})
	}
	if len(alike) > maxAlike { // a common name
		alike = slices.DeleteFunc(alike, isOnlyNamed)
	}
	slices.SortFunc(alike, func(a, b store.Head) int {
		return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(a.Thread, b.Thread))
	})
	for _, h := range alike[:min(maxAlike, len(alike))] {
		var why []string
		for _, kind := range traits.Shared(own, h.Traits) {
			why = append(why, v.inWords(kind))
		}
		says = append(says, v.Say("notify.same_customer", h.Thread, strings.Join(why, ", ")))
	}
	return says, nil
}

// openThreads names the other open threads of the customer's address. A second mail that is no
// answer begins a thread, and the review of the first thread does not show that mail.
func (v matcher) openThreads(ctx context.Context) (says []string, err error) {
	err = v.Store.View(ctx, func(tx store.Tx) error {
		says = nil
		read := 0
		return tx.HeadsOf(strings.ToLower(v.State.CustomerInfo.Address), func(h store.Head) bool {
			if h.Thread != v.Head.Thread && h.MergedInto == "" && !h.Status.Ended() &&
				!queue.IsTask(h) {
				says = append(says, v.Say("notify.open_thread", h.Thread, h.Subject))
			}
			read++
			return len(says) < maxAlike && read < maxOwn
		})
	})
	return says, err
}

// headsWith returns the threads of other addresses that share traits.
func (v matcher) headsWith(ctx context.Context, own []string) (found []store.Head, err error) {
	isOther := func(h store.Head) bool {
		return h.MergedInto == "" && len(h.Participants) > 0 &&
			!slices.ContainsFunc(h.Participants, func(a string) bool {
				return slices.Contains(v.Head.Participants, a)
			})
	}
	err = v.Store.View(ctx, func(tx store.Tx) error {
		found = nil
		for _, trait := range own {
			read := 0
			err := tx.HeadsOf(trait, func(h store.Head) bool {
				isKnown := func(k store.Head) bool { return k.Thread == h.Thread }
				if isOther(h) && traits.Shared(own, h.Traits) != nil &&
					!slices.ContainsFunc(found, isKnown) {
					found = append(found, h)
				}
				read++
				return read < maxRead
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// inWords names a kind of equal traits.
func (v matcher) inWords(kind string) string {
	switch kind {
	case traits.License:
		return v.Say("notify.same.license")
	case traits.VIN:
		return v.Say("notify.same.vin")
	case traits.Person:
		return v.Say("notify.same.person")
	}
	return v.Say("notify.same.name")
}
