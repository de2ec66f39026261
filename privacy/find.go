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

// finder reads a store and collects the records of an order in a plan.
type finder struct {
	tx store.Tx
	*Plan
	holds     map[string]store.Hold
	heldNames words           // names under hold
	held      map[string]bool // threads under hold, directly or by a participant; see isHeldThread
	refs      map[string]bool // Message-IDs of customers' messages to erase
	limit     int             // maximum number of threads; 0: all
}

// Find returns the plan for an order, with at most limit threads (0: all). Find changes nothing.
// The indexes of the store lead to the records, so the time does not grow with the number of
// other threads. If an order with addresses or tasks must wait, Find returns
// Blocked. A retention order skips threads that must wait.
func Find(tx store.Tx, a Agency, o Order, limit int) (*Plan, error) {
	p := newPlan(a, Receipt{
		Order: o.ID, Salt: o.Salt, Addresses: lower(o.Addresses), Tasks: o.Tasks,
		Before: o.Before, By: o.By, Via: o.Via, At: o.At, Threads: []string{}, Kept: []Kept{},
	})
	f := finder{tx: tx, Plan: p, holds: map[string]store.Hold{}, held: map[string]bool{}, refs: map[string]bool{}, limit: limit}
	for _, step := range []func() error{
		f.findHolds, f.findThreads, f.checkPreconditions, f.findMessages, f.findTasks, f.findStrays, f.findInThreads, f.findMails, f.findInAgency, f.findEffects, f.findIDs, f.findAddresses,
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
	p.explainKept()
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
		f.heldNames = append(f.heldNames, strings.ToLower(h.On))
	}
	f.holdsBefore = all
	for _, address := range f.Addresses {
		switch h, is := f.holds[address]; {
		case is:
			f.block("%s is on hold (%s)", address, describeHold(h))
		case f.agency.Owns(address):
			f.block("%s belongs to the agency", address)
		}
	}
	return err
}

// findThreads finds the threads of the order.
func (f *finder) findThreads() error {
	if f.isForget() {
		return f.findNamed()
	}
	var failed error
	err := f.tx.EndedHeads(f.Before, func(h store.Head) bool {
		f.held[h.Thread] = f.isHeld(h)
		if h.Thread != f.agency.Thread {
			failed = f.addOld(h)
		}
		return failed == nil && (f.limit == 0 || len(f.whole) < f.limit)
	})
	return errors.Join(err, failed)
}

// findNamed finds the threads of an order with addresses or tasks.
func (f *finder) findNamed() error {
	found := map[string]store.Head{}
	add := func(h store.Head) bool { found[h.Thread] = h; return true }
	var err error
	for _, address := range f.Addresses {
		err = errors.Join(err, f.tx.HeadsOf(address, add))
	}
	for _, task := range f.Tasks {
		h, taskErr := f.tx.Head(task)
		switch {
		case taskErr == nil:
			add(h)
		case errors.Is(taskErr, store.ErrNotFound):
			f.block("there is no thread %s; ppamaild threads list shows all threads", task)
		default:
			err = errors.Join(err, taskErr)
		}
	}
	for _, thread := range slices.Sorted(maps.Keys(found)) {
		h := found[thread]
		f.held[thread] = f.isHeld(h)
		if thread != f.agency.Thread && !isStillErased(h) {
			f.addNamed(h)
		}
	}
	return err
}

// isStillErased reports whether a thread was erased, and nothing has arrived since.
func isStillErased(h store.Head) bool { return !h.Erased.IsZero() && !h.UpdatedAt.After(h.Erased) }

// addOld adds a thread that ended before the order's time, if nothing is pending.
func (f *finder) addOld(h store.Head) error {
	if !f.isOld(h) || f.held[h.Thread] {
		return nil
	}
	if h.MergedInto != "" { // messages of this thread continued in the other
		target, err := f.tx.Head(h.MergedInto)
		if err != nil || !f.isOld(target) {
			return err
		}
	}
	reasons, err := f.pending(h)
	if len(reasons) == 0 && err == nil {
		f.whole[h.Thread] = h
	}
	return err
}

func (f *finder) isOld(h store.Head) bool { return h.Status.Ended() && h.UpdatedAt.Before(f.Before) }

// addNamed adds a thread with the order's addresses as participants, or a task of the order.
func (f *finder) addNamed(h store.Head) {
	theirs := 0
	for _, address := range h.Participants {
		if f.names(address) {
			theirs++
		}
	}
	task := slices.Contains(f.Tasks, h.Thread)
	switch {
	case task && !f.isStaffTask(h):
		f.block("%s is not a staff task: name the addresses of its participants instead", h.Thread)
	case task && f.held[h.Thread]:
		f.block("%s is on hold (%s)", h.Thread, describeHold(f.holdsOn(h)[0]))
	case f.held[h.Thread]:
		f.keepHeld(h)
	case !h.Status.Ended():
		f.block("%s is %s: end it first (ppamaild threads cancel %[1]s) while the daemon runs", h.Thread, h.Status)
	case task || theirs == len(h.Participants):
		f.whole[h.Thread] = h
	default:
		f.shared[h.Thread] = h
		others := slices.DeleteFunc(slices.Clone(h.Participants), f.names)
		f.keep(h.Thread, "also belongs to %s: their messages, the answers and the data from both stay; name all participants to erase the thread", strings.Join(others, ", "))
	}
}

