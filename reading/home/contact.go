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
		if j := max(readEmail(r.Sheet, i), readPhone(r, i), readVIN(r.Garage, i)); j > i {
			r.Take(text.Between(i, j))
			i = j - 1
		}
	}
}

// ReadSignature reads the first phone number of the mail's signature that is no fax number.
func ReadSignature(r *Home) {
	d := find.New(find.Clip(r.Mail.Signature))
	for i := range d.Tokens {
		n, j := find.PhoneAt(d, i)
		known := len(r.phones) > 0 || r.HasClaim(claims.Application, "named_insured.phone")
		if j > i && !known && find.StartsPhone(d, i) && !d.Named("not our phone", i, 5) {
			r.Claims = append(r.Claims, claims.Claim{Of: claims.Application, Field: "named_insured.phone",
				Value: n, Words: d.Raw(text.Between(i, j)), At: -1, Standing: quote.Stated})
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

// phone is a telephone number and the tokens of the number.
type phone struct {
	number string
	text.Span
}

// readEmail takes mail addresses, and claims the author's own or labeled address.
func readEmail(r *claims.Sheet, i int) int {
	j := find.EmailEnd(r.Text, i)
	if s := (text.Between(i, j)); j > i && (r.Named("email", i, 6) || strings.EqualFold(r.Raw(s), r.Mail.FromAddress)) {
		r.Say(claims.Application, "named_insured.email", strings.ToLower(r.Raw(s)), s)
	}
	return j
}

// readVIN takes 17 characters that look like a VIN: in one piece, or in several behind the word "VIN".
func readVIN(r *garage.Garage, i int) int {
	if r.Kind(i) == text.Mark || r.Kind(i) == text.Word && (len(r.At(i)) > 5 || !r.Capital(i)) {
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
	if len(v.Value) != 17 || !named && !v.Valid && v.Proposal == "" && (r.Kind(i) != text.Mixed || j > i+1) {
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
			r.Take(s) // below the agency's own mail
			continue
		}
		r.Pii = append(r.Pii, kind)
		if s.Empty() {
			continue
		}
		r.Take(s)
		if kind == "license" {
			r.licenses = append(r.licenses, s)
		}
		i = s.J - 1
	}
	slices.Sort(r.Pii)
	r.Pii = slices.Compact(r.Pii)
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
