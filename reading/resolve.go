package reading

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/asked"
	"ppamaild/reading/claims"
	"ppamaild/reading/cover"
	"ppamaild/reading/drivers"
	"ppamaild/reading/driving"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// Resolve makes facts of the claims: a correction stands against what was said
// before it, and two values that nothing decides between are a conflict.
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

// leftStreet takes the street back that we know where the mail names another town with another ZIP
// code and no street: it lies in the old town.
func leftStreet(r *claims.Sheet, facts []quote.Fact) []quote.Fact {
	known := r.Mail.Known.GaragingAddress
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
	return []quote.Fact{{Path: "garaging_address.street", Message: r.Mail.Message, Words: words, Standing: quote.Stated}}
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
		if k, isPerson := c.Value.(driving.DriverOf); isPerson {
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

// paths returns where a claim goes; the insured's names and birth date go to named_insured too.
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

// decide makes one fact of the claims for a path, or finds that it can't.
func decide(r *claims.Sheet, path string, list []claims.Claim) (quote.Fact, *Conflict) {
	if i := lastFix(list); i >= 0 {
		list = list[i : i+1]
	}
	list = preferStated(path, (preferOwn(r.Text, list)))
	values := make([]string, 0, len(list))
	var words []string
	for _, c := range list {
		raw, err := json.Marshal(c.Value)
		if err != nil || slices.Contains(values, string(raw)) {
			continue
		}
		values, words = append(values, string(raw)), append(words, c.Words)
	}
	if _, isUnclear := list[0].Value.(claims.Unclear); isUnclear || len(values) > 1 || !list[0].Fix && isTakenBack(r, list[0]) {
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

// preferOwn leaves out what the author only confirmed where they say something of it themselves.
func preferOwn(r *find.Text, list []claims.Claim) []claims.Claim {
	own := slices.DeleteFunc(slices.Clone(list), func(c claims.Claim) bool { return c.At >= 0 && r.Quoted[c.At] })
	if len(own) > 0 {
		return own
	}
	return list
}

// preferStated leaves out what was only inferred where the same was stated: the
// state of a ZIP code, the make of a model, the use that a commute implies.
func preferStated(path string, list []claims.Claim) []claims.Claim {
	switch {
	case path == "garaging_address.state", strings.HasSuffix(path, ".make"), strings.HasSuffix(path, ".use"), path == "effective_date",
		strings.HasSuffix(path, ".years_licensed"), strings.HasSuffix(path, ".accidents"), strings.HasSuffix(path, ".violations"):
	default:
		return list
	}
	stated := slices.DeleteFunc(slices.Clone(list), func(c claims.Claim) bool { return c.Standing != quote.Stated })
	if len(stated) > 0 {
		return stated
	}
	return list
}

// withdrawals takes known vehicles off that the mail says are to go, the last
// one first, so that indexes hold.
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

// doubtBounds puts an amount of cover in doubt where its clause bounds it or says what a lender
// demands: "maximum deductible of $1,000" is no choice, so the customer is asked.
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

// pageBehind returns the first token of a policy page that the author confirms: a forwarded page,
// from byte end on, or a page pasted below the author's words. Without a page, pageBehind returns
// the number of tokens.
func pageBehind(r *find.Text, end int) int {
	if page := slices.IndexFunc(r.Tokens, func(t text.Token) bool { return t.Start >= end }); page >= 0 {
		return page
	}
	if len(r.Cues["policy page"]) == 0 || !asked.Vouches(r) {
		return len(r.Tokens)
	}
	for _, l := range r.Lines {
		if l.First && l.I > r.Cues["vouches"][0].I && l.J-l.I < 16 && r.Has(l.Span, "policy page") && !r.Has(l.Span, "vouches") && !r.Is(l.J-1, ".") {
			return l.I
		}
	}
	return len(r.Tokens)
}

// readPage reads whose page starts at token page, and drops what it says otherwise than the
// author: "all of it is right, except that I moved to …".
func readPage(r *claims.Sheet, page int) {
	if page == len(r.Tokens) {
		return
	}
	said := make(map[claims.Claim]bool)
	for _, c := range r.Claims {
		if c.At < page {
			said[claims.Claim{Of: c.Of, Field: c.Field}] = true
		}
	}
	for _, of := range cover.Declinable {
		if declinesBefore(r, of, page) {
			said[claims.Claim{Of: claims.Application, Field: of.Path}] = true
		}
	}
	r.Claims = slices.DeleteFunc(r.Claims, func(c claims.Claim) bool { return c.At >= page && said[claims.Claim{Of: c.Of, Field: c.Field}] })
	if name, at, ok := insurerOfPage(r, page); ok && !r.HasClaim(claims.Application, "prior_insurance.carrier") {
		r.Infer(claims.Application, "prior_insurance.carrier", name, at)
	}
}

func declinesBefore(r *claims.Sheet, of cover.Optional, page int) bool {
	if at, only := cover.WantsLiabilityOnly(r); only && at.I < page && (of.Path == cover.Comprehensive || of.Path == cover.Collision) {
		return true
	}
	return slices.ContainsFunc(r.Cues[of.Cue], func(c text.Span) bool { return c.I < page && !r.Quiet[c.I] && cover.Declines(r.Text, c, of.Plain) })
}

// insurerOfPage returns the insurer whose name stands in the first lines of a page.
func insurerOfPage(r *claims.Sheet, page int) (string, text.Span, bool) {
	first := r.LineOf(page)
	for _, l := range r.Lines[first:min(first+4, len(r.Lines))] {
		for i := l.I; i < min(l.J, l.I+12); i++ {
			if name, j, ok := find.CarrierAt(r.Text, i); ok {
				return name, text.Between(i, j), true
			}
			if name, j := find.InsurerLike(r.Text, i); j > i+1 && r.Among(j-1, "of an insurer") && !r.Is(j-1, "auto", "insurance", "group") {
				return find.NameCase(name), text.Between(i, j), true
			}
		}
	}
	return "", text.Span{}, false
}
