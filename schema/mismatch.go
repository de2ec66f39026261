package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// mismatch says why a value does not match a schema.
type mismatch struct {
	at      *place
	text    string
	causes  []*mismatch
	isGroup bool // of several mismatches of one value
}

// place is the location of a value; nil: the whole value.
type place struct {
	in   *place
	name string
}

func (p *place) String() string {
	if p == nil {
		return ""
	}
	return p.in.String() + "/" + escape(p.name)
}

// group joins the mismatches of a value.
func group(at *place, all []*mismatch) *mismatch {
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return &mismatch{at: at, text: "validation failed", causes: all, isGroup: true}
}

// lines has a line for the mismatch and for each cause. Causes are in the order of their text.
func (m *mismatch) lines() []string {
	var causes [][]string
	for _, cause := range m.causes {
		causes = append(causes, cause.lines())
	}
	slices.SortStableFunc(causes, func(a, b []string) int { return cmp.Compare(a[0], b[0]) })
	own := fmt.Sprintf("at %s: %s", quote(m.at.String()), m.text)
	return append([]string{own}, slices.Concat(causes...)...)
}

// quote returns text in single quotes.
func quote(text string) string {
	text = fmt.Sprintf("%q", text)
	text = strings.NewReplacer(`\"`, `"`, `'`, `\'`).Replace(text)
	return "'" + text[1:len(text)-1] + "'"
}
