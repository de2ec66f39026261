package subject

import (
	"slices"
	"strings"

	"ppamaild/lazyregexp"
)

// contact matches contact data in the lines of a signature.
var contact = lazyregexp.MustCompile(`@|\||www\.|https?:|\d{3}[ .)-]{1,2}\d{3}[ .-]\d{4}`)

// withoutSignature removes the signature of an author from the agency: from a line with only the
// name to the end of the paragraph, if it has contact data. A signature is no subject.
func (r Reader) withoutSignature(text string) string {
	lines := strings.Split(text, "\n")
	var kept []string
	read := 0 // the lines before this one have no contact data below
	for i := 0; i < len(lines); i++ {
		if i > 0 && i >= read && r.isOwnName(lines[i]) {
			end := i + paragraph(lines[i:])
			if contact.MatchString(strings.Join(lines[i+1:end], "\n")) {
				i = end - 1
				continue
			}
			read = end
		}
		kept = append(kept, lines[i])
	}
	return strings.Join(kept, "\n")
}

// paragraph counts the lines before an empty line.
func paragraph(lines []string) int {
	if end := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "" }); end >= 0 {
		return end
	}
	return len(lines)
}

// isOwnName reports whether a line is the full or the given name of someone at the agency.
func (r Reader) isOwnName(line string) bool {
	line = strings.Trim(line, " \t\r,.-–—*_")
	return line != "" && slices.ContainsFunc(r.Own, func(name string) bool {
		given, _, _ := strings.Cut(name, " ")
		return strings.EqualFold(line, name) || strings.EqualFold(line, given)
	})
}
