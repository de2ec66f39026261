package privacy

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"ppamaild/store"
)

// findInThreads finds all records of the erased threads, and the addresses' records in shared
// threads.
func (f *finder) findInThreads() error {
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

// findEntries finds the entries of a journal for which goes returns true. KindErased entries
// stay.
func (f *finder) findEntries(thread string, goes func(store.Entry, []byte) bool) error {
	return f.tx.Journal(thread, 1, func(e store.Entry, payload []byte) bool {
		if l := (line{e.Seq, !e.Nameless && f.namesCustomer(e)}); e.Kind != KindErased && (payload != nil || l.names) && goes(e, payload) {
			f.entries[thread] = append(f.entries[thread], l)
		}
		return true
	})
}

// namesCustomer reports whether an entry names a customer or a customer's message. Names of
// staff stay.
func (f *finder) namesCustomer(e store.Entry) bool {
	stranger := strings.Contains(e.Actor, "@") && !f.agency.Owns(e.Actor)
	return e.Source == store.SourceCustomer || stranger || f.names(e.Actor) || f.refs[e.Ref]
}

// findStrays finds data of the addresses in other threads: reviews that asked staff about the
// thread of a message.
func (f *finder) findStrays() error {
	if !f.isForget() {
		return nil
	}
	about := map[string][]store.Review{} // by thread
	for id := range f.inbound {
		reviews, err := f.tx.ReviewsAbout(id)
		if err != nil {
			return err
		}
		for _, rv := range reviews {
			about[rv.Thread] = append(about[rv.Thread], rv)
		}
	}
	for _, thread := range slices.Sorted(maps.Keys(about)) {
		held, err := f.isHeldThread(thread)
		_, whole := f.whole[thread]
		if err == nil && !whole && !held && thread != f.agency.Thread {
			err = f.findStraysIn(thread, about[thread])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *finder) findStraysIn(thread string, reviews []store.Review) error {
	asked := map[int]bool{}
	for _, rv := range reviews {
		if rv.Status == store.ReviewOpen {
			f.block("review %d of %s asks about the thread of their message: answer it first", rv.Number, thread)
			continue
		}
		asked[rv.Number] = true
		f.reviews = append(f.reviews, review{thread, rv.Number, nil})
	}
	if len(asked) == 0 {
		return nil
	}
	mails, err := f.tx.ThreadMail(thread)
	for _, m := range mails {
		if m.Kind != store.MailCustomer && asked[m.Review] {
			f.mails = append(f.mails, m)
		}
	}
	if _, shared := f.shared[thread]; shared { // findInThreads finds these entries
		return err
	}
	return errors.Join(err, f.findEntries(thread, f.isTheirEntry))
}

// findMails finds mails to staff outside of threads, and the agency's digests.
func (f *finder) findMails() error {
	for _, thread := range []string{"", f.agency.Thread} {
		mails, err := f.tx.ThreadMail(thread)
		if err != nil {
			return err
		}
		for _, m := range mails {
			if m.Erased {
				continue
			}
			goes, err := f.includesMail(m)
			if err != nil {
				return err
			}
			if goes {
				f.mails = append(f.mails, m)
			}
		}
	}
	return f.checkMails()
}

func (f *finder) includesMail(m store.Mail) (bool, error) {
	old := m.CreatedAt.Before(f.Before) && (m.Status == store.MailSent || m.Status == store.MailFailed || m.Status == store.MailWithdrawn)
	if !f.isForget() && (!old || len(f.heldNames) == 0) {
		return old, nil
	}
	raw, err := f.tx.MailRaw(m.ID)
	if !f.isForget() {
		return !f.heldNames.inMail(raw), err
	}
	return f.words().inMail(raw), err
}

// checkMails removes erased mails from the plan. A mail in transit blocks the order.
func (f *finder) checkMails() error {
	f.mails = slices.DeleteFunc(f.mails, func(m store.Mail) bool { return m.Erased })
	for _, m := range f.mails {
		if m.Status == store.MailSending || m.Status == store.MailUncertain {
			f.block("mail %d about them is being sent: try again in a minute", m.ID)
		}
	}
	return nil
}

// findInAgency finds data in the agency's own thread: refused senders with reasons, and digests
// to staff.
func (f *finder) findInAgency() error {
	words := f.words()
	goes := func(e store.Entry, payload []byte) bool {
		if f.isForget() {
			return f.isTheirEntry(e, payload) || words.in(string(payload))
		}
		return e.At.Before(f.Before) && e.Source == store.SourceSystem && !f.heldNames.in(e.Actor+"\n"+string(payload))
	}
	reviews, err := f.tx.Reviews(f.agency.Thread)
	for _, rv := range reviews {
		strike := words
		if !f.isForget() {
			if rv.Status == store.ReviewOpen || rv.Erased || !rv.CreatedAt.Before(f.Before) || f.heldNames.in(string(rv.Data)) {
				continue
			}
			strike = []string{""} // matches everything
		}
		_, found := strike.redact(rv.Data)
		switch {
		case !found:
		case rv.Status == store.ReviewOpen && rv.Inbound != 0: // NEW would open a thread with this message
			f.block("review %d of %s asks about a message that names them: answer it first", rv.Number, f.agency.Thread)
		default:
			f.reviews = append(f.reviews, review{f.agency.Thread, rv.Number, strike})
		}
	}
	return errors.Join(err, f.findEntries(f.agency.Thread, goes))
}

func (f *finder) findEffects() error {
	for _, thread := range slices.Sorted(maps.Keys(f.whole)) {
		err := f.tx.EffectsOf(thread, func(e store.Effect) bool {
			if e.Result != nil || e.Error != "" {
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

// findIDs finds the keys that match answers to the erased threads and messages. The Message-IDs
// of our own mails stay, because they show the customer of each decision.
func (f *finder) findIDs() error {
	threads := map[string]bool{"": true}
	for thread := range f.whole {
		threads[thread] = true
	}
	for _, in := range f.inbound {
		threads[in.Thread] = true
	}
	for _, thread := range slices.Sorted(maps.Keys(threads)) {
		if err := f.findIDsOf(thread); err != nil {
			return err
		}
	}
	for _, in := range f.inbound { // the id may belong to a thread that the message has left
		ref, err := f.tx.MessageID(in.MessageID)
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			return err
		case ref.Inbound == in.ID && !threads[ref.Thread]:
			f.ids[in.Thread] = append(f.ids[in.Thread], in.MessageID)
		}
	}
	return nil
}

func (f *finder) findIDsOf(thread string) error {
	var failed error
	err := f.tx.MessageIDsOf(thread, func(id string, ref store.MessageRef) bool {
		_, whole := f.whole[ref.Thread]
		if ref.Mail != 0 && whole {
			var m store.Mail
			m, failed = f.tx.Mail(ref.Mail)
			whole = m.MessageID != id
		}
		if _, goes := f.inbound[ref.Inbound]; goes || whole {
			f.ids[thread] = append(f.ids[thread], id)
		}
		return failed == nil
	})
	return errors.Join(err, failed)
}

// findAddresses finds addresses with their own records: addresses of the order, or of customers
// in erased threads without later mail.
func (f *finder) findAddresses() error {
	list := f.Addresses
	if !f.isForget() {
		for _, h := range f.whole {
			list = append(list, h.Participants...)
		}
		slices.Sort(list)
		list = slices.DeleteFunc(list, f.agency.Owns)
	}
	for _, address := range slices.Compact(list) {
		c, err := f.tx.Correspondent(address)
		known := err == nil
		if known && !f.isForget() {
			times := slices.Concat(c.Sent, c.Received, []time.Time{c.Held, c.Flooded})
			known = !slices.ContainsFunc(times, func(t time.Time) bool { return !t.Before(f.Before) })
		}
		_, proven := f.tx.Authenticated(address)
		for _, err := range []error{err, proven} {
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		if known || f.isForget() && proven == nil {
			f.addresses = append(f.addresses, address)
		}
	}
	return nil
}
