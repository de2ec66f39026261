package privacy

import (
	"errors"
	"slices"
	"strings"

	"ppamaild/store"
)

// isStaffTask reports whether a thread is a task by staff.
func (f *finder) isStaffTask(h store.Head) bool {
	return !slices.ContainsFunc(h.Participants, func(address string) bool { return !f.agency.Owns(address) })
}

// findTasks lists staff tasks that mention an address of the order, or the author's name. Such
// tasks may be about other people, and only a person can tell. They are erased only if the
// order names them. findTasks reads one task at a time, because a store may have many.
func (f *finder) findTasks() error {
	if len(f.Addresses) == 0 {
		return nil
	}
	called, err := f.authorNames()
	if err != nil {
		return err
	}
	mentions, seen := slices.Concat(f.Addresses, called), map[string]bool{}
	var failed error
	look := func(h store.Head) bool {
		if !seen[h.Thread] && f.isOtherTask(h) {
			failed = f.keepMentioning(h, mentions)
		}
		seen[h.Thread] = true
		return failed == nil
	}
	err = f.tx.TaskHeads(look)
	for _, address := range f.agency.Addresses {
		err = errors.Join(err, f.tx.HeadsOf(address, look))
	}
	return errors.Join(err, failed)
}

// isOtherTask reports whether a thread is a staff task outside of the order.
func (f *finder) isOtherTask(h store.Head) bool {
	return f.isStaffTask(h) && h.Thread != f.agency.Thread && !isStillErased(h) &&
		!slices.Contains(f.Tasks, h.Thread) && !slices.ContainsFunc(h.Participants, f.names)
}

// keepMentioning lists a task that mentions some words.
func (f *finder) keepMentioning(h store.Head, mentions words) error {
	said, says, err := f.mentionedIn(h, mentions)
	if !says || err != nil {
		return err
	}
	first := ""
	if !h.Status.Ended() {
		first = "end it (ppamaild threads cancel " + h.Thread + "), then "
	}
	f.keep(h.Thread, "a staff task that mentions %q, and maybe other people: check it (ppamaild threads show %[2]s); to erase the whole task, %[3]sppamaild forget %[4]s %[2]s",
		said, h.Thread, first, strings.Join(f.Addresses, " "))
	return nil
}

// mentionedIn returns the first of words in a thread's state or journal.
func (f *finder) mentionedIn(h store.Head, words words) (said string, says bool, err error) {
	if said, says = words.first(string(h.State)); says {
		return said, true, nil
	}
	err = f.tx.Journal(h.Thread, 1, func(_ store.Entry, payload []byte) bool {
		said, says = words.first(string(payload))
		return !says
	})
	return said, says, err
}

// authorNames returns the full names of the authors of the erased messages.
func (f *finder) authorNames() (names []string, err error) {
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
