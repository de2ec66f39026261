package reading

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/assign"
	"ppamaild/reading/claims"
	"ppamaild/reading/cover"
	"ppamaild/reading/drivers"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// Resolve makes facts of the claims. A correction wins; two values without a correction conflict.
func Resolve(r *claims.Sheet) ([]quote.Fact, []Conflict) {
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
	return slices.Concat(facts, leftStreet(r, facts), withdrawals(r), cover.Declined(r)), conflicts
}

// leftStreet takes the known street back if the mail names another town with another ZIP code and no
// street: the street belongs to the old town.
func leftStreet(r *claims.Sheet, facts []quote.Fact) []quote.Fact {
	known, said := r.Mail.Known.GaragingAddress, make(map[string]quote.Fact)
	for _, f := range facts {
		said[f.Path] = f
	}
	city, zip := said["garaging_address.city"], string(said["garaging_address.zip"].Value)
	_, street := said["garaging_address.street"]
	if street || known.Street == "" || known.ZIP == "" || zip == "" || zip == strconv.Quote(known.ZIP) ||
		len(city.Value) == 0 || string(city.Value) == strconv.Quote(known.City) {
		return nil
	}
	return []quote.Fact{{Path: "garaging_address.street", Message: r.Mail.Message, Words: city.Words, Standing: quote.Stated}}
}

type pathClaims struct {
	path   string
	rank   int
	claims []claims.Claim
}

// byPath returns the claims for each path, in the order of the application.
func byPath(r *claims.Sheet) []pathClaims {
	drivers, vehicles := claims.DriverIndexes(r), claims.VehicleIndexes(r)
	var all []pathClaims
	index := make(map[string]int)
	for _, c := range r.Claims {
		if k, isPerson := c.Value.(assign.DriverOf); isPerson {
			i, listed := drivers[int(k)]
			if !listed {
				continue
			}
			c.Value = i
		}
		for _, path := range paths(r, c, drivers, vehicles) {
			k, met := index[path]
			if !met {
				k = len(all)
				index[path] = k
				all = append(all, pathClaims{path: path, rank: claims.Rank(path)})
			}
			all[k].claims = append(all[k].claims, c)
		}
	}
	slices.SortFunc(all, func(a, b pathClaims) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.path, b.path))
	})
	return all
}

// paths returns the paths of a claim. The insured's names and birth date are in named_insured, too.
func paths(r *claims.Sheet, c claims.Claim, drivers, vehicles map[int]int) []string {
	switch c.Of.Kind {
	case 'v':
		if i, ok := vehicles[c.Of.Index]; ok {
			return []string{"vehicles[" + strconv.Itoa(i) + "]." + c.Field}
		}
		return nil
	case 'd':
		var paths []string
		if i, ok := drivers[c.Of.Index]; ok {
			paths = append(paths, "drivers["+strconv.Itoa(i)+"]."+c.Field)
		}
		if c.Of.Index == r.Writer && slices.Contains(claims.Personal, c.Field) {
			paths = append(paths, "named_insured."+c.Field)
		}
		return paths
	}
	return []string{c.Field}
}

// decide makes one fact of the claims for a path, or a conflict.
func decide(r *claims.Sheet, path string, list []claims.Claim) (quote.Fact, *Conflict) {
	if i := lastFix(list); i >= 0 {
		list = list[i : i+1]
	}
	list = preferStated(path, list)
	values := make([]string, 0, len(list))
	var words []string
	for _, c := range list {
		raw, err := json.Marshal(c.Value)
		if err != nil || slices.Contains(values, string(raw)) {
			continue
		}
		values, words = append(values, string(raw)), append(words, c.Words)
	}
	if _, isUnclear := list[0].Value.(claims.Unclear); isUnclear || len(values) > 1 || isTakenBack(r, list[0]) {
		return quote.Fact{}, &Conflict{Path: path, Values: values, Words: words}
	}
	first := list[0]
	if strings.HasSuffix(path, ".years_licensed") && drivers.CountsFromAge(r, first) {
		first.Standing = quote.Inferred
	}
	return quote.Fact{Path: path, Value: json.RawMessage(values[0]), Message: r.Mail.Message, Words: first.Words, Standing: first.Standing}, nil
}

func lastFix(claims []claims.Claim) int {
	best := -1
	for i, c := range claims {
		if c.Fix && (best < 0 || c.At >= claims[best].At) {
			best = i
		}
	}
	return best
}

// preferStated drops inferred values of a field that the mail states.
func preferStated(path string, list []claims.Claim) []claims.Claim {
	field := path[strings.LastIndexByte(path, '.')+1:]
	if !slices.Contains([]string{"state", "make", "use", "effective_date", "years_licensed", "accidents", "violations"}, field) {
		return list
	}
	stated := slices.DeleteFunc(slices.Clone(list), func(c claims.Claim) bool { return c.Standing != quote.Stated })
	if len(stated) > 0 {
		return stated
	}
	return list
}

// withdrawals removes known vehicles, the last vehicle first, so that the indexes stay valid.
func withdrawals(r *claims.Sheet) []quote.Fact {
	var facts []quote.Fact
	for _, v := range slices.Backward(r.Vehicles) {
		if v.Removed {
			facts = append(facts, quote.Fact{Path: fmt.Sprintf("vehicles[%d]", v.Known), Message: r.Mail.Message,
				Words: r.Raw(v.At), Standing: quote.Stated})
		}
	}
	return facts
}

// doubtBounds puts a bounded or demanded amount of cover in doubt: "at most $1,000" is no choice.
func doubtBounds(r *claims.Sheet) {
	for k, c := range r.Claims {
		if _, amount := c.Value.(int); !amount || c.At < 0 || !strings.HasPrefix(c.Field, "coverages.") {
			continue
		}
		s, whole := r.Clause(c.At), r.Sentence(c.At)
		n, _ := find.NumberAt(r.Text, c.At)
		words := text.Between(max(s.I, c.At-12), max(n.J, c.At+1))
		lender := r.Among(s.I, "a lender") || r.Among(s.I+1, "a lender")
		bounded := r.Has(text.Between(max(s.I, c.At-4), c.At), "at most") || lender && r.Has(words, "demands")
		if bounded && !r.Has(text.Between(c.At, whole.J), "takes it so") {
			r.Claims[k].Value, r.Claims[k].Words = claims.Unclear(r.Words(words)), r.Raw(words)
		}
	}
}

// readPage drops the claims of a forwarded policy page, from byte end on, that the author corrects:
// "all of it is right, except that I moved to …".
func readPage(r *claims.Sheet, end int) {
	page := slices.IndexFunc(r.Tokens, func(t text.Token) bool { return t.Start >= end })
	if page < 0 {
		return
	}
	said := make(map[claims.Claim]bool)
	for _, c := range r.Claims {
		if c.At < page {
			said[claims.Claim{Of: c.Of, Field: c.Field}] = true
		}
	}
	r.Claims = slices.DeleteFunc(r.Claims, func(c claims.Claim) bool { return c.At >= page && said[claims.Claim{Of: c.Of, Field: c.Field}] })
}
