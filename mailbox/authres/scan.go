package authres

import (
	"errors"
	"strings"
)

// result is one resinfo of RFC 8601 §2.2. The method, the value and the property names are in
// lower case.
type result struct {
	method, value string
	properties    []property
}

type property struct{ name, value string } // name: "header.d"

// get returns the values of a property.
func (r result) get(name string) []string {
	var values []string
	for _, p := range r.properties {
		if p.name == name {
			values = append(values, p.value)
		}
	}
	return values
}

// Reasons for an unreadable field.
var (
	errOpen   = errors.New("a comment or quoted string has no end")
	errSyntax = errors.New("it is not of the form method=result")
)

// parse reads an Authentication-Results field (RFC 8601 §2.2). id is "" in Microsoft's form,
// which begins with a result. With an error, parse also returns the id and the results before
// the error.
func parse(field string) (id string, results []result, err error) {
	s := scanner{rest: field}
	if id, err = s.identity(); err != nil {
		return id, nil, err
	}
	for {
		r, err := s.result()
		if err != nil {
			return id, results, err
		}
		if r.method != "" {
			results = append(results, r)
		}
		if s.rest == "" {
			return id, results, nil
		}
	}
}

// scanner reads a field from left to right, each byte once.
type scanner struct{ rest string }

// identity reads the authserv-id and its version, up to the first result.
func (s *scanner) identity() (string, error) {
	if err := s.space(); err != nil {
		return "", err
	}
	before := s.rest
	id, err := s.word(";=")
	if err != nil {
		return "", err
	}
	if err := s.space(); err != nil {
		return "", err
	}
	if strings.HasPrefix(s.rest, "=") {
		s.rest = before
		return "", nil
	}
	version, err := s.word(";=")
	if err != nil || version != "" && version != "1" {
		return id, errSyntax
	}
	return id, s.end()
}

// result reads a result and its properties, through the next semicolon. The method is "" if the
// field says "none" or nothing at all.
func (s *scanner) result() (result, error) {
	var r result
	for {
		if err := s.space(); err != nil {
			return r, err
		}
		if s.rest == "" || s.rest[0] == ';' {
			return r, s.end()
		}
		p, err := s.property()
		switch {
		case err != nil:
			return r, err
		case r.method == "" && p.value == "" && p.name == "none":
		case p.value == "":
			return r, errSyntax
		case r.method == "":
			r.method, _, _ = strings.Cut(p.name, "/") // a version may follow
			r.value = strings.ToLower(p.value)
		default:
			r.properties = append(r.properties, p)
		}
	}
}

// property reads "name=value", or a name alone.
func (s *scanner) property() (p property, err error) {
	name, err := s.word(`;="`) // a name is never quoted
	if err != nil {
		return p, err
	}
	p.name = strings.ToLower(name)
	if err := s.space(); err != nil || !strings.HasPrefix(s.rest, "=") {
		return p, err
	}
	s.rest = s.rest[1:]
	if err := s.space(); err != nil {
		return p, err
	}
	if p.value, err = s.word(";"); err == nil && (p.name == "" || p.value == "") {
		err = errSyntax
	}
	return p, err
}

// end reads the semicolon after a result, unless the field ends there.
func (s *scanner) end() error {
	if err := s.space(); err != nil || s.rest == "" {
		return err
	}
	if s.rest[0] != ';' {
		return errSyntax
	}
	s.rest = s.rest[1:]
	return nil
}

// word reads up to a blank, a comment or one of the marks. It removes the quotes of quoted
// strings. Their content is never syntax.
func (s *scanner) word(marks string) (string, error) {
	var word strings.Builder
	for s.rest != "" && !strings.ContainsRune(" \t\r\n(", rune(s.rest[0])) && !strings.Contains(marks, s.rest[:1]) {
		if s.rest[0] != '"' {
			word.WriteByte(s.rest[0])
			s.rest = s.rest[1:]
			continue
		}
		if err := s.quoted(&word); err != nil {
			return "", err
		}
	}
	return word.String(), nil
}

func (s *scanner) quoted(word *strings.Builder) error {
	for i := 1; i < len(s.rest); i++ {
		switch s.rest[i] {
		case '\\':
			i++
		case '"':
			s.rest = s.rest[i+1:]
			return nil
		}
		if i < len(s.rest) {
			word.WriteByte(s.rest[i])
		}
	}
	return errOpen
}

// space skips blanks and comments. Comments may be nested (RFC 5322 §3.2.2).
func (s *scanner) space() error {
	depth := 0
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '\\' && depth > 0:
			i++
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case depth == 0 && !strings.ContainsRune(" \t\r\n", rune(c)):
			s.rest = s.rest[i:]
			return nil
		}
	}
	s.rest = ""
	if depth > 0 {
		return errOpen
	}
	return nil
}
