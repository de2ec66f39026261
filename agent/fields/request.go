package fields

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent/letters"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/spelling"
)

// Requests are the changes to a quote in a mail of a customer: a coverage, a car or a driver to
// take off, and the deductible of a car. A sentence counts only if every word is known.
type Requests struct {
	Facts  []quote.Fact
	All    bool     // each question of the mail asks for a change
	Kept   []string // sentences that take nothing off: "Please don't drop rental", "Should I …?"
	Unread []string // sentences that take something off, and more that is unknown
	Absent []string // ends of sentences that take off something unknown: "drop the boat"
	Other  []string // all other sentences
}

// Orders reads a text of staff that asks for changes and for nothing else; nil for any other text.
func (r Reader) Orders(a quote.Application, text string) []quote.Fact {
	all := r.Requests(a, text)
	if len(all.Kept)+len(all.Unread)+len(all.Absent)+len(all.Other) > 0 {
		return nil
	}
	for i := range all.Facts {
		all.Facts[i].Standing = quote.Confirmed
	}
	return all.Facts
}

// RequestsIn reads the changes to a quote like r, with the words of the first language that reads
// any.
func RequestsIn(languages []letters.Words, r Reader, a quote.Application,
	mail string) (all Requests) {
	var kept, unread, absent []string
	for _, w := range languages {
		r.Words = w
		all = r.Requests(a, mail)
		kept, absent = append(kept, all.Kept...), append(absent, all.Absent...)
		if unread = append(unread, all.Unread...); len(all.Facts) > 0 {
			unread, absent = all.Unread, all.Absent
			break
		}
	}
	slices.Sort(unread)
	slices.Sort(absent)
	all.Kept, all.Unread, all.Absent = kept, slices.Compact(unread), slices.Compact(absent)
	return all
}

// Requests reads the changes to a quote.
func (r Reader) Requests(a quote.Application, mail string) (all Requests) {
	if r = r.ready(); len(mail) > maxMail {
		return all
	}
	all.All, r.him = true, r.onlyOther(a)
	for _, sentence := range sentences.FindAllString(mail, -1) {
		sentence = strings.TrimSpace(sentence)
		found, denied := r.sentence(a, sentence)
		r.him = cmp.Or(r.driverIn(a, sentence), r.him)
		asks := strings.HasSuffix(sentence, "?")
		switch {
		case found != nil && !(asks && r.has("field.advice", sentence)):
			all.Facts = append(all.Facts, found...)
		case asks || denied:
			all.All = all.All && !asks
			all.Kept = append(all.Kept, sentence)
		case r.absent(a, sentence) != "":
			all.Absent = append(all.Absent, r.absent(a, sentence))
		case r.has("field.drop", sentence) && r.namesCoverage(sentence), r.namesEntry(a, sentence):
			all.Unread = append(all.Unread, sentence)
		default:
			all.Other = append(all.Other, sentence)
		}
	}
	slices.SortStableFunc(all.Facts, lastFirst)
	all.Facts = slices.CompactFunc(all.Facts, func(f, g quote.Fact) bool { return f.Path == g.Path })
	return all
}

// Keeps reports whether a removal rests on a sentence that takes nothing off.
func (q Requests) Keeps(f quote.Fact) bool {
	return slices.ContainsFunc(q.Kept, func(said string) bool { return TakesOff(f, said) })
}

// TakesOff reports whether a value takes something off, and rests on words of a sentence.
func TakesOff(f quote.Fact, sentence string) bool {
	words := spelling.Words(f.Words)
	return isOff(f) && words != "" && strings.Contains(spelling.Words(sentence), words)
}

func isOff(f quote.Fact) bool {
	none := string(f.Value) == "false" || string(f.Value) == "0"
	return f.Value == nil || none && strings.Contains(f.Path, "coverages.")
}

// has reports whether a sentence has a word of a phrase.
func (r Reader) has(phrase, sentence string) bool {
	return slices.ContainsFunc(strings.Fields(spelling.Words(sentence)),
		func(word string) bool { return r.isOne(phrase, word) })
}

// namesCoverage reports whether a word of a sentence is the name of a coverage.
func (r Reader) namesCoverage(sentence string) bool {
	return slices.ContainsFunc(strings.Fields(spelling.Words(sentence)), func(word string) bool {
		return slices.ContainsFunc(r.read.names[word],
			func(key string) bool { return strings.Contains(key, "coverages.") })
	})
}

// maxMail limits the bytes of a mail that this package reads.
const maxMail = 2000

