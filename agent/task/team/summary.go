package team

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Limits of records in a summary.
const (
	mostLines   = 25
	longestLine = 240
)

// summarize lists the distinct records of calls, one per line: "invoice: number CAG-7731, vendor
// Clearview Auto Glass, amount $618.50".
func (w *mcpAgent) summarize(calls []call) string {
	var lines []string
	for _, made := range calls {
		if made.Error == "" {
			lines = append(lines, linesOf(kindOf(made), made.Answer)...)
		}
	}
	lines = unique(lines)
	if more := len(lines) - mostLines; more > 0 {
		lines = append(lines[:mostLines], w.team.say("agents.more_exported", strconv.Itoa(more)))
	}
	return strings.Join(lines, "\n")
}

// kindOf names the kind of an answer: the call for lists, or the tool's subject for one record.
// Plain text has no kind.
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

// linesOf returns the lines of an answer or of a named part of it. Each line of a text answer is
// marked as text.
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

// leadingFields are the fields that identify a record. They come first.
var leadingFields = []string{"number", "name", "id", "subject", "title"}

// fieldsOf returns the members of an object by name, and none for other values.
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
		return cmp.Or(rank(a)-rank(b), strings.Compare(a.name, b.name))
	})
	return all
}

func (f field) isNested() bool {
	return bytes.HasPrefix(f.value, []byte("{")) || bytes.HasPrefix(f.value, []byte("["))
}

// text returns a value on one line; "" for an empty value.
func (f field) text() string {
	var text string
	if json.Unmarshal(f.value, &text) != nil {
		text = string(f.value)
	}
	return strings.Join(strings.Fields(text), " ")
}

// isInCents reports whether a member repeats another member in cents.
func isInCents(f field, all []field) bool {
	plain, is := strings.CutSuffix(f.name, "_cents")
	return is && slices.ContainsFunc(all, func(other field) bool { return other.name == plain })
}
