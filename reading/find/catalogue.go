package find

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"ppamaild/lazy"
	"ppamaild/reading/text"
)

// catalogue knows makes and models, with keys such as "crv" for CR-V.
type catalogue struct {
	makes  map[string]carMake
	models map[string][]carModel
	trims  map[string]bool
	starts prefixes
}

// prefixes maps the first word of names to the number of tokens in the longest of the names.
type prefixes map[string]int

func (p prefixes) add(name string) {
	toks := text.Lex(name)
	p[toks[0].Norm] = max(p[toks[0].Norm], len(toks))
	if key := Squash(name); p[key] == 0 {
		p[key] = 1 // in one word
	}
}

// longestCar returns how many tokens the name of a car at token i may have.
func longestCar(d *Text, i int) int {
	if i < 0 || i >= len(d.cars) {
		return 0
	}
	return d.cars[i]
}

// LongestInsurer returns how many tokens the name of an insurer at token i may have.
func LongestInsurer(d *Text, i int) int { return carriers.Get().starts[text.Noun(d.At(i))] }

type carMake struct {
	Name   string
	common bool // the name is also a common word
}

// carModel is a model with its make.
type carModel struct {
	make, Name string
	common     bool
}

//go:embed data/models.txt
var modelsText string

//go:embed data/trims.txt
var trimsText string

// cars returns the catalogue of makes, models and trims.
var cars = lazy.Value[*catalogue]{New: func() *catalogue {
	return parseCatalogue(modelsText, trimsText)
}}

//go:embed data/bodies.txt
var bodiesText string

// Bodies has, by kind, the models that people call by their kind, such as "the truck".
var Bodies = lazy.Value[map[string]map[string]bool]{New: func() map[string]map[string]bool {
	found := make(map[string]map[string]bool)
	for row := range strings.Lines(bodiesText) {
		body, list, ok := strings.Cut(strings.TrimSpace(row), ":")
		if !ok || body[0] == '#' {
			continue
		}
		found[body] = make(map[string]bool)
		for model := range strings.SplitSeq(list, ",") {
			found[body][strings.TrimSpace(model)] = true
		}
	}
	return found
}}

func parseCatalogue(models, trims string) *catalogue {
	c := &catalogue{makes: map[string]carMake{}, models: map[string][]carModel{}, trims: map[string]bool{}, starts: prefixes{}}
	for row := range strings.Lines(models) {
		if names, list, ok := strings.Cut(strings.TrimSpace(row), ":"); ok && names[0] != '#' {
			c.addMake(names, list)
		}
	}
	for row := range strings.Lines(trims) {
		for name := range strings.SplitSeq(row, ", ") {
			if key := Squash(name); key != "" && row[0] != '#' {
				c.trims[key] = true
				c.starts.add(name)
			}
		}
	}
	return c
}

func (c *catalogue) addMake(names, models string) {
	var own string
	for name, common := range starred(names, "=") {
		if own == "" {
			own = name
		}
		c.makes[Squash(name)] = carMake{own, common}
		c.starts.add(name)
	}
	for list := range strings.SplitSeq(models, ",") {
		var model string
		for name, common := range starred(list, "=") {
			if model == "" {
				model = name
			}
			c.starts.add(name)
			key := Squash(name)
			entry := carModel{own, model, common || len(key) < 3 || !hasLetter(key)}
			if !slices.Contains(c.models[key], entry) {
				c.models[key] = append(c.models[key], entry)
			}
		}
	}
}

func starred(list, sep string) func(func(string, bool) bool) {
	return func(yield func(string, bool) bool) {
		for name := range strings.SplitSeq(list, sep) {
			name, common := strings.CutSuffix(strings.TrimSpace(name), "*")
			if name != "" && !yield(name, common) {
				return
			}
		}
	}
}

func hasLetter(s string) bool { return strings.ContainsAny(s, "abcdefghijklmnopqrstuvwxyz") }

// Squash makes a name a key of the catalogue.
func Squash(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text.Fold(name))
}

// keyOf returns the key of the n tokens at i, if no mark or line cuts the name.
func keyOf(d *Text, i, n int) (string, bool) {
	j := i + n
	if j > len(d.Tokens) || d.Kind(i) == text.Mark || d.Kind(j-1) == text.Mark || n > 1 && goesOnBehindComma(d, j-1) || d.Row(i) != d.Row(j-1) && !d.Together(i, j) {
		return "", false
	}
	if n == 1 {
		return d.At(i), true
	}
	var b strings.Builder
	for k := i; k < j; k++ {
		switch {
		case d.Kind(k) != text.Mark:
			b.WriteString(d.At(k))
		case !d.Is(k, "-", ".", "/", "&", "+") || d.Is(k, ".", "/") && !(d.Glued(k) && d.Glued(k+1)):
			return "", false
		}
	}
	return b.String(), true
}

// MakeAt reads the name of a make at token i.
func MakeAt(d *Text, i int) (carMake, int, bool) {
	for n := longestCar(d, i); n > 0; n-- {
		key, ok := keyOf(d, i, n)
		if !ok {
			continue
		}
		if m, ok := cars.Get().makes[text.Noun(key)]; ok {
			return m, i + n, true
		}
	}
	return carMake{}, i, false
}

