package report

import (
	"encoding/json"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/reading"
)

// masker masks private numbers, and references that authorize decisions. States repeat text
// between checkpoints, so masker caches results.
type masker struct{ known map[string]string }

func newMasker() masker { return masker{make(map[string]string)} }

// text masks a text.
func (m masker) text(s string) string {
	if !strings.ContainsAny(s, "0123456789") { // each private number has a digit
		return s
	}
	masked, known := m.known[s]
	if !known {
		masked = reading.Mask(named.ReplaceAllString(reference.ReplaceAllString(s, "$1-[reference]"), "$1"+license))
		m.known[s] = masked
	}
	return masked
}

func (m masker) all(list []string) (masked []string) {
	for _, s := range list {
		masked = append(masked, m.text(s))
	}
	return masked
}

// draft masks a text for the customer. A license number in such a text is the producer's.
func (m masker) draft(s string) string {
	var b strings.Builder
	last := 0
	s = reference.ReplaceAllString(s, "$1-[reference]")
	for _, p := range reading.FindPrivate(s) {
		if p.Kind == "license" {
			continue
		}
		b.WriteString(s[last:p.Start] + "[" + p.Kind + "]")
		last = p.End
	}
	return b.String() + s[last:]
}

// reference matches a reference of package messageid, even if a mail program wrapped or quoted
// the reference.
var reference = lazyregexp.MustCompile(`(?i)\b([QTA]-[0-9A-Z]{6}-[0-9C]{1,6})-(?:=?\s*(?:>\s*)*[2-7A-Z]){26}\b`)

// named matches a license number with its field name, as staff write it in edits.
var named = lazyregexp.MustCompile(`(?i)(\blicense_number\s*:\s*)\S+`)

// license replaces license numbers, which only their field name distinguishes from other
// values.
const license = "[license]"

// data masks a JSON document in place.
func (m masker) data(v any) any { return m.within(v, false) }

// within masks the strings of v. If private is true, all strings are license numbers.
func (m masker) within(v any, private bool) any {
	switch v := v.(type) {
	case string:
		if private && v != "" {
			return license
		}
		return m.text(v)
	case json.Number:
		if private {
			return license
		}
	case []any:
		for i := range v {
			v[i] = m.within(v[i], private)
		}
	case map[string]any:
		path, _ := v["path"].(string)
		about := private || isLicense(path)
		for key, inner := range v {
			if key != "path" && key != "standing" {
				v[key] = m.within(inner, about || isLicense(key))
			}
		}
	}
	return v
}

func isLicense(name string) bool { return strings.HasSuffix(name, "license_number") }
