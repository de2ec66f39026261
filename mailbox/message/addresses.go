package message

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanAddresses reads an address list (RFC 5322 §3.4) and tolerates common errors: semicolons
// for commas, stray commas, names alone, missing closing quotes and brackets. It decodes
// encoded words last, so that they cannot contain an address. It takes linear time.
func scanAddresses(field string) []Address {
	s := addressScanner{rest: field}
	for s.rest != "" {
		s.next()
	}
	s.flush()
	return s.found
}

type addressScanner struct {
	rest       string
	found      []Address
	name       strings.Builder // the phrase before an address, unquoted
	bare       strings.Builder // the same as written: possibly an address
	comment    string
	noComments bool // an unclosed parenthesis was found: no later comment can be closed
	noQuotes   bool
}

func (s *addressScanner) next() {
	switch s.rest[0] {
	case ',', ';':
		s.flush()
		s.rest = s.rest[1:]
	case ':': // the text so far was the name of a group
		s.reset()
		s.rest = s.rest[1:]
	case '<':
		s.angle()
	case '(':
		if n := s.closed(commentEnd, &s.noComments); n > 0 {
			s.comment = s.rest[1 : n-1]
			s.rest = s.rest[n:]
			return
		}
		s.rest = s.rest[1:]
	case '"':
		s.quoted()
	default:
		s.plain()
	}
}

// closed returns the end of a quote, comment or bracket, or 0 if it is not closed. missing then
// avoids a second search.
func (s *addressScanner) closed(end func(string) int, missing *bool) int {
	if *missing {
		return 0
	}
	n := end(s.rest)
	*missing = n == 0
	return n
}

func (s *addressScanner) quoted() {
	n := s.closed(quoteEnd, &s.noQuotes)
	if n == 0 {
		s.rest = s.rest[1:]
		return
	}
	s.bare.WriteString(s.rest[:n])
	s.name.WriteString(unescape(s.rest[1 : n-1]))
	s.rest = s.rest[n:]
}

// plain reads up to the next mark. An encoded word may contain marks.
func (s *addressScanner) plain() {
	n := strings.IndexAny(s.rest[1:], ",;:<(\"=") + 1
	if n == 0 {
		n = len(s.rest)
	}
	if strings.HasPrefix(s.rest, "=?") {
		if w, ok := parseWord(s.rest); ok {
			n = w.length
		}
	}
	s.bare.WriteString(s.rest[:n])
	s.name.WriteString(s.rest[:n])
	s.rest = s.rest[n:]
}

// angle reads <address>, or up to the next mark if the closing bracket is missing.
func (s *addressScanner) angle() {
	s.rest = s.rest[1:]
	marks, quoted := "<>,", 0
	switch {
	case strings.HasPrefix(s.rest, "@"): // a source route contains commas (RFC 5322 §4.4)
		marks = "<>"
	case strings.HasPrefix(s.rest, `"`):
		quoted = s.closed(quoteEnd, &s.noQuotes)
	}
	end := strings.IndexAny(s.rest[quoted:], marks) + quoted
	if end < quoted {
		end = len(s.rest)
	}
	s.add(s.rest[:end])
	s.rest = strings.TrimPrefix(s.rest[end:], ">")
	s.reset()
}

func (s *addressScanner) flush() {
	bare := strings.TrimSpace(s.bare.String())
	alone := bare != "" && !strings.ContainsAny(bare, " \t\"=") // "MAILER-DAEMON"
	if alone || strings.Contains(bare, "@") {
		s.name.Reset()
		s.add(bare)
	}
	s.reset()
}

func (s *addressScanner) reset() {
	s.name.Reset()
	s.bare.Reset()
	s.comment = ""
}

func (s *addressScanner) add(address string) {
	address = normalAddress(address)
	if address == "" {
		return
	}
	name := strings.TrimSpace(s.name.String())
	if name == "" {
		name = unescape(s.comment)
	}
	name = strings.Trim(decodeWords(name), " \t\"")
	s.found = append(s.found, Address{Name: name, Address: address})
}

// normalAddress removes blanks and a source route, and writes the domain in lower case.
func normalAddress(address string) string {
	if !strings.Contains(address, `"`) {
		address = strings.Join(strings.Fields(address), "")
	}
	address = strings.TrimSpace(address)
	if strings.HasPrefix(address, "@") {
		_, address, _ = strings.Cut(address, ":")
	}
	address = strings.TrimPrefix(address, "mailto:")
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address
	}
	return address[:at+1] + strings.TrimSuffix(strings.ToLower(address[at+1:]), ".")
}

func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// CheckAddress says why a mail cannot be addressed to address. It returns nil if the address is
// safe in a header and in an SMTP command: a dot-atom or UTF-8 local part (RFC 6531 §3.3) and a
// domain or address literal.
func CheckAddress(address string) error {
	at := strings.LastIndexByte(address, '@')
	switch {
	case !utf8.ValidString(address):
		return fmt.Errorf("the address %q is not UTF-8", address)
	case at < 1 || at == len(address)-1:
		return fmt.Errorf("the address %q is not local@domain", address)
	case len(address) > 254 || at > 64: // RFC 5321 §4.5.3.1
		return errors.New("the address is too long")
	}
	local, domain := address[:at], address[at+1:]
	foreign := notDomain
	if strings.HasPrefix(domain, "[") && strings.HasSuffix(domain, "]") {
		domain, foreign = domain[1:len(domain)-1], notLiteral
	}
	if strings.ContainsFunc(local, notLocal) || strings.ContainsFunc(domain, foreign) ||
		hasEmptyLabel(local) || hasEmptyLabel(domain) {
		return fmt.Errorf("the address %q has characters that it may not have", address)
	}
	return nil
}

func hasEmptyLabel(s string) bool {
	return s == "" || s[0] == '.' || s[len(s)-1] == '.' || strings.Contains(s, "..")
}

func notLocal(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`()<>[]:;@\,"`, r)
}

func notDomain(r rune) bool {
	return r != '-' && r != '.' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}

// notLiteral allows the colons of an IPv6 address literal (RFC 5321 §4.1.3).
func notLiteral(r rune) bool { return r != ':' && notDomain(r) }

// IsASCII reports whether s has only characters below 128.
func IsASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