// lastFirst sorts removals after other facts, and later entries before earlier entries, so that
// each index stays valid.
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
	sentences = lazyregexp.MustCompile(`[^.!?¿¡;\n]+(?:\.\d[^.!?¿¡;\n]*)*[.!?]?`)
	joints    = lazyregexp.MustCompile(`(?i), +(?:(?:and|y) +)?| +(?:and|y) +| *& *`)
)

// kept matches the words before the amount of the next car: "1000 on the truck but keep 500 on …".
var kept = lazyregexp.MustCompile(`(?i),? +but +(?:keep |leave |make )?(?:it +)?(?:at +)?(\$?\d)`)

// sentence reads a sentence, or returns nil. A later part may leave out the verb and the name of
// the value: "250 for the Forester and 1000 for the Pilot". denied reports whether a part asks not
// to take something off.
func (r Reader) sentence(a quote.Application, said string) (facts []quote.Fact, denied bool) {
	parts := r.parts(kept.ReplaceAllString(said, ", $1"))
	requests := make([]request, len(parts))
	for i, part := range parts {
		requests[i] = r.request(a, part)
		denied = denied || requests[i].denied
	}
	if denied {
		return nil, true
	}
	var before request
	inReason := false
	for i, q := range requests {
		if len(q.rest) == 0 && q.amount == 0 {
			continue // "No, …"
		}
		q.drop = q.drop || before.drop && q.amount == 0 && !q.add
		found := r.requested(a, q)
		if found == nil {
			found = r.movedStart(a, q)
		}
		if found == nil {
			q.rest = slices.Concat(before.named, q.rest)
			found = r.requested(a, q)
		} else {
			q.named = r.withoutOwner(a, q.rest)
		}
		if found != nil {
			before, inReason = q, false
		} else if found, inReason = r.reason(a, parts[i], inReason); !inReason || !before.drop {
			return nil, false
		}
		for _, f := range found {
			f.Words, f.Standing = said, quote.Stated
			facts = append(facts, f)
		}
	}
	return ofOneCar(facts, len(parts)), false
}

// ofOneCar gives all coverages that a sentence takes off to the car behind the last of them: "no
// comp and collision on the Civic".
func ofOneCar(facts []quote.Fact, parts int) []quote.Fact {
	isOff := func(f quote.Fact) bool { return TakesOff(f, f.Words) }
	last := len(facts) - 1
	if last < 1 || len(facts) != parts || !isOff(facts[last]) {
		return facts
	}
	car, _, isCar := strings.Cut(facts[last].Path, ".coverages.")
	for _, f := range facts[:last] {
		name, isPolicy := strings.CutPrefix(f.Path, "coverages.")
		ofCar := slices.Contains(letters.Keys(), "vehicles.coverages."+name)
		if !isCar || !isPolicy || !ofCar || !isOff(f) {
			return facts
		}
	}
	for i, f := range facts[:last] {
		facts[i].Path = car + "." + f.Path
		if f.Value == nil {
			facts[i].Value = json.RawMessage("0")
		}
	}
	return facts
}

// request is a part of a sentence: add or take off, an amount of dollars, and the other words with
// a meaning.
type request struct {
	drop   bool
	add    bool
	denied bool // "don't take it off"
	amount int
	rest   []string
	named  []string // the words of rest for the value
}

func (r Reader) request(a quote.Application, part string) (q request) {
	d := find.New(part)
	var words strings.Builder
	for i := 0; i < len(d.Tokens); i++ {
		n, is := find.NumberAt(d, i)
		ofCar := slices.ContainsFunc(a.Vehicles, func(v quote.Vehicle) bool {
			model := strings.Fields(spelling.Words(v.Model)) // "F-150"
			return v.Year != nil && *v.Year == n.N || slices.Contains(model, strconv.Itoa(n.N))
		})
		if is && n.N >= 100 && (n.Dollar || !ofCar) && q.amount == 0 {
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
	drops, him := 0, []string(nil)
	for word := range strings.FieldsSeq(bare) {
		switch {
		case r.isOne("field.drop", word):
			drops++
		case r.isOne("field.with", word):
			q.add = true
		case r.isOne("field.him", word):
			him = []string{word}
		case !r.isOne("field.glue", word):
			q.rest = append(q.rest, word)
		}
	}
	if q.drop = drops == 1; len(q.rest) == 0 {
		q.rest = him // "take her off", not "take her car off"
	}
	q.denied = drops > 1 || q.drop && q.add
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
	if len(who) == 1 && r.isOne("field.him", who[0]) {
		return r.him
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
