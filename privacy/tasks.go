package privacy

import (
	"errors"
	"slices"
	"strings"

	"ppamaild/store"
)

// isStaffs reports whether a thread is a task of staff's.
func (f *finder) isStaffs(h store.Head) bool {
	return !slices.ContainsFunc(h.Participants, func(address string) bool { return !f.agency.Owns(address) })
}

// findTasks tells which tasks of staff's say an address of the order, or the name of
// whoever wrote from it. They are about others too, and nobody but a person can tell
// whom a name is of, so they go only where the order names them.
func (f *finder) findTasks() error {
	if len(f.Addresses) == 0 || len(f.staffs) == 0 {
		return nil
	}
	called, err := f.called()
	if err != nil {
		return err
	}
	for _, h := range f.staffs {
		said, says, err := f.saidIn(h, slices.Concat(f.Addresses, called))
		if err != nil {
			return err
		}
		if !says {
			continue
		}
		first := ""
		if !h.Status.Ended() {
			first = "end it (ppamaild threads cancel " + h.Thread + "), then "
		}
		f.keep(h.Thread, "a task of staff's that says %q, maybe among others: look at it (ppamaild threads show %[2]s); to erase it whole, %[3]sppamaild forget %[4]s %[2]s",
			said, h.Thread, first, strings.Join(f.Addresses, " "))
	}
	return nil
}

// saidIn returns the first of some words that a thread's state or journal says.
func (f *finder) saidIn(h store.Head, words words) (said string, says bool, err error) {
	if said, says = words.first(string(h.State)); says {
		return said, true, nil
	}
	err = f.tx.Journal(h.Thread, 1, func(_ store.Entry, payload []byte) bool {
		said, says = words.first(string(payload))
		return !says
	})
	return said, says, err
}

// called returns the full names under which the addresses wrote what goes.
func (f *finder) called() (names []string, err error) {
	for id := range f.inbound {
		authors, authorsErr := f.authors(id)
		err = errors.Join(err, authorsErr)
		for _, a := range authors {
			if name := strings.Fields(strings.ToLower(a.Name)); f.names(a.Address) && len(name) > 1 {
				names = append(names, strings.Join(name, " "))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), err
}
