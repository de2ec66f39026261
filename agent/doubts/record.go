package doubts

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/agent/signals"
	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
)

// Record finds the sentences about accidents and tickets that no value of a reading counts. Record
// returns a conflict for each driver, so that no quote assumes a clean record, and all sentences
// for staff. Old incidents, and accidents that another driver caused, make no conflict.
func Record(text string, r reading.Reading, a quote.Application, asked []string,
	today quote.Date) (open []reading.Conflict, said []string) {
	if isForPerson(r) {
		return nil, nil
	}
	for _, in := range incidents(text, a, today) {
		unclear := func(c reading.Conflict) bool {
			return strings.HasSuffix(c.Path, "]."+in.field)
		}
		counted := func(f quote.Fact) bool { return in.isCountedBy(f, asked) }
		if slices.ContainsFunc(r.Conflicts, unclear) || slices.ContainsFunc(r.Facts, counted) {
			continue
		}
		if !slices.Contains(said, in.words) && !slices.Contains(r.Grave, in.words) {
			said = append(said, in.words)
		}
		raw, _ := json.Marshal(strings.TrimRight(in.words, ".!")) // a string can't fail
		for _, i := range in.drivers {
			path := fmt.Sprintf("drivers[%d].%s", i, in.field)
			known, _ := a.Get(path)
			same := func(c reading.Conflict) bool { return c.Path == path }
			if !in.isFree && (len(known) == 0 || string(known) == "0") &&
				!slices.ContainsFunc(open, same) {
				open = append(open, reading.Conflict{Path: path, Values: []string{string(raw)},
					Words: []string{in.words}})
			}
		}
	}
	return open, said
}

// Watch finds the sentences of a mail that staff must look at. A mail that goes to a person, such
// as a claim, gets no sightings, because staff read the whole mail.
func Watch(text string, r reading.Reading) signals.Watched {
	w := signals.Watch(text)
	if isForPerson(r) {
		w.Sightings = nil
	}
	return w
}

func isForPerson(r reading.Reading) bool {
	return r.Refer != "" && r.Intent != "new_quote" && r.Intent != "provide_info"
}

// incident is a sentence about an accident or a ticket.
type incident struct {
	field   string // "accidents" or "violations"
	words   string // the sentence, verbatim
	drivers []int  // the drivers of the incident; all drivers, if the text names none
	named   bool   // the sentence itself names a driver
	isFree  bool   // the incident is old, or another driver caused the accident
}

// isCountedBy reports whether a fact is about the sentence, or is an answer to a question.
func (in incident) isCountedBy(f quote.Fact, asked []string) bool {
	if !strings.HasSuffix(f.Path, "]."+in.field) {
		return false
	}
	said, counted := plain(in.words), plain(f.Words)
	isNone := string(f.Value) == "0"
	isAbout := f.Words != "" && !(isNone && clean.MatchString(counted)) &&
		(strings.Contains(said, counted) || strings.Contains(counted, said))
	isWhose := func(i int) bool { return f.Path == fmt.Sprintf("drivers[%d].%s", i, in.field) }
	return slices.Contains(asked, f.Path) || strings.ContainsAny(in.words, "|\t") || // a table
		!(string(f.Value) == "1" && another.MatchString(said)) &&
			(isAbout || !isNone && (!in.named || slices.ContainsFunc(in.drivers, isWhose)))
}

// incidents finds the incidents in a text, without quoted lines.
func incidents(text string, a quote.Application, today quote.Date) (all []incident) {
	var last []int // the drivers in the sentence before
	sentences := whole(signals.Sentences(leaders.ReplaceAllString(text, ": ")))
	plainly := make([]string, len(sentences)+1) // "" behind the last sentence
	for i, words := range sentences {
		plainly[i] = plain(words)
	}
	for i, words := range sentences {
		said := plainly[i]
		named := driversIn(said, a)
		if len(named) == 0 && firstPerson.MatchString(said) {
			named = []int{0}
		}
		if len(named) > 0 {
			last = named
		}
		in := incident{words: words, drivers: last, named: len(named) > 0}
		if len(last) == 0 {
			for k := range a.Drivers {
				in.drivers = append(in.drivers, k)
			}
		}
		for _, sign := range signs {
			told, old := sign.tells(said, today)
			if !told {
				continue
			}
			in.field = sign.field
			in.isFree = old ||
				sign.field == "accidents" && harmless.MatchString(said+" "+plainly[i+1])
			all = append(all, in)
		}
	}
	return all
}

