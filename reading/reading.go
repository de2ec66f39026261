// Package reading reads a customer's mail: the intent, the facts of an application, and the reason
// why a person must take the mail.
//
// Package reading promises four things. Read is a pure function of its input: no clock, no
// network, no randomness. Read never guesses: a value that the mail does not state, or states
// twice and differently, is not a fact. Every fact carries its words, verbatim. The cost is
// linear in the length of the mail, and a budget of steps bounds the cost of every reading.
//
// # How a mail is read
//
// Package text cuts the mail into tokens, lines and sentences, and finds phrases of known meaning
// (cues). Package find recognizes values. Packages garage and who find the cars and people in
// focus. Packages drivers, driving, home, cover and form claim values of those cars and people. A
// reader takes the understood tokens, so that no other reader claims the tokens too. Reader.Run
// gives the order. Package intent says what the mail is for. Resolve turns claims into facts;
// contradicting claims become a conflict, and claims in doubt are asked. Files in
// testdata/sentences, testdata/unseen and testdata/heldback measure accuracy.
package reading

import (
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/asked"
	"ppamaild/reading/assign"
	"ppamaild/reading/claims"
	"ppamaild/reading/cover"
	"ppamaild/reading/drivers"
	"ppamaild/reading/driving"
	"ppamaild/reading/find"
	"ppamaild/reading/form"
	"ppamaild/reading/garage"
	"ppamaild/reading/home"
	"ppamaild/reading/intent"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// Reading has the contents of a mail. The paths of facts are relative to Input.Known: an index of a
// known entry means the entry, and a higher index appends an entry. In the order of Facts, a list
// grows by one entry at a time.
type Reading struct {
	Intent    string       // an intent of the contract
	Facts     []quote.Fact // in the order of the application's fields; withdrawals last
	Conflicts []Conflict   // contradictory values, which are not in Facts
	Questions []string     // the author's questions, without the request for a quote, verbatim
	Grave     []string     // words about drunk or reckless driving, verbatim
	Refer     string       // the reason why a person must take the mail, or ""; never out_of_state
	PII       []string     // the kinds of private numbers, sorted: card, license, ssn
	Language  string       // "en" or "es"
	Prefers   string       // the language that the author asks for: "en", "es" or ""
	Failed    string       // why the mail could not be read; "" for a mail that was read
}

// Conflict is a value stated twice and differently, or unclearly: a VIN of 16 characters.
type Conflict struct {
	Path   string
	Values []string // as JSON
	Words  []string // the words of each value, verbatim
}

// Read reads one mail. Words of facts are verbatim from Subject, Text, Signature, Forwarded or
// FromName. A mail that takes too many steps or breaks the reader gives a Reading with Failed set.
func Read(in claims.Input) Reading {
	var reading Reading
	failed := text.Bounded(func() {
		own := find.Clip(in.Text)
		in.Subject, in.Text = find.Clip(in.Subject), find.Clip(vouched(in))
		reading = read(New(in), own)
	})
	if failed != "" {
		return Reading{Intent: intent.Other, Language: "en", Failed: failed}
	}
	return reading
}

// read reads the mail. own is the author's part, without forwarded text.
func read(r *Reader, own string) Reading {
	r.Run()
	readPage(r.Sheet, len(r.Mail.Subject)+len("\n\n")+len(own))
	purpose := intent.Intent(r.topic)
	reading := Reading{Intent: purpose, Refer: intent.Refer(r.topic, purpose), PII: r.home.Pii, Language: r.Language(), Prefers: intent.Prefers(r.Text)}
	if purpose == intent.NewQuote || purpose == intent.ProvideInfo {
		reading.Questions, reading.Grave = intent.OwnQuestions(r.Sheet), drivers.Grave(r.Text)
	}
	keepFor(r.Sheet, purpose)
	reading.Facts, reading.Conflicts = Resolve(r.Sheet)
	return reading
}

// vouched returns the author's text, with the forwarded text if the author confirms the forwarded
// text: "everything on the declarations page below still applies".
func vouched(in claims.Input) string {
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

// keepFor drops the claims that do not count in a mail of this intent. Spam and automatic replies
// make no application. A question, a bill or a claim in a thread does not restate the case.
func keepFor(r *claims.Sheet, purpose string) {
	switch purpose {
	case intent.NewQuote, intent.ProvideInfo, intent.PolicyChange:
	default:
		if purpose == intent.Spam || intent.IsAutomatic(r) || r.InThread() {
			r.Claims = nil
			return
		}
		dropFor(r, purpose)
	}
	keepWriter(r)
}

// dropFor drops claims that belong to no application: a reported accident and the other driver's
// insurer, cover in a question, and the day on which our policy ends or another policy starts.
func dropFor(r *claims.Sheet, purpose string) {
	r.Claims = slices.DeleteFunc(r.Claims, func(c claims.Claim) bool {
		list, _, _ := strings.Cut(c.Field, ".")
		switch purpose {
		case intent.ClaimReport:
			return c.Field == "accidents" || c.Field == "violations" || list == "prior_insurance" || list == "coverages"
		case intent.Question, intent.Billing:
			return c.Field == "discounts" || list == "coverages"
		case intent.OtherLine:
			return c.Field == "effective_date"
		case intent.Cancel:
			return c.Field == "discounts" || c.Field == "effective_date" || list == "prior_insurance" || list == "coverages"
		case intent.Commercial:
			if c.Of.Kind == 'v' {
				at := r.Vehicles[c.Of.Index].At // "6 vans, Ford Transit", "four 2020 Transit vans"
				return r.Named("several vehicles", at.I, 2) || r.StartsAt("several vehicles", at.J) > at.J
			}
			return list == "coverages"
		}
		return false
	})
}

// keepWriter makes the writer the insured and first driver, unless known or no driver.
func keepWriter(r *claims.Sheet) {
	p := r.People[r.Writer]
	r.Claims = slices.DeleteFunc(r.Claims, func(c claims.Claim) bool {
		return c.Of == claims.Driver(r.Writer) && c.Field == "relationship"
	})
	if p.Known >= 0 || p.Idle || len(r.Claims) == 0 {
		return
	}
	insured := claims.Claim{Of: claims.Driver(r.Writer), Field: "relationship", Value: quote.Insured,
		Words: r.Claims[0].Words, At: -1, Standing: quote.Inferred}
	for _, c := range r.Claims {
		if c.Of == insured.Of && c.Field == "given_name" {
			insured.Words = c.Words // only the name, if any, identifies the person
		}
	}
	r.Claims = append(r.Claims, insured)
}

// Input is a mail with the known values of its thread.
type Input = claims.Input

// LearnersPermit is the value, alone in a Conflict, of the years licensed of a learner.
const LearnersPermit = claims.LearnersPermit

// Private is a private number, such as a card number.
type Private = find.Private

// Lines counts the lines of Go here and below, to the next hundred.
const Lines = 12_800

// FindPrivate returns the private numbers in a text, in order.
func FindPrivate(body string) []Private { return find.FindPrivate(body) }

// Mask replaces the private numbers in a text by the names of their kinds in brackets.
func Mask(body string) string { return find.Mask(body) }

// KnownName returns the name of a car or an insurer in one to three words; "" for other words.
func KnownName(words string) string { return find.KnownName(words) }

// Reader reads one mail. Each step of Run takes the tokens that the step understood, so that no
// later step reads the tokens differently.
type Reader struct {
	*who.Party
	home    *home.Home
	form    *form.Form
	driving *driving.Driving
	topic   *intent.Topic
}

// New returns a Reader that has found the known drivers and vehicles.
func New(in claims.Input) *Reader {
	r := &Reader{Party: &who.Party{Garage: &garage.Garage{Sheet: &claims.Sheet{Text: find.New(in.Subject + "\n\n" + in.Text), Mail: in}}}}
	r.Today = in.Today()
	if r.From = find.DisplayName(in.FromName); r.From.Given == "" && r.From.Surname == "" {
		r.Couple = find.CoupleOf(find.ClipName(in.FromName))
		r.From = find.SignedBy(r.Couple, in.Text)
	}
	r.home, r.form = &home.Home{Party: r.Party}, &form.Form{Party: r.Party}
	r.driving, r.topic = &driving.Driving{Party: r.Party}, &intent.Topic{Party: r.Party}
	r.Doubtful = func(of claims.Entity, field string, value any, s text.Span) bool {
		return isDoubtful(r.Party, of, field, value, s)
	}
	r.Dated = find.FindDates(r.Text)
	r.topic.Signs, _ = intent.SignWords.Get().Find(r.Tokens)
	r.Who = make([]int, len(r.Tokens))
	r.Lone = make([]int, len(r.Tokens))
	r.Which = make([]int, len(r.Tokens))
	r.Refers = make([]bool, len(r.Tokens))
	r.Crews, r.Fleets = claims.NewGroups(), claims.NewGroups()
	who.MeetKnown(r.Sheet)
	garage.MeetKnownVehicles(r.Sheet)
	return r
}

// Run claims the values of the mail. The order of the steps matters, because steps take tokens.
func (r *Reader) Run() {
	asked.FindQuestions(r.Sheet)
	who.DropWithUs(r.Text)
	silence(r.Sheet)
	hushUnmarked(r.Sheet)
	r.TakeItemNumbers()
	who.TakeGreeted(r.Sheet)
	home.TakePrivate(r.home)
	home.ReadContacts(r.home)
	form.ReadCells(r.form)
	home.FindAddresses(r.home, func(a int) (find.Address, bool) { return find.AddressAt(r.Text, a) })
	garage.MeetVehicles(r.Garage)
	home.ReadAddresses(r.home)
	who.MeetPeople(r.Party)
	form.SayCells(r.form)
	home.SayNumbers(r.home)
	drivers.ReadAges(r.Party)
	drivers.ReadDates(r.Party)
	cover.ReadLimits(r.Sheet)
	driving.ReadCost(r.Garage)
	garage.ReadYearAnswered(r.Garage)
	driving.ReadMiles(r.driving)
	drivers.ReadLicensing(r.Party)
	drivers.ReadRecord(r.Party)
	driving.ReadUse(r.driving)
	assign.ReadDrives(r.Party)
	driving.ReadOwnership(r.Garage)
	cover.ReadDeductibles(r.Garage)
	cover.ReadExtras(r.Garage)
	cover.ReadLiabilityOnly(r.Garage)
	cover.ReadPriorInsurance(r.Party)
	cover.ReadDiscounts(r.Garage)
	cover.ReadMinimum(r.Sheet)
	cover.ReadUnclearLimits(r.Sheet)
	cover.ReadImpossibleBirths(r.Party)
	drivers.ReadPermits(r.Party)
	doubtBounds(r.Sheet)
	doubtLicenses(r.Sheet)
	garage.LeaveNamedOnly(r.Garage)
	home.ReadSignature(r.home)
	form.ReadSwaps(r.form)
	asked.NameAsked(r.Sheet)
	who.NameWriter(r.Party, len(r.form.Cells) > 0)
	who.MeetCustomer(r.Sheet)
}

// silence marks the words that claim nothing: quoted lines and suppositions.
func silence(r *claims.Sheet) {
	confirmed := asked.Confirmed(r)
	for k, l := range r.Lines {
		if r.Quoted[l.I] && !confirmed[k] {
			r.Hush(l.Span)
		}
	}
	for _, c := range r.Cues["hypothetical"] {
		r.Hush(text.Between(c.I, r.Sentence(c.I).J))
	}
}

// hushUnmarked silences the options of a form that are not marked.
func hushUnmarked(r *claims.Sheet) {
	for _, l := range r.Lines {
		for i := l.I; i < l.J; i++ {
			b, ok := r.BoxAt(i)
			if !ok {
				continue
			}
			if !b.Marked {
				r.Hush(r.Option(b, l.J))
			}
			r.Take(b.Span)
			i = b.J - 1
		}
	}
}
