// Package news writes and reads the payloads of NOTIFY, with which the processes on a store tell
// each other of changes.
package news

import (
	"encoding/json"

	"ppamaild/store"
)

// maxPayload is the limit of PostgreSQL, in bytes.
const maxPayload = 7999

// payload is a JSON object.
type payload struct {
	From int64  `json:"from"` // epoch of the process; 0 for news to all
	News []item `json:"news"`
}

type item struct {
	Kind   store.NewsKind `json:"kind"`
	Thread string         `json:"thread,omitempty"`
	Event  string         `json:"event,omitempty"`
}

// Batch collects the news of a transaction.
type Batch struct {
	items []item
	has   map[item]bool
}

// Add adds news. The same news again have no effect.
func (b *Batch) Add(n store.News) {
	one := item(n)
	if b.has == nil {
		b.has = make(map[item]bool)
	}
	if !b.has[one] {
		b.has[one] = true
		b.items = append(b.items, one)
	}
}

// Payloads returns the news of a process as payloads. Most transactions have one.
func (b *Batch) Payloads(from int64) ([]string, error) {
	if len(b.items) == 0 {
		return nil, nil
	}
	return split(payload{from, b.items})
}

func split(p payload) ([]string, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	n := len(p.News) / 2
	switch {
	case len(text) <= maxPayload:
		return []string{string(text)}, nil
	case n == 0: // a long name
		return split(payload{p.From, []item{{Kind: store.NewsAny}}})
	}
	first, err := split(payload{p.From, p.News[:n]})
	if err != nil {
		return nil, err
	}
	rest, err := split(payload{p.From, p.News[n:]})
	return append(first, rest...), err
}

// Hear calls hear for the news in a payload, unless the payload is from the process self. A payload
// of another version is NewsAny.
func Hear(text string, self int64, hear func(store.News)) {
	var p payload
	if json.Unmarshal([]byte(text), &p) != nil || len(p.News) == 0 {
		hear(store.News{Kind: store.NewsAny})
		return
	}
	if p.From == self {
		return
	}
	for _, one := range p.News {
		hear(store.News(one))
	}
}
