package privacy

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"ppamaild/store"
)

// findOfThreads finds all that the threads hold that go, and what the addresses wrote
// in those that others take part in.
func (f *finder) findOfThreads() error {
	for _, thread := range slices.Sorted(maps.Keys(f.whole)) {
		all := func(store.Entry, []byte) bool { return true }
		timers, err := f.tx.Timers(thread)
		f.timers = append(f.timers, timers...)
		reviews, reviewsErr := f.tx.Reviews(thread)
		for _, rv := range reviews {
			f.reviews = append(f.reviews, review{thread, rv.Number, nil})
		}
		mails, mailsErr := f.tx.ThreadMail(thread)
		f.mails = append(f.mails, mails...)
		if err := errors.Join(err, reviewsErr, mailsErr, f.findEntries(thread, all)); err != nil {
			return err
		}
	}
	for thread := range f.shared {
		if err := f.findEntries(thread, f.isTheirEntry); err != nil {
			return err
		}
	}
	return nil
}

func (f *finder) isTheirEntry(e store.Entry, _ []byte) bool { return f.names(e.Actor) || f.refs[e.Ref] }

// findEntries finds entries of a journal that goes have, but for those that tell what
// was erased.
func (f *finder) findEntries(thread string, goes func(store.Entry, []byte) bool) error {
	return f.tx.Journal(thread, 1, func(e store.Entry, payload []byte) bool {
		if l := (line{e.Seq, !e.Nameless && f.namesCustomer(e)}); e.Kind != KindErased && (payload != nil || l.names) && goes(e, payload) {
			f.entries[thread] = append(f.entries[thread], l)
		}
		return true
	})
}

// namesCustomer reports whether an entry says who a customer is, or names a message of
// theirs. Who of staff did something stays.
func (f *finder) namesCustomer(e store.Entry) bool {
	stranger := strings.Contains(e.Actor, "@") && !f.agency.Owns(e.Actor)
	return e.Source == store.SourceCustomer || stranger || f.names(e.Actor) || f.refs[e.Ref]
}

// findStrays finds what is kept of the addresses in threads that they take no part in:
// where staff were asked whose a message of theirs is.
func (f *finder) findStrays() error {
	strays := false
	for id := range f.inbound {
		in, err := f.tx.Inbound(id)
		if err != nil {
			return err
		}
		_, whole := f.whole[in.Thread]
		_, shared := f.shared[in.Thread]
		strays = strays || !whole && !shared
	}
	if !strays || !f.forgets() {
		return nil
	}
	var threads []string
	err := f.tx.Heads(func(h store.Head) bool { threads = append(threads, h.Thread); return true })
	for _, thread := range threads {
		if _, whole := f.whole[thread]; !whole && !f.held[thread] && thread != f.agency.Thread && err == nil {
			err = f.findStraysIn(thread)
		}
	}
	return err
}

func (f *finder) findStraysIn(thread string) error {
	reviews, err := f.tx.Reviews(thread)
	asked := map[int]bool{}
	for _, rv := range reviews {
		switch _, goes := f.inbound[rv.Inbound]; {
		case !goes:
		case rv.Status == store.ReviewOpen:
			f.block("review %d of %s asks whose a message of theirs is: answer it first", rv.Number, thread)
		default:
			asked[rv.Number] = true
			f.reviews = append(f.reviews, review{thread, rv.Number, nil})
		}
	}
	if len(asked) == 0 || err != nil {
		return err
	}
	mails, err := f.tx.ThreadMail(thread)
	for _, m := range mails {
		if m.Kind != store.MailCustomer && asked[m.Review] {
			f.mails = append(f.mails, m)
		}
	}
	if _, shared := f.shared[thread]; shared { // whose entries are found as it is
		return err
	}
	return errors.Join(err, f.findEntries(thread, f.isTheirEntry))
}

// findMails finds mails to staff that are about no thread, or are the agency's digests.
func (f *finder) findMails() error {
	for _, status := range []store.MailStatus{
		store.MailQueued, store.MailSending, store.MailSent, store.MailRetrying, store.MailUncertain, store.MailFailed, store.MailWithdrawn,
	} {
		var failed error
		err := f.tx.MailByStatus(status, func(m store.Mail) bool {
			loose := m.Thread == "" || m.Thread == f.agency.Thread
			if !loose || m.Erased {
				return true
			}
			var goes bool
			if goes, failed = f.goesMail(m); goes {
				f.mails = append(f.mails, m)
			}
			return failed == nil
		})
		if err = errors.Join(err, failed); err != nil {
			return err
		}
	}
	return f.checkMails()
}