// holdsOn returns the holds on a thread, on the thread of its merge, and on its participants.
func (f *finder) holdsOn(h store.Head) (list []store.Hold) {
	for _, on := range append([]string{h.Thread, h.MergedInto}, h.Participants...) {
		if hold, is := f.holds[on]; is {
			list = append(list, hold)
		}
	}
	return list
}

func (f *finder) isHeld(h store.Head) bool { return len(f.holdsOn(h)) > 0 }

// isHeldThread is isHeld for a thread by its id. A thread without a head is not held.
func (f *finder) isHeldThread(thread string) (held bool, err error) {
	held, known := f.held[thread]
	if known || thread == "" {
		return held, nil
	}
	h, err := f.tx.Head(thread)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return false, err
	}
	f.held[thread] = err == nil && f.isHeld(h)
	return f.held[thread], nil
}

func (f *finder) keepHeld(h store.Head) {
	for _, hold := range f.holdsOn(h) {
		f.keep(h.Thread, "%s is on hold (%s)", hold.On, describeHold(hold))
	}
}

// checkPreconditions blocks an order with addresses or tasks while work on a thread is pending.
func (f *finder) checkPreconditions() error {
	if !f.isForget() {
		return nil
	}
	for _, threads := range []map[string]store.Head{f.whole, f.shared} {
		for _, thread := range slices.Sorted(maps.Keys(threads)) {
			reasons, err := f.pending(threads[thread])
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

// findMessages finds incoming messages: the messages of erased threads, and other messages from
// the order's addresses. A retention order includes old messages outside of threads.
func (f *finder) findMessages() error {
	candidates, err := f.candidates()
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(candidates)) {
		in := candidates[id]
		theirs, err := f.isTheirs(in)
		switch {
		case err != nil:
			return err
		case theirs && in.Status == store.InboundPending:
			f.block("message %d from them is not processed yet: start the daemon, or try again in a minute", in.ID)
		case theirs:
			if err := f.addMessage(in); err != nil {
				return err
			}
		}
	}
	return nil
}

// candidates returns the messages that an order may erase: messages of its threads, messages
// outside of threads, and messages from its addresses or from an unknown author.
func (f *finder) candidates() (map[uint64]store.Inbound, error) {
	found := map[uint64]store.Inbound{}
	add := func(in store.Inbound) bool { found[in.ID] = in; return true }
	err := errors.Join(f.tx.InboundOf("", add), f.tx.InboundOf(f.agency.Thread, add))
	for thread := range f.whole {
		err = errors.Join(err, f.tx.InboundOf(thread, add))
	}
	if !f.isForget() {
		return found, err
	}
	for _, author := range append([]string{""}, f.Addresses...) {
		err = errors.Join(err, f.tx.InboundFrom(author, add))
	}
	return found, err
}

// addMessage adds a message, and its Message-ID unless the author is the agency.
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
	if held, err := f.isHeldThread(in.Thread); held || err != nil {
		return false, err
	}
	loose := in.Thread == "" || in.Thread == f.agency.Thread
	if !f.isForget() {
		at := in.AcceptedAt
		if at.IsZero() {
			at = in.InternalDate
		}
		old := loose && in.Status != store.InboundPending && at.Before(f.Before)
		if !old || len(f.holds) == 0 {
			return old, nil
		}
		raw, err := f.tx.InboundRaw(in.ID)
		return !f.heldNames.inMail(raw), err
	}
	author, err := f.author(in)
	if _, held := f.holds[author]; f.names(author) || held || err != nil || !loose {
		return f.names(author), err
	}
	raw, err := f.tx.InboundRaw(in.ID) // may mention the addresses, such as a forward by staff
	return words(f.Addresses).inMail(raw), err
}

// author returns the author of a message in lower case, or "" if unknown.
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

// authors returns the From addresses of a message, or nil if the message is unreadable.
func (f *finder) authors(id uint64) ([]message.Address, error) {
	raw, err := f.tx.InboundRaw(id)
	if err != nil {
		return nil, err
	}
	m, err := message.Parse(bytes.NewReader(raw), message.Limits{Bytes: 64 << 10}) // the header is enough
	if err != nil {
		return nil, nil
	}
	return m.From, nil
}

// describeHold returns the owner, the date and the reason of a hold.
func describeHold(h store.Hold) string {
	return h.By + ", " + h.At.Format("2006-01-02") + ": " + cmp.Or(h.Reason, "no reason given")
}
