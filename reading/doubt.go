package reading

import (
	"strings"

	"ppamaild/lazy"
	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// isDoubtful reports whether the words around s put a fact in doubt. Doubtful facts are asked.
func isDoubtful(r *who.Party, of claims.Entity, field string, value any, s text.Span) bool {
	if r.Meant != nil {
		return false // staff
	}
	all := r.Sentence(s.I)
	n, _ := find.NumberAt(r.Text, s.I)
	near := text.Between(max(all.I, s.I-9), min(all.J, s.J+3))
	behind := text.Between(s.J-1, min(all.J, s.J+2))
	if field == "years_licensed" && r.Has(near, "doubts a license") ||
		field == "annual_miles" && (r.Has(near, "doubts miles") || r.Has(behind, "doubts miles before")) ||
		field == "commute_miles_one_way" && value == n.N && r.Has(behind, "doubts a commute") {
		return true
	}
	if r.Is(s.J, "?") && r.Is(s.J+1, "no", "nope", "n", "none") && !r.Is(s.J-1, "loan", "lien") {
		return true // "Paid off? No"
	}
	others, asked := isOfSomebodyElse, claims.IsInquiry(r.Text, all)
	switch field {
	case "use":
		return asked && r.Has(all, "compares") || value == quote.Commute && r.Has(text.Between(max(all.I, s.I-9), all.J), "doubts a drive") ||
			isOfUnlistedCar(r.Garage, s)
	case "annual_miles", "commute_miles_one_way", "ownership", "vin":
		before := r.Raw(text.Between(all.I, s.I)) // "Do you take payments?"; the surname Lien
		return isOfUnlistedCar(r.Garage, s) || field == "ownership" &&
			(asked && strings.Contains(before, " you ") || text.Folds(r.From.Surname, r.At(s.I)))
	}
	switch list, _, _ := strings.Cut(field, "."); list {
	case "prior_insurance":
		return asked || isOfUnlistedCar(r.Garage, s)
	case "coverages":
		return asked || others(r.Sheet, s.I) || r.Has(r.Clause(s.I), "quoted by others")
	case "accidents", "violations":
		if asked || value != 0 && r.Has(all, "doubts an incident") {
			return true
		}
	}
	both := field == "years_licensed" && r.Who[s.I] == claims.Everybody && len(r.EveryDriver()) == 2
	return of == claims.Driver(0) && personalFacts.Has(field) && !both && others(r.Sheet, s.I)
}

// isOfUnlistedCar reports whether the last vehicle before s is not for this policy.
func isOfUnlistedCar(r *garage.Garage, s text.Span) bool {
	all := r.Sentence(s.I)
	if all.I > 0 && r.Is(all.I, "it", "it's", "its", "that") {
		all.I = r.Sentence(all.I - 1).I
	}
	for k := s.J - 1; k >= max(all.I, s.I-20); k-- {
		end := r.StartsAt("unlisted car", k)
		noun := end > k+1 || r.Among(k-1, "whose car") || r.Is(k-1, "a", "an") || k == all.I
		switch {
		case end > k && noun && !r.Refers[k] && !r.Refers[max(k-1, 0)]:
			return !r.Has(text.Between(max(all.I, k-4), k), "hauls", "negation") && !r.Among(end, "part of a trailer")
		case r.Refers[k], k < s.I && r.Is(k, "i", "i'm", "i'll", "we", "my", "it"):
			return false
		}
	}
	return false
}

// personalFacts are the facts of one person. A wrong person makes a wrong price.
var personalFacts = lazy.Set("date_of_birth years_licensed accidents violations license_number license_state")

// isOfSomebodyElse reports whether the last subject before token i is somebody else.
func isOfSomebodyElse(r *claims.Sheet, i int) bool {
	s := r.Sentence(i)
	for k := i; k >= max(s.I, i-16); k-- {
		kin := find.IsKin(r.Text, k) && k < i
		switch {
		case r.Among(k, "first person"), kin && (r.Among(k-1, "first person") || r.Among(k-2, "i am")):
			return kin && !r.Among(k-2, "i am")
		case kin, r.Among(k, "somebody else") && !r.Is(k-1, "per", "each"):
			return !r.Is(k+1, "says", "said")
		case r.Among(k, "he or she") && !r.Is(k-1, "no", "nunca", "ya", "que") && len(r.Mail.Known.Drivers) == 0:
			return true
		case k < i-1 && r.Cased && r.Capital(k) && r.Kind(k) == text.Word &&
			r.Among(k+1, "said of a name") && !isWriters(r, k):
			return k > s.I || r.Is(k+1, "was", "is", "born")
		}
	}
	return false
}

// isWriters reports whether token k may name the writer, or is no name.
func isWriters(r *claims.Sheet, k int) bool {
	norm := r.At(k)
	raw := r.Raw(text.Between(k, k+1))
	return raw == strings.ToUpper(raw) || text.StopWord(norm) ||
		find.Months.Get()[norm] > 0 || r.IsGiven(k) == 0 || text.Fold(r.From.Given) == norm || text.Fold(r.From.Surname) == norm || find.NamesCar(r.Text, k)
}

// doubtLicenses puts years licensed in doubt that the age does not allow, and few years at 50.
func doubtLicenses(r *claims.Sheet) {
	for of := range r.People {
		age, ok := who.AgeOf(r, of)
		inWords := who.BirthOf(r, of) == "" // "licensed in 2003 (age 16)" has an earlier age
		for k, c := range r.Claims {
			n, counted := c.Value.(int)
			impossible := counted && (n > age-14 && !(inWords && n > age) || n < 3 && age >= 50)
			if ok && impossible && c.Of == claims.Driver(of) && c.Field == "years_licensed" {
				r.Claims[k].Value = claims.Unclear(c.Words)
			}
		}
	}
}

// isTakenBack reports whether another number directly behind the claim replaces the claim, and no
// reader understood the correction: "born June 17, 1983... I mean 1984".
func isTakenBack(r *claims.Sheet, c claims.Claim) bool {
	_, date := c.Value.(quote.Date)
	_, count := c.Value.(int)
	if c.At < 0 || !date && !count || c.Of.Kind == 'v' && c.Field == "year" {
		return false
	}
	end := claims.EndOf(r.Text, c)
	back, ok := r.Cue("takes back", text.Between(end, min(len(r.Tokens), end+4)))
	for k := back.J; ok && k < min(len(r.Tokens), back.J+4); k++ {
		if n, is := find.NumberAt(r.Text, k); is && !n.Dollar && (date || n.Size != 4) || date && r.Dated[k] {
			return true
		}
	}
	return false
}
