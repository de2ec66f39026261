package reading

import "strings"

// trimAt reads the names of trim levels that stand at token i.
func (d *document) trimAt(i int) int {
	first := i
	for range 2 {
		i = d.oneTrim(i)
	}
	if i > first && d.is(i, "hybrid") && d.gap(i) {
		i++ // "SEL Hybrid"
	}
	return i
}

func (d *document) oneTrim(i int) int {
	for n := d.longestCar(i); n > 0; n-- {
		key, ok := d.key(i, n)
		if !ok || !cars().trims[key] {
			continue
		}
		// A single letter, or a word as people write it, must look like a name.
		short := len(key) > 1 && len(key) <= 3 && !stopWord(key) && !d.capital(i-1) && !d.is(i+1, "-") // "ram 1500 slt"
		if n == 1 && (len(key) == 1 || d.cased && !short) && !d.capital(i) && d.kind(i) == word {
			return i
		}
		if n == 1 && stopWord(key) && !d.capital(i) || d.is(i, "l", "s") && d.is(i+1, "'") {
			return i
		}
		return i + n
	}
	return i
}

// trimByName reads a trim that is called one, or set in quotes, behind the name: "Sienna 2020,
// model LE", `ID.4 "Pro S"`.
func (r *reader) trimByName(m *mention) {
	if m.model == "" || !m.trimAt.empty() {
		return
	}
	at := r.skip(m.j, ",")
	called := r.is(at, "model", "modelo", "version", "trim", "linea")
	if called {
		at = r.skip(at+1, ":")
	}
	quoted := r.is(at, "\"", "“", "'", "''")
	if quoted {
		at++
	}
	j := r.trimAt(at)
	if !called && !quoted || j == at || r.row(at) != r.row(m.j-1) && !r.together(m.i, j) {
		return
	}
	m.trimAt, m.j = span{at, j}, r.skip(j, "\"", "”", "'")
}

// trimByNumber reads the trims that Toyota numbers: "Prius Two", "Prius II".
func (r *reader) trimByNumber(m *mention) {
	numbered := r.is(m.j, "two", "three", "four", "five", "ii", "iii", "iv", "v") && r.capital(m.j) && r.gap(m.j) && r.row(m.j) == r.row(m.j-1)
	if strings.HasPrefix(m.model, "Prius") && m.trimAt.empty() && numbered && (r.kind(m.j+1) == mark || r.row(m.j+1) != r.row(m.j)) {
		m.trimAt, m.j = span{m.j, m.j + 1}, m.j+1
	}
}

// readTrims reads "SV trim" and "the trim is SV" of vehicles that have none yet.
func (r *reader) readTrims() {
	for i := range r.toks {
		if !r.is(i, "trim") || r.quiet[i] || r.taken[i] {
			continue
		}
		at := r.skip(r.skip(r.skip(i+1, "level"), "is", ":"), "the", "a", "an")
		s := span{at, r.trimAt(at)}
		for k := i - 1; k >= max(0, i-3) && s.empty(); k-- {
			if r.trimAt(k) == i && r.free(span{k, i}) {
				s = span{k, i}
			}
		}
		if s.empty() || !r.free(s) {
			continue
		}
		for _, k := range r.vehiclesAt(s, "trim") {
			if of := (entity{'v', k}); !r.hasClaim(of, "trim") {
				r.say(of, "trim", r.trimName(s), s)
			}
		}
	}
}

// trimName writes a trim as the mail does; in lower case ones of letters are
// written large.
func (r *reader) trimName(s span) string {
	name := r.one(s)
	if name != strings.ToLower(name) || r.kind(s.i) != word && strings.Contains(name, ".") {
		return name
	}
	if len(name) <= 4 {
		return strings.ToUpper(name)
	}
	return nameCase(name)
}