// whole joins the parts of sentences that line ends cut.
func whole(parts []string) (sentences []string) {
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	begun := 0
	for i, part := range parts {
		if i+1 < len(parts) && !ended.MatchString(part) && isLower(parts[i+1]) {
			continue
		}
		sentences = append(sentences, strings.Join(parts[begun:i+1], " "))
		begun = i + 1
	}
	return sentences
}

func isLower(part string) bool {
	first, _ := utf8.DecodeRuneInString(part)
	return unicode.IsLower(first)
}

// sign is an expression for words about incidents.
type sign struct {
	field string
	words *lazyregexp.Regexp
}

// near is how many bytes before and behind the words of a sign may change their meaning. A longer
// look would take minutes for a hostile mail.
const near = 200

// tells reports whether a sentence is about incidents that happened, and whether all dates behind
// the words are more than three years back.
func (s sign) tells(said string, today quote.Date) (told, old bool) {
	old = true
	for _, at := range s.words.FindAllStringIndex(said, -1) {
		before := said[max(0, at[0]-near):at[0]]
		behind := said[at[1]:min(len(said), at[1]+near)]
		if i := clauseEnd.FindAllStringIndex(before, -1); len(i) > 0 {
			before = before[i[len(i)-1][1]:]
		}
		if !denial.MatchString(before) && !none.MatchString(behind) &&
			!supposes.MatchString(before) {
			told, old = true, old && isOld(behind, today)
		}
		if told && !old {
			break // no further sign changes the result
		}
	}
	return told && !strings.HasSuffix(said, "?"), told && old
}

// driversIn returns the drivers that a sentence names, or means by their relationship.
func driversIn(said string, a quote.Application) (found []int) {
	for i, d := range a.Drivers {
		name := strings.TrimSpace(plain(d.GivenName))
		if name != "" && (signals.HasWords(said, name) || signals.HasWords(said, name+"s")) {
			found = append(found, i)
		}
	}
	if len(found) > 0 {
		return found
	}
	for i, d := range a.Drivers {
		if d.Relationship == quote.Spouse && spouse.MatchString(said) ||
			d.Relationship == quote.Child && child.MatchString(said) {
			found = append(found, i)
		}
	}
	return found
}

// isOld reports whether a text has dates, and all are more than three years back.
func isOld(said string, today quote.Date) bool {
	if recent.MatchString(said) {
		return false
	}
	old := longAgo.MatchString(said)
	for _, y := range year.FindAllString(said, -1) {
		n, _ := strconv.Atoi(y) // four digits
		if n+3 >= today.Year() {
			return false
		}
		old = true
	}
	return old
}

// plain is a sentence in lower case, on one line, without accents and harmless phrases.
func plain(words string) string {
	said := unaccented.Replace(strings.ToLower(strings.Join(strings.Fields(words), " ")))
	for _, sign := range otherSigns {
		if strings.Contains(said, sign) {
			return other.ReplaceAllString(said, " ")
		}
	}
	return said
}

// otherSigns has a part of every phrase that other matches. Most sentences have no sign.
var otherSigns = []string{"accident", "crash", "choque", "ticket", "parking", "estacionamiento",
	" into "}

var unaccented = lazy.Replacing("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ñ", "n",
	"'", "", "’", "", "–", "-", "—", "-")

