package reading

import (
	"strings"

	"ppamaild/reading/text"
)

// trimAt reads the names of trim levels that stand at token i.
func (d *document) trimAt(i int) int {
	first := i
	for range 2 {
		i = d.oneTrim(i)
	}
	if i > first && d.Is(i, "hybrid") && d.Gap(i) {
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
		short := len(key) > 1 && len(key) <= 3 && !text.StopWord(key) && !d.Capital(i-1) && !d.Is(i+1, "-") // "ram 1500 slt"
		if n == 1 && (len(key) == 1 || d.Cased && !short) && !d.Capital(i) && d.Kind(i) == text.Word {
			return i
		}
		if n == 1 && text.StopWord(key) && !d.Capital(i) || d.Is(i, "l", "s") && d.Is(i+1, "'") {
			return i
		}
		return i + n
	}
	return i
}

// trimByName reads a trim that is called one, or set in quotes, behind the name: "Sienna 2020,
// model LE", `ID.4 "Pro S"`.
func (r *reader) trimByName(m *mention) {
	if m.model == "" || !m.trimAt.Empty() {
		return
	}
	at := r.Skip(m.J, ",")
	called := r.Is(at, "model", "modelo", "version", "trim", "linea")
	if called {
		at = r.Skip(at+1, ":")
	}
	quoted := r.Is(at, "\"", "“", "'", "''")
	if quoted {
		at++
	}
	j := r.trimAt(at)
	if !called && !quoted || j == at || r.Row(at) != r.Row(m.J-1) && !r.Together(m.I, j) {
		return
	}
	m.trimAt, m.J = text.Between(at, j), r.Skip(j, "\"", "”", "'")
}

// trimByNumber reads the trims that Toyota numbers: "Prius Two", "Prius II".
func (r *reader) trimByNumber(m *mention) {
	numbered := r.Is(m.J, "two", "three", "four", "five", "ii", "iii", "iv", "v") && r.Capital(m.J) && r.Gap(m.J) && r.Row(m.J) == r.Row(m.J-1)
	if strings.HasPrefix(m.model, "Prius") && m.trimAt.Empty() && numbered && (r.Kind(m.J+1) == text.Mark || r.Row(m.J+1) != r.Row(m.J)) {
		m.trimAt, m.J = text.Between(m.J, m.J+1), m.J+1
	}
}

// readTrims reads "SV trim" and "the trim is SV" of vehicles that have none yet.
func (r *reader) readTrims() {
	for i := range r.Tokens {
		if !r.Is(i, "trim") || r.Quiet[i] || r.Taken[i] {
			continue
		}
		at := r.Skip(r.Skip(r.Skip(i+1, "level"), "is", ":"), "the", "a", "an")
		s := text.Between(at, r.trimAt(at))
		for k := i - 1; k >= max(0, i-3) && s.Empty(); k-- {
			if r.trimAt(k) == i && r.Free(text.Between(k, i)) {
				s = text.Between(k, i)
			}
		}
		if s.Empty() || !r.Free(s) {
			continue
		}
		for _, k := range r.vehiclesAt(s, "trim") {
			if of := (entity{'v', k}); !r.hasClaim(of, "trim") {
				r.say(of, "trim", r.trimName(s), s)
			}
		}
	}
}

// trimName writes a trim as the mail does; in lower case ones of letters are written large.
func (r *reader) trimName(s text.Span) string {
	name := r.Words(s)
	if name != strings.ToLower(name) || r.Kind(s.I) != text.Word && strings.Contains(name, ".") {
		return name
	}
	if len(name) <= 4 {
		return strings.ToUpper(name)
	}
	return nameCase(name)
}
