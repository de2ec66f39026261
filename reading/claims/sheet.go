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

// Sheet is what a mail states: people, vehicles, and values of them.
type Sheet struct {
	*find.Text
	Mail      Input
	From      find.FullName   // of the From header
	Couple    []find.FullName // of a From header that names two
	People    []*Person
	Writer    int // of people: who is to be insured
	Vehicles  []*Vehicle
	Claims    []Claim
	Doubtful  func(of Entity, field string, value any, s text.Span) bool
	Doubted   int       // facts in doubt, which are no claims
	Questions []Inquiry // that the mail quotes, in order
	Asks      []bool    // per token, whether one of them holds it
	Meant     *Meaning  // whom staff mean; nil in a customer's mail
}

// Application is the entity of values that belong to no driver and no vehicle.
var Application = Entity{Kind: 'a'}

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

// InThread reports whether we know something of this case, or asked.
func (r *Sheet) InThread() bool {
	return len(r.Mail.Asked) > 0 || len(r.Mail.Known.Drivers) > 0 || len(r.Mail.Known.Vehicles) > 0 || KnownName(r.Mail.Known)
}

// Hush marks s as words that claim nothing.
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
	if r.Kind(i) != text.Word || r.Cased && !r.Capital(i) {
		return -1
	}
	for k, p := range r.People {
		if p.Given != "" && text.Folds(p.Given, text.Noun(r.At(i))) && !r.Taken[i] {
			return k
		}
	}
	return -1
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

// SayOf claims number n of each of people.
func (r *Sheet) SayOf(people []int, field string, n int, at text.Span, standing quote.Standing) {
	for _, k := range people {
		if n > 0 {
			r.People[k].Drives = true
		}
		r.Claim(Driver(k), field, n, at, standing)
	}
}

// SubjectEnd is the token that the mail's own text starts at.
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

// Entity is what a value is said of.
type Entity struct {
	Kind  byte // 'a' the application, 'd' a driver, 'v' a vehicle
	Index int  // into reader.people or reader.vehicles
}

// Claim is a value that the mail states of an entity.
type Claim struct {
	Of       Entity
	Field    string
	Value    any
	Words    string
	At       int // token where it is said; -1 for the From header
	Standing quote.Standing
	Fix      bool // said as a correction, which outweighs earlier values
}

// Person is somebody the mail names; people[0] is the writer.
type Person struct {
	Relation quote.Relationship
	Gender   byte // 'f', 'm', or 0
	Given    string
	Surname  string
	Age      int           // as said; 0 where it is not
	Known    int           // index into Known.Drivers, or -1
	Drives   bool          // the mail takes this person for a driver
	Idle     bool          // the mail says that this person does not drive
	Outsider bool          // a neighbour and the like: no part of the application
	First    int           // token where first named
	At       text.Span     // where named last
	Asked    find.FullName // the name in our question
}

// IsDriver reports whether p drives and belongs to the application.
func (p *Person) IsDriver() bool {
	return !p.Outsider && !p.Idle && (p.Known >= 0 || p.Drives || p.Relation == quote.Insured)
}

// MayBe reports whether kin and name can mean p. There is one spouse; children
// and others of another name are other people.
func (p *Person) MayBe(kin find.Kin, name find.FullName) bool {
	same := p.Relation == kin.Relation && p.Outsider == kin.Outsider && (p.Gender == kin.Gender || p.Gender == 0 || kin.Gender == 0)
	if p.Given == "" || name.Given == "" {
		return same
	}
	if text.Fold(p.Given) == text.Fold(name.Given) {
		return same || p.Relation == ""
	}
	return same && kin.Relation == quote.Spouse
}

// MayBeOf reports whether p can be of a sex; 0 is any.
func (p *Person) MayBeOf(gender byte) bool {
	return gender == 0 || p.Gender == 0 || p.Gender == gender
}

// Vehicle is a car that the mail is about.
type Vehicle struct {
	Year        int
	Make, Model string
	Known       int  // index into Known.Vehicles, or -1
	Gone        bool // sold, somebody else's, or only supposed
	Out         bool // gone because the mail leaves the car out; a later choice may restore the car
	Removed     bool // to be taken off the application
	Owner       Owner
	At          text.Span    // where last named
	Asked       find.Mention // the name in our question
}

// Owner is the owner of a vehicle, as the mail says: "me", the gender of a relative, "f" or "m", a
// given name in lower case, or "".
type Owner string

// Inquiry is one that the mail quotes.
type Inquiry struct {
	text.Span
	Numbered bool
	Last     int // of the reader's lines, the one that it ends on; -1: within one
	End      int // of the reader's lines, the last of why it is asked; last where nothing says
}

// Meaning is a guess at the person that staff mean by "she" or "he". To staff, "she" may be the
// customer; in the customer's own mail, the customer is "I".
type Meaning struct {
	Of   int  // of people: the person for a pronoun without a name before
	Used bool // there is such a pronoun
	Fits bool // and it can mean that person
}

