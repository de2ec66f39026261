package eval

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"ppamaild/quote"
)

// leaves yields the single values of a decoded JSON value with paths such as
// "vehicles[0].year", sorted by path. A list of strings is one value.
func leaves(v any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) { walk(v, "", yield) }
}

func walk(v any, path string, yield func(string, any) bool) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if !walk(v[key], strings.TrimPrefix(path+"."+key, "."), yield) {
				return false
			}
		}
		return true
	case []any:
		if len(v) == 0 || !isObject(v[0]) {
			return yield(path, v)
		}
		for i, element := range v {
			if !walk(element, fmt.Sprintf("%s[%d]", path, i), yield) {
				return false
			}
		}
		return true
	}
	return yield(path, v)
}

func isObject(v any) bool {
	_, is := v.(map[string]any)
	return is
}

// values splits an application into its values, by path. Each discount has its own path.
func values(a quote.Application) map[string]string {
	all := make(map[string]string)
	for _, d := range a.Discounts {
		all["discounts."+string(d)] = "claimed"
	}
	a.Discounts = nil
	raw, _ := json.Marshal(a) // can't fail for strings, numbers and booleans
	var tree map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(raw)))
	decoder.UseNumber()
	if err := decoder.Decode(&tree); err != nil {
		return all
	}
	for path, value := range leaves(tree) {
		all[path] = fmt.Sprint(value)
	}
	return all
}

// same reports whether two values at a path are equal in meaning.
func same(path, a, b string) bool {
	if strings.HasSuffix(path, ".email") {
		return strings.EqualFold(a, b)
	}
	return fold(a) == fold(b)
}

// fold keeps letters and digits, in lower case without accents.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKD.String(s))
}

// field removes the list positions from a path: "vehicles.year".
func field(path string) string {
	if strings.HasPrefix(path, "discounts.") {
		return "discounts"
	}
	return index.ReplaceAllString(path, "")
}
