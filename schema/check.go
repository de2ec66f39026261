package schema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

// checker checks one value.
type checker struct {
	compiler
	open map[visit]bool // checks of targets of references that have not ended
}

type visit struct {
	n  *node
	at *place
}

// seen are the properties and items that a keyword describes, for unevaluatedProperties and
// unevaluatedItems. Items have their index as the name.
type seen map[string]bool

// check checks a value at a place. The result is nil for a match.
func (c *checker) check(n *node, v any, at *place) (*mismatch, seen) {
	if n.never {
		return &mismatch{at: at, text: "false schema"}, nil
	}
	if n.isTarget {
		this := visit{n, at}
		if c.open[this] {
			return &mismatch{at: at, text: "the references are a cycle"}, nil
		}
		c.open[this] = true
		defer delete(c.open, this)
	}
	f := frame{checker: c, n: n, at: at}
	if c.tracks {
		f.seen = seen{}
	}
	if n.Ref == "" || c.siblings {
		if f.value(v); len(f.wrong) > 0 {
			return f.wrong[0], nil
		}
	}
	if n.ref != nil {
		f.add(f.matchesSame(n.ref, v))
		if !c.siblings {
			return group(at, f.wrong), f.seen
		}
	}
	f.typed(v)
	f.combined(v)
	f.unevaluated(v)
	return group(at, f.wrong), f.seen
}

// frame is the check of a value with a schema.
type frame struct {
	*checker
	n     *node
	at    *place
	wrong []*mismatch
	seen  seen // nil: not tracked
}

// add adds a mismatch, if there is one.
func (f *frame) add(wrong *mismatch) {
	if wrong != nil {
		f.wrong = append(f.wrong, wrong)
	}
}

func (f *frame) addf(format string, args ...any) {
	f.add(&mismatch{at: f.at, text: fmt.Sprintf(format, args...)})
}

// matchesSame checks the same value with another schema. From a match, it keeps the described
// properties and items.
func (f *frame) matchesSame(n *node, v any) *mismatch {
	wrong, seen := f.check(n, v, f.at)
	if wrong == nil && f.seen != nil {
		maps.Copy(f.seen, seen)
	}
	return wrong
}

// require requires that the value matches another schema, if there is one.
func (f *frame) require(s *jsonschema.Schema, v any) {
	if s != nil {
		f.add(f.matchesSame(f.nodes[s], v))
	}
}

// matches checks a property or item, and returns nil for a match.
func (f *frame) matches(s *jsonschema.Schema, v any, name string) *mismatch {
	wrong, _ := f.check(f.nodes[s], v, &place{f.at, name})
	return wrong
}

// child requires that a property or item matches a schema.
func (f *frame) child(s *jsonschema.Schema, v any, name string) {
	f.add(f.matches(s, v, name))
	f.note(name)
}

func (f *frame) note(name string) {
	if f.seen != nil {
		f.seen[name] = true
	}
}

// limits compares a size with a minimum and a maximum.
func (f *frame) limits(what string, size int, least, most *int) {
	if least != nil && size < *least {
		f.addf("min%s: got %d, want %d", what, size, *least)
	}
	if most != nil && size > *most {
		f.addf("max%s: got %d, want %d", what, size, *most)
	}
}

// value checks the type and the allowed values.
func (f *frame) value(v any) {
	types := f.n.Types
	if f.n.Type != "" {
		types = []string{f.n.Type}
	}
	is := func(name string) bool {
		return name == typeOf(v) || name == "integer" && isInteger(v)
	}
	if types != nil && !slices.ContainsFunc(types, is) {
		f.addf("got %s, want %s", typeOf(v), strings.Join(types, " or "))
		return
	}
	if f.n.Const != nil && !equal(v, *f.n.Const) {
		f.addf("value must be %s", display(*f.n.Const))
		return
	}
	var want []string
	for _, value := range f.n.Enum {
		if equal(v, value) {
			return
		}
		want = append(want, display(value))
	}
	if f.n.Enum != nil {
		f.addf("value must be one of %s", strings.Join(want, ", "))
	}
}

// typed checks the keywords for the type of the value.
func (f *frame) typed(v any) {
	switch v := v.(type) {
	case map[string]any:
		f.object(v)
	case []any:
		f.array(v)
	case string:
		f.text(v)
	case json.Number:
		f.number(v)
	}
}

func (f *frame) text(v string) {
	f.limits("Length", utf8.RuneCountInString(v), f.n.MinLength, f.n.MaxLength)
	if f.n.Pattern != "" && !f.expressions[f.n.Pattern].MatchString(v) {
		f.addf("%s does not match pattern %s", quote(v), quote(f.n.Pattern))
	}
}

func (f *frame) number(v json.Number) {
	f.bound("minimum", v, f.n.Minimum, func(x, bound *big.Rat) bool { return x.Cmp(bound) >= 0 })
	f.bound("maximum", v, f.n.Maximum, func(x, bound *big.Rat) bool { return x.Cmp(bound) <= 0 })
	f.bound("exclusiveMinimum", v, f.n.ExclusiveMinimum,
		func(x, bound *big.Rat) bool { return x.Cmp(bound) > 0 })
	f.bound("exclusiveMaximum", v, f.n.ExclusiveMaximum,
		func(x, bound *big.Rat) bool { return x.Cmp(bound) < 0 })
	f.bound("multipleOf", v, f.n.MultipleOf,
		func(x, factor *big.Rat) bool { return x.Quo(x, factor).IsInt() })
}

