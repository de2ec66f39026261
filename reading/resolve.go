package reading

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// order is that of the application's fields, in which facts are given.
var order = []string{"named_insured.given_name", "named_insured.surname", "named_insured.date_of_birth", "named_insured.phone",
	"named_insured.email", "garaging_address.street", "garaging_address.city", "garaging_address.state", "garaging_address.zip",
	"effective_date", "given_name", "surname", "date_of_birth", "relationship", "license_number", "license_state", "years_licensed",
	"accidents", "violations", "year", "make", "model", "trim", "cost_new", "vin", "use", "annual_miles", "commute_miles_one_way", "ownership", "driver",
	"coverages.bodily_injury", "coverages.property_damage", "coverages.uninsured_motorist", "coverages.medical_payments",
	"coverages.personal_injury_protection", "coverages.comprehensive_deductible", "coverages.collision_deductible",
	"coverages.rental", "coverages.towing", "prior_insurance.carrier", "prior_insurance.expires", "prior_insurance.bodily_injury", "prior_insurance.property_damage", "discounts"}

// resolve makes facts of the claims: a correction stands against what was said
// before it, and two values that nothing decides between are a conflict.
func resolve(r *sheet) ([]quote.Fact, []Conflict) {
	var facts []quote.Fact
	var conflicts []Conflict
	for _, of := range byPath(r) {
		fact, conflict := decide(r, of.path, of.claims)
		if conflict != nil {
			conflicts = append(conflicts, *conflict)
		} else {
			facts = append(facts, fact)
		}
	}
	return slices.Concat(facts, leftStreet(r, facts), withdrawals(r), declined(r)), conflicts
}

// leftStreet takes the street back that we know where the mail names another town with another ZIP
// code and no street: it lies in the old town.
func leftStreet(r *sheet, facts []quote.Fact) []quote.Fact {
	known := r.in.Known.GaragingAddress
	var city, zip string
	var words string
	for _, f := range facts {
		switch f.Path {
		case "garaging_address.street":
			return nil
		case "garaging_address.city":
			_ = json.Unmarshal(f.Value, &city) // of a value that is taken back there is no text
			words = f.Words
		case "garaging_address.zip":
			_ = json.Unmarshal(f.Value, &zip) // likewise
		}
	}
	if known.Street == "" || known.City == "" || known.ZIP == "" || city == "" || zip == "" || text.Fold(city) == text.Fold(known.City) || zip == known.ZIP {
		return nil
	}
	return []quote.Fact{{Path: "garaging_address.street", Message: r.in.Message, Words: words, Standing: quote.Stated}}
}

// pathClaims is what the mail claims of one path.
type pathClaims struct {
	path   string
	rank   int
	claims []claim
}

// byPath returns the claims for each path, in the order of the application.
func byPath(r *sheet) []pathClaims {
	drivers, vehicles := driverIndexes(r), vehicleIndexes(r)
	var all []pathClaims
	index := make(map[string]int)
	for _, c := range r.claims {
		if k, isPerson := c.value.(driverOf); isPerson {
			i, listed := drivers[int(k)]
			if !listed {
				continue
			}
			c.value = i
		}
		for _, path := range paths(r, c, drivers, vehicles) {
			k, met := index[path]
			if !met {
				k = len(all)
				index[path] = k
				all = append(all, pathClaims{path: path, rank: rank(path)})
			}
			all[k].claims = append(all[k].claims, c)
		}
	}
	slices.SortFunc(all, func(a, b pathClaims) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.path, b.path))
	})
	return all
}

// rank orders paths by list, then index, then field; it is negative for what is no path of a value.
func rank(path string) int {
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

// personal are the fields that named_insured has of the driver who is insured.
var personal = []string{"given_name", "surname", "date_of_birth"}

// paths returns where a claim goes; the insured's names and birth date go to named_insured too.
func paths(r *sheet, c claim, drivers, vehicles map[int]int) []string {
	switch c.of.kind {
	case 'v':
		if i, ok := vehicles[c.of.index]; ok {
			return []string{"vehicles[" + strconv.Itoa(i) + "]." + c.field}
		}
		return nil
	case 'd':
		var paths []string
		if i, ok := drivers[c.of.index]; ok {
			paths = append(paths, "drivers["+strconv.Itoa(i)+"]."+c.field)
		}
		if c.of.index == r.writer && slices.Contains(personal, c.field) {
			paths = append(paths, "named_insured."+c.field)
		}
		return paths
	}
	return []string{c.field}
}

// driverIndexes maps people to entries of drivers: the known ones keep theirs,
// the insured comes first, others follow as the mail names them.
func driverIndexes(r *sheet) map[int]int {
	index, next := make(map[int]int), len(r.in.Known.Drivers)
	others := slices.DeleteFunc(asNamed(r, 'd', len(r.people)), func(k int) bool { return k == r.writer })
	for _, k := range append([]int{r.writer}, others...) {
		switch p := r.people[k]; {
		case p.known >= 0:
			index[k] = p.known
		case !isClaimed(r, entity{'d', k}):
		case p.isDriver() || k == r.writer && !p.idle:
			index[k] = next
			next++
		}
	}
	return index
}

// asNamed orders entities as the text names them; those that only the subject does come last.
func asNamed(r *sheet, kind byte, n int) []int {
	body := r.subjectEnd()
	first := make([]int, n)
	for k := range first {
		first[k] = 2 * len(r.Tokens)
	}
	for _, c := range r.claims {
		at := c.at
		if at >= 0 && at < body {
			at += len(r.Tokens)
		}
		if c.of.kind == kind && at >= 0 {
			first[c.of.index] = min(first[c.of.index], at)
		}
	}
	entities := make([]int, n)
	for k := range entities {
		entities[k] = k
	}
	slices.SortStableFunc(entities, func(a, b int) int { return cmp.Compare(first[a], first[b]) })
	return entities
}

func vehicleIndexes(r *sheet) map[int]int {
	index, next := make(map[int]int), len(r.in.Known.Vehicles)
	for _, k := range asNamed(r, 'v', len(r.vehicles)) {
		v := r.vehicles[k]
		switch {
		case v.known >= 0:
			index[k] = v.known
		case !v.gone && isClaimed(r, entity{'v', k}):
			index[k] = next
			next++
		}
	}
	return index
}

func isClaimed(r *sheet, of entity) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool { return c.of == of })
}

