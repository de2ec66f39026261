package message

import "strings"

// MaxID is the maximum length of an identifier that fits a line.
const MaxID = 998

// ScanIDs returns the message identifiers in a Message-ID, In-Reply-To or References field, in
// order and without angle brackets. It accepts the errors of mail programs: commas, no brackets,
// no domain, folded identifiers, phrases and comments. It takes linear time.
func ScanIDs(field string) []string {
	field = decodeWords(field)
	s := idScanner{rest: field}
	for s.rest != "" {
		s.next()
	}
	if words := strings.Fields(field); len(s.ids) == 0 && len(words) == 1 {
		if word := strings.Trim(words[0], idMarks); !strings.ContainsAny(word, idMarks) {
			s.add(word) // "00021": no brackets and no domain
		}
	}
	return s.ids
}

const idMarks = `<>"(),;`

type idScanner struct {
	rest       string
	ids        []string
	noComments bool // an unclosed parenthesis was found: no later comment can be closed
	noQuotes   bool
}

func (s *idScanner) next() {
	switch s.rest[0] {
	case '<':
		s.bracketed()
	case '(':
		s.skip(commentEnd, &s.noComments)
	case '"':
		s.skip(quoteEnd, &s.noQuotes)
	case ' ', '\t', '\r', '\n', ',', ';', '>', ')':
		s.rest = s.rest[1:]
	default:
		s.bare()
	}
}

// skip skips a comment or quoted string, or only its opening mark if it is not closed. missing
// avoids a second search.
func (s *idScanner) skip(end func(string) int, missing *bool) {
	n := 0
	if !*missing {
		n = end(s.rest)
	}
	*missing = n == 0
	s.rest = s.rest[max(n, 1):]
}

// bracketed reads <id>. Without the closing bracket the id ends like a bare one.
func (s *idScanner) bracketed() {
	s.rest = s.rest[1:]
	end := strings.IndexAny(s.rest[:min(len(s.rest), MaxID)], "<>")
	if end < 0 || s.rest[end] == '<' {
		s.bare()
		return
	}
	s.add(s.rest[:end])
	s.rest = s.rest[end+1:]
}

// bare reads a word. A word with an @ is an identifier.
func (s *idScanner) bare() {
	end := strings.IndexAny(s.rest, " \t\r\n,;<>()\"")
	if end < 0 {
		end = len(s.rest)
	}
	if id := s.rest[:end]; strings.Contains(id, "@") {
		s.add(id)
	}
	s.rest = s.rest[end:]
}

// add adds an id without the blanks that folding or a program inserted.
func (s *idScanner) add(id string) {
	id = strings.Join(strings.Fields(id), "")
	if id != "" && len(id) <= MaxID {
		s.ids = append(s.ids, id)
	}
}

// commentEnd returns the length of the comment at the beginning of s, or 0 if it is not closed
// (RFC 5322 §3.2.2: comments nest).
func commentEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// quoteEnd returns the length of the quoted string at the beginning of s, or 0 if it is not
// closed.
func quoteEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}
