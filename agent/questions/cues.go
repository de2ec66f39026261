package questions

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"

	"ppamaild/agent/signals"
	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading/find"
)

//go:embed cues.txt
var cuesText string

// cues are the lines of cues.txt by name.
var cues = lazy.Value[map[string][]*regexp.Regexp]{New: func() map[string][]*regexp.Regexp {
	return patternsOf(cuesText, "(?i)")
}}

// patternsOf reads lines of a name and a pattern. Customers leave out accents.
func patternsOf(text, flags string) map[string][]*regexp.Regexp {
	all := map[string][]*regexp.Regexp{}
	for line := range strings.Lines(text) {
		name, pattern, found := strings.Cut(strings.TrimSpace(line), ": ")
		if found && !strings.HasPrefix(line, "#") {
			all[name] = append(all[name], regexp.MustCompile(flags+eitherAccent.Replace(pattern)))
		}
	}
	return all
}

var eitherAccent = lazy.Replacing("á", "[aá]", "é", "[eé]", "í", "[ií]", "ó", "[oó]",
	"ú", "[uú]")

// has reports whether a clause has a cue.
func has(clause, cue string) bool {
	for _, pattern := range cues.Get()[cue] {
		if pattern.MatchString(clause) {
			return true
		}
	}
	return false
}

// isKind reports whether a clause matches a kind.
func isKind(clause string, kind Kind) bool {
	return has(clause, string(kind)) && !has(clause, string(kind)+" unless")
}

// alone are the kinds that exclude all other kinds in their clause, in order. together are kinds
// that may share a clause.
var (
	alone    = []Kind{Changes, Why}
	together = []Kind{Validity, Payments, Yearly, Insurer, Discounts, Proceed}
)

// coverages are the names of the coverages in the quote mail.
var coverages = []string{"bodily_injury", "property_damage", "uninsured_motorist",
	"medical_payments", "personal_injury_protection", "comprehensive", "collision", "rental",
	"towing"}

// named returns the coverages that a clause names. "liability" and "deductible" name two.
func named(clause string) (names []string) {
	one := strings.NewReplacer("deductible", "", "deducible", "").Replace(clause)
	if !has(one, "names comprehensive") && !has(one, "names collision") {
		one = clause
	}
	for _, name := range coverages {
		if has(one, "names "+name) {
			names = append(names, name)
		}
	}
	return names
}

// plain is a clause in lower case, with plain marks.
func plain(words string) string { return strings.Trim(signals.Normalize(words), " ¿¡.!?,") }

// clause reads a clause. asked reports whether the sentence ends in a question mark.
func (r Reader) clause(words string, asked bool) []Question {
	p := plain(words)
	one := func(k Kind) []Question { return []Question{{Kind: k, Words: strings.TrimSpace(words)}} }
	switch {
	case signals.WantsCall(p):
		return one(Call)
	case has(p, "cancels") && has(p, "policy") && (has(p, "other policy") || namesInsurer(words)):
		return one(OtherPolicy)
	case !asked && !opens(words) && !has(p, "tells"):
		return nil
	case has(p, "advice"):
		return one(Other)
	}
	found := r.supposed(words, p)
	if has(p, "situation") && !has(p, "request") && !takesOff(found) &&
		newDriver(found) == 0 {
		return one(Other)
	}
	if found != nil {
		return found
	}
	if has(p, "request") {
		return nil
	}
	for _, k := range alone {
		if isKind(p, k) {
			return one(k)
		}
	}
	if found = aboutCoverage(strings.TrimSpace(words), p); found != nil {
		return found
	}
	for _, k := range together {
		if isKind(p, k) {
			found = append(found, one(k)...)
		}
	}
	if found == nil && asked && has(p, "about the agency") {
		return one(Other)
	}
	return found
}

// aboutCoverage reads a question about coverages: price, meaning, or contents of the quote.
func aboutCoverage(words, p string) (found []Question) {
	names := named(p)
	kind := Coverage
	switch {
	case len(names) == 0 && has(p, "everything"):
		return []Question{{Kind: Coverage, Words: words}}
	case has(p, "costs") && !has(p, "has"):
		kind = Adds
	case !has(p, "means") && !has(p, "includes") && !has(p, "has"):
		return nil
	}
	for _, name := range names {
		found = append(found, Question{Kind: kind, Words: words, Coverage: name})
	}
	return found
}

// supposed reads a supposition. A supposition without a value goes to staff and changes nothing.
func (r Reader) supposed(words, p string) []Question {
	if r.Suppose == nil || has(p, "request") && !strings.Contains(p, " if ") {
		return nil
	}
	line := strings.Trim(strings.Join(strings.Fields(words), " "), " ¿?.!,")
	line = strings.ReplaceAll(line, "w/o ", "without ")
	words = strings.TrimSpace(words)
	for _, cue := range []string{"what if", "supposes"} {
		for _, pattern := range cues.Get()[cue] {
			m := pattern.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			if facts, which := r.suppose(m[1]); len(facts) > 0 || which {
				return []Question{{Kind: WhatIf, Words: words, Facts: facts, Which: which}}
			}
			if cue == "what if" && !hasOwnKind(p) {
				return []Question{{Kind: Other, Words: words}}
			}
		}
	}
	return nil
}

// suppose reads a supposition. "My dad isn't on it" takes the driver off. If no value does, no value
// counts.
func (r Reader) suppose(words string) (facts []quote.Fact, which bool) {
	as := absentES.ReplaceAllString(absent.ReplaceAllString(words, "is off"), "no")
	facts, which = r.Suppose(as)
	if as != words && !slices.ContainsFunc(facts, isRemoval) {
		facts = nil
	}
	return facts, which
}

// takesOff reports whether a supposition takes a car or a driver off.
func takesOff(found []Question) bool {
	return len(found) > 0 && slices.ContainsFunc(found[0].Facts, isRemoval)
}

// newDriver counts the stated facts of a supposition that has a new driver and no other change; 0
// for any other supposition. A supposition has no birth date of a quoted driver.
func newDriver(found []Question) (stated int) {
	isNew := false
	for _, q := range found {
		for _, f := range q.Facts {
			if !strings.HasPrefix(f.Path, "drivers[") {
				return 0
			}
			isNew = isNew || strings.HasSuffix(f.Path, ".date_of_birth")
			if f.Standing == quote.Stated {
				stated++
			}
		}
	}
	if !isNew {
		return 0
	}
	return stated
}

func isRemoval(f quote.Fact) bool { return len(f.Value) == 0 && strings.HasSuffix(f.Path, "]") }

var (
	absent = lazyregexp.MustCompile(`(?i)\b(?:(?:is|are|was|were)(?:n['’]?t| not)) (?:included|` +
		`listed|insured|covered|(?:(?:included|listed|insured|covered|part) )?(?:on|in|of) ` +
		`(?:it|there|this|that|(?:the|our|my) (?:policy|quote|insurance)))\b`)
	absentES = lazyregexp.MustCompile(`(?i)\bno (?:está|estuviera|estuviese|va|entra)` +
		`(?: incluid[oa])?(?: en (?:la póliza|el seguro|la cotización))?`)
)

// hasOwnKind reports whether words with "would" have an answer: "would you insure both cars?"
func hasOwnKind(p string) bool {
	of := func(k Kind) bool { return isKind(p, k) }
	return slices.ContainsFunc(alone, of) || slices.ContainsFunc(together, of)
}

// namesInsurer reports whether words name an insurer.
func namesInsurer(words string) bool {
	d := find.New(words)
	for i := range d.Tokens {
		if _, _, is := find.CarrierAt(d, i); is {
			return true
		}
	}
	return false
}
