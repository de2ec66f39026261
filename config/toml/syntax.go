package toml

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"ppamaild/lazyregexp"

	"github.com/pelletier/go-toml/v2"
)

// syntax turns an error of the decoder into a Problem with the most likely remedy. The
// decoder names the rule of the grammar, which does not help people.
func syntax(file string, data []byte, err error) Problem {
	p := Problem{File: file, Line: 1, Column: 1, Found: err.Error()}
	e, ok := errors.AsType[*toml.DecodeError](err)
	if !ok {
		return p
	}
	p.Line, p.Column = e.Position()
	says := strings.TrimPrefix(e.Error(), "toml: ")
	switch key := twice.FindStringSubmatch(says); {
	case key != nil:
		says = fmt.Sprintf("%[1]s is already set above, as %[1]s = …", key[1])
		p.Want = fmt.Sprintf("put this between its braces there, or write all of it below [%s], a key a line", key[1])
	case strings.HasSuffix(says, "at start of value"):
		says = noValue(data, p.Line, p.Column)
	case says == "expected value, not end of input":
		says = nothing
	}
	p.Found, p.Want = "not TOML: "+says, cmp.Or(p.Want, remedy(says))
	return p
}

const nothing = "no value after the ="

// noValue describes the character at the start of a value. The parser reports single bytes.
func noValue(data []byte, line, column int) string {
	text := bytes.SplitAfter(data, []byte("\n"))[line-1]
	at := text[min(max(column-1, 0), len(text)):]
	if len(bytes.TrimSpace(at)) == 0 {
		return nothing
	}
	r, _ := utf8.DecodeRune(at)
	return fmt.Sprintf("%q at start of value", r)
}

// twice matches the error for a table that the file writes in braces and below a header.
var twice = lazyregexp.MustCompile(`^key (\S+) (should be a table, not a value|already exists as a value)$`)

func remedy(says string) string {
	for _, c := range []struct{ says, want string }{
		{nothing, `allowed: a value, such as "text", 4 or true`},
		{"at start of value", `allowed: text in straight quotes, as in "INBOX"`},
		{"expected newline", `allowed: one key = value a line, with text in straight quotes, as in "INBOX"`},
		{"strings cannot have new lines", "allowed: text ends in its line, with the quote that it begins with"},
	} {
		if strings.Contains(says, c.says) {
			return c.want
		}
	}
	return ""
}
