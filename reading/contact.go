package reading

import (
	"strings"

	"ppamaild/quote"
)

// readContacts reads phone numbers, addresses of mail, and VINs.
func (r *reader) readContacts() {
	for i := 0; i < len(r.toks); i++ {
		if r.taken[i] {
			continue
		}
		for _, read := range []func(int) int{r.readEmail, r.readPhone, r.readVIN} {
			if j := read(i); j > i {
				r.take(span{i, j})
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
	for i := range d.toks {
		if n, j := d.phone(i); j > i && d.startsPhone(i) && !d.named("not our phone", i, 5) && !own("named_insured.phone") && len(r.phones) == 0 {
			r.claims = append(r.claims, claim{of: theApplication, field: "named_insured.phone", value: n, words: d.raw(span{i, j}), at: -1, standing: quote.Stated})
		}
		if j := d.email(i); j > i && !own("named_insured.email") {
			words := d.raw(span{i, j})
			r.claims = append(r.claims, claim{of: theApplication, field: "named_insured.email", value: strings.ToLower(words), words: words, at: -1, standing: quote.Stated})
		}
	}
}

// phone reads a number of the North American plan and returns it in E.164.
func (d *document) phone(i int) (string, int) {
	var b strings.Builder
	j := i
	if d.is(j, "+") {
		j++
	}
	if d.is(j, "1") && d.is(j+1, "-", "(", ".", " ") || d.is(j, "1") && j > i {
		j++
	}
	for b.Len() < 10 && j < min(len(d.toks), i+12) {
		switch size := len(d.at(j)); {
		case d.kind(j) == digits && (size >= 10 || size == 3 && b.Len() < 6 || size == 4 && b.Len() == 6 || size == 7 && b.Len() == 3):
			b.WriteString(d.at(j))
		case !d.is(j, "(", ")", "-", ".", "/"):
			return "", i
		}
		j++
	}
	n := b.String()
	if len(n) == 11 && n[0] == '1' {
		n = n[1:]
	}
	if len(n) != 10 || n[0] < '2' || n[3] < '2' || d.kind(j) == digits && d.glued(j) || d.row(i) != d.row(j-1) {
		return "", i
	}
	return "+1" + n, j
}

// startsPhone reports whether a phone number may start at token i.
func (d *document) startsPhone(i int) bool {
	return (d.is(i, "+", "(") || d.kind(i) == digits) && !(d.glued(i) && d.is(i-1, "-", "/", "$", ".", "("))
}

func (r *reader) readPhone(i int) int {
	if !r.startsPhone(i) {
		return i
	}
	n, j := r.phone(i)
	if j > i && !r.named("not our phone", i, 5) {
		r.phones = append(r.phones, phone{n, span{i, j}})
	}
	return j
}

// phone is a telephone number and where it stands.
type phone struct {
	number string
	span
}

// readEmail takes any address of mail; one behind a word for it is claimed.
func (r *reader) readEmail(i int) int {
	j := r.email(i)
	if s := (span{i, j}); j > i && (r.named("email", i, 6) || strings.EqualFold(r.raw(s), r.in.FromAddress)) {
		r.say(theApplication, "named_insured.email", strings.ToLower(r.raw(s)), s)
	}
	return j
}

// email returns the end of an address of mail that starts at token i, or i.
func (d *document) email(i int) int {
	if d.kind(i) == mark || i > 0 && d.glued(i) && !d.is(i-1, "<", "(", ":", ",") {
		return i
	}
	j, at := i, 0
	for j < min(len(d.toks), i+16) && (j == i || d.glued(j)) && (d.kind(j) != mark || d.is(j, ".", "@", "-", "_", "+")) {
		if d.is(j, "@") {
			at = j
		}
		j++
	}
	for j > i && d.kind(j-1) == mark {
		j--
	}
	if at == 0 || at > j-3 {
		return i
	}
	return j
}

// readVIN takes 17 characters that look like a VIN, in one piece or behind the
// word in several.
func (r *reader) readVIN(i int) int {
	if r.kind(i) == mark {
		return i
	}
	j, size := i, 0
	named := r.named("vin", i, 5)
	for j < len(r.toks) && size < 17 && r.row(j) == r.row(i) && (j == i || named || r.is(j, "-") && r.glued(j) || r.glued(j)) {
		if r.kind(j) == mark && !r.is(j, "-") || r.kind(j) == word && (len(r.at(j)) > 5 || !r.capital(j) || r.has(span{j, j + 1}, "vin")) {
			break
		}
		if r.kind(j) != mark {
			size += len(r.at(j))
		}
		j++
	}
	if size != 17 {
		return i
	}
	v := quote.CheckVIN(r.raw(span{i, j}))
	if len(v.Value) != 17 || !strings.ContainsAny(v.Value, "0123456789") {
		return i
	}
	if !named && !v.Valid && v.Proposal == "" && (r.kind(i) != mixed || j > i+1) {
		return i
	}
	r.vins = append(r.vins, vin{v, span{i, j}})
	return j
}

// vin is a VIN and where it stands.
type vin struct {
	quote.VIN
	span
}
