package reading

import (
	"slices"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// sheet is what a mail states: people, vehicles, and values of them.
type sheet struct {
	*find.Text
	in        Input
	from      find.FullName   // of the From header
	couple    []find.FullName // of a From header that names two
	people    []*person
	writer    int // of people: who is to be insured
	vehicles  []*vehicle
	claims    []claim
	questions []inquiry // that the mail quotes, in order
	asks      []bool    // per token, whether one of them holds it
	meant     *meaning  // whom staff mean; nil in a customer's mail
}

// garage knows which cars each token is about.
type garage struct {
	*sheet
	which    []int  // per token, the group of vehicles in focus
	refers   []bool // per token, whether words that stand for vehicles start there
	fleets   groups
	places   []placed // where vehicles are named, in order
	vins     []vin
	formCars []find.Mention
}

// party knows which people each token is about.
type party struct {
	*garage
	who      []int // per token, the group of people in focus
	lone     []int // per token, those of them that were named last
	crews    groups
	seats    map[int]int // who comes into focus at a token, by forms
	siblings several
}

// reader reads one mail. Each step of run takes the tokens that the step understood, so that no
// later step reads the tokens as something else.
type reader struct {
	*party
	addresses []find.Address
	pii       []string
	licenses  []text.Span
	phones    []phone
	cells     []filled
	swaps     []swap
	carless   []text.Span // where somebody gets to work without a car
	drives    []text.Span // where a drive to work or to school is spoken of, in order

	signs map[string][]text.Span // of what the mail may be about, found as cues are
}

func newReader(in Input) *reader {
	r := &reader{party: &party{garage: &garage{sheet: &sheet{Text: find.New(in.Subject + "\n\n" + in.Text), in: in}}}}
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
	meetKnown(r.sheet)
	meetKnownVehicles(r.sheet)
	return r
}

func run(r *reader) {
	findQuestions(r.sheet)
	dropWithUs(r.Text)
	silence(r.sheet)
	hushUnmarked(r.sheet)
	r.TakeItemNumbers()
	takeGreeted(r.sheet)
	takePrivate(r)
	readContacts(r)
	readCells(r)
	findAddresses(r, func(a int) (find.Address, bool) { return find.AddressAt(r.Text, a) })
	meetVehicles(r.garage)
	readAddresses(r)
	meetPeople(r.party)
	followSubjects(r.party)
	sayCells(r)
	sayNumbers(r)
	readAges(r.party)
	readDates(r.party)
	readLimits(r.sheet)
	readCost(r.garage)
	readYearAnswered(r.garage)
	readYearsOfCars(r.garage)
	readTrims(r.garage)
	readMiles(r)
	readLicensing(r.party)
	readRecord(r.party)
	readUse(r)
	readDrives(r.party)
	readOwnership(r.garage)
	readDeductibles(r.garage)
	readExtras(r.sheet)
	readLiabilityOnly(r.garage)
	readPriorInsurance(r.party)
	readDiscounts(r.garage)
	readMinimum(r.sheet)
	readUnclearLimits(r.sheet)
	readImpossibleBirths(r.party)
	readPermits(r.party)
	doubtBounds(r.sheet)
	readSignature(r)
	readSwaps(r)
	nameAsked(r.sheet)
	nameWriter(r)
	meetCustomer(r.sheet)
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
func (r *sheet) say(of entity, field string, value any, s text.Span) {
	r.claim(of, field, value, s, quote.Stated)
}

// infer claims a value that follows from the words of s.
func (r *sheet) infer(of entity, field string, value any, s text.Span) {
	r.claim(of, field, value, s, quote.Inferred)
}

func (r *sheet) claim(of entity, field string, value any, s text.Span, standing quote.Standing) {
	if s.Empty() || r.Quiet[s.I] || of.kind == 'd' && r.people[of.index].outsider {
		return
	}
	r.claims = append(r.claims, claim{of: of, field: field, value: value, words: r.Raw(s), at: s.I,
		standing: standing, fix: r.Has(r.Sentence(s.I), "correction")})
}

// ofDrivers claims a value of everybody in focus at s.
func (r *party) ofDrivers(field string, value any, s text.Span, standing quote.Standing) {
	for _, k := range r.peopleAt(s.I) {
		r.claim(entity{'d', k}, field, value, s, standing)
	}
}

// ofVehicles claims a value of every vehicle in focus at s.
func (r *garage) ofVehicles(field string, value any, s text.Span, standing quote.Standing) {
	if isOfOtherLine(r, s.I) {
		return
	}
	for _, k := range r.vehiclesAt(s, field) {
		r.claim(entity{'v', k}, field, value, s, standing)
	}
}

// hasClaim reports whether the mail states a field of an entity.
func (r *sheet) hasClaim(of entity, field string) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool { return c.of == of && c.field == field })
}

// isOfOtherLine reports whether token i stands in an item of a list that is about
// something else than a car: "2) MOTORCYCLE. 2,000 miles in a good summer".
func isOfOtherLine(r *garage, i int) bool {
	if len(r.Cues["other vehicle"])+len(r.Cues["dwelling"]) == 0 {
		return false // as in most mails
	}
	l := r.Lines[r.LineOf(i)]
	return r.IsItem(l) && r.Has(l.Span, "other vehicle", "dwelling") && !carOnLine(r, l.J-1)
}

func (r *sheet) dateOf() quote.Date { return quote.Date(r.Today.Format(time.DateOnly)) }

// silence marks what claims nothing: quoted lines, and what is only supposed.
func silence(r *sheet) {
	confirmed := confirmed(r)
	for k, l := range r.Lines {
		if r.Quoted[l.I] && !confirmed[k] {
			r.hush(l.Span)
		}
	}
	for _, c := range r.Cues["hypothetical"] {
		r.hush(text.Between(c.I, r.Sentence(c.I).J))
	}
}

func (r *sheet) hush(s text.Span) {
	for i := s.I; i < s.J; i++ {
		r.Quiet[i] = true
	}
}

// hushUnmarked silences the options of a form that are not marked.
func hushUnmarked(r *sheet) {
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
