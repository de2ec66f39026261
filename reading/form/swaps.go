package form

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/cover"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
)

// swap is a correction that names both values.
type swap struct {
	right, wrong any
	at           text.Span
	end          int // token behind the correction; later claims stay
}

// ReadSwaps reads corrections such as "1984, not 1983", of the mail or of the known application.
func ReadSwaps(r *Form) {
	for _, c := range r.Cues["not"] {
		if s, ok := swapAt(r.Sheet, c); ok && !(r.Is(c.I, "no") && find.NamesCar(r.Text, s.end)) {
			applySwap(r.Sheet, s)
		}
	}
	readCopulas(r.Garage)
}

// swapAt reads "X, not Y" and "not Y but X" around a negation.
func swapAt(r *claims.Sheet, c text.Span) (found swap, ok bool) {
	sentence := r.Sentence(c.I)
	wrong, at, ok := AnyValue(r, r.Skip(c.J, "a", "the"), sentence.J)
	if !ok {
		return swap{}, false
	}
	take := func(k, end int) {
		if right, s, ok := AnyValue(r, k, end); ok && fmt.Sprintf("%T", right) == fmt.Sprintf("%T", wrong) {
			found = swap{right, wrong, s, at.J}
		}
	}
	for k := max(sentence.I, c.I-8); k < c.I; k = max(k+1, found.at.J) {
		take(k, c.I)
	}
	if found.at.J > c.I-5 && found.right != nil {
		return found, true
	}
	found = swap{}
	if k := r.Skip(at.J, "miles", "years", "millas", ","); r.Is(k, "but", "sino", "it's") {
		take(r.Skip(k+1, "it's", "a", "the"), sentence.J)
	}
	return found, found.right != nil
}

// AnyValue reads a date or a number at token i.
func AnyValue(r *claims.Sheet, i, end int) (any, text.Span, bool) {
	if v, ok := find.DateAt(r.Text, i); ok && v.D != 0 && v.J <= end && (v.Y != 0 || r.Kind(i) == text.Word) {
		day, ok := v.Coming(r.Today)
		if v.Y != 0 {
			day, ok = v.Born(r.Today)
		}
		return day, v.Span, ok
	}
	if n, ok := find.NumberAt(r.Text, i); ok && n.J <= end && !r.Is(n.J, "way") {
		if n.Short {
			n.N += 2000
		}
		return n.N, n.Span, true
	}
	return nil, text.Span{}, false
}

// applySwap puts the right value in the claims of the wrong value, or in the known values.
func applySwap(r *claims.Sheet, s swap) {
	done := false
	for i := range r.Claims {
		c := &r.Claims[i]
		if c.Value == s.wrong && c.At < s.end {
			c.Value, c.Words, c.Fix, c.At, done = s.right, r.Raw(s.at), true, s.at.I, true
		}
		done = done || c.Value == s.right && c.At == s.at.I
	}
	wrong, err := json.Marshal(s.wrong)
	if done || err != nil {
		return
	}
	known := slices.DeleteFunc(knownPaths(r.Mail.Known), func(path string) bool {
		raw, _ := r.Mail.Known.Get(path)
		return string(raw) != string(wrong) || !strings.Contains(path, unit(r, s))
	})
	if len(known) > 1 && known[len(known)-1] != cover.Collision {
		return // several values fit
	}
	for _, path := range known {
		r.Claims = append(r.Claims, claims.Claim{Of: claims.Application, Field: path, Value: s.right,
			Words: r.Raw(s.at), At: s.at.I, Standing: quote.Stated, Fix: true})
	}
}

// unit is the part of a path that the unit of a correction needs.
func unit(r *claims.Sheet, s swap) string {
	switch {
	case r.Is(s.at.I, "$"):
		return "deductible"
	case find.IsMiles(r.Text, s.at.J), find.IsMiles(r.Text, s.end):
		return "miles"
	case r.Is(s.at.J, "years", "anos"), r.Is(s.end, "years", "anos"):
		return "licensed"
	}
	return ""
}

// knownPaths lists the paths of values that corrections name by value alone.
func knownPaths(a quote.Application) []string {
	paths := []string{"effective_date", "prior_insurance.expires", cover.Comprehensive, cover.Collision}
	for i := range a.Drivers {
		at := fmt.Sprintf("drivers[%d].", i)
		paths = append(paths, at+"date_of_birth", at+"years_licensed")
	}
	for i := range a.Vehicles {
		at := fmt.Sprintf("vehicles[%d].", i)
		paths = append(paths, at+"year", at+"annual_miles", at+"commute_miles_one_way")
	}
	return paths
}

// readCopulas reads "the Civic is actually a 2020": only a year behind a form of to be.
func readCopulas(r *garage.Garage) {
	for i := range r.Tokens {
		if r.Taken[i] || r.Quiet[i] || (r.Kind(i) != text.Digits || len(r.At(i)) != 4) && !r.Is(i, "'") {
			continue
		}
		y, j, ok := find.YearAt(r.Text, i, find.NewestYear(r.Text), false)
		if !ok || y < 1970 || find.IsMiles(r.Text, j) || r.Is(i-1, "in", "since", "$", "/") || r.StartsAt("not", i-1) > i-1 {
			continue
		}
		if isYearOfCar(r, i, j) {
			r.OfVehicles("year", y, text.Between(i, j), quote.Stated)
			r.Take(text.Between(i, j))
			k := r.Skip(r.Skip(j, "(", ","), "the", "model", "modelo", "version", "trim")
			if t := find.TrimAt(r.Text, k); t > k {
				r.OfVehicles("trim", find.TrimName(r.Text, text.Between(k, t)), text.Between(k, t), quote.Stated)
			}
		}
	}
}

func isYearOfCar(r *garage.Garage, i, j int) bool {
	if len(r.LiveVehicles()) == 0 {
		return false
	}
	k := i
	for r.Among(k-1, "before a year") {
		k--
	}
	s := r.Sentence(i)
	switch {
	case r.Is(k-1, "it's", "its", "it", "that's"), r.Is(k-1, "is", "was", "es") && (r.Among(k-2, "a car") || garage.Focused(r, k-2)):
		return true
	case r.Has(s, "correction") && (s.J-s.I < 8 || r.Has(s, "model year")):
		return r.Among(k-1, "meant year") || k == s.I
	}
	return r.Has(text.Between(max(s.I, k-5), k), "model year") && !r.Has(s, "licensed", "birth")
}
