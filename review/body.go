package review

import "strings"

// remainder returns the text after the word in the original spelling: the end of the raw line
// that normalizes to h.rest.
func (p parser) remainder(h commandWord) string {
	const longestHead = 64 // word, markup and separators, in bytes
	raw := strings.TrimSpace(p.first())
	for i := range raw {
		if i > longestHead {
			break
		}
		if h.rest != "" && readsLike(raw[i:], h.rest) {
			return strings.TrimSpace(raw[i:])
		}
	}
	return h.rest
}

// readsLike reports whether raw normalizes to plain. Of a long line, readsLike compares the
// beginning.
func readsLike(raw, plain string) bool {
	const enough = 512
	if len(raw) <= enough {
		return normalizedText(raw) == plain
	}
	return strings.HasPrefix(plain, normalizedText(strings.ToValidUTF8(raw[:enough], "")))
}

// body returns free text without the reference and the closing at the end.
func (p parser) body(lines []string) string {
	const longestClosing = 60 // lines
	lines = strings.Split(joined(withoutReferences(lines)), "\n")
	for end := max(0, len(lines)-longestClosing); end < len(lines); end++ {
		if _, ok := p.closing.allows(lines[end:]); ok {
			lines = lines[:end]
			break
		}
	}
	return joined(lines)
}

func withoutReferences(lines []string) []string {
	var kept []string
	for _, line := range lines {
		if !isReference(line) {
			kept = append(kept, line)
		}
	}
	return kept
}

func joined(lines []string) string { return strings.TrimSpace(strings.Join(lines, "\n")) }
