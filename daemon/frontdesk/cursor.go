package frontdesk

import (
	"encoding/base64"
	"encoding/json"
	"time"

	"ppamaild/console"
)

// position is the place of a thread in an ordered list. A list continues after a position even if
// threads came, went or moved since.
type position struct {
	Thread  string    `json:"t"`
	Reviews int       `json:"r,omitempty"`
	Since   time.Time `json:"s,omitzero"`
	Changed time.Time `json:"c"`
}

// cursor is the position of an entry as text.
func (e *entry) cursor() string {
	raw, err := json.Marshal(position{e.thread, min(e.reviews, 1), e.since, e.changed})
	if err != nil { // a year beyond 9999
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// entryAt is an entry at the position of a cursor.
func entryAt(cursor string) (*entry, error) {
	var p position
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err == nil {
		err = json.Unmarshal(raw, &p)
	}
	if err != nil || p.Thread == "" {
		return nil, console.ErrCursor
	}
	return &entry{thread: p.Thread, reviews: p.Reviews, since: p.Since, changed: p.Changed}, nil
}

// next returns the threads after a cursor, without rows.
func (x *index) next(q console.Query) (ids []string, shown console.List, err error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	name := listOf(q.Tab, q.By)
	all := x.lists[name].matching(q)
	from := 0
	if q.After != "" {
		last, err := entryAt(q.After)
		if err != nil {
			return nil, shown, err
		}
		at, is := all.find(name, last)
		if from = at; is {
			from++
		}
	}
	to := min(len(all), from+q.Size)
	for _, e := range all[from:to] {
		ids = append(ids, e.thread)
	}
	shown.Loading = x.loading
	if to < len(all) {
		shown.Next = all[to-1].cursor()
	}
	return ids, shown, nil
}
