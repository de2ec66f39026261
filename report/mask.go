package report

import (
	"encoding/json"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/reading"
)

// masker hides private numbers, and references by which a review could be decided.
// States repeat themselves from checkpoint to checkpoint, so it keeps what it made
// of a text.
type masker struct{ known map[string]string }

func newMasker() masker { return masker{make(map[string]string)} }

// text masks what somebody wrote.
func (m masker) text(s string) string {
	if !strings.ContainsAny(s, "0123456789") { // every private number has one
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

// draft masks what was written for the customer: a license number in it is the
// producer's.
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

// reference is one as mailbox/seal writes it, also where a mail program has
// wrapped or quoted it.
var reference = lazyregexp.MustCompile(`(?i)\b([QTA]-[0-9A-Z]{6}-[0-9C]{1,6})-(?:=?\s*(?:>\s*)*[2-7A-Z]){26}\b`)

// named is a license number as staff name it where they edit data.
var named = lazyregexp.MustCompile(`(?i)(\blicense_number\s*:\s*)\S+`)

// license is what is shown in the place of a license number, which nothing around
// it tells from other values.
const license = "[license]"

// data masks a JSON document, in place.
func (m masker) data(v any) any { return m.within(v, false) }

// within masks the strings of v; all of them where v is about a license number.
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
