package quoting

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/factcheck"
	"ppamaild/agent/letters"
	"ppamaild/agent/signals"
	"ppamaild/quote"
	"ppamaild/reading"
)

// What a mail may lack for a fact of the planner.
const (
	LacksWords = "quoting.not_in_mail"
	LacksValue = "quoting.value_not_in_mail"
)

// Lacks returns LacksWords if a mail does not have the quoted words of a fact, and LacksValue if
// the value is free text that the mail does not have. It returns "" for a supported fact.
func Lacks(m agent.Mail, f quote.Fact) string {
	said := signals.Normalize(strings.Join(
		[]string{m.Subject, m.Text, m.FromName, m.Signature, m.Forwarded}, "\n"))
	switch {
	case !signals.HasWords(said, signals.Normalize(f.Words)):
		return LacksWords
	case f.Value != nil && factcheck.IsFreeText(f.Path) && !isVerbatim(f.Value, said) &&
		!isKnownName(f.Value):
		return LacksValue
	}
	return ""
}

// grounded keeps the planner's facts that the mail supports, and free text that the rules read.
// It marks a fact as inferred if its words do not state the value. Two different values for a
// path become a conflict. The planner can't confirm values.
func grounded(b Toolbox, args ExtractArgs, m agent.Mail,
	rules reading.Reading) (read reading.Reading, dropped []string) {
	for _, f := range args.Read {
		if lacks := Lacks(m, f); lacks == LacksWords || lacks != "" && !containsFact(rules, f) {
			dropped = append(dropped, b.say(lacks, describeFact(f, b.staff()),
				letters.Masked(f.Path, f.Words)))
			continue
		}
		f.Message = args.Message
		if f.Standing != quote.Stated ||
			!isVerbatim(f.Value, signals.Normalize(f.Words)) && !states(b, m, f, rules) {
			f.Standing = quote.Inferred
		}
		addFact(&read, f)
	}
	return read, dropped
}

// states reports whether the rules read the value of a fact in its words alone: "born 3/4/1985"
// states a date of birth, but not the person. The rules must not read it of another person.
func states(b Toolbox, m agent.Mail, f quote.Fact, rules reading.Reading) bool {
	field := f.Path[strings.LastIndexByte(f.Path, '.')+1:]
	r := b.reading(b.input(agent.Mail{Text: f.Words, Date: m.Date}, ""))
	same := func(other quote.Fact) bool {
		return strings.HasSuffix(other.Path, "."+field) && other.Standing == quote.Stated &&
			bytes.Equal(plainValue(other.Value), plainValue(f.Value))
	}
	return slices.ContainsFunc(r.Facts, same) &&
		(containsFact(rules, f) || !slices.ContainsFunc(rules.Facts, same))
}

// containsFact reports whether a reading has this value at this path.
func containsFact(r reading.Reading, f quote.Fact) bool {
	return slices.ContainsFunc(r.Facts, func(other quote.Fact) bool {
		return other.Path == f.Path && bytes.Equal(plainValue(other.Value), plainValue(f.Value))
	})
}

// isKnownName reports whether a value is the name of a car or an insurer.
func isKnownName(value json.RawMessage) bool {
	var name string
	return json.Unmarshal(value, &name) == nil && reading.KnownName(name) != ""
}

// isVerbatim reports whether words contain a value as written.
func isVerbatim(value json.RawMessage, words string) bool {
	var text string
	if err := json.Unmarshal(value, &text); err != nil {
		text, words = string(value), strings.ReplaceAll(words, ",", "")
	}
	return signals.HasWords(words, signals.Normalize(text))
}

// disagreements lists the planner's facts that the rules contradict or do not find. A person
// should check such facts.
func disagreements(rules, planner reading.Reading, words letters.Words) (found []string) {
	for _, f := range planner.Facts {
		if why := disagreement(rules, f, words); why != "" {
			found = append(found, words.Say("quoting.in_doubt", describeFact(f, words), why))
		}
	}
	return found
}