var (
	spouse = lazyregexp.MustCompile(`\b(wife|husband|spouse|espos[oa]|marido|mujer)\b`)
	child  = lazyregexp.MustCompile(`\b(son|daughter|kid|hij[oa])s?\b`)

	ended = lazyregexp.MustCompile(`[.!?]$`)
	// leaders are quoted lines, and dots between a label and a value.
	leaders     = lazyregexp.MustCompile(`(?m)^>.*$| *[.]{2,} *`)
	firstPerson = lazyregexp.MustCompile(`\b(i|ive|im|me|mine|yo|tuve|tengo|choque|mi culpa|` +
		`my fault|my (car|truck|record|license))\b`)

	// other matches phrases that contain a sign and mean something else.
	other = lazyregexp.MustCompile(`accident[ -](forgiveness|prevention|benefits?)|perdon de ` +
		`accidentes?|accidentes? personal(es)?|crash[ -](course|test|rating)s?|choque y ` +
		`volcadura|(para|de|contra|por) choques?\b|parking (tickets?|citations?|` +
		`violations?)|(multas?|boletas?) de estacionamiento|tickets? ` +
		`(number|#|no\b)|(concert|plane|train) tickets?|` +
		`(ran|run) into (a |an |some )?(problem|issue|trouble|snag)s?`)

	// clean matches words for a record that name no incident: "clean apart from the accident".
	clean = lazyregexp.MustCompile(`^[a-z ]*\b(clean|spotless|perfect|limpi[oa])\b[a-z ]*$`)
	// another matches the second incident in "a ticket in 2024 and one in 2025".
	another = lazyregexp.MustCompile(`\b(and|then|&|y) (one|another|a second|again|otr[oa])` +
		`( more)?( (in|for|last|from|back|on|this|en)\b|[.,!]|$)`)

	clauseEnd = lazyregexp.MustCompile(`[,;:.]|\b(but|except|besides|apart from|aside from|` +
		`other than|not counting|pero|excepto|salvo|aunque)\b`)
	denial = lazyregexp.MustCompile(`\b(no|not|never|without|none|zero|0|nor|nobody|clean|` +
		`sin|nunca|ningun[oa]?|nadie|ni|cero|[a-z]+nt)\b`)
	none = lazyregexp.MustCompile(`^[ /a-z0-9]{0,25}[:=-]+ ?` +
		`(none|no|0|zero|free|ningun[oa]|cero)\b|^ (i |we )?(never|none|no ten|no hay|no([,;.]|$))`)
	supposes = lazyregexp.MustCompile(`\b(if|in case|whether|when|si|en caso)\b`)

	harmless = lazyregexp.MustCompile(`\b(not|non|no|wasnt|isnt|werent)[ -](at[ -]|my |his |her |` +
		`our )?fault|no fue (mi|su|nuestra) culpa|(hit|struck|backed into|ran into|` +
		`rear[ -]?ended|side[ -]?swiped|t[ -]boned) (me|us|him|him|them|my parked)\b|(someone|` +
		`somebody|driver|guy|lady|man|woman|he|she|car|truck) (else )?(who )?(hit|rear[ -]?ended|` +
		`total+ed|crashed into|ran into|backed into) (my|our)|(got|was|were|been) (hit|` +
		`rear[ -]?ended|side[ -]?swiped|t[ -]boned|struck)|other (driver|car|guy|lady|man|woman|` +
		`person|party|side|vehicle)s? (was |is )?(at )?fault|(someone|somebody) elses? fault|` +
		`me (chocaron|pegaron)|nos (chocaron|pegaron)|\b(deer|hail|flood|tornado|stolen)\b`)

	year   = lazyregexp.MustCompile(`\b(19|20)[0-9][0-9]\b`)
	recent = lazyregexp.MustCompile(`\b(last|this|yesterday|recent\w*|pasad[oa]|este|esta|ayer|` +
		`(1|2|3|one|two|three|few|[0-9]+ months) (years? |yrs? )?(ago|back)|hace (un|dos|tres|` +
		`1|2|3))\b|\b(in|en) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)` +
		`[a-z]*[,.]?( [^0-9]|$)`)
	longAgo = lazyregexp.MustCompile(`\b([4-9]|[1-9][0-9]|four|five|six|seven|eight|nine|ten|` +
		`twelve|fifteen|twenty|thirty|many) (years|yrs) (ago|back)\b|\b(decades|long) ago\b|` +
		`\bhace (mas de )?([4-9]|[1-9][0-9]|cuatro|cinco|seis|diez|veinte|muchos) anos\b|` +
		`\bin (college|high school)\b`)
)

var signs = []sign{
	{"accidents", lazyregexp.MustCompile(`\b(accidents?|accidentes?|fender[ -]?benders?|` +
		`crash(es)?|wrecks?|in a collision|collision with (an?|another|the|my)|choques?|` +
		`percances?|volcaduras?|at[ -]faults?)\b`)},
	{"accidents", lazyregexp.MustCompile(`\b(crashed|wrecked|total+ed|collided|` +
		`rear[ -]?ended|side[ -]?swiped|t[ -]boned|(ran|backed|slid|skidded|plowed|drove|` +
		`went) (into|off)|` +
		`spun out|rolled (it|over|my|the|our|his|her)|(hit|struck|clipped|scraped|bumped) ` +
		`(a|an|the|my|our|another|her|his|someones|somebodys)?( ?(parked|other|stopped))? ?` +
		`(car|truck|van|suv|vehicle|pole|post|tree|fence|wall|curb|mailbox|gate|guard ?rail|` +
		`pedestrian|cyclist|bike|garage|someone|somebody|deer)|choco|chocamos|chocaron|` +
		`ha chocado|he chocado|estrell(o|e|aron)|volco|atropello|atropelle)\b`)},
	{"violations", lazyregexp.MustCompile(`\b(tickets?|ticketed|tkts?|citations?|cited|` +
		`violations?|speeding|dui|dwi|duii|pulled over|(ran|rolled) (a|the|through a) (red|stop)|` +
		`infraccion(es)?|multas?|multaron|boletas?|tiquetes?)\b`)},
}