func (f *finder) goesMail(m store.Mail) (bool, error) {
	old := m.CreatedAt.Before(f.Before) && (m.Status == store.MailSent || m.Status == store.MailFailed || m.Status == store.MailWithdrawn)
	if !f.forgets() && (!old || len(f.about) == 0) {
		return old, nil
	}
	raw, err := f.tx.MailRaw(m.ID)
	if !f.forgets() {
		return !f.about.inMail(raw), err
	}
	return f.words().inMail(raw), err
}

// checkMails leaves out what was erased before, and has a mail block that is on its way.
func (f *finder) checkMails() error {
	f.mails = slices.DeleteFunc(f.mails, func(m store.Mail) bool { return m.Erased })
	for _, m := range f.mails {
		if m.Status == store.MailSending || m.Status == store.MailUncertain {
			f.block("mail %d about them is being sent: try again in a minute", m.ID)
		}
	}
	return nil
}

// findOfAgency finds what the agency's own thread has: who was refused and why, and
// what staff were told of in digests.
func (f *finder) findOfAgency() error {
	words := f.words()
	goes := func(e store.Entry, payload []byte) bool {
		if f.forgets() {
			return f.isTheirEntry(e, payload) || words.in(string(payload))
		}
		return e.At.Before(f.Before) && e.Source == store.SourceSystem && !f.about.in(e.Actor+"\n"+string(payload))
	}
	reviews, err := f.tx.Reviews(f.agency.Thread)
	for _, rv := range reviews {
		strike := words
		if !f.forgets() {
			if rv.Status == store.ReviewOpen || rv.Erased || !rv.CreatedAt.Before(f.Before) || f.about.in(string(rv.Data)) {
				continue
			}
			strike = []string{""} // everything
		}
		_, found := strike.strike(rv.Data)
		switch {
		case !found:
		case rv.Status == store.ReviewOpen && rv.Inbound != 0: // what NEW would begin lies in it
			f.block("review %d of %s asks about a message that names them: answer it first", rv.Number, f.agency.Thread)
		default:
			f.reviews = append(f.reviews, review{f.agency.Thread, rv.Number, strike})
		}
	}
	return errors.Join(err, f.findEntries(f.agency.Thread, goes))
}

func (f *finder) findEffects() error {
	for _, status := range []store.EffectStatus{store.EffectIntended, store.EffectAttempted, store.EffectConfirmed, store.EffectUnknown} {
		err := f.tx.EffectsByStatus(status, func(e store.Effect) bool {
			if _, whole := f.whole[e.Thread]; whole && (e.Result != nil || e.Error != "") {
				f.effects = append(f.effects, e)
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// findIDs finds by what answers would find the threads that go, and the messages. The
// names of our own mails stay, as they say for whom somebody decided.
func (f *finder) findIDs() error {
	var failed error
	err := f.tx.MessageIDs(func(id string, ref store.MessageRef) bool {
		_, whole := f.whole[ref.Thread]
		if ref.Mail != 0 && whole {
			var m store.Mail
			m, failed = f.tx.Mail(ref.Mail)
			whole = m.MessageID != id
		}
		if _, goes := f.inbound[ref.Inbound]; goes || whole {
			f.ids = append(f.ids, id)
		}
		return failed == nil
	})
	return errors.Join(err, failed)
}

// findAddresses finds addresses of which something is known by themselves: those of the
// order, or those of customers in threads that go which nothing came from or went to since.
func (f *finder) findAddresses() error {
	list := f.Addresses
	if !f.forgets() {
		for _, h := range f.whole {
			list = append(list, h.Participants...)
		}
		slices.Sort(list)
		list = slices.DeleteFunc(list, f.agency.Owns)
	}
	for _, address := range slices.Compact(list) {
		c, err := f.tx.Correspondent(address)
		known := err == nil
		if known && !f.forgets() {
			times := slices.Concat(c.Sent, c.Received, []time.Time{c.Held, c.Flooded})
			known = !slices.ContainsFunc(times, func(t time.Time) bool { return !t.Before(f.Before) })
		}
		_, proven := f.tx.Authenticated(address)
		for _, err := range []error{err, proven} {
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		if known || f.forgets() && proven == nil {
			f.addresses = append(f.addresses, address)
		}
	}
	return nil
}
