package extract

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

func (r *reader) readPhone(i int) int {
	if !r.is(i, "+", "(") && r.kind(i) != digits || r.glued(i) && r.is(i-1, "-", "/", "$", ".") {
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
	if r.kind(i) == mark || i > 0 && r.glued(i) && !r.is(i-1, "<", "(", ":", ",") {
		return i
	}
	j, at := i, 0
	for j < min(len(r.toks), i+16) && (j == i || r.glued(j)) && (r.kind(j) != mark || r.is(j, ".", "@", "-", "_", "+")) {
		if r.is(j, "@") {
			at = j
		}
		j++
	}
	for j > i && r.kind(j-1) == mark {
		j--
	}
	if at == 0 || at > j-3 {
		return i
	}
	s := span{i, j}
	if r.named("email", i, 6) || strings.EqualFold(r.raw(s), r.in.FromAddress) {
		r.say(theApplication, "named_insured.email", strings.ToLower(r.raw(s)), s)
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
