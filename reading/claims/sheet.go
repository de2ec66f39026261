// Package claims keeps the people, vehicles and values that a mail states. A claim carries its words,
// verbatim, and quoted or supposed words claim nothing. Package reading decides which claims become
// facts.
package claims

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// Sheet has the people, the vehicles and the claims of a mail.
type Sheet struct {
	*find.Text
	Mail      Input
	From      find.FullName   // in the From header
	Couple    []find.FullName // in a From header with two names
	People    []*Person
	Writer    int // index into People: the person to insure
	Vehicles  []*Vehicle
	Claims    []Claim
	Doubtful  func(of Entity, field string, value any, s text.Span) bool
	Doubted   int       // the number of doubtful values, which are no claims
	Questions []Inquiry // the quoted questions, in order
	Asks      []bool    // by token: part of a quoted question
	Meant     *Meaning  // the person that staff mean; nil in a customer's mail
}

// Say claims a value with the words of s.
func (r *Sheet) Say(of Entity, field string, value any, s text.Span) {
	r.Claim(of, field, value, s, quote.Stated)
}

// Infer claims a value that follows from the words of s.
func (r *Sheet) Infer(of Entity, field string, value any, s text.Span) {
	r.Claim(of, field, value, s, quote.Inferred)
}

// Claim notes a value of an entity in the words of s. Quiet words and outsiders claim nothing.
func (r *Sheet) Claim(of Entity, field string, value any, s text.Span, standing quote.Standing) {
	if s.Empty() || r.Quiet[s.I] || of.Kind == 'd' && r.People[of.Index].Outsider {
		return
	}
	if r.Doubtful(of, field, value, s) {
		r.Doubted++
		return
	}
	r.Claims = append(r.Claims, Claim{Of: of, Field: field, Value: value, Words: r.Raw(s), At: s.I,
		Standing: standing, Fix: r.Has(r.Sentence(s.I), "correction")})
}

// EndOf returns the token behind the words of a claim.
func EndOf(r *find.Text, c Claim) int {
	i := c.At
	for end := r.Tokens[c.At].Start + len(c.Words); i < len(r.Tokens) && r.Tokens[i].End <= end; {
		i++
	}
	return i
}

// HasClaim reports whether the mail states a field of an entity.
func (r *Sheet) HasClaim(of Entity, field string) bool {
	return slices.ContainsFunc(r.Claims, func(c Claim) bool { return c.Of == of && c.Field == field })
}

// DateOf returns the day of the mail.
func (r *Sheet) DateOf() quote.Date { return quote.Date(r.Today.Format(time.DateOnly)) }

// InThread reports whether an earlier mail of the thread stated something, or the agency asked.
func (r *Sheet) InThread() bool {
	return len(r.Mail.Asked) > 0 || len(r.Mail.Known.Drivers) > 0 || len(r.Mail.Known.Vehicles) > 0 || KnownName(r.Mail.Known)
}

// Hush marks the words of s as words that claim nothing.
func (r *Sheet) Hush(s text.Span) {
	for i := s.I; i < s.J; i++ {
		r.Quiet[i] = true
	}
}

// LiveVehicles returns the vehicles that are not gone.
func (r *Sheet) LiveVehicles() []int {
	var live []int
	for k, v := range r.Vehicles {
		if !v.Gone {
			live = append(live, k)
		}
	}
	return live
}

// IsGiven returns the person with the given name at token i, or -1.
func (r *Sheet) IsGiven(i int) int {
	if r.Kind(i) != text.Word || r.Cased && !r.Capital(i) || r.Taken[i] {
		return -1
	}
	return slices.IndexFunc(r.People, func(p *Person) bool {
		return p.Given != "" && text.Folds(p.Given, text.Noun(r.At(i)))
	})
}

// EveryDriver returns the people who drive.
func (r *Sheet) EveryDriver() []int {
	var all []int
	for k, p := range r.People {
		if p.IsDriver() {
			all = append(all, k)
		}
	}
	return all
}

// SayOf claims the number n for each of the people. A brother with a ticket may live elsewhere.
func (r *Sheet) SayOf(people []int, field string, n int, at text.Span, standing quote.Standing) {
	for _, k := range people {
		p, said := r.People[k], text.Between(min(r.People[k].First, at.I), r.Sentence(at.I).J)
		p.Drives = p.Drives || n > 0 && (p.Relation != quote.Other || r.Has(said, "lives here"))
		r.Claim(Driver(k), field, n, at, standing)
	}
}

// SubjectEnd returns the first token behind the subject.
func (r *Sheet) SubjectEnd() int {
	i, _ := slices.BinarySearchFunc(r.Tokens, len(r.Mail.Subject), func(t text.Token, end int) int { return t.Start - end })
	return i
}

