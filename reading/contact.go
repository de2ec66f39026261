package reading

import (
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/text"
)

// readContacts reads phone numbers, addresses of mail, and VINs.
func (r *reader) readContacts() {
	for i := 0; i < len(r.Tokens); i++ {
		if r.Taken[i] {
			continue
		}
		for _, read := range []func(int) int{r.readEmail, r.readPhone, r.readVIN} {
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
func (r *reader) readSignature() {
	if r.in.Signature == "" {
		return
	}
	d := newDocument(clip(r.in.Signature))
	own := func(field string) bool { return r.hasClaim(theApplication, field) }
	for i := range d.Tokens {
		if n, j := d.phone(i); j > i && d.startsPhone(i) && !d.Named("not our phone", i, 5) && !own("named_insured.phone") && len(r.phones) == 0 {
			r.claims = append(r.claims, claim{of: theApplication, field: "named_insured.phone", value: n, words: d.Raw(text.Between(i, j)), at: -1, standing: quote.Stated})
		}
		if j := d.email(i); j > i && !own("named_insured.email") {
			words := d.Raw(text.Between(i, j))
			r.claims = append(r.claims, claim{of: theApplication, field: "named_insured.email", value: strings.ToLower(words), words: words, at: -1, standing: quote.Stated})
		}
	}
}

// phone reads a number of the North American plan and returns it in E.164.
func (d *document) phone(i int) (string, int) {
	var b strings.Builder
	j := i
	if d.Is(j, "+") {
		j++
	}
	if d.Is(j, "1") && d.Is(j+1, "-", "(", ".", " ") || d.Is(j, "1") && j > i {
		j++
	}
	for b.Len() < 10 && j < min(len(d.Tokens), i+12) {
		switch size := len(d.At(j)); {
		case d.Kind(j) == text.Digits && (size >= 10 || size == 3 && b.Len() < 6 || size == 4 && b.Len() == 6 || size == 7 && b.Len() == 3):
			b.WriteString(d.At(j))
		case !d.Is(j, "(", ")", "-", ".", "/"):
			return "", i
		}
		j++
	}
	n := b.String()
	if len(n) == 11 && n[0] == '1' {
		n = n[1:]
	}
	if len(n) != 10 || n[0] < '2' || n[3] < '2' || d.Kind(j) == text.Digits && d.Glued(j) || d.Row(i) != d.Row(j-1) {
		return "", i
	}
	return "+1" + n, j
}

// startsPhone reports whether a phone number may start at token i.
func (d *document) startsPhone(i int) bool {
	return (d.Is(i, "+", "(") || d.Kind(i) == text.Digits) && !(d.Glued(i) && d.Is(i-1, "-", "/", "$", ".", "("))
}

func (r *reader) readPhone(i int) int {
	if !r.startsPhone(i) {
		return i
	}
	n, j := r.phone(i)
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
func (r *reader) readEmail(i int) int {
	j := r.email(i)
	if s := (text.Between(i, j)); j > i && (r.Named("email", i, 6) || strings.EqualFold(r.Raw(s), r.in.FromAddress)) {
		r.say(theApplication, "named_insured.email", strings.ToLower(r.Raw(s)), s)
	}
	return j
}

// email returns the end of an address of mail that starts at token i, or i.
func (d *document) email(i int) int {
	if d.Kind(i) == text.Mark || i > 0 && d.Glued(i) && !d.Is(i-1, "<", "(", ":", ",") {
		return i
	}
	j, at := i, 0
	for j < min(len(d.Tokens), i+16) && (j == i || d.Glued(j)) && (d.Kind(j) != text.Mark || d.Is(j, ".", "@", "-", "_", "+")) {
		if d.Is(j, "@") {
			at = j
		}
		j++
	}
	for j > i && d.Kind(j-1) == text.Mark {
		j--
	}
	if at == 0 || at > j-3 {
		return i
	}
	return j
}

// readVIN takes 17 characters that look like a VIN, in one piece or behind the word in several.
func (r *reader) readVIN(i int) int {
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
