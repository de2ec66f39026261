package agent

// memo keeps the findings of one check by part of the text. Finding must be a pure function
// of the part. The zero value is empty.
type memo[T any] struct{ found map[string][]T }

// find returns the findings of a part, which the caller must not change. A nil memo keeps
// nothing.
func (m *memo[T]) find(part string, in func(string) []T) []T {
	if m == nil {
		return in(part)
	}
	found, known := m.found[part]
	if known {
		return found
	}
	if m.found == nil {
		m.found = make(map[string][]T)
	}
	found = in(part)
	m.found[part] = found
	return found
}
