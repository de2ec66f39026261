package review

import "strings"

// remainder returns what follows the word on its own line, as it was written:
// the end of the raw line that reads like h.rest.
func (p parser) remainder(h head) string {
	const longestHead = 64 // word, markup and separators, in octets
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

// readsLike reports whether raw is plain in plain characters, judging a long
// line by its beginning.
func readsLike(raw, plain string) bool {
	const enough = 512
	if len(raw) <= enough {
		return plainText(raw) == plain
	}
	return strings.HasPrefix(plain, plainText(strings.ToValidUTF8(raw[:enough], "")))
}

// body returns free text without the reference and the closing at its end.
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
