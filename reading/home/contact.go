package home

import (
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/drivers"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadContacts reads phone numbers, mail addresses and VINs.
func ReadContacts(r *Home) {
	for i := 0; i < len(r.Tokens); i++ {
		if r.Taken[i] {
			continue
		}
		for _, read := range []func(int) int{func(a int) int { return readEmail(r.Sheet, a) }, func(a int) int { return readPhone(r, a) }, func(a int) int { return readVIN(r.Garage, a) }} {
			if j := read(i); j > i {
				r.Take(text.Between(i, j))
				i = j - 1
				break
			}
		}
	}
}

// ReadSignature reads how the author can be reached from what the mail is signed with:
// the first number that is none of a fax, and an address.
func ReadSignature(r *Home) {
	if r.Mail.Signature == "" {
		return
	}
	d := find.New(find.Clip(r.Mail.Signature))
	own := func(field string) bool { return r.HasClaim(claims.Application, field) }
	for i := range d.Tokens {
		if n, j := find.PhoneAt(d, i); j > i && find.StartsPhone(d, i) && !d.Named("not our phone", i, 5) && !own("named_insured.phone") && len(r.phones) == 0 {
			r.Claims = append(r.Claims, claims.Claim{Of: claims.Application, Field: "named_insured.phone", Value: n, Words: d.Raw(text.Between(i, j)), At: -1, Standing: quote.Stated})
		}
		if j := find.EmailEnd(d, i); j > i && !own("named_insured.email") {
			words := d.Raw(text.Between(i, j))
			r.Claims = append(r.Claims, claims.Claim{Of: claims.Application, Field: "named_insured.email", Value: strings.ToLower(words), Words: words, At: -1, Standing: quote.Stated})
		}
	}
}

func readPhone(r *Home, i int) int {
	if !find.StartsPhone(r.Text, i) {
		return i
	}
	n, j := find.PhoneAt(r.Text, i)
	if j > i && !r.Named("not our phone", i, 5) {
		r.phones = append(r.phones, phone{n, text.Between(i, j)})
	}
	return j
}

// phone is a telephone number and where it stands.
type phone struct {
	number string
	text.Span
}

// readEmail takes any address of mail; one behind a word for it is claimed.
func readEmail(r *claims.Sheet, i int) int {
	j := find.EmailEnd(r.Text, i)
	if s := (text.Between(i, j)); j > i && (r.Named("email", i, 6) || strings.EqualFold(r.Raw(s), r.Mail.FromAddress)) {
		r.Say(claims.Application, "named_insured.email", strings.ToLower(r.Raw(s)), s)
	}
	return j
}

// readVIN takes 17 characters that look like a VIN, in one piece or behind the word in several.
func readVIN(r *garage.Garage, i int) int {
	if r.Kind(i) == text.Mark {
		return i
	}
	j, size := i, 0
	named := r.Named("vin", i, 5)
	for j < len(r.Tokens) && size < 17 && r.Row(j) == r.Row(i) && (j == i || named || r.Is(j, "-") && r.Glued(j) || r.Glued(j)) {
		if r.Kind(j) == text.Mark && !r.Is(j, "-") || r.Kind(j) == text.Word && (len(r.At(j)) > 5 || !r.Capital(j) || r.Has(text.Between(j, j+1), "vin")) {
			break
		}
		if r.Kind(j) != text.Mark {
			size += len(r.At(j))
		}
		j++
	}
	if size != 17 {
		return i
	}
	v := quote.CheckVIN(r.Raw(text.Between(i, j)))
	if len(v.Value) != 17 || !strings.ContainsAny(v.Value, "0123456789") {
		return i
	}
	if !named && !v.Valid && v.Proposal == "" && (r.Kind(i) != text.Mixed || j > i+1) {
		return i
	}
	r.Vins = append(r.Vins, garage.Vin{VIN: v, Span: text.Between(i, j)})
	return j
}

// TakePrivate notes and takes the private numbers, and claims the driver's license.
func TakePrivate(r *Home) {
	for i := 0; i < len(r.Tokens); i++ {
		kind, s := find.PrivateAt(r.Text, i)
		if find.IsMask(r.Text, i) {
			kind, s = r.At(i), text.Between(i, i)
		}
		if kind == "" {
			continue
		}
		if kind == "license" && find.IsProducers(r.Text, s.I) {
			r.Take(s) // below a mail of ours
			continue
		}
		if !slices.Contains(r.Pii, kind) {
			r.Pii = append(r.Pii, kind)
		}
		if s.Empty() {
			continue
		}
		if kind == "card" {
			s.J = cardExpiry(r.Text, s.J)
		}
		r.Take(s)
		if kind == "license" {
			r.licenses = append(r.licenses, s)
		}
		i = s.J - 1
	}
	slices.Sort(r.Pii)
}

// cardExpiry returns the end of "exp 09/28" behind a card's number that ends at token i, or i.
func cardExpiry(r *find.Text, i int) int {
	j := r.StartsAt("expires", r.Skip(i, ",", "]"))
	if j == i {
		return i
	}
	j = r.Skip(j, ".", ":", "date")
	if r.Kind(j) == text.Digits && r.Is(j+1, "/", "-") && r.Kind(j+2) == text.Digits {
		return j + 3
	}
	return i
}

// SayNumbers claims VINs, licenses and phone numbers.
func SayNumbers(r *Home) {
	for _, v := range r.Vins {
		r.OfVehicles("vin", v.Value, v.Span, quote.Stated)
	}
	for _, s := range r.licenses {
		r.OfDrivers("license_number", strings.ToUpper(r.Raw(s)), s, quote.Stated)
	}
	drivers.ReadLicenseStates(r.Party, r.licenses)
	for _, p := range r.phones {
		if !r.Quiet[p.I] && !who.NamesRelative(r.Sheet, r.Sentence(p.I)) {
			r.Say(claims.Application, "named_insured.phone", p.number, p.Span)
			return
		}
	}
}
