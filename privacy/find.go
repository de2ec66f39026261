package privacy

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"ppamaild/mailbox/message"
	"ppamaild/store"
)

// finder reads through a store and writes down in a plan what an order is about.
type finder struct {
	tx store.Tx
	*Plan
	holds map[string]store.Hold
	about words           // what they are on
	held  map[string]bool // threads that a hold is on, or on who takes part
	refs  map[string]bool // Message-IDs of customers' messages that go
	limit int             // threads; 0: all
}

// Find returns what an order comes to, of not more than limit threads (0: of all). It
// reads the whole store and changes nothing. Where an order that names somebody can't
// be carried out yet the error is Blocked; what ended long ago and is not settled for
// all that is left alone.
func Find(tx store.Tx, a Agency, o Order, limit int) (*Plan, error) {
	p := &Plan{
		agency: a, whole: map[string]store.Head{}, shared: map[string]store.Head{},
		entries: map[string][]line{}, inbound: map[uint64]store.Inbound{},
		Receipt: Receipt{Order: o.ID, Salt: o.Salt, Addresses: lower(o.Addresses), Tasks: o.Tasks, Before: o.Before, By: o.By, At: o.At, Threads: []string{}, Kept: []Kept{}},
	}
	f := finder{tx: tx, Plan: p, holds: map[string]store.Hold{}, held: map[string]bool{}, refs: map[string]bool{}, limit: limit}
	for _, step := range []func() error{
		f.findHolds, f.findThreads, f.settle, f.findMessages, f.findTasks, f.findStrays, f.findOfThreads, f.findMails, f.findOfAgency, f.findEffects, f.findIDs, f.findAddresses,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if len(p.blocked) > 0 {
		return nil, p.blocked
	}
	p.Threads, p.Shared = append(p.Threads, slices.Sorted(maps.Keys(p.whole))...), slices.Sorted(maps.Keys(p.shared))
	p.count()
	p.sayKept()
	return p, nil
}

func lower(list []string) (all []string) {
	for _, s := range list {
		all = append(all, strings.ToLower(strings.TrimSpace(s)))
	}
	return all
}

func (f *finder) findHolds() error {
	all, err := f.tx.Holds()
	for _, h := range all {
		f.holds[h.On] = h
		f.about = append(f.about, strings.ToLower(h.On))
	}
	f.heeds = all
	for _, address := range f.Addresses {
		switch h, is := f.holds[address]; {
		case is:
			f.block("%s is held (%s)", address, said(h))
		case f.agency.Owns(address):
			f.block("%s is the agency's own", address)
		}
	}
	return err
}

// findThreads finds the threads that the order is about.
func (f *finder) findThreads() error {
	var failed error
	err := f.tx.Heads(func(h store.Head) bool {
		f.held[h.Thread] = f.isHeld(h)
		was := !h.Erased.IsZero() && !h.UpdatedAt.After(h.Erased) // and nothing came since
		switch {
		case h.Thread == f.agency.Thread || was:
		case f.forgets():
			f.takeNamed(h)
		default:
			failed = f.takeOld(h)
		}
		return failed == nil && (f.limit == 0 || len(f.whole) < f.limit)
	})
	for _, task := range f.Tasks {
		if _, known := f.held[task]; !known {
			f.block("%s is no thread that there is; ppamaild threads list shows them", task)
		}
	}
	return errors.Join(err, failed)
}

// takeOld takes a thread up that ended long ago, and on which nothing is to be done.
func (f *finder) takeOld(h store.Head) error {
	if !f.isOld(h) || f.held[h.Thread] {
		return nil
	}
	if h.MergedInto != "" { // whose messages went on there
		target, err := f.tx.Head(h.MergedInto)
		if err != nil || !f.isOld(target) {
			return err
		}
	}
	reasons, err := f.unsettled(h)
	if len(reasons) == 0 && err == nil {
		f.whole[h.Thread] = h
	}
	return err
}

func (f *finder) isOld(h store.Head) bool { return h.Status.Ended() && h.UpdatedAt.Before(f.Before) }

// takeNamed takes a thread up that is of the order's addresses, or theirs among others,
// and one of the order's tasks.
func (f *finder) takeNamed(h store.Head) {
	theirs := 0
	for _, address := range h.Participants {
		if f.names(address) {
			theirs++
		}
	}
	task := slices.Contains(f.Tasks, h.Thread)
	switch {
	case task && !f.isStaffs(h):
		f.block("%s is no task of staff's: name the addresses of those who take part in it", h.Thread)
	case task && f.held[h.Thread]:
		f.block("%s is held (%s)", h.Thread, said(f.holdsOn(h)[0]))
	case theirs == 0 && !task:
		if f.isStaffs(h) {
			f.staffs = append(f.staffs, h)
		}
	case f.held[h.Thread]:
		f.keepHeld(h)
	case !h.Status.Ended():
		f.block("%s is %s: end it first (ppamaild threads cancel %[1]s) while the daemon runs, so that nothing is under way", h.Thread, h.Status)
	case task || theirs == len(h.Participants):
		f.whole[h.Thread] = h
	default:
		f.shared[h.Thread] = h
		others := slices.DeleteFunc(slices.Clone(h.Participants), f.names)
		f.keep(h.Thread, "%s takes part in it too: what they wrote, the answers and what was made of both stays; name all of them to erase it", strings.Join(others, ", "))
	}
}

// holdsOn returns the holds on a thread, on the one that its messages went on in, and on
// those who take part in it.
func (f *finder) holdsOn(h store.Head) (list []store.Hold) {
	for _, on := range append([]string{h.Thread, h.MergedInto}, h.Participants...) {
		if hold, is := f.holds[on]; is {
			list = append(list, hold)
		}
	}
	return list
}

func (f *finder) isHeld(h store.Head) bool { return len(f.holdsOn(h)) > 0 }

func (f *finder) keepHeld(h store.Head) {
	for _, hold := range f.holdsOn(h) {
		f.keep(h.Thread, "%s is held (%s)", hold.On, said(hold))
	}
}

// settle has the order of somebody to be forgotten wait for what is still to be done.
func (f *finder) settle() error {
	if !f.forgets() {
		return nil
	}
	for _, threads := range []map[string]store.Head{f.whole, f.shared} {
		for _, thread := range slices.Sorted(maps.Keys(threads)) {
			reasons, err := f.unsettled(threads[thread])
			if err != nil {
				return err
			}
			for _, reason := range reasons {
				f.block("%s", reason)
			}
		}
	}
	return nil
}

// findMessages finds what came in: all of the threads that go, and what the addresses
// wrote elsewhere; or what is in no thread and came long ago.
func (f *finder) findMessages() error {
	for _, status := range []store.InboundStatus{store.InboundPending, store.InboundHandled, store.InboundSetAside, store.InboundQuarantined} {
		var failed error
		err := f.tx.InboundByStatus(status, 0, func(in store.Inbound) bool {
			if in.Erased {
				return true
			}
			var theirs bool
			if theirs, failed = f.isTheirs(in); theirs && status == store.InboundPending {
				f.block("message %d of theirs is not dealt with yet: start the daemon, or try again in a minute", in.ID)
			} else if theirs {
				failed = f.addMessage(in)
			}
			return failed == nil
		})
		if err = errors.Join(err, failed); err != nil {
			return err
		}
	}
	return nil
}

// addMessage takes a message up, and what names it in journals unless it is the agency's.
func (f *finder) addMessage(in store.Inbound) error {
	f.inbound[in.ID] = in
	author, err := f.author(in)
	if in.MessageID != "" && !f.agency.Owns(author) {
		f.refs[in.MessageID] = true
	}
	return err
}

func (f *finder) isTheirs(in store.Inbound) (bool, error) {
	if _, is := f.whole[in.Thread]; is {
		return true, nil
	}
	if f.held[in.Thread] {
		return false, nil
	}
	loose := in.Thread == "" || in.Thread == f.agency.Thread
	if !f.forgets() {
		at := in.AcceptedAt
		if at.IsZero() {
			at = in.InternalDate
		}
		old := loose && in.Status != store.InboundPending && at.Before(f.Before)
		if !old || len(f.holds) == 0 {
			return old, nil
		}
		raw, err := f.tx.InboundRaw(in.ID)
		return !f.about.inMail(raw), err
	}
	author, err := f.author(in)
	if _, held := f.holds[author]; f.names(author) || held || err != nil || !loose {
		return f.names(author), err
	}
	raw, err := f.tx.InboundRaw(in.ID) // one that staff forwarded, say
	return words(f.Addresses).inMail(raw), err
}

// author returns who wrote a message, in lower case; "" where nobody can tell.
func (f *finder) author(in store.Inbound) (string, error) {
	if in.From != "" {
		return in.From, nil
	}
	authors, err := f.authors(in.ID)
	if err != nil || len(authors) == 0 {
		return "", err
	}
	i := slices.IndexFunc(authors, func(a message.Address) bool { return f.names(a.Address) })
	return strings.ToLower(authors[max(0, i)].Address), nil
}

// authors returns whom a message names as its authors; none where it can't be read.
func (f *finder) authors(id uint64) ([]message.Address, error) {
	raw, err := f.tx.InboundRaw(id)
	if err != nil {
		return nil, err
	}
	m, err := message.Parse(bytes.NewReader(raw), message.Limits{Bytes: 64 << 10}) // the header will do
	if err != nil {
		return nil, nil
	}
	return m.From, nil
}

// said tells who made a hold, and why.
func said(h store.Hold) string {
	return h.By + ", " + h.At.Format("2006-01-02") + ": " + cmp.Or(h.Reason, "no reason given")
}
