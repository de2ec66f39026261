package storetest

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"ppamaild/store"
)

// model is the expected content of a store, in simple slices and maps. Slices never change in
// place, so that clones are independent.
type model struct {
	cursor  store.Cursor
	inbound []store.Inbound // by id - 1
	heads   map[string]store.Head
	events  []store.Event
	journal map[string][]payload // by sequence number - 1
	effects map[string]store.Effect
	mail    []store.Mail // by id - 1
	timers  map[string]store.Timer
}

type payload struct {
	text   string
	erased bool
}

func newModel() *model {
	return &model{
		heads:   map[string]store.Head{},
		journal: map[string][]payload{},
		effects: map[string]store.Effect{},
		timers:  map[string]store.Timer{},
	}
}

func (m *model) clone() *model {
	c := *m
	c.heads, c.journal = maps.Clone(m.heads), maps.Clone(m.journal)
	c.effects, c.timers = maps.Clone(m.effects), maps.Clone(m.timers)
	return &c
}

// contents is the result of all reading methods of a store, for comparison with the model.
type contents struct {
	Cursor     store.Cursor
	Inbound    map[store.InboundStatus][]store.Inbound
	Heads      []store.Head
	Queued     []string
	Events     map[string][]store.Event
	Journal    map[string][]payload
	Effects    map[store.EffectStatus][]store.Effect
	Mail       map[store.MailStatus][]store.Mail
	ThreadMail map[string][]store.Mail
	DueMail    map[string]queue // by role
	Waiting    map[string][]store.Mail
	Latest     map[string][]store.Mail // the last two of a thread, newest first
	Timers     map[string][]store.Timer
	DueTimers  []store.Timer
	NextTimer  time.Time
}

// queue is the result of DueMail.
type queue struct {
	due  []store.Mail
	next time.Time
}

func (m *model) contents(now time.Time, limit int) contents {
	c := contents{
		Cursor: m.cursor, Journal: m.journal, DueMail: map[string]queue{},
		Heads:      slices.SortedFunc(maps.Values(m.heads), byName(func(h store.Head) string { return h.Thread })),
		Inbound:    group(m.inbound, func(in store.Inbound) store.InboundStatus { return in.Status }),
		Events:     group(m.events, func(e store.Event) string { return e.Thread }),
		Mail:       group(m.mail, func(v store.Mail) store.MailStatus { return v.Status }),
		ThreadMail: group(m.mail, func(v store.Mail) string { return v.Thread }),
	}
	c.Queued = slices.Sorted(maps.Keys(c.Events))
	byKey := slices.SortedFunc(maps.Values(m.effects), byName(func(e store.Effect) string { return e.Key }))
	c.Effects = group(byKey, func(e store.Effect) store.EffectStatus { return e.Status })
	timers := slices.SortedFunc(maps.Values(m.timers), byName(func(v store.Timer) string { return v.Name }))
	c.Timers = group(timers, func(v store.Timer) string { return v.Thread })
	waiting := slices.DeleteFunc(slices.Clone(m.mail), func(v store.Mail) bool {
		return v.Status != store.MailQueued && v.Status != store.MailRetrying
	})
	c.Waiting = group(waiting, func(v store.Mail) string { return v.Thread })
	c.Latest = make(map[string][]store.Mail)
	for thread, list := range c.ThreadMail {
		last := slices.Clone(list[max(0, len(list)-2):])
		slices.Reverse(last)
		c.Latest[thread] = last
	}
	byRole := group(waiting, func(v store.Mail) string { return v.Role })
	for _, role := range roles() {
		var q queue
		q.due, q.next = due(byRole[role], now, limit, func(v store.Mail) time.Time { return v.NextAt })
		c.DueMail[role] = q
	}
	c.DueTimers, c.NextTimer = due(timers, now, limit, func(v store.Timer) time.Time { return v.Due })
	return c
}

func byName[T any](name func(T) string) func(a, b T) int {
	return func(a, b T) int { return cmp.Compare(name(a), name(b)) }
}

// group keeps the order within each group.
func group[K comparable, T any](list []T, key func(T) K) map[K][]T {
	groups := map[K][]T{}
	for _, v := range list {
		groups[key(v)] = append(groups[key(v)], v)
	}
	return groups
}

// due implements the contract of DueMail and DueTimers.
func due[T any](list []T, now time.Time, limit int, at func(T) time.Time) (first []T, next time.Time) {
	list = slices.SortedStableFunc(slices.Values(list), func(a, b T) int { return at(a).Compare(at(b)) })
	for i, v := range list {
		switch {
		case at(v).After(now):
			return first, at(v)
		case i == limit:
			return first, now
		}
		first = append(first, v)
	}
	return first, time.Time{}
}