// KnownName reports whether the insured has a name.
func KnownName(a quote.Application) bool {
	return a.NamedInsured.GivenName != "" || a.NamedInsured.Surname != ""
}

// IsClaimed reports whether the mail states anything of an entity.
func IsClaimed(r *Sheet, of Entity) bool {
	return slices.ContainsFunc(r.Claims, func(c Claim) bool { return c.Of == of })
}

// MakeDriver returns the n-th person of a form, and adds people as needed; -1 for too many.
func MakeDriver(r *Sheet, n int, at text.Span) int {
	for len(r.People) <= n && len(r.People) < MostEntries {
		r.People = append(r.People, &Person{Known: -1, Drives: true, At: at})
	}
	if n >= len(r.People) {
		return -1
	}
	r.People[n].Drives = true
	return n
}

// Input is a mail with the known values of its thread.
type Input struct {
	Subject     string
	Text        string // the author's own text, with ">" before the quoted lines between answers
	Signature   string // not in Text; read for the phone number and the address
	Forwarded   string // forwarded text; read if Text says that the forwarded text is right
	Hidden      string // text that a reader does not see; read only for instructions to a program
	FromName    string // display name, decoded
	FromAddress string
	Bulk        bool           // the header says: sent to a list of readers
	Replies     bool           // the header says: answers another message
	Date        time.Time      // of the Date header; relative dates count from this day, in its zone
	Location    *time.Location // of the agency, for a Date in UTC; nil: UTC
	Known       quote.Application
	Asked       []string // paths that the agency's last question asked for, in order
	Began       string   // display name of the author of the first mail in the thread
	Message     string   // Message-ID of the mail
}

// Today returns the day on which the mail was written, as midnight UTC. The Date header has the
// author's zone (RFC 5322 §3.3). UTC in the header may come from a service; then the agency's zone
// is the better guess.
func (in Input) Today() time.Time {
	date := in.Date
	if _, offset := date.Zone(); offset == 0 && in.Location != nil {
		date = date.In(in.Location)
	}
	y, m, day := date.Date()
	return time.Date(y, m, day, 0, 0, 0, 0, time.UTC)
}

// Groups are sets of people or vehicles that sentences are about.
type Groups [][]int

// mostGroups limits the groups of a hostile mail.
const mostGroups = 64

// NewGroups returns the groups of no person and of all persons.
func NewGroups() Groups { return make(Groups, Everybody+1, 8) }

// Of returns the index of the group of these members.
func (g *Groups) Of(members ...int) int {
	slices.Sort(members)
	members = slices.Compact(members)
	same := func(group []int) bool { return slices.Equal(group, members) }
	if k := slices.IndexFunc((*g)[Everybody+1:], same); k >= 0 {
		return Everybody + 1 + k
	}
	if len(*g) == mostGroups {
		return Everybody
	}
	*g = append(*g, members)
	return len(*g) - 1
}

// MostApart is the largest distance, in tokens, between a value and its correction.
const MostApart = 40

// order has the fields of an application in the order of the facts.
var order = []string{"named_insured.given_name", "named_insured.surname", "named_insured.date_of_birth", "named_insured.phone",
	"named_insured.email", "garaging_address.street", "garaging_address.city", "garaging_address.state", "garaging_address.zip",
	"effective_date", "given_name", "surname", "date_of_birth", "relationship", "license_number", "license_state", "years_licensed",
	"accidents", "violations", "year", "make", "model", "trim", "cost_new", "vin", "use", "annual_miles", "commute_miles_one_way", "ownership", "driver",
	"coverages.bodily_injury", "coverages.property_damage", "coverages.uninsured_motorist", "coverages.medical_payments",
	"coverages.personal_injury_protection", "coverages.comprehensive_deductible", "coverages.collision_deductible",
	"coverages.rental", "coverages.towing", "prior_insurance.carrier", "prior_insurance.expires", "prior_insurance.bodily_injury", "prior_insurance.property_damage", "discounts"}

// Rank orders paths by list, then index, then field; -1 or less for a path of no value.
func Rank(path string) int {
	entry, field, listed := strings.Cut(path, "].")
	if !listed {
		return slices.Index(order, path) * 10000
	}
	list, index, _ := strings.Cut(entry, "[")
	last := "" // the field before the fields of the list
	switch list {
	case "drivers":
		last = "effective_date"
	case "vehicles":
		last = "violations"
	}
	at := slices.Index(order, field)
	if last == "" || at < 0 || text.Atoi(index) < 0 {
		return -1
	}
	return slices.Index(order, last)*10000 + 100 + text.Atoi(index)*100 + at
}

// The first two groups. A token has the index of the group that its sentence is about. NoPerson has
// no members. Everybody gets its members once all people are known.
const (
	NoPerson  = 0
	Everybody = 1
)

