package reading

import (
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

func readContacts(r *reader) {
	for i := 0; i < len(r.Tokens); i++ {
		if r.Taken[i] {
			continue
		}
		for _, read := range []func(int) int{func(a int) int { return readEmail(r.sheet, a) }, func(a int) int { return readPhone(r, a) }, func(a int) int { return readVIN(r.garage, a) }} {
			if j := read(i); j > i {
				r.Take(text.Between(i, j))
				i = j - 1
				break
			}
		}
	}
}

// readSignature reads how the author can be reached from what the mail is signed with:
// the first number that is none of a fax, and an address.
func readSignature(r *reader) {
	if r.in.Signature == "" {
		return
	}
	d := find.New(find.Clip(r.in.Signature))
	own := func(field string) bool { return r.hasClaim(theApplication, field) }
	for i := range d.Tokens {
		if n, j := find.PhoneAt(d, i); j > i && find.StartsPhone(d, i) && !d.Named("not our phone", i, 5) && !own("named_insured.phone") && len(r.phones) == 0 {
			r.claims = append(r.claims, claim{of: theApplication, field: "named_insured.phone", value: n, words: d.Raw(text.Between(i, j)), at: -1, standing: quote.Stated})
		}
		if j := find.EmailEnd(d, i); j > i && !own("named_insured.email") {
			words := d.Raw(text.Between(i, j))
			r.claims = append(r.claims, claim{of: theApplication, field: "named_insured.email", value: strings.ToLower(words), words: words, at: -1, standing: quote.Stated})
		}
	}
}

func readPhone(r *reader, i int) int {
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
func readEmail(r *sheet, i int) int {
	j := find.EmailEnd(r.Text, i)
	if s := (text.Between(i, j)); j > i && (r.Named("email", i, 6) || strings.EqualFold(r.Raw(s), r.in.FromAddress)) {
		r.say(theApplication, "named_insured.email", strings.ToLower(r.Raw(s)), s)
	}
	return j
}

// readVIN takes 17 characters that look like a VIN, in one piece or behind the word in several.
func readVIN(r *garage, i int) int {
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
	r.vins = append(r.vins, vin{v, text.Between(i, j)})
	return j
}

// vin is a VIN and where it stands.
type vin struct {
	quote.VIN
	text.Span
}

// takePrivate notes and takes the private numbers, and claims the driver's license.
func takePrivate(r *reader) {
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
		if !slices.Contains(r.pii, kind) {
			r.pii = append(r.pii, kind)
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
	slices.Sort(r.pii)
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
