package reading

import (
	"slices"
	"time"

	"ppamaild/quote"
)

// reader reads one mail. Its parts run in the order of run; each takes the
// tokens that it understood, so that no later one reads them as something else.
type reader struct {
	*document
	in         Input
	from       fullName   // of the From header
	login      fullName   // of the From header, where that is no more than of the address
	nick       string     // what its owner is called besides, by that header
	couple     []fullName // of a From header that names two
	today      time.Time  // the day of the mail where the agency is, as midnight UTC
	people     []*person
	writer     int // of people: who is to be insured
	vehicles   []*vehicle
	who        []int  // per token, the group of people in focus
	lone       []int  // per token, those of them that were named last
	which      []int  // per token, the group of vehicles in focus
	refers     []bool // per token, whether words that stand for vehicles start there
	crews      groups
	fleets     groups
	places     []placed // where vehicles are named, in order
	claims     []claim
	addresses  []address
	pii        []string
	licenses   []span
	phones     []phone
	vins       []vin
	miscounted []span // VINs with characters too many or too few
	cells      []filled
	derived    []derived   // answers whose value follows from something else
	turns      map[int]int // the driver whom an answer that starts at a token is about; -1 where one ends
	formCars   []mention
	seats      map[int]int   // who comes into focus at a token, by forms; negative for nobody
	parked     map[int]stall // which vehicle does, by grids
	cuts       []int         // tokens at which sentences end besides, by grids
	swaps      []swap
	siblings   several
	questions  []inquiry       // that the mail quotes, in order
	inPlace    map[int]int     // which question of ours a line answers by its place
	asks       []bool          // per token, whether one of them holds it
	carless    []span          // where somebody gets to work without a car
	jobs       map[string]bool // what places are called at which somebody works
	jobsTold   []span          // where the mail says so
	drives     []span          // where a drive to work or to school is spoken of, in order
	staying    []span          // words for the insurance with which cars stay
	leftOut    []span          // lines of lists of what is not to be insured, in order
	sharers    bool            // cover is wanted together with a roommate or the like
	shareCars  bool            // somebody is said to drive what another drives
	wheel      []wheelAnswer   // to our questions who drives a car
	restated   []span          // what the author says that we have
	dayLed     map[string]bool // marks of dates that begin with their day; nil until it is asked
	namesakes  map[string]bool // names of cars that relatives bear; nil until it is asked
	onlyLiable map[int]bool    // the cars that are to have liability only; nil until it is asked
	meant      *meaning        // whom staff mean; nil in a customer's mail

	signs map[string][]span // of what the mail may be about, found as cues are
}

func newReader(in Input) *reader {
	r := &reader{document: newReplyDocument(in.Subject+"\n\n"+in.Text, len(in.Subject), len(in.Asked)), in: in, today: in.today()}
	if r.from = displayName(in.FromName); r.from.given == "" && r.from.surname == "" {
		r.couple = coupleOf(clipName(in.FromName))
		r.from = signedBy(r.couple, in.Text)
	}
	r.author, r.authorSurname = fold(r.from.given), fold(r.from.surname)
	r.streets = nil // streets depend on the author's name
	if r.nick = nickname(in.FromName); r.isLogin() {
		r.from, r.login = fullName{}, r.from
	}
	r.dated = r.findDates()
	r.signs, _ = signWords().find(stemmed(r.toks))
	r.who = make([]int, len(r.toks))
	r.lone = make([]int, len(r.toks))
	r.which = make([]int, len(r.toks))
	r.refers = make([]bool, len(r.toks))
	r.crews, r.fleets = newGroups(), newGroups()
	r.meetKnown()
	r.meetKnownVehicles()
	return r
}

