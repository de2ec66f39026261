package team

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// withoutQuotes removes quotation marks, because names may be quoted.
var withoutQuotes = lazy.Replacing(`"`, " ", "“", " ", "”", " ")

var (
	longNumber = lazyregexp.MustCompile(`\d[\d,]*\d`)
	dataLine   = lazyregexp.MustCompile(`(?m)^(?:\| )?([\[{].*)$`)
	stamped    = lazyregexp.MustCompile(`^\d{4}-\d\d-\d\d`)
)

// expanded writes numbers and dates in JSON the way reports do: 61850 under "amount_cents" as
// $618.50, 2026-09-20T10:00:00Z as 2026-09-20.
func expanded(text string) string {
	var b strings.Builder
	for _, m := range dataLine.FindAllStringSubmatch(text, -1) {
		var v any
		if json.Unmarshal([]byte(m[1]), &v) == nil {
			expandValues(&b, "", "$", v)
		}
	}
	return b.String()
}

// expandValues writes the values under a name, and amounts with their currency sign. Only dollars
// have a known sign.
func expandValues(b *strings.Builder, name, sign string, v any) {
	switch v := v.(type) {
	case map[string]any:
		if currency, is := v["currency"].(string); is &&
			!slices.Contains([]string{"", "USD", "US$", "$"}, strings.ToUpper(currency)) {
			sign = ""
		}
		for _, inner := range slices.Sorted(maps.Keys(v)) {
			expandValues(b, inner, sign, v[inner])
		}
	case []any:
		for _, each := range v {
			expandValues(b, name, sign, each)
		}
	case string:
		if day := stamped.FindString(v); day != "" {
			b.WriteString(day + "\n")
		}
	case float64:
		digits := -1
		if strings.Contains(strings.ToLower(name), "cents") {
			v, digits = v/100, 2
		}
		b.WriteString(sign + strconv.FormatFloat(v, 'f', digits, 64) + "\n")
	}
}
