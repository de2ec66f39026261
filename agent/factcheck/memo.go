package factcheck

// memo keeps the findings of a check by part of a text. A nil memo keeps nothing.
type memo[T any] map[string][]T

// find returns the findings in a part. The caller must not change them.
func (m memo[T]) find(part string, in func(string) []T) []T {
	found, known := m[part]
	if known {
		return found
	}
	found = in(part)
	if m != nil {
		m[part] = found
	}
	return found
}
