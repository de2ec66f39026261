package fields

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/spelling"
)

// Requests reads the changes to a quote in a mail of a customer: a coverage, a car or a driver to
// take off, and the deductible of a car. A sentence counts only if every word is known. all reports
// whether every question counts.
func (r Reader) Requests(a quote.Application, mail string) (facts []quote.Fact, all bool) {
	if r, all = r.ready(), true; len(mail) > longestMail {
		return nil, false
	}
	for _, sentence := range sentences.FindAllString(mail, -1) {
		found := r.sentence(a, strings.TrimSpace(sentence))
		all = all && (found != nil || !strings.Contains(sentence, "?"))
		facts = append(facts, found...)
	}
	slices.SortStableFunc(facts, lastFirst)
	return slices.CompactFunc(facts, func(f, g quote.Fact) bool { return f.Path == g.Path }), all
}

// longestMail is the most bytes of a mail with such requests.
const longestMail = 2000

// lastFirst sorts removals behind other facts, and later entries before earlier ones, so that each
// index stays valid.
func lastFirst(f, g quote.Fact) int {
	fEnds, gEnds := strings.HasSuffix(f.Path, "]"), strings.HasSuffix(g.Path, "]")
	switch {
	case fEnds && gEnds:
		return strings.Compare(g.Path, f.Path)
	case fEnds:
		return 1
	case gEnds:
		return -1
	}
	return 0
}

var (
	sentences = lazyregexp.MustCompile(`[^.!?;\n]+(?:\.\d[^.!?;\n]*)*[.!?]?`)
	joints    = lazyregexp.MustCompile(`(?i), +(?:and +)?| +and +| *& *`)
)

// sentence reads a sentence, or returns nil. A later part may leave out the verb and the name of
// the value: "250 for the Forester and 1000 for the Pilot".
func (r Reader) sentence(a quote.Application, said string) (facts []quote.Fact) {
	var before request
	for _, part := range joints.Split(said, -1) {
		q := r.request(a, part)
		if len(q.rest) == 0 && q.amount == 0 {
			continue // "No, …"
		}
		q.drop = q.drop || before.drop && q.amount == 0
		found := r.requested(a, q)
		if found == nil {
			q.rest = slices.Concat(before.named, q.rest)
			found = r.requested(a, q)
		} else {
			q.named = r.withoutOwner(a, q.rest)
		}
		if found == nil {
			return nil
		}
		for _, f := range found {
			f.Words, f.Standing = said, quote.Stated
			facts = append(facts, f)
		}
		before = q
	}
	return facts
}

// request is a part of a sentence: add or take off, an amount of dollars, and the other words with
// a meaning.
type request struct {
	drop   bool
	add    bool
	amount int
	rest   []string
	named  []string // the words of rest for the value
}

func (r Reader) request(a quote.Application, part string) (q request) {
	d := find.New(part)
	var words strings.Builder
	for i := 0; i < len(d.Tokens); i++ {
		n, is := find.NumberAt(d, i)
		isYear := slices.ContainsFunc(a.Vehicles,
			func(v quote.Vehicle) bool { return v.Year != nil && *v.Year == n.N })
		if is && n.N >= 100 && (n.Dollar || !isYear) && q.amount == 0 {
			q.amount, i = n.N, n.J-1
			continue
		}
		words.WriteString(d.Raw(text.Between(i, i+1)))
		if d.Gap(i + 1) {
			words.WriteByte(' ')
		}
	}
	bare := spelling.Words(words.String())
	for _, noise := range r.list("field.noise") {
		bare = strings.ReplaceAll(bare, " "+noise+" ", " ")
		bare = strings.ReplaceAll(bare, " "+noise+" ", " ") // twice in a row
	}
	drops := 0
	for word := range strings.FieldsSeq(bare) {
		switch {
		case r.isOne("field.drop", word):
			drops++
		case r.isOne("field.with", word):
			q.add = true
		case !r.isOne("field.glue", word):
			q.rest = append(q.rest, word)
		}
	}
	if q.drop = drops == 1; drops > 1 || q.drop && q.add { // "don't take it off"
		q.rest = append(q.rest, "?")
	}
	return q
}

// requested returns the facts of a request, or nil.
func (r Reader) requested(a quote.Application, q request) []quote.Fact {
	name := strings.Join(q.rest, " ")
	if q.drop && q.amount == 0 {
		if path := r.entry(a, q.rest); path != "" {
			return []quote.Fact{fact(path, nil, name)}
		}
	}
	var facts []quote.Fact
	for _, path := range r.coverages(a, name) {
		v := any(q.amount)
		switch isSwitch := strings.HasSuffix(path, ".rental") || strings.HasSuffix(path, ".towing"); {
		case isSwitch && q.amount == 0 && q.drop != q.add:
			v = q.add
		case isSwitch || q.add || q.drop == (q.amount > 0):
			return nil
		case q.drop && strings.HasPrefix(path, "coverages."):
			v = nil
		case !q.drop && !isSold(path, q.amount):
			return nil
		}
		raw, err := json.Marshal(v)
		if err != nil {
			return nil
		}
		if v == nil {
			raw = nil
		}
		facts = append(facts, fact(path, raw, name))
	}
	return facts
}

func isSold(path string, amount int) bool {
	if strings.HasSuffix(path, "collision_deductible") {
		return slices.Contains(quote.CollisionDeductibles(), amount)
	}
	return strings.HasSuffix(path, "comprehensive_deductible") &&
		slices.Contains(quote.ComprehensiveDeductibles(), amount)
}

// coverages returns the paths of the named coverages. The deductible of a car is both
// deductibles.
func (r Reader) coverages(a quote.Application, name string) (paths []string) {
	if path, _, err := r.path(a, name); err == nil {
		if !strings.Contains(path, "coverages.") {
			return nil
		}
		return []string{path}
	}
	for _, word := range strings.Fields(name) {
		if keys := r.read.names[word]; len(keys) == 4 { // "deductible", of the policy and of a car
			for _, key := range []string{"comprehensive", "collision"} {
				other := strings.ReplaceAll(name, word, key)
				if path, _, err := r.path(a, other); err == nil {
					paths = append(paths, path)
				}
			}
		}
	}
	return paths
}

// entry returns the path of the named car or driver; "" for none, several, or the
// insured.
func (r Reader) entry(a quote.Application, who []string) string {
	var paths []string
	if len(who) == 0 {
		return ""
	}
	for _, list := range []string{"drivers", "vehicles"} {
		for _, i := range r.entries(a, list, who) {
			paths = append(paths, fmt.Sprintf("%s[%d]", list, i))
		}
	}
	if len(paths) != 1 || paths[0] == "drivers[0]" || paths[0] == "vehicles[0]" && len(a.Vehicles) == 1 {
		return ""
	}
	return paths[0]
}

// withoutOwner removes the words for a car or a driver.
func (r Reader) withoutOwner(a quote.Application, words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		_, err := strconv.Atoi(word)
		one := []string{word}
		return err == nil || r.isOne("field.car", word) || r.isOne("field.ordinal", word) ||
			len(r.entries(a, "drivers", one))+len(r.entries(a, "vehicles", one)) > 0
	})
}
