// Package fields reads the lines "name: value" of staff below EDIT, REJECT or HAND BACK.
// The names are the labels of the review and everyday names from a closed dictionary. A line sets
// the named value of the named car or person, or is refused with the reason.
package fields

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent/letters"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading/find"
)

// Reader reads the lines of staff.
type Reader struct {
	Words letters.Words // labels, names and reasons; nil: the built-in English words
	Today time.Time     // relative dates count from this day
	Other bool          // the customer was asked about a person who is no driver, perhaps "him"

	read *dictionary // nil before ready
	him  string      // path of the driver that "him" or "her" refers to
}

// UnknownName is the reason why no value has the name in a line. A reader of many lines needs few
// reasons, and each costs a search for similar names.
type UnknownName struct{ reason func() string }

func (e UnknownName) Error() string { return e.reason() }

// Unchanged is the reason why lines change nothing.
type Unchanged struct{ reason string }

func (e Unchanged) Error() string { return e.reason }

func (r Reader) say(phrase string, args ...string) string { return r.Words.Say(phrase, args...) }

// Read returns the facts in a text, and none for a text without such lines, such as a mail. The
// error explains an unknown name, an invalid value, text among the lines, or lines without a
// change.
func (r Reader) Read(known quote.Case, text string) ([]quote.Fact, error) {
	r = r.ready()
	l := lines{Reader: r, before: known.Application, after: known.Application}
	for _, line := range Lines(text) {
		if isMail, err := l.add(line); isMail || err != nil {
			return nil, err
		}
	}
	switch {
	case l.wrong != nil:
		return nil, l.wrong
	case l.unknown != nil:
		return nil, l.unknown
	case l.facts == nil:
		return nil, nil
	}
	l.inferState()
	if err := r.check(l.after, l.facts); err != nil {
		return nil, err
	}
	return l.facts, r.changes(known, l)
}

// editWord matches the word of staff before a line.
var editWord = lazyregexp.MustCompile(`(?i)^\s*EDIT\s*:`)