// Unclear is a customer's words for a field that give no value. We ask again, as after a
// contradiction.
type Unclear string

// LearnersPermit is the value, alone in a Conflict, of the years licensed of a learner.
const LearnersPermit = "a learner's permit"

// Groups are sets of people or vehicles that sentences are about.
type Groups [][]int

// mostGroups bounds what a hostile mail can make of them.
const mostGroups = 64

// NewGroups returns the groups of no person and of all persons.
func NewGroups() Groups { return make(Groups, Everybody+1, 8) }

// Of returns the index of the group of these members.
func (g *Groups) Of(members ...int) int {
	slices.Sort(members)
	members = slices.Compact(members)
	for k := Everybody + 1; k < len(*g); k++ {
		if slices.Equal((*g)[k], members) {
			return k
		}
	}
	if len(*g) == mostGroups {
		return Everybody
	}
	*g = append(*g, members)
	return len(*g) - 1
}

// MostEntries is how many people, or vehicles, of one mail are kept apart.
const MostEntries = 16

// MostApart is how many tokens what is said again may stand behind what it corrects.
const MostApart = 40

// Personal are the fields that named_insured has of the driver who is insured.
var Personal = []string{"given_name", "surname", "date_of_birth"}

// order is that of the application's fields, in which facts are given.
var order = []string{"named_insured.given_name", "named_insured.surname", "named_insured.date_of_birth", "named_insured.phone",
	"named_insured.email", "garaging_address.street", "garaging_address.city", "garaging_address.state", "garaging_address.zip",
	"effective_date", "given_name", "surname", "date_of_birth", "relationship", "license_number", "license_state", "years_licensed",
	"accidents", "violations", "year", "make", "model", "trim", "cost_new", "vin", "use", "annual_miles", "commute_miles_one_way", "ownership", "driver",
	"coverages.bodily_injury", "coverages.property_damage", "coverages.uninsured_motorist", "coverages.medical_payments",
	"coverages.personal_injury_protection", "coverages.comprehensive_deductible", "coverages.collision_deductible",
	"coverages.rental", "coverages.towing", "prior_insurance.carrier", "prior_insurance.expires", "prior_insurance.bodily_injury", "prior_insurance.property_damage", "discounts"}

// Rank orders paths by list, then index, then field; it is negative for what is no path of a value.
func Rank(path string) int {
	entry, field, listed := strings.Cut(path, "].")
	if !listed {
		return slices.Index(order, path) * 10000
	}
	list, index, _ := strings.Cut(entry, "[")
	at := slices.Index(order, field)
	first := slices.Index(order, "effective_date")
	if list == "vehicles" {
		first = slices.Index(order, "violations")
	} else if list != "drivers" {
		return -1
	}
	if at < 0 || text.Atoi(index) < 0 {
		return -1
	}
	return first*10000 + 100 + text.Atoi(index)*100 + at
}

// A token has the index of the group that its sentence is about. Group 0 has no members. Everybody
// is resolved when all members are known.
const (
	NoPerson  = 0
	Everybody = 1
)

// Driver returns the entity of person k.
func Driver(k int) Entity { return Entity{'d', k} }

// Car returns the entity of vehicle k.
func Car(k int) Entity { return Entity{'v', k} }

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

// DeclinedBehind reports whether "no" at token i ends its clause: "towing: no", "roadside
// assistance no".
func DeclinedBehind(r *find.Text, i int) bool {
	i = r.Skip(i, ":", "-", "=", "?")
	if r.Is(i, "is", "isn't", "not") && r.Is(r.Skip(r.Skip(i, "is", "isn't"), "not"), "needed", "necessary", "required", "wanted") {
		return !r.Is(i, "is") || r.Is(i+1, "not")
	}
	return r.Is(i, "no", "none", "declined", "decline") && (i+1 >= len(r.Tokens) || r.Breaks(i+1) || r.Sentence(i).J <= i+2)
}

// IsInquiry reports whether s asks something, and wishes for nothing: "do you cover rental
// cars in Mexico?" wants no rental, "can you add rental?" does.
func IsInquiry(r *find.Text, s text.Span) bool {
	if !r.Is(s.J-1, "?") || r.Has(s, "quote request", "price words") {
		return false
	}
	i := s.I
	for r.Among(i, "before a question") {
		i++
	}
	return r.Among(i, "asks") && !r.Is(i+1, "about") || r.Among(i, "asks or wishes") && r.Has(s, "asks to be told")
}

// DriverIndexes maps people to entries of drivers: the known ones keep theirs,
// the insured comes first, others follow as the mail names them.
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

// asNamed orders entities as the text names them; those that only the subject does come last.
func asNamed(r *Sheet, kind byte, n int) []int {
	body := r.SubjectEnd()
	first := make([]int, n)
	for k := range first {
		first[k] = 2 * len(r.Tokens)
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
	entities := make([]int, n)
	for k := range entities {
		entities[k] = k
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