// omissions lists the values that the rules read and the planner skipped, such as a correction, an
// accident, or a second car. It lists no values needed for a price, because a mail asks for them.
func omissions(k quote.Case, rules, planner reading.Reading,
	words letters.Words) (found []string) {
	_ = k.ApplyAll(planner.Facts) // validated reports invalid facts
	a, missing := k.Application, quote.Missing(k.Application)
	unnoticed := func(path string) bool {
		seen := slices.ContainsFunc(planner.Facts, quote.At(path)) ||
			slices.ContainsFunc(planner.Conflicts,
				func(c reading.Conflict) bool { return c.Path == path })
		return !seen && (a.Has(path) || !slices.Contains(missing, path) && !isIdentity(path))
	}
	for _, f := range rules.Facts {
		if unnoticed(f.Path) && !hasValue(a, f) && !a.IsOfDriver(f) && string(f.Value) != `"insured"` { // the sender, stated or not
			found = append(found, words.Say("quoting.omitted", describeFact(f, words),
				letters.Masked(f.Path, f.Words)))
		}
	}
	for _, c := range rules.Conflicts {
		if unnoticed(c.Path) {
			found = append(found,
				words.Say("quoting.omitted_conflict", c.Path, conflictValues(c, words)))
		}
	}
	return found
}

// isIdentity reports whether a path holds identity or contact data, which does not affect the
// price.
func isIdentity(path string) bool {
	return strings.HasPrefix(path, "named_insured.") || strings.HasSuffix(path, ".surname") ||
		strings.HasSuffix(path, ".license_number")
}

// describeFact writes a fact for staff. Private numbers are masked because the text is mailed.
func describeFact(f quote.Fact, words letters.Words) string {
	return f.Path + " = " + maskedValue(f.Path, string(f.Value), words)
}

// maskedValue writes a JSON value with private numbers masked, and "nothing" for a withdrawn
// value.
func maskedValue(path, value string, words letters.Words) string {
	if strings.HasSuffix(path, "license_number") {
		value = strings.Trim(value, `"`)
	}
	return cmp.Or(letters.Masked(path, value), words.Say("quoting.nothing"))
}

// conflictValues lists the values in a conflict.
func conflictValues(c reading.Conflict, words letters.Words) string {
	var all []string
	for _, v := range c.Values {
		all = append(all, maskedValue(c.Path, v, words))
	}
	return andAlso(all, words)
}

// andAlso lists contradictory values.
func andAlso(values []string, words letters.Words) string {
	return strings.Join(values, " "+words.Say("quoting.and_also")+" ")
}

// hasValue reports whether an application has the value of a fact.
func hasValue(a quote.Application, f quote.Fact) bool {
	raw, has := a.Get(f.Path)
	return has == (len(f.Value) > 0) && bytes.Equal(plainValue(raw), plainValue(f.Value))
}

// disagreement explains how the rules disagree with a fact, or returns "".
func disagreement(rules reading.Reading, f quote.Fact, words letters.Words) string {
	if i := slices.IndexFunc(rules.Conflicts,
		func(c reading.Conflict) bool { return c.Path == f.Path }); i >= 0 {
		return words.Say("quoting.rules_read", conflictValues(rules.Conflicts[i], words))
	}
	i := slices.IndexFunc(rules.Facts, quote.At(f.Path))
	switch {
	case i >= 0 && bytes.Equal(plainValue(rules.Facts[i].Value), plainValue(f.Value)):
		return ""
	case i >= 0:
		return words.Say("quoting.rules_read_in",
			maskedValue(f.Path, string(rules.Facts[i].Value), words),
			letters.Masked(f.Path, rules.Facts[i].Words))
	case f.Standing == quote.Inferred:
		return words.Say("quoting.inferred", letters.Masked(f.Path, f.Words))
	}
	return ""
}

// plainValue is a value in canonical form and lower case.
func plainValue(v json.RawMessage) []byte { return bytes.ToLower(agent.Canonical(v)) }
