package privacy

import (
	"maps"
	"slices"

	"ppamaild/store"
)

// Parts splits a plan, so that each transaction erases at most limit threads. Each part erases all
// records of its threads. The first part erases the records outside of threads, too, because a
// later order could no longer find such records through the erased threads. The journal entries
// of all parts have the order and the digest of the whole receipt.
func (p *Plan) Parts(limit int) []*Plan {
	threads := slices.Concat(p.Threads, p.Shared)
	if len(threads) <= limit {
		return []*Plan{p}
	}
	var parts []*Plan
	of := map[string]*Plan{}
	for some := range slices.Chunk(threads, limit) {
		part := newPlan(p.agency, p.Receipt)
		part.holdsBefore = p.holdsBefore
		for _, thread := range some {
			of[thread] = part
		}
		parts = append(parts, part)
	}
	with := func(thread string) *Plan {
		if part, is := of[thread]; is {
			return part
		}
		return parts[0]
	}
	for thread, h := range p.whole {
		with(thread).whole[thread] = h
	}
	for thread, h := range p.shared {
		with(thread).shared[thread] = h
	}
	for thread, lines := range p.entries {
		with(thread).entries[thread] = lines
	}
	for id, in := range p.inbound {
		with(in.Thread).inbound[id] = in
	}
	for thread, ids := range p.ids {
		with(thread).ids[thread] = ids
	}
	for _, m := range p.mails {
		part := with(m.Thread)
		part.mails = append(part.mails, m)
	}
	for _, r := range p.reviews {
		part := with(r.thread)
		part.reviews = append(part.reviews, r)
	}
	for _, e := range p.effects {
		part := with(e.Thread)
		part.effects = append(part.effects, e)
	}
	for _, t := range p.timers {
		part := with(t.Thread)
		part.timers = append(part.timers, t)
	}
	parts[0].addresses = p.addresses
	for _, part := range parts {
		part.Threads = slices.Sorted(maps.Keys(part.whole))
		part.Shared = slices.Sorted(maps.Keys(part.shared))
		part.count()
	}
	return parts
}

// newPlan returns an empty plan.
func newPlan(a Agency, r Receipt) *Plan {
	return &Plan{
		agency: a, Receipt: r, whole: map[string]store.Head{}, shared: map[string]store.Head{},
		entries: map[string][]line{}, inbound: map[uint64]store.Inbound{}, ids: map[string][]string{},
	}
}
