package team

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Bounds of what a summary tells of records.
const (
	mostLines   = 25
	longestLine = 240
)

// told puts the records that calls brought in lines, each once: "invoice: number
// CAG-7731, vendor Clearview Auto Glass, amount $618.50".
func summarize(calls []call) string {
	var lines []string
	for _, made := range calls {
		if made.Error == "" {
			lines = append(lines, linesOf(kindOf(made), made.Answer)...)
		}
	}
	lines = unique(lines)
	if more := len(lines) - mostLines; more > 0 {
		lines = append(lines[:mostLines],
			fmt.Sprintf("and %d more, which the exported data has", more))
	}
	return strings.Join(lines, "\n")
}

// kindOf names what an answer itself says: of lists, such as their total, as that of the call;
// of one record, as that of what its tool is about. Words are of no kind.
func kindOf(made call) string {
	switch all := fieldsOf(made.Answer); {
	case slices.ContainsFunc(all, field.isNested):
		var asked []string
		for _, f := range fieldsOf(made.Args) {
			asked = append(asked, f.name+" "+f.text())
		}
		if len(asked) == 0 {
			return made.Tool
		}
		return fmt.Sprintf("%s (%s)", made.Tool, strings.Join(asked, ", "))
	case len(all) > 0 || entries(made.Answer) != nil:
		return singular(made.Tool[strings.LastIndexByte(made.Tool, '_')+1:])
	}
	return ""
}

// linesOf are the lines of an answer, or of what is named so within one. Of an answer in
// words each line says that it is one, so that it passes for nothing else.
func linesOf(kind string, raw json.RawMessage) (lines []string) {
	var words string
	if json.Unmarshal(raw, &words) == nil {
		for line := range strings.Lines(words) {
			if line = strings.Join(strings.Fields(line), " "); line != "" {
				lines = append(lines, truncated(cmp.Or(kind, "text")+": "+line, longestLine))
			}
		}
		return lines
	}
	if list := entries(raw); list != nil {
		for _, each := range list {
			lines = append(lines, linesOf(kind, each)...)
		}
		return lines
	}
	var values, within []string
	all := fieldsOf(raw)
	for _, f := range all {
		switch text := f.text(); {
		case f.isNested():
			within = append(within, linesOf(singular(f.name), f.value)...)
		case text != "" && !isInCents(f, all):
			values = append(values, f.name+" "+text)
		}
	}
	if len(values) > 0 && kind != "" {
		lines = append(lines, truncated(kind+": "+strings.Join(values, ", "), longestLine))
	}
	return append(lines, within...)
}

// field is a member of an object.
type field struct {
	name  string
	value json.RawMessage
}

// leading are the members by which a record is known; they come first.
var leadingFields = []string{"number", "name", "id", "subject", "title"}

// fieldsOf are the members of an object, by name; none of anything else.
func fieldsOf(raw json.RawMessage) (all []field) {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return nil
	}
	rank := func(f field) int {
		if i := slices.Index(leadingFields, f.name); i >= 0 {
			return i
		}
		return len(leadingFields)
	}
	for name, value := range object {
		all = append(all, field{name, value})
	}
	slices.SortFunc(all, func(a, b field) int {
		return cmp.Or(rank(a)-rank(b),
			strings.Compare(a.name, b.name))
	})
	return all
}

func (f field) isNested() bool {
	return bytes.HasPrefix(f.value, []byte("{")) || bytes.HasPrefix(f.value, []byte("["))
}

// text is a value on one line; "" of what is empty.
func (f field) text() string {
	var text string
	if json.Unmarshal(f.value, &text) != nil {
		text = string(f.value)
	}
	return strings.Join(strings.Fields(text), " ")
}

// isInCents reports whether a member says in cents what another says for people.
func isInCents(f field, all []field) bool {
	plain, is := strings.CutSuffix(f.name, "_cents")
	return is && slices.ContainsFunc(all, func(other field) bool { return other.name == plain })
}
