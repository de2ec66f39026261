package reading

import (
	"slices"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// reader reads one mail. Its parts run in the order of run; each takes the
// tokens that it understood, so that no later one reads them as something else.
type reader struct {
	*find.Text
	in        Input
	from      find.FullName   // of the From header
	couple    []find.FullName // of a From header that names two
	people    []*person
	writer    int // of people: who is to be insured
	vehicles  []*vehicle
	who       []int  // per token, the group of people in focus
	lone      []int  // per token, those of them that were named last
	which     []int  // per token, the group of vehicles in focus
	refers    []bool // per token, whether words that stand for vehicles start there
	crews     groups
	fleets    groups
	places    []placed // where vehicles are named, in order
	claims    []claim
	addresses []find.Address
	pii       []string
	licenses  []text.Span
	phones    []phone
	vins      []vin
	cells     []filled
	formCars  []find.Mention
	seats     map[int]int // who comes into focus at a token, by forms
	swaps     []swap
	siblings  several
	questions []inquiry   // that the mail quotes, in order
	asks      []bool      // per token, whether one of them holds it
	carless   []text.Span // where somebody gets to work without a car
	meant     *meaning    // whom staff mean; nil in a customer's mail
	drives    []text.Span // where a drive to work or to school is spoken of, in order

	signs map[string][]text.Span // of what the mail may be about, found as cues are
}

func newReader(in Input) *reader {
	r := &reader{Text: find.New(in.Subject + "\n\n" + in.Text), in: in}
	r.Today = in.today()
	if r.from = find.DisplayName(in.FromName); r.from.Given == "" && r.from.Surname == "" {
		r.couple = find.CoupleOf(find.ClipName(in.FromName))
		r.from = find.SignedBy(r.couple, in.Text)
	}
	r.Dated = find.FindDates(r.Text)
	r.signs, _ = signWords().Find(stemmed(r.Tokens))
	r.who = make([]int, len(r.Tokens))
	r.lone = make([]int, len(r.Tokens))
	r.which = make([]int, len(r.Tokens))
	r.refers = make([]bool, len(r.Tokens))
	r.crews, r.fleets = newGroups(), newGroups()
	r.meetKnown()
	r.meetKnownVehicles()
	return r
}

func (r *reader) run() {
	r.findQuestions()
	r.dropWithUs()
	r.silence()
	r.hushUnmarked()
	r.TakeItemNumbers()
	r.takeGreeted()
	r.takePrivate()
	r.readContacts()
	r.readCells()
	r.findAddresses(func(a int) (find.Address, bool) { return find.AddressAt(r.Text, a) })
	r.meetVehicles()
	r.readAddresses()
	r.meetPeople()
	r.followSubjects()
	r.sayCells()
	r.sayNumbers()
	r.readAges()
	r.readDates()
	r.readLimits()
	r.readCost()
	r.readYearAnswered()
	r.readYearsOfCars()
	r.readTrims()
	r.readMiles()
	r.readLicensing()
	r.readRecord()
	r.readUse()
	r.readDrives()
	r.readOwnership()
	r.readDeductibles()
	r.readExtras()
	r.readLiabilityOnly()
	r.readPriorInsurance()
	r.readDiscounts()
	r.readMinimum()
	r.readUnclearLimits()
	r.readImpossibleBirths()
	r.readPermits()
	r.doubtBounds()
	r.readSignature()
	r.readSwaps()
	r.nameAsked()
	r.nameWriter()
	r.meetCustomer()
}

// entity is what a value is said of.
type entity struct {
	kind  byte // 'a' the application, 'd' a driver, 'v' a vehicle
	index int  // into reader.people or reader.vehicles
}

var theApplication = entity{kind: 'a'}

// claim is a value that the mail states of an entity.
type claim struct {
	of       entity
	field    string
	value    any
	words    string
	at       int // token where it is said; -1 for the From header
	standing quote.Standing
	fix      bool // said as a correction: it stands against what was said before
}

// say claims a value that stands in the words of s.
func (r *reader) say(of entity, field string, value any, s text.Span) {
	r.claim(of, field, value, s, quote.Stated)
}

// infer claims a value that follows from the words of s.
func (r *reader) infer(of entity, field string, value any, s text.Span) {
	r.claim(of, field, value, s, quote.Inferred)
}

func (r *reader) claim(of entity, field string, value any, s text.Span, standing quote.Standing) {
	if s.Empty() || r.Quiet[s.I] || of.kind == 'd' && r.people[of.index].outsider {
		return
	}
	r.claims = append(r.claims, claim{of: of, field: field, value: value, words: r.Raw(s), at: s.I,
		standing: standing, fix: r.Has(r.Sentence(s.I), "correction")})
}

// ofDrivers claims a value of everybody in focus at s.
func (r *reader) ofDrivers(field string, value any, s text.Span, standing quote.Standing) {
	for _, k := range r.peopleAt(s.I) {
		r.claim(entity{'d', k}, field, value, s, standing)
	}
}

// ofVehicles claims a value of every vehicle in focus at s.
func (r *reader) ofVehicles(field string, value any, s text.Span, standing quote.Standing) {
	if r.isOfOtherLine(s.I) {
		return
	}
	for _, k := range r.vehiclesAt(s, field) {
		r.claim(entity{'v', k}, field, value, s, standing)
	}
}

// hasClaim reports whether the mail states a field of an entity.
func (r *reader) hasClaim(of entity, field string) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool { return c.of == of && c.field == field })
}

// isOfOtherLine reports whether token i stands in an item of a list that is about
// something else than a car: "2) MOTORCYCLE. 2,000 miles in a good summer".
func (r *reader) isOfOtherLine(i int) bool {
	if len(r.Cues["other vehicle"])+len(r.Cues["dwelling"]) == 0 {
		return false // as in most mails
	}
	l := r.Lines[r.LineOf(i)]
	return r.IsItem(l) && r.Has(l.Span, "other vehicle", "dwelling") && !r.carOnLine(l.J-1)
}

func (r *reader) dateOf() quote.Date { return quote.Date(r.Today.Format(time.DateOnly)) }

// silence marks what claims nothing: quoted lines, and what is only supposed.
func (r *reader) silence() {
	confirmed := r.confirmed()
	for k, l := range r.Lines {
		if r.Quoted[l.I] && !confirmed[k] {
			r.hush(l.Span)
		}
	}
	for _, c := range r.Cues["hypothetical"] {
		r.hush(text.Between(c.I, r.Sentence(c.I).J))
	}
}

func (r *reader) hush(s text.Span) {
	for i := s.I; i < s.J; i++ {
		r.Quiet[i] = true
	}
}

// hushUnmarked silences the options of a form that are not marked.
func (r *reader) hushUnmarked() {
	for _, l := range r.Lines {
		for i := l.I; i < l.J; i++ {
			b, ok := r.BoxAt(i)
			if !ok {
				continue
			}
			if !b.Marked {
				r.hush(r.Option(b, l.J))
			}
			r.Take(b.Span)
			i = b.J - 1
		}
	}
}