// decide makes one fact of the claims for a path, or finds that it can't.
func decide(r *sheet, path string, claims []claim) (quote.Fact, *Conflict) {
	if i := lastFix(claims); i >= 0 {
		claims = claims[i : i+1]
	}
	claims = preferStated(path, (preferOwn(r.Text, claims)))
	values := make([]string, 0, len(claims))
	var words []string
	for _, c := range claims {
		raw, err := json.Marshal(c.value)
		if err != nil || slices.Contains(values, string(raw)) {
			continue
		}
		values, words = append(values, string(raw)), append(words, c.words)
	}
	if _, isUnclear := claims[0].value.(unclear); isUnclear || len(values) > 1 {
		return quote.Fact{}, &Conflict{Path: path, Values: values, Words: words}
	}
	first := claims[0]
	if strings.HasSuffix(path, ".years_licensed") && countsFromAge(r, first) {
		first.standing = quote.Inferred
	}
	return quote.Fact{Path: path, Value: json.RawMessage(values[0]), Message: r.in.Message, Words: first.words, Standing: first.standing}, nil
}

// lastFix returns the claim that was said last as a correction, or -1.
func lastFix(claims []claim) int {
	best := -1
	for i, c := range claims {
		if c.fix && (best < 0 || c.at >= claims[best].at) {
			best = i
		}
	}
	return best
}

// preferOwn leaves out what the author only confirmed where they say something of it themselves.
func preferOwn(r *find.Text, claims []claim) []claim {
	own := slices.DeleteFunc(slices.Clone(claims), func(c claim) bool { return c.at >= 0 && r.Quoted[c.at] })
	if len(own) > 0 {
		return own
	}
	return claims
}

// preferStated leaves out what was only inferred where the same was stated: the
// state of a ZIP code, the make of a model, the use that a commute implies.
func preferStated(path string, claims []claim) []claim {
	switch {
	case path == "garaging_address.state", strings.HasSuffix(path, ".make"), strings.HasSuffix(path, ".use"), path == "effective_date",
		strings.HasSuffix(path, ".years_licensed"), strings.HasSuffix(path, ".accidents"), strings.HasSuffix(path, ".violations"):
	default:
		return claims
	}
	stated := slices.DeleteFunc(slices.Clone(claims), func(c claim) bool { return c.standing != quote.Stated })
	if len(stated) > 0 {
		return stated
	}
	return claims
}

// withdrawals takes known vehicles off that the mail says are to go, the last
// one first, so that indexes hold.
func withdrawals(r *sheet) []quote.Fact {
	var facts []quote.Fact
	for _, v := range slices.Backward(r.vehicles) {
		if v.removed {
			facts = append(facts, quote.Fact{Path: fmt.Sprintf("vehicles[%d]", v.known), Message: r.in.Message,
				Words: r.Raw(v.at), Standing: quote.Stated})
		}
	}
	return facts
}

// doubtBounds puts an amount of cover in doubt where its clause bounds it or says what a lender
// demands: "maximum deductible of $1,000" is no choice, so the customer is asked.
func doubtBounds(r *sheet) {
	for k, c := range r.claims {
		if _, amount := c.value.(int); !amount || c.at < 0 || !strings.HasPrefix(c.field, "coverages.") {
			continue
		}
		s, whole := r.Clause(c.at), r.Sentence(c.at)
		n, _ := find.NumberAt(r.Text, c.at)
		words := text.Between(max(s.I, c.at-12), max(n.J, c.at+1))
		lender := r.Among(s.I, "a lender") || r.Among(s.I+1, "a lender")
		bounded := r.Has(text.Between(max(s.I, c.at-4), c.at), "at most") || lender && r.Has(words, "demands")
		if bounded && !r.Has(text.Between(c.at, whole.J), "takes it so") {
			r.claims[k].value, r.claims[k].words = unclear(r.Words(words)), r.Raw(words)
		}
	}
}