// IsPast reports whether the sentence of c names an earlier year behind c, a past season or month,
// or months and years "ago". Last month may be weeks ago and does not count.
func IsPast(r *Sheet, c text.Span) bool {
	s := r.Sentence(c.I)
	for i := max(s.I, c.I-12); i < min(s.J, c.J+12); i++ {
		if y, _, ok := find.YearAt(r.Text, i, r.Today.Year()-1, false); i >= c.J && ok && y > r.Today.Year()-20 {
			return true
		}
		if r.Is(i, "ago") && r.Is(i-1, "years", "year", "months", "yrs") || r.Is(i, "year", "spring", "summer", "fall", "winter") && r.Is(i-1, "last") {
			return true
		}
		if m := find.Months.Get()[r.At(i+1)]; r.Is(i, "last") && m > 0 && m != int(r.Today.Month()+10)%12+1 {
			return true
		}
	}
	return false
}

// DeclinedBehind reports whether "no" at token i ends its clause: "towing is no", "rental off".
func DeclinedBehind(r *find.Text, i int) bool {
	i = r.Skip(r.SkipPast(i, "and", "&", "rental", "towing"), ":", "-", "=", "?", "coverage")
	not := r.Is(i, "isn't", "not") || r.Is(i, "is") && r.Is(i+1, "not")
	k := r.Skip(r.Skip(i, "is", "isn't"), "not")
	need := r.Among(k, "needed") && !r.Is(k+1, "in", "on", "by") // "isn't included in my policy"
	i = r.Skip(r.Skip(i, "is", "are", "should"), "be")
	no := r.Among(i, "declined") || r.Is(i, "off", "out", "removed", "dropped")
	return not && need || no && (r.Breaks(i+1) || r.Is(i-1, ":") || r.Is(i+1, "and", "but") || r.Sentence(i).J <= i+2)
}

// IsInquiry reports whether s is a question without a wish: "do you cover rental cars in Mexico?".
func IsInquiry(r *find.Text, s text.Span) bool {
	i := s.I
	for r.Is(s.J-1, "?") && (r.Among(i, "before a question") || r.Is(i+1, ":") || r.Is(i+2, ":")) {
		i++ // "Question: do you cover towing?"
	}
	later := r.Is(i+1, "i", "we") && r.Is(i+2, "add", "change", "drop", "remove")
	compares := r.Has(s, "compares") && (r.Among(i, "asks") || r.Is(i, "if", "would") && !r.Is(i+1, "you"))
	return r.Is(s.J-1, "?") && (later && r.Has(s, "another time") || !r.Has(s, "quote request") && (compares || !r.Has(s, "price words") &&
		(r.Among(i, "asks") && !r.Is(i+1, "about") || r.Among(i, "asks or wishes") && r.Has(s, "asks to be told"))))
}

// DriverIndexes returns the index in the application for each person who drives. Known drivers
// keep their index. The insured comes first, and others follow in the order of the mail.
func DriverIndexes(r *Sheet) map[int]int {
	index, next := make(map[int]int), len(r.Mail.Known.Drivers)
	others := slices.DeleteFunc(asNamed(r, 'd', len(r.People)), func(k int) bool { return k == r.Writer })
	for _, k := range append([]int{r.Writer}, others...) {
		switch p := r.People[k]; {
		case p.Known >= 0:
			index[k] = p.Known
		case !IsClaimed(r, Driver(k)):
		case p.IsDriver() || k == r.Writer && !p.Idle:
			index[k] = next
			next++
		}
	}
	return index
}

// asNamed returns entities in the order of the text. Entities of the subject alone come last.
func asNamed(r *Sheet, kind byte, n int) []int {
	body := r.SubjectEnd()
	first, entities := make([]int, n), make([]int, n)
	for k := range n {
		first[k], entities[k] = 2*len(r.Tokens), k
	}
	for _, c := range r.Claims {
		at := c.At
		if at >= 0 && at < body {
			at += len(r.Tokens)
		}
		if c.Of.Kind == kind && at >= 0 {
			first[c.Of.Index] = min(first[c.Of.Index], at)
		}
	}
	slices.SortStableFunc(entities, func(a, b int) int { return cmp.Compare(first[a], first[b]) })
	return entities
}

// VehicleIndexes returns the index in the application for each claimed vehicle.
func VehicleIndexes(r *Sheet) map[int]int {
	index, next := make(map[int]int), len(r.Mail.Known.Vehicles)
	for _, k := range asNamed(r, 'v', len(r.Vehicles)) {
		v := r.Vehicles[k]
		switch {
		case v.Known >= 0:
			index[k] = v.Known
		case !v.Gone && IsClaimed(r, Car(k)):
			index[k] = next
			next++
		}
	}
	return index
}