// run reads everything.
func (r *reader) run() {
	r.findQuestions()
	r.findCarried()
	r.dropWithUs()
	r.silence()
	r.hushUnmarked()
	r.hushDenied()
	r.takeItemNumbers()
	r.takeGreeted()
	r.takePrivate()
	r.readContacts()
	r.readCells()
	r.findAddresses(r.address)
	r.meetVehicles()
	r.readAddresses()
	r.wheel = r.findWheelAnswers()
	r.meetPeople()
	r.followNamesAhead()
	r.leaveOut()
	r.takeOff()
	r.followSubjects()
	r.readFootnotes()
	r.sayCells()
	r.sayNumbers()
	r.readAges()
	r.readDates()
	r.readLimits()
	r.readCost()
	r.readYearAnswered()
	r.readYearsSaid()
	r.readTrims()
	r.readTrimsSaid()
	r.readMilesOfEach()
	r.readMiles()
	r.readLicensing()
	r.readRecord()
	r.readUse()
	r.readSameUse()
	r.readDerived()
	r.readWhoDrives()
	r.readOwnership()
	r.readDeductibles()
	r.readExtras()
	r.readLiabilityOnly()
	r.readDeclinedOfOne()
	r.readPriorInsurance()
	r.readDiscounts()
	r.readMinimum()
	r.readUnclearLimits()
	r.readImpossibleBirths()
	r.readSignature()
	r.readSwaps()
	r.readParts()
	r.readNameParts()
	r.nameAsked()
	r.leaveAlone()
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
func (r *reader) say(of entity, field string, value any, s span) {
	r.claim(of, field, value, s, quote.Stated)
}

// infer claims a value that follows from the words of s.
func (r *reader) infer(of entity, field string, value any, s span) {
	r.claim(of, field, value, s, quote.Inferred)
}

func (r *reader) claim(of entity, field string, value any, s span, standing quote.Standing) {
	if field == "years_licensed" && standing == quote.Stated && r.isBound(s.i) {
		standing = quote.Inferred // what is said more exactly stands against it
	}
	if years, counted := value.(int); counted && field == "years_licensed" && years < 10 && r.isOfPermit(s) {
		return
	}
	if s.empty() || r.quiet[s.i] || of.kind == 'd' && r.people[of.index].outsider {
		return
	}
	if field == "years_licensed" {
		r.people[of.index].drives = true // of whom else would that be told
	}
	r.claims = append(r.claims, claim{of: of, field: field, value: value, words: r.raw(s), at: s.i,
		standing: standing, fix: r.has(r.sentence(s.i), "correction")})
}

// ofDrivers claims a value of everybody in focus at s.
func (r *reader) ofDrivers(field string, value any, s span, standing quote.Standing) {
	for _, k := range r.peopleAt(s.i) {
		r.claim(entity{'d', k}, field, value, s, standing)
	}
}

// ofVehicles claims a value of every vehicle in focus at s.
func (r *reader) ofVehicles(field string, value any, s span, standing quote.Standing) {
	if r.isOfOtherLine(s.i) {
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

// isOfOtherLine reports whether token i stands in an item of a list that is about something else
// than a car, "2) MOTORCYCLE. 2,000 miles in a good summer", or behind such a thing and its year:
// "the other one is a 2014 Harley, maybe 1,500 miles".
func (r *reader) isOfOtherLine(i int) bool {
	if len(r.cues["other vehicle"])+len(r.cues["dwelling"]) == 0 {
		return false // as in most mails
	}
	for _, c := range r.cues["other vehicle"] {
		_, _, dated := r.year(c.i-1, r.newestYear(), false)
		if dated && r.sentence(i).i <= c.i && c.i < i && !slices.ContainsFunc(r.places, func(p placed) bool { return c.i < p.at.i && p.at.i < i }) {
			return true
		}
	}
	l := r.lines[r.lineOf(i)]
	return r.isItem(l) && (r.has(l.span, "other vehicle") || r.isOfDwelling(l.span)) && !r.carOnLine(l.j-1)
}

// isOfDwelling reports whether s speaks of a dwelling as more than a place: "the office is 4
// miles from the apartment" does not.
func (r *reader) isOfDwelling(s span) bool {
	return slices.ContainsFunc(r.cues["dwelling"], func(c span) bool {
		k := r.skipBackAmong(c.i, "whose policy")
		place := r.is(k-1, "from", "at", "to", "near", "by")
		return s.i <= c.i && c.i < s.j && !place
	})
}

// dateOf is the day of the mail.
func (r *reader) dateOf() quote.Date { return quote.Date(r.today.Format(time.DateOnly)) }

// silence marks what claims nothing: quoted lines, and what is only supposed.
func (r *reader) silence() {
	confirmed := r.confirmed()
	for k, l := range r.lines {
		if r.quoted[l.i] && !confirmed[k] {
			r.hush(l.span)
		}
	}
	for _, c := range r.cues["hypothetical"] {
		supposes := !(r.is(c.i, "suppose") && r.endsAt("negation", c.i) < c.i) // "I don't suppose I drive more than 2,500 miles"
		if supposes && !r.pricesIf(c) {
			r.hush(span{c.i, r.sentence(c.i).j})
		}
	}
	r.hushCompared()
	r.hushOtherThings()
	r.findRestated()
}

// hushOtherThings keeps silent the part of a form that "Motorcycle" or the like heads.
func (r *reader) hushOtherThings() {
	for k, l := range r.lines {
		s := r.body(l)
		if !r.isOtherThing(s.i) || s.j-s.i > 3 || r.is(s.j-1, "?", "none", "no") {
			continue
		}
		for _, below := range r.lines[k+1:] {
			cells := r.lineCells(r.body(below))
			if below.first || len(cells) == 0 || !isOfCar(cells[0].field) && r.ownerOf(filled{cell: cells[0]}) != 'v' {
				break
			}
			r.hush(below.span)
		}
	}
}

// findRestated finds what the author says that we have, before they put it right: "you have me with no accidents",
// "you have the deductible at 500".
func (r *reader) findRestated() {
	if !r.inThread() || !r.isReply() {
		return
	}
	for i := range r.toks {
		if r.quiet[i] || !r.is(i, "have", "had", "put", "listed", "show", "quoted") || !r.is(i-1, "you") || r.is(i-2, "do", "did", "if", "can", "could", "would", "when", "once", "should") {
			continue
		}
		s := r.clause(i)
		for k := i + 2; k < min(s.j, i+7); k++ {
			if r.is(k, "with", "as", "at", "down", "driving", "doing") {
				r.restated = append(r.restated, span{k, r.endOfRestated(k, s.j)})
				break
			}
		}
	}
}

// endOfRestated returns where what we have, from token i on, gives way to what is right, token end at the latest.
func (r *reader) endOfRestated(i, end int) int {
	for k := i; k < end; k++ {
		if r.is(k, "instead", "not", "rather", "when", "should", "it's", "which", "and") {
			return k
		}
	}
	return end
}

// hushCompared keeps silent what a question only asks the difference of: "what's the difference between
// 50/100 and 100/300?"
func (r *reader) hushCompared() {
	if !r.inThread() {
		return
	}
	for i := range r.toks {
		if r.quiet[i] || !r.is(i, "difference", "diferencia") || !r.is(i+1, "between", "entre") {
			continue
		}
		if s := r.sentence(i); r.is(s.j-1, "?") {
			r.hush(s)
		}
	}
}

func (r *reader) hush(s span) {
	for i := s.i; i < s.j; i++ {
		r.quiet[i] = true
	}
}
