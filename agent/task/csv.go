package task

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"slices"

	"ppamaild/lazyregexp"
	"ppamaild/templates"
)

// CSV returns a compilation as a table (RFC 4180) with one value per row: the agent, whether its
// data is real, the number of the record, and the value with its path in the record. A value that
// a spreadsheet would run as a formula begins with an apostrophe. A negative amount is no
// formula, and stays a number. The table begins with a byte order mark, so that spreadsheets read
// UTF-8.
func (c Compilation) CSV(words *templates.Phrases) []byte {
	var b bytes.Buffer
	b.WriteString("\ufeff")
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	row := func(fields ...string) {
		for i, f := range fields {
			if f != "" && bytes.ContainsRune([]byte("=+-@\t\r"), rune(f[0])) &&
				!negative.MatchString(f) {
				fields[i] = "'" + f
			}
		}
		_ = w.Write(fields) // a buffer accepts all writes
	}
	row("agent", "status", "record", "field", "value")
	if c.Test {
		row("", "", "", "warning", words.Say("task.test"))
	}
	for _, r := range c.Results {
		row(r.Agent, r.Status.Label(words), "", "summary", r.Summary)
		if r.Error != "" {
			row(r.Agent, r.Status.Label(words), "", "error", r.Error)
		}
		for i, record := range r.records() {
			for _, v := range values("", record) {
				row(r.Agent, r.Status.Label(words), fmt.Sprint(i+1), v[0], v[1])
			}
		}
	}
	w.Flush()
	return b.Bytes()
}

// negative matches a negative number. A leading plus sign marks a phone number, which must stay
// text.
var negative = lazyregexp.MustCompile(`^-\$?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:[eE][+-]?\d+)?$`)

// records returns the entries of a list in the data of a result, or the data as the only entry.
func (r Result) records() []any {
	var data any
	if len(r.Data) == 0 || Exact(r.Data, &data) != nil {
		return nil
	}
	if list, is := data.([]any); is {
		return list
	}
	return []any{data}
}

// values returns the paths and values within v.
func values(path string, v any) (all [][2]string) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			inner := name
			if path != "" {
				inner = path + "." + name
			}
			all = append(all, values(inner, v[name])...)
		}
	case []any:
		for i, each := range v {
			all = append(all, values(fmt.Sprintf("%s[%d]", path, i), each)...)
		}
	case nil:
	default:
		all = append(all, [2]string{path, fmt.Sprint(v)})
	}
	return all
}