// ModelAt reads the longest name of a model at token i; of the make, if of is not "".
func ModelAt(d *Text, i int, of string) (carModel, int, bool) {
	if m, j, ok := numberedModel(d, i, of); ok {
		return m, j, true
	}
	if goesOnBehindComma(d, i) {
		return carModel{}, i, false // 6,000 is no Mazda6
	}
	for n := longestCar(d, i); n > 0; n-- {
		key, ok := keyOf(d, i, n)
		if !ok || of == "" && (len(key) < 2 || !hasLetter(key) || d.IsStop(i)) {
			continue
		}
		found := cars.Get().models[text.Noun(key)]
		for _, m := range found {
			if m.make == of || of == "" && len(found) == 1 {
				return m, i + n, true
			}
		}
		if of == "" && len(found) > 1 {
			return carModel{Name: found[0].Name, common: true}, i + n, true
		}
	}
	return carModel{}, i, false
}

// numberedModel reads the models of BMW and Mercedes-Benz by pattern: "328i", "GLC 300".
func numberedModel(d *Text, i int, of string) (carModel, int, bool) {
	if i >= len(d.Tokens) {
		return carModel{}, i, false
	}
	s, j := d.At(i), i+1
	name := d.Raw(text.Between(i, j))
	if d.Kind(i) == text.Word && d.Kind(j) != text.Word && d.Kind(j) != text.Mark {
		s, name, j = s+d.At(j), d.Raw(text.Between(i, j+1)), j+1
	}
	switch of {
	case "BMW":
		return carModel{make: of, Name: name}, j, isBMW(s)
	case "Mercedes-Benz":
		return carModel{make: of, Name: strings.ToUpper(name)}, j, isMercedes(s)
	}
	return carModel{}, i, false
}

// isBMW reports whether s has a digit of a series, two digits of an engine, and letters of a kind.
func isBMW(s string) bool {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "m"), "drive")
	if len(s) < 3 || len(s) > 6 || text.Atoi(s[:3]) < 100 || text.Atoi(s[:3]) > 899 {
		return false
	}
	return strings.Trim(s[3:], "icdxset") == ""
}

// isMercedes reports whether s has the letters of a class and the digits of an engine.
func isMercedes(s string) bool {
	class := strings.TrimRight(s, "0123456789")
	size := len(s) - len(class)
	return text.In(class, "mercedes class") && (size == 2 || size == 3)
}

// KnownName returns the official spelling of a car's make, a car's model or an insurer for one to
// three written words, or "". Names that are also common words, places or people do not count.
func KnownName(words string) string {
	key := Squash(words)
	if m, found := cars.Get().makes[key]; found && !m.common {
		return m.Name
	}
	if c, found := carriers.Get().names[key]; found && !c.common {
		return c.name
	}
	for _, m := range cars.Get().models[key] {
		if !m.common {
			return m.Name
		}
	}
	return ""
}

// SkipLooks skips colors and other looks between a year and a make.
func SkipLooks(d *Text, i int) int {
	for end := i + 3; i < end && d.Is(i, looks...); i++ {
	}
	return i
}

// NamesCar reports whether a make or model starts at token i.
func NamesCar(d *Text, i int) bool {
	if _, _, ok := MakeAt(d, i); ok {
		return true
	}
	_, _, ok := ModelAt(d, i, "")
	return ok
}

// NamesCarPlainly reports whether a car name that is no common word starts at token i.
func NamesCarPlainly(d *Text, i int) bool {
	if m, _, ok := MakeAt(d, i); ok {
		return !m.common
	}
	m, _, ok := ModelAt(d, i, "")
	return ok && !m.common
}

// TrimAt returns the end of the names of trim levels at token i.
func TrimAt(d *Text, i int) int {
	first := i
	for range 2 {
		i = oneTrim(d, i)
	}
	if i > first && d.Is(i, "hybrid") && d.Gap(i) {
		i++ // "SEL Hybrid"
	}
	return i
}

func oneTrim(d *Text, i int) int {
	for n := longestCar(d, i); n > 0; n-- {
		key, ok := keyOf(d, i, n)
		if !ok || !cars.Get().trims[key] {
			continue
		}
		// A single letter, or a word in lower case, must look like a name.
		if n == 1 && d.Kind(i) == text.Word && !d.Capital(i) && (d.Cased || len(key) == 1 || text.StopWord(key)) {
			return i
		}
		return i + n
	}
	return i
}

var carriers = lazy.Value[insurers]{New: func() insurers {
	found := insurers{map[string]carrier{}, prefixes{}}
	for row := range strings.Lines(carriersText) {
		if row[0] == '#' {
			continue
		}
		var own string
		for name, common := range starred(row, "=") {
			if own == "" {
				own = name
			}
			found.names[Squash(name)] = carrier{own, common}
			found.starts.add(name)
		}
	}
	return found
}}

type carrier struct {
	name   string
	common bool
}

type insurers struct {
	names  map[string]carrier
	starts prefixes
}

// CarrierAt reads the name of an insurer at token i, as written if the name has capitals.
func CarrierAt(d *Text, i int) (string, int, bool) {
	for n := LongestInsurer(d, i); n > 0; n-- {
		key, _ := keyOf(d, i, n)
		c, ok := carriers.Get().names[text.Noun(key)]
		if !ok || c.common && d.Cased && !d.Capital(i) {
			continue
		}
		s := text.Between(i, i+n)
		if d.Capital(i) && d.Cased {
			return possessor(d.Words(s)), s.J, true
		}
		return c.name, s.J, true
	}
	return "", i, false
}

// NamesInsurer reports whether s holds the name of an insurer.
func NamesInsurer(d *Text, s text.Span) bool {
	for i := s.I; i < s.J; i++ {
		if _, _, ok := CarrierAt(d, i); ok {
			return true
		}
	}
	return false
}

//go:embed data/carriers.txt
var carriersText string
