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
		if h.rest != "" && plainText(raw[i:]) == h.rest {
			return strings.TrimSpace(raw[i:])
		}
	}
	return h.rest
}

// body returns free text without the reference and the closing at its end.
func (p parser) body(lines []string) string {
	lines = withoutReferences(lines)
	for end := range len(lines) {
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
