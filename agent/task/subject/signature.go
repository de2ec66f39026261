package subject

import (
	"slices"
	"strings"

	"ppamaild/lazyregexp"
)

// contact is in the lines under a name that tell how to reach whoever wrote.
var contact = lazyregexp.MustCompile(`@|\||www\.|https?:|\d{3}[ .)-]{1,2}\d{3}[ .-]\d{4}`)

// unsigned is a text without what stands under the name of its author, one of the agency's
// own, as a signature: from a line of the name alone to the end of that paragraph, where it tells
// how to reach them. None of it is what the text is about.
func (r Reader) unsigned(text string) string {
	lines := strings.Split(text, "\n")
	var kept []string
	for i := 0; i < len(lines); i++ {
		if i > 0 && r.isOwnName(lines[i]) {
			end := i + paragraph(lines[i:])
			if contact.MatchString(strings.Join(lines[i+1:end], "\n")) {
				i = end - 1
				continue
			}
		}
		kept = append(kept, lines[i])
	}
	return strings.Join(kept, "\n")
}

// paragraph is how many lines there are before an empty one.
func paragraph(lines []string) int {
	if end := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "" }); end >= 0 {
		return end
	}
	return len(lines)
}

// isOwnName reports whether a line is the name, or the given name, of somebody of the agency's.
func (r Reader) isOwnName(line string) bool {
	line = strings.Trim(line, " \t\r,.-–—*_")
	return line != "" && slices.ContainsFunc(r.Own, func(name string) bool {
		given, _, _ := strings.Cut(name, " ")
		return strings.EqualFold(line, name) || strings.EqualFold(line, given)
	})
}
