package privacy

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/store"
)

// Plan lists all records that an order changes.
type Plan struct {
	agency Agency
	Receipt
	whole  map[string]store.Head // threads to erase completely
	shared map[string]store.Head // threads with other participants

	entries     map[string][]line        // by thread
	inbound     map[uint64]store.Inbound // as of Find
	mails       []store.Mail             // as of Find
	reviews     []review
	effects     []store.Effect
	timers      []store.Timer
	ids         map[string][]string // Message-IDs by thread
	addresses   []string
	blocked     Blocked
	holdsBefore []store.Hold // all holds as of Find
}

// line is a journal entry to erase.
type line struct {
	seq   uint64
	names bool // erase Actor and Ref, too
}

// review is a review to erase, completely or only the data about some names.
type review struct {
	thread string
	number int
	redact words // nil: everything
}

// erase reads the current review first, because another order may have redacted the review
// since Find.
func (r review) erase(tx store.Reviews) error {
	if r.redact == nil {
		return tx.EraseReview(r.thread, r.number, nil)
	}
	is, err := tx.Review(r.thread, r.number)
	if err != nil {
		return err
	}
	rest, _ := r.redact.redact(is.Data)
	return tx.EraseReview(r.thread, r.number, rest)
}

func (p *Plan) block(format string, args ...any) {
	if reason := fmt.Sprintf(format, args...); !slices.Contains(p.blocked, reason) {
		p.blocked = append(p.blocked, reason)
	}
}

func (p *Plan) keep(what, format string, args ...any) {
	k := Kept{what, fmt.Sprintf(format, args...)}
	if !slices.Contains(p.Kept, k) {
		p.Kept = append(p.Kept, k)
	}
}

// Empty reports whether there is nothing to erase.
func (p *Plan) Empty() bool { return p.Erased == Counts{} && len(p.whole) == 0 }

// isForget reports whether the order has addresses or tasks. Otherwise the order is a retention
// order.
func (p *Plan) isForget() bool { return len(p.Addresses)+len(p.Tasks) > 0 }

// names reports whether address belongs to the order.
func (p *Plan) names(address string) bool {
	return slices.Contains(p.Addresses, strings.ToLower(address))
}

// words returns the names of the erased data: addresses and erased threads.
func (p *Plan) words() words {
	w := slices.Clone(p.Addresses)
	for thread := range p.whole {
		w = append(w, strings.ToLower(thread))
	}
	return w
}

// count computes the counts of the receipt.
func (p *Plan) count() {
	p.Erased = Counts{
		Messages: len(p.inbound), Reviews: len(p.reviews), Mails: len(p.mails), Effects: len(p.effects), Timers: len(p.timers),
		Addresses: len(p.addresses),
	}
	for _, ids := range p.ids {
		p.Erased.MessageIDs += len(ids)
	}
	for _, lines := range p.entries {
		p.Erased.Entries += len(lines)
	}
}
