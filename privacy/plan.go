package privacy

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/store"
)

// Plan is what an order comes to in a store: every record that it changes.
type Plan struct {
	agency Agency
	Receipt
	whole  map[string]store.Head // threads of which everything goes
	shared map[string]store.Head // threads that others take part in
	staffs []store.Head          // tasks of staff's

	entries   map[string][]line        // by thread
	inbound   map[uint64]store.Inbound // as they were
	mails     []store.Mail             // likewise
	reviews   []review
	effects   []store.Effect
	timers    []store.Timer
	ids       []string
	addresses []string
	blocked   Blocked
	heeds     []store.Hold // all there were
}

// line is an entry of a journal.
type line struct {
	seq   uint64
	names bool // that are erased with its payload
}

// review is one of which all goes, or all that stands beside some words.
type review struct {
	thread string
	number int
	strike words // nil: all
}

// erase erases it as it is by now: another order may have struck words of it meanwhile.
func (r review) erase(tx store.Reviews) error {
	if r.strike == nil {
		return tx.EraseReview(r.thread, r.number, nil)
	}
	is, err := tx.Review(r.thread, r.number)
	if err != nil {
		return err
	}
	rest, _ := r.strike.strike(is.Data)
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

// forgets reports whether the order names whom or what it is about.
func (p *Plan) forgets() bool { return len(p.Addresses)+len(p.Tasks) > 0 }

// names reports whether an address is one of the order's.
func (p *Plan) names(address string) bool {
	return slices.Contains(p.Addresses, strings.ToLower(address))
}

// words tell what is about those whose data goes.
func (p *Plan) words() words {
	w := slices.Clone(p.Addresses)
	for thread := range p.whole {
		w = append(w, strings.ToLower(thread))
	}
	return w
}

// count fills in the receipt's counts.
func (p *Plan) count() {
	p.Erased = Counts{
		Messages: len(p.inbound), Reviews: len(p.reviews), Mails: len(p.mails), Effects: len(p.effects), Timers: len(p.timers),
		MessageIDs: len(p.ids), Addresses: len(p.addresses),
	}
	for _, lines := range p.entries {
		p.Erased.Entries += len(lines)
	}
}
