package message

import (
	"strconv"
	"strings"

	"ppamaild/mailbox/message/charset"
)

// maxParamField is the maximum length of a field with completely read parameters.
const maxParamField = 8 << 10

// mediaType reads a value with parameters, as in Content-Type and Content-Disposition (RFC 2045
// §5.1, RFC 2231). It tolerates missing semicolons, missing and unclosed quotes, comments, and
// any charset. The first of two equal parameters counts.
func mediaType(value string) (string, map[string]string) {
	value = strings.TrimSpace(strings.ToValidUTF8(value[:min(len(value), maxParamField)], ""))
	end := strings.IndexAny(value, "; \t,(")
	if end < 0 {
		end = len(value)
	}
	s := paramScanner{rest: value[end:], plain: map[string]string{}}
	for s.rest != "" {
		s.next()
	}
	s.join()
	return strings.ToLower(value[:end]), s.plain
}

type paramScanner struct {
	rest   string
	plain  map[string]string         // by lower-case name
	pieces map[string]map[int]string // continued and encoded parameters, still encoded
	coded  map[string]bool           // whether the first piece is encoded
}

func (s *paramScanner) next() {
	if s.rest = strings.TrimLeft(s.rest, " \t;,"); strings.HasPrefix(s.rest, "(") {
		s.rest = s.rest[max(commentEnd(s.rest), 1):]
		return
	}
	end := strings.IndexAny(s.rest, "=;")
	if end < 0 || s.rest[end] == ';' {
		s.rest = s.rest[max(end, 0):]
		if end < 0 {
			s.rest = ""
		}
		return
	}
	name := strings.ToLower(strings.TrimSpace(s.rest[:end]))
	s.rest = strings.TrimLeft(s.rest[end+1:], " \t")
	s.add(name, s.value())
}

// value reads the text after the equals sign.
func (s *paramScanner) value() string {
	if n := quoteEnd(s.rest); strings.HasPrefix(s.rest, `"`) && n > 0 {
		value := unquoteParam(s.rest[1 : n-1])
		s.rest = s.rest[n:]
		return value
	}
	value, rest, _ := strings.Cut(s.rest, ";")
	s.rest = rest
	if !strings.HasPrefix(value, `"`) {
		value, _, _ = strings.Cut(value, " (")
	}
	return strings.Trim(value, " \t\"")
}

// unquoteParam removes the backslash before a quote. Other backslashes belong to a Windows
// path.
func unquoteParam(s string) string {
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(s)
}

// add stores a parameter: name, name*, name*1 or name*1* (RFC 2231 §3, §4.1).
func (s *paramScanner) add(name, value string) {
	base, index, continued := strings.Cut(name, "*")
	if !continued {
		if _, twice := s.plain[name]; !twice {
			s.plain[name] = value
		}
		return
	}
	index, coded := strings.CutSuffix(index, "*")
	n, err := strconv.Atoi(index)
	if index == "" {
		n, coded, err = 0, true, nil
	}
	if err != nil || n < 0 {
		return
	}
	if s.pieces == nil {
		s.pieces, s.coded = map[string]map[int]string{}, map[string]bool{}
	}
	if s.pieces[base] == nil {
		s.pieces[base] = map[int]string{}
	}
	if _, twice := s.pieces[base][n]; twice {
		return
	}
	if n == 0 {
		s.coded[base] = coded
	}
	if coded {
		value = "*" + value
	} else {
		value = "=" + value
	}
	s.pieces[base][n] = value
}

// join joins the pieces of each parameter. They override the plain parameter of the same name,
// which is for older programs.
func (s *paramScanner) join() {
	for base, pieces := range s.pieces {
		label := ""
		if s.coded[base] {
			label, pieces[0] = cutCharset(pieces[0])
		}
		var octets []byte
		for n := 0; ; n++ {
			piece, ok := pieces[n]
			if !ok {
				break
			}
			if piece[0] == '*' {
				octets = appendOctets(octets, '%', piece[1:])
			} else {
				octets = append(octets, piece[1:]...)
			}
		}
		if text, _ := charset.Decode(octets, label); text != "" {
			s.plain[base] = cleanControls(text)
		}
	}
}

// cutCharset removes charset'language' from the first piece of an encoded parameter.
func cutCharset(piece string) (label, rest string) {
	label, after, found := strings.Cut(piece[1:], "'")
	_, value, twice := strings.Cut(after, "'")
	if !found || !twice {
		return "", piece
	}
	return label, "*" + value
}
