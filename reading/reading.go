package reading

import (
	"slices"
	"strings"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// Input is one mail and what is known so far.
type Input struct {
	Subject     string
	Text        string // the author's own text; quoted lines that it answers between start with ">"
	Signature   string // cut off from Text; read for how the author can be reached
	Forwarded   string // what the mail passes on; read where Text says that it is right
	Hidden      string // what the mail does not show its reader; looked at only for instructions to a program
	FromName    string // display name, decoded
	FromAddress string
	Bulk        bool           // sent to a list of readers, by its header
	Replies     bool           // it answers another message, by its header
	Date        time.Time      // of the Date header; relative dates count from its day, in its zone
	Location    *time.Location // the agency's, which counts where the header has UTC; nil is UTC
	Known       quote.Application
	Asked       []string // paths our last question asked for, in its order
	Began       string   // display name of who wrote the first mail of the thread
	Message     string   // id of the mail, for provenance
}

// today is the day on which the mail was written, as midnight UTC: that of its author, whose
// zone stands in the Date header (RFC 5322 §3.3). UTC stands there where a service wrote it,
// and then the agency's zone is the better guess.
func (in Input) today() time.Time {
	date := in.Date
	if _, offset := date.Zone(); offset == 0 && in.Location != nil {
		date = date.In(in.Location)
	}
	y, m, day := date.Date()
	return time.Date(y, m, day, 0, 0, 0, 0, time.UTC)
}

// Reading is what a mail says. Paths of facts are relative to Input.Known: an
// index that Known has means that entry, a higher one appends. Applied in their
// order, facts grow lists one entry at a time.
type Reading struct {
	Intent    string       // one of the contract's
	Facts     []quote.Fact // in the order of the application's fields; withdrawals last
	Conflicts []Conflict   // values that are not among Facts, as nothing decides them
	Questions []string     // that the author asks besides for a quote, verbatim
	Residents []string     // who lives with the author and is among no drivers, verbatim
	Grave     []string     // what it tells of drunk or reckless driving, verbatim
	Refer     string       // why a person must take it, or ""; never out_of_state
	PII       []string     // kinds found, sorted: card, license, ssn
	Language  string       // "en" or "es"
	Prefers   string       // the language that the author asks for, likewise, or ""
	Failed    string       // why the mail could not be read, or ""; then there are no facts
}

// Conflict is a value that the mail states twice and differently, or once and unclearly: limits of
// one amount, a VIN of 16 characters.
type Conflict struct {
	Path   string
	Values []string // as JSON
	Words  []string // what each rests on, verbatim
}

// Read reads one mail. Words of facts are verbatim from Subject, Text, Signature,
// Forwarded or FromName. A mail that takes too many steps, or that breaks the reader, is a Reading
// with Failed set: a person must read it.
func Read(in Input) Reading {
	var reading Reading
	if failed := text.Bounded(func() { reading = readMail(in) }); failed != "" {
		return Reading{Intent: other, Language: "en", Failed: failed}
	}
	return reading
}

func readMail(in Input) Reading {
	own := find.Clip(in.Text)
	in.Subject, in.Text = find.Clip(in.Subject), find.Clip(vouched(in))
	return read(newReader(in), own)
}

// read reads the mail, of which own is what the author wrote and passes nothing on.
func read(r *reader, own string) Reading {
	run(r)
	readPage(r.sheet, pageBehind(r.Text, len(r.in.Subject)+len("\n\n")+len(own)))
	intent := intent(r)
	reading := Reading{Intent: intent, Refer: refer(r, intent), PII: r.pii, Language: r.Language(), Prefers: prefers(r.Text)}
	if intent == newQuote || intent == provideInfo {
		reading.Questions, reading.Residents, reading.Grave = ownQuestions(r.sheet), residents(r.sheet), grave(r.Text)
	}
	keepFor(r.sheet, intent)
	reading.Facts, reading.Conflicts = resolve(r.sheet)
	return reading
}

// vouched returns the author's text, with the forwarded text if the author confirms the forwarded
// text: "everything on the declarations page below still applies".
func vouched(in Input) string {
	if in.Forwarded == "" {
		return in.Text
	}
	d := find.New(find.Clip(in.Text))
	for _, c := range d.Cues["vouches"] {
		if !d.Has(text.Between(max(d.Sentence(c.I).I, c.I-6), c.I), "doubts") {
			return in.Text + "\n\n" + in.Forwarded
		}
	}
	return in.Text
}

// keepFor drops claims that are none in a mail of that intent: spam and automatic
// replies make no application, and what a question, a bill or a claim mentions of
// a case that we have already does not restate it.
func keepFor(r *sheet, intent string) {
	switch intent {
	case newQuote, provideInfo, policyChange:
	case cancel, claimReport:
		claimSold(r)
		fallthrough
	default:
		if intent == spam || isAutomatic(r) || r.inThread() {
			r.claims = nil
			return
		}
		dropFor(r, intent)
	}
	keepWriter(r)
}

// dropFor drops claims that belong to no application: a reported accident and the other driver's
// insurer, cover in a question, the day on which a policy of ours ends or another policy starts,
// and the number of cars of a business.
func dropFor(r *sheet, intent string) {
	r.claims = slices.DeleteFunc(r.claims, func(c claim) bool {
		list, _, _ := strings.Cut(c.field, ".")
		switch intent {
		case claimReport:
			return c.field == "accidents" || c.field == "violations" || list == "prior_insurance" || list == "coverages"
		case question, billing:
			return c.field == "discounts" || list == "coverages"
		case otherLine:
			return c.field == "effective_date"
		case cancel:
			return c.field == "discounts" || c.field == "effective_date" || list == "prior_insurance" || list == "coverages"
		case commercial:
			return list == "coverages" || c.of.kind == 'v' && isCountedCar(r, r.vehicles[c.of.index].at)
		}
		return false
	})
}

// isCountedCar reports whether a number of vehicles stands before the one at s: "six vans,
// Ford Transit", "four 2020 Ford Transit".
func isCountedCar(r *sheet, s text.Span) bool {
	for i := max(r.Sentence(s.I).I, s.I-4); i < s.I; i++ {
		n, ok := find.NumberAt(r.Text, i)
		if ok && !n.Dollar && 2 <= n.N && n.N < 100 && (n.J == s.I || r.Among(n.J, "several cars")) {
			return true
		}
	}
	return false
}

// keepWriter makes who writes the insured and first driver, unless that is
// known, or the mail says that this person does not drive.
func keepWriter(r *sheet) {
	p := r.people[r.writer]
	r.claims = slices.DeleteFunc(r.claims, func(c claim) bool {
		return c.of == (entity{'d', r.writer}) && c.field == "relationship"
	})
	if p.known >= 0 || p.idle || len(r.claims) == 0 {
		return
	}
	insured := claim{of: entity{'d', r.writer}, field: "relationship", value: quote.Insured,
		words: r.claims[0].words, at: -1, standing: quote.Inferred}
	for _, c := range r.claims {
		if c.of == insured.of && c.field == "given_name" {
			insured.words = c.words // they are told by their name, if by any
		}
	}
	r.claims = append(r.claims, insured)
}

// Private is a number that must not be passed on.
type Private = find.Private

// FindPrivate returns the private numbers in a text, in order.
func FindPrivate(body string) []Private { return find.FindPrivate(body) }

// Mask replaces the private numbers in a text by the names of their kinds in brackets.
func Mask(body string) string { return find.Mask(body) }

// KnownName returns the name of a car or an insurer that one to three words are, or "".
func KnownName(words string) string { return find.KnownName(words) }
