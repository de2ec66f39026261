// Package memo keeps rows of a store in memory.
package memo

// The limits of a memo. The rows that one thread uses take a few KB.
const (
	maxSize = 8 << 20  // bytes
	maxRow  = 64 << 10 // bytes
	rowCost = 200      // bytes of a row without its key and its record
)

// Memo has rows as they are in the store, by key.
type Memo[R any] struct {
	rows map[string]sized[R]
	size int // bytes
}

type sized[R any] struct {
	row  R
	size int // bytes
}

// New returns a memo without a row.
func New[R any]() *Memo[R] { return &Memo[R]{rows: make(map[string]sized[R])} }

// Get returns the row with a key.
func (m *Memo[R]) Get(key string) (row R, known bool) {
	r, known := m.rows[key]
	return r.row, known
}

// Put takes a row. size is the number of bytes of its record.
func (m *Memo[R]) Put(key string, row R, size int) {
	m.put(key, sized[R]{row, len(key) + size + rowCost})
}

func (m *Memo[R]) put(key string, r sized[R]) {
	m.size += r.size - m.rows[key].size
	m.rows[key] = r
}

// Take adds the rows of another memo, but no large ones, and limits the memo.
func (m *Memo[R]) Take(newer *Memo[R]) {
	for key, r := range newer.rows {
		if m.put(key, r); r.size > maxRow {
			m.size -= r.size
			delete(m.rows, key)
		}
	}
	m.Limit()
}

// Limit drops all rows if they are too many.
func (m *Memo[R]) Limit() {
	if m.size > maxSize {
		m.Clear()
	}
}

// Clear drops all rows.
func (m *Memo[R]) Clear() { *m = *New[R]() }
