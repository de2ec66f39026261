package quoting

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ppamaild/agent"
	"ppamaild/agent/signals"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/reading/find"
)

// asInsured begins the path of each value of the named insured.
const asInsured = "named_insured."

const kin = `(?:husband|wife|spouse|partner|mom|mother|dad|father|son|daughter|brother|sister|` +
	`espos[oa]|marido|madre|padre|hij[oa])\b`

var (
	myRelative = lazyregexp.MustCompile(`(?i)\b(?:my|our|mi) ` + kin)
	mySpouse   = lazyregexp.MustCompile(`(?i)\b(?:my|mi) (?:husband|wife|spouse|espos[oa]|` +
		`marido)\b`)
	theirRelative = lazyregexp.MustCompile(`(?i)\b\pL+['’]s ` + kin)
	ofWriter      = lazyregexp.MustCompile(`(?i)\b(?:I|Im|I['’]\pL+|me|my|mine|myself|this is|` +
		`yo|mi|soy|tengo|nac[ií])(?:\PL|$)`)
	ofOther = lazyregexp.MustCompile(`(?i)\b(?:he|his|him|she|her|we|us|our|both|[ée]l|ella|su)` +
		`(?:\PL|$)`)
	numbered = lazyregexp.MustCompile(`^\W*\d+[.):] `)
)

// ownValues corrects the reading of a mail by another person than the customer, where "I" is not
// the insured. It gives what such a writer says of themselves to the driver with this name. It
// drops other values of the insured, unless they answer a numbered question or the words name the
// insured. "My husband" of a wife is the insured and no other driver, so these values are dropped.
// The words of the dropped values are left.
func ownValues(s *agent.State, m agent.Mail, r *reading.Reading) (left []string) {
	a, asked, from := s.Application(), s.AgentScratchpad.Asked, find.DisplayName(m.FromName)
	insured := find.FullName{Given: a.NamedInsured.GivenName, Surname: a.NamedInsured.Surname}
	if insured.Given == "" {
		insured = find.DisplayName(s.CustomerInfo.Name)
	}
	if m.From == "" || insured.Fits(from) {
		return nil
	}
	isInsured := func(d quote.Driver) bool { return d.Relationship == quote.Insured }
	own := fmt.Sprintf("drivers[%d].", max(0, slices.IndexFunc(a.Drivers, isInsured)))
	writer := slices.IndexFunc(a.Drivers, func(d quote.Driver) bool {
		return !isInsured(d) && from.Given != "" && strings.EqualFold(d.GivenName, from.Given)
	})
	said := r.Facts
	r.Facts, r.Conflicts = nil, slices.DeleteFunc(r.Conflicts, func(c reading.Conflict) bool {
		is := strings.HasPrefix(c.Path, own) || strings.HasPrefix(c.Path, asInsured)
		for i := 0; is && i < len(c.Values) && i < len(c.Words); i++ {
			said = append(said, quote.Fact{Path: c.Path, Value: json.RawMessage(c.Values[i]),
				Message: m.ID, Words: c.Words[i], Standing: quote.Stated})
		}
		return is
	})
	moved := map[string]bool{}
	for _, f := range said {
		field, isOwn := strings.CutPrefix(f.Path, own)
		known, _ := a.Get(f.Path)
		answers := slices.Contains(asked, f.Path) || slices.Contains(asked, a.Twin(f.Path))
		byWriter, byOther, ofSpouse := speaker(m, f.Words, insured.Given, answers)
		isOther := !isOwn && !strings.HasPrefix(f.Path, asInsured)
		isUser := strings.HasSuffix(f.Path, "].driver") // of a car
		isI := isUser && byWriter && own == fmt.Sprintf("drivers[%s].", f.Value)
		switch {
		case isI && writer >= 0 && !byOther:
			f.Value = json.RawMessage(strconv.Itoa(writer))
			addFact(r, f)
		case isOther && !isI && !(ofSpouse && (isUser || strings.HasPrefix(f.Path, "drivers["))),
			bytes.Equal(known, f.Value), !isOther && byOther && !byWriter && json.Valid(f.Value):
			addFact(r, f)
		case isOwn && writer >= 0 && byWriter && !byOther && json.Valid(f.Value):
			f.Path, moved[f.Words] = fmt.Sprintf("drivers[%d].%s", writer, field), true
			addFact(r, f)
		case !slices.Contains(left, f.Words):
			left = append(left, f.Words)
		}
	}
	return slices.DeleteFunc(left, func(words string) bool { return moved[words] })
}

// speaker reports whether the sentences with some words are about the writer, or about the insured
// or another person, and whether they name "my wife". In an answer, our question names the person.
func speaker(m agent.Mail, words, insured string, answers bool) (
	writer, other, ofSpouse bool) {
	isInsured := func(word string) bool {
		word, _, _ = strings.Cut(strings.ReplaceAll(word, "’", "'"), "'")
		return insured != "" && strings.EqualFold(word, insured)
	}
	noLetter := func(c rune) bool { return !unicode.IsLetter(c) && c != '\'' && c != '’' }
	for line := range strings.Lines(m.Text) {
		isAnswer := m.Answers != "" || numbered.MatchString(line)
		other = other || answers && isAnswer && strings.Contains(line, words)
	}
	for _, said := range signals.Sentences(m.Text) {
		if !strings.Contains(said, words) {
			continue
		}
		rest := theirRelative.ReplaceAllString(myRelative.ReplaceAllString(said, "he"), "")
		ofSpouse = ofSpouse || mySpouse.MatchString(said)
		writer = writer || ofWriter.MatchString(rest)
		other = other || ofOther.MatchString(rest) ||
			slices.ContainsFunc(strings.FieldsFunc(rest, noLetter), isInsured)
	}
	return writer, other, ofSpouse
}