// Lines returns the lines of a text without empty lines. Staff may write EDIT before each line.
func Lines(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(editWord.ReplaceAllString(line, "")); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// lines collects the facts of several lines.
type lines struct {
	Reader
	before, after  quote.Application // before and after the facts
	facts          []quote.Fact
	removed        bool // a line removed a driver or a car
	wrong, unknown error
}

// add reads a line, and reports whether the text is a mail and no list of values.
func (l *lines) add(line string) (isMail bool, err error) {
	name, value, found := strings.Cut(line, ":")
	var facts []quote.Fact
	if found {
		facts, err = l.read(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	_, isUnknown := errors.AsType[UnknownName](err)
	switch {
	case found && !isUnknown && err != nil:
		l.wrong = cmp.Or(l.wrong, err)
	case found && !isUnknown:
		l.apply(facts)
	case isLine(line):
		l.unknown = cmp.Or(l.unknown, err)
	case l.wrong != nil || l.facts != nil:
		return false, errors.New(l.say("field.not_a_line", strconv.Quote(line)))
	default:
		return true, nil
	}
	return false, nil
}

// read reads a line by the names in the review, and then by the names after earlier lines.
func (l *lines) read(name, value string) ([]quote.Fact, error) {
	if l.removed {
		return l.Line(l.after, name, value)
	}
	facts, err := l.Line(l.before, name, value)
	if err == nil || l.facts == nil {
		return facts, err
	}
	if later, errLater := l.Line(l.after, name, value); errLater == nil {
		return later, nil
	}
	return facts, err
}

// apply makes the facts part of the application.
func (l *lines) apply(facts []quote.Fact) {
	for _, f := range facts {
		if err := l.after.Set(f.Path, f.Value); err != nil {
			l.wrong = cmp.Or(l.wrong, err)
			return
		}
		l.removed = l.removed || strings.HasSuffix(f.Path, "]")
	}
	l.facts = append(l.facts, facts...)
}

// inferState adds the state of a ZIP code in the lines, if no state is known.
func (l *lines) inferState() {
	for _, f := range l.facts {
		address := l.after.GaragingAddress
		state, is := quote.StateOfZIP(address.ZIP)
		if is && address.State == "" && f.Path == "garaging_address.zip" && f.Value != nil {
			l.apply([]quote.Fact{fact("garaging_address.state", quoted(state), f.Words)})
		}
	}
}

// check reports values of staff that can't be right.
func (r Reader) check(a quote.Application, stated []quote.Fact) error {
	if r.Today.IsZero() {
		return nil
	}
	today := quote.Date(r.Today.Format(time.DateOnly))
	for _, p := range quote.Validate(a, today, r.Words) {
		for _, f := range stated {
			counts := p.Severity == quote.Error || strings.HasSuffix(p.Path, ".vin")
			if f.Path == p.Path && counts {
				label := letters.Label(p.Path, a, r.Words)
				return errors.New(r.say("field.needs", label, p.Message))
			}
		}
	}
	return nil
}

// changes returns an Unchanged error if every value is known already. The confirmation of an assumed
// value is a change.
func (r Reader) changes(known quote.Case, l lines) error {
	var same []string
	for _, f := range l.facts {
		was, _ := known.Application.Get(f.Path)
		if string(was) != string(f.Value) || known.Facts[f.Path].Standing == quote.Assumed {
			return nil
		}
		same = append(same, r.say("field.same", letters.Label(f.Path, known.Application, r.Words),
			orNone(r, letters.Value(f.Path, known.Application, r.Words))))
	}
	return Unchanged{r.say("field.changes_nothing", strings.Join(same, "; "))}
}

// Line returns the facts in a line.
func (r Reader) Line(a quote.Application, name, value string) (facts []quote.Fact, err error) {
	r = r.ready()
	if facts, is, err := r.listed(a, name, value); is {
		return facts, err
	}
	parts, err := r.parted(a, name, value)
	for _, part := range parts {
		own, errPart := r.single(a, part.name, part.said)
		facts, err = append(facts, own...), cmp.Or(err, errPart)
	}
	switch {
	case err != nil:
		return nil, err
	case parts != nil:
		return facts, nil
	}
	return r.single(a, name, value)
}

// single returns the facts in a line with one value.
func (r Reader) single(a quote.Application, name, value string) ([]quote.Fact, error) {
	path, isPath, err := r.path(a, name)
	if err != nil {
		return nil, err
	}
	raw, err := r.value(a, path, value, isPath)
	if err != nil {
		return nil, err
	}
	if err := a.Set(path, raw); err != nil {
		return nil, r.unknown(a, name)
	}
	facts := []quote.Fact{fact(path, raw, value)}
	if twin := a.Twin(path); twin != "" {
		facts = append(facts, fact(twin, raw, value))
	}
	return facts, nil
}

// part is the name and the words of one value in a line with several values.
type part struct{ name, said string }

// parted splits a line with several values: a full name, an address, or limits such as
// "100/300/100". parted returns none for any other line.
func (r Reader) parted(a quote.Application, name, said string) ([]part, error) {
	bare := bareWords(name)
	path, _, err := r.path(a, name)
	_, isUnknown := errors.AsType[UnknownName](err)
	switch {
	case isUnknown && r.isOne("field.limits", bare):
		return limits(said), nil
	case isUnknown:
		return r.fullName(bare, said)
	case path == "coverages.bodily_injury" && strings.Count(said, "/") == 2:
		return limits(said), nil
	case path == "garaging_address.street":
		return address(said), nil
	}
	return nil, nil
}

// limits splits limits into bodily injury and property damage.
func limits(said string) []part {
	all := []part{{"coverages.bodily_injury", said}}
	if i := strings.LastIndexByte(said, '/'); strings.Count(said, "/") == 2 {
		all[0].said = said[:i]
		all = append(all, part{"coverages.property_damage", said[i+1:]})
	}
	return all
}

// fullName splits a name of two words. The line may name the person: "name of the second driver".
func (r Reader) fullName(bare, said string) ([]part, error) {
	for _, whole := range r.list("field.full_name") { // the longest first
		before, after, found := strings.Cut(" "+bare+" ", " "+whole+" ")
		if !found {
			continue
		}
		given, surname, two := strings.Cut(strings.Join(strings.Fields(said), " "), " ")
		if !two || strings.ContainsAny(surname, " ,") || strings.Contains(given, ",") ||
			r.isOne("field.unknown", bareWords(said)) {
			return nil, errors.New(r.say("field.name_needs", strconv.Quote(said)))
		}
		return []part{{strings.TrimSpace(before + " first name " + after), given},
			{strings.TrimSpace(before + " last name " + after), surname}}, nil
	}
	return nil, nil
}

// address splits a street with its town, its state or its ZIP code. It returns none for the street
// alone.
func address(said string) (all []part) {
	d := find.New(said)
	a, is := find.AddressAt(d, 0)
	if !is || a.Box || a.J != len(d.Tokens) || isStreet(said) {
		return nil
	}
	for _, one := range []part{{"street", d.Raw(a.Street)}, {"city", d.Raw(a.City)},
		{"state", a.Code}, {"zip", d.Raw(a.ZIP)}} {
		if one.said != "" {
			all = append(all, part{"garaging_address." + one.name, one.said})
		}
	}
	return all
}

// isStreet reports whether a text has a street and nothing else.
func isStreet(said string) bool {
	d := find.New(said)
	street, is := find.StreetAt(d, 0)
	return is && street.J == len(d.Tokens)
}

func fact(path string, raw json.RawMessage, words string) quote.Fact {
	return quote.Fact{Path: path, Value: raw, Words: words, Standing: quote.Confirmed}
}

// Change is a changed value: its label, and the old and the new value.
type Change struct {
	Label  string `json:"label"`
	Values string `json:"values"` // "16,000 → 10,000"
}

// Changed describes the change of each value.
func (r Reader) Changed(before, after quote.Application, facts []quote.Fact) []Change {
	var all []Change
	for _, f := range facts {
		was, is := letters.Value(f.Path, before, r.Words), letters.Value(f.Path, after, r.Words)
		label := letters.Label(f.Path, after, r.Words)
		if strings.HasSuffix(f.Path, "]") {
			label, was, is = r.say("field.removed"), r.entryNames(before)[f.Path], ""
		}
		isTwin := after.Twin(f.Path) != "" && strings.HasPrefix(f.Path, "drivers")
		if was == is || isTwin {
			continue
		}
		all = append(all, Change{label, r.say("field.change", orNone(r, was), orNone(r, is))})
	}
	return all
}

func orNone(r Reader, value string) string {
	if value == "" {
		return r.say("field.nothing")
	}
	return value
}

var greeting = lazyregexp.MustCompile(`(?i)^\W*(?:hello|hi|hey|dear|greetings|good (?:morning|afternoon|evening|day)|mrs?|ms|hola|buen[oa]s|estimad[oa]s?|querid[oa]s?)\b`)

// Greets reports whether a text begins with a greeting.
func Greets(text string) bool { return greeting.MatchString(text) }

// valueLine matches a line of the form "name: value", with a short name and a short value.
var valueLine = lazyregexp.MustCompile(`^[\pL\pN_][\pL\pN_.,()\[\]'’ -]{0,80}:(?: *[^\s/]\S*(?: +\S+){0,7})?$`)

// maxNameWords limits the name in a line "name: value".
const maxNameWords = 8

// isLine reports whether a line has the form "name: value", even if no value has this name.
// Greetings, questions and sentences do not have this form.
func isLine(line string) bool {
	line = strings.TrimSpace(line)
	name, value, _ := strings.Cut(line, ":")
	if !valueLine.MatchString(line) || Greets(name) ||
		len(strings.Fields(name)) > maxNameWords || strings.HasSuffix(value, "?") {
		return false
	}
	isSentence := len(strings.Fields(value)) > 3 && strings.ContainsAny(value[len(value)-1:], ".!")
	return !isSentence
}

// shortValue is the most words of a value without a request in words.
const shortValue = 3

// AreShort reports whether a text has only lines "name: value" with short values. Such a text is
// never a request in words.
func AreShort(text string) bool {
	if !AreLines(text) {
		return false
	}
	for _, line := range Lines(text) {
		if _, value, _ := strings.Cut(line, ":"); len(strings.Fields(value)) > shortValue {
			return false
		}
	}
	return true
}

// AreLines reports whether a text has only lines of the form "name: value".
func AreLines(text string) bool {
	all := Lines(text)
	isText := func(line string) bool { return !isLine(line) }
	return len(all) > 0 && !slices.ContainsFunc(all, isText)
}
