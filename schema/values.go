package schema

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// typeOf returns the JSON type of a value.
func typeOf(v any) string {
	switch v.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case json.Number, float64:
		return "number"
	case bool:
		return "boolean"
	}
	return "null"
}

// isInteger reports whether a value is a number without a fraction, such as 1.0.
func isInteger(v any) bool {
	if text, is := v.(json.Number); is && !strings.ContainsAny(text.String(), ".eE") {
		return true
	}
	x, is := number(v)
	return is && x.IsInt()
}

// number reads a number of a value or a schema. An enormous exponent is no number.
func number(v any) (*big.Rat, bool) {
	switch v := v.(type) {
	case json.Number:
		return new(big.Rat).SetString(v.String())
	case float64:
		return new(big.Rat).SetString(decimal(v))
	}
	return nil, false
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// equal compares JSON values. 1 and 1.0 are equal.
func equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, is := b.(map[string]any)
		return is && maps.EqualFunc(a, b, equal)
	case []any:
		b, is := b.([]any)
		return is && slices.EqualFunc(a, b, equal)
	case json.Number:
		x, isNumber := number(a)
		y, areNumbers := number(b)
		return isNumber && areNumbers && x.Cmp(y) == 0
	}
	return typeOf(a) == typeOf(b) && a == b
}

// duplicates finds two equal items.
func duplicates(items []any) (i, j int, found bool) {
	for j, b := range items {
		for i, a := range items[:j] {
			if equal(a, b) {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// missing returns the names that an object lacks, in quotes.
func missing(members map[string]any, names []string) (all []string) {
	for _, name := range names {
		if _, has := members[name]; !has {
			all = append(all, quote(name))
		}
	}
	return all
}

// display formats an allowed value.
func display(v any) string {
	if text, is := v.(string); is {
		return quote(text)
	}
	raw, _ := json.Marshal(v) // v is from JSON
	return string(raw)
}