// bound compares a number with a keyword, if the schema has the keyword.
func (f *frame) bound(
	keyword string, v json.Number, want *float64, keeps func(x, want *big.Rat) bool,
) {
	if want == nil {
		return
	}
	bound, _ := number(*want) // always a number
	if x, isNumber := number(v); !isNumber || !keeps(x, bound) {
		f.addf("%s: got %s, want %s", keyword, v, decimal(*want))
	}
}

func (f *frame) object(members map[string]any) {
	f.limits("Properties", len(members), f.n.MinProperties, f.n.MaxProperties)
	if missing := missing(members, f.n.Required); len(missing) == 1 {
		f.addf("missing property %s", missing[0])
	} else if len(missing) > 1 {
		f.addf("missing properties %s", strings.Join(missing, ", "))
	}
	f.properties(members)
	for _, name := range sorted(members) {
		needs := slices.Concat(f.n.DependentRequired[name], f.n.DependencyStrings[name])
		if missing := missing(members, needs); missing != nil {
			f.addf("properties %s required, if %s exists", strings.Join(missing, ", "), quote(name))
		}
		f.require(f.n.DependentSchemas[name], members)
		f.require(f.n.DependencySchemas[name], members)
	}
}

// properties checks each property.
func (f *frame) properties(members map[string]any) {
	var unwanted []string
	for _, name := range sorted(members) {
		known := false
		if s := f.n.Properties[name]; s != nil {
			known = true
			f.child(s, members[name], name)
		}
		for _, expression := range sorted(f.n.PatternProperties) {
			if f.expressions[expression].MatchString(name) {
				known = true
				f.child(f.n.PatternProperties[expression], members[name], name)
			}
		}
		if additional := f.n.AdditionalProperties; known || additional == nil {
		} else if f.nodes[additional].never {
			unwanted = append(unwanted, quote(name))
		} else {
			f.child(additional, members[name], name)
		}
		if names := f.n.PropertyNames; names != nil && f.matches(names, name, name) != nil {
			f.addf("invalid propertyName %s", quote(name))
		}
	}
	if unwanted != nil {
		f.addf("additional properties %s not allowed", strings.Join(unwanted, ", "))
	}
}

func (f *frame) array(items []any) {
	f.limits("Items", len(items), f.n.MinItems, f.n.MaxItems)
	if f.n.UniqueItems {
		if i, j, found := duplicates(items); found {
			f.addf("items at %d and %d are equal", i, j)
		}
	}
	first, rest := f.n.PrefixItems, f.n.Items
	if f.n.ItemsArray != nil { // before draft 2020-12
		first, rest = f.n.ItemsArray, f.n.AdditionalItems
	}
	matches := 0
	for i, item := range items {
		name := strconv.Itoa(i)
		if i < len(first) {
			f.child(first[i], item, name)
		} else if rest != nil {
			f.child(rest, item, name)
		}
		if f.n.Contains != nil && f.matches(f.n.Contains, item, name) == nil {
			matches++
			f.note(name)
		}
	}
	if f.n.Contains != nil {
		f.limits("Contains", matches, cmp.Or(f.n.MinContains, jsonschema.Ptr(1)), f.n.MaxContains)
	}
}

// combined checks the keywords that apply other schemas to the same value.
func (f *frame) combined(v any) {
	if f.n.Not != nil {
		if wrong, _ := f.check(f.nodes[f.n.Not], v, f.at); wrong == nil {
			f.addf("'not' failed")
		}
	}
	f.choices("allOf", f.n.AllOf, v)
	f.choices("anyOf", f.n.AnyOf, v)
	f.choices("oneOf", f.n.OneOf, v)
	if f.n.If == nil {
		return
	}
	if f.matchesSame(f.nodes[f.n.If], v) == nil {
		f.require(f.n.Then, v)
	} else {
		f.require(f.n.Else, v)
	}
}

// choices checks allOf, anyOf or oneOf.
func (f *frame) choices(keyword string, choices []*jsonschema.Schema, v any) {
	var wrong []*mismatch
	var matched []int
	for i, s := range choices {
		if w := f.matchesSame(f.nodes[s], v); w != nil {
			wrong = append(wrong, w)
		} else {
			matched = append(matched, i)
		}
	}
	text := fmt.Sprintf("'%s' failed", keyword)
	switch {
	case keyword == "allOf" && wrong == nil, keyword == "anyOf" && matched != nil:
		return
	case keyword == "oneOf" && len(matched) == 1, len(choices) == 0:
		return
	case keyword == "oneOf" && matched == nil:
		text += ", none matched"
	case keyword == "oneOf":
		text += fmt.Sprintf(", subschemas %d, %d matched", matched[0], matched[1])
		wrong = nil
	}
	f.add(&mismatch{at: f.at, text: text, causes: wrong})
}

// unevaluated checks properties and items that no other keyword describes.
func (f *frame) unevaluated(v any) {
	if s := f.n.UnevaluatedProperties; s != nil {
		members, _ := v.(map[string]any)
		for _, name := range sorted(members) {
			if !f.seen[name] {
				f.child(s, members[name], name)
			}
		}
	}
	if s := f.n.UnevaluatedItems; s != nil {
		items, _ := v.([]any)
		for i, item := range items {
			if name := strconv.Itoa(i); !f.seen[name] {
				f.child(s, item, name)
			}
		}
	}
}
