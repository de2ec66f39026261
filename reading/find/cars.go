package find

import (
	"strings"

	"ppamaild/reading/text"
)

// Mention is a place where the mail names a vehicle. The span of a missing part is empty.
type Mention struct {
	text.Span
	Year                    int
	Make, Model             string
	YearAt, MakeAt, ModelAt text.Span
	TrimAt                  text.Span
	Common                  bool // only a name that is also a common word
}

var looks = []string{"used", "new", "red", "blue", "black", "white", "silver", "gray", "grey", "green", "gold", "tan", "brown",
	"beige", "maroon", "orange", "yellow", "dark", "light", "leased", "financed", "certified", "my", "model", ",", "-", "year"}

// MentionAt reads "2019 silver Honda Civic LX", "Civic (2019)", "'19 Chevy".
func MentionAt(r *Text, i int) (Mention, bool) {
	m := Mention{Span: text.Between(i, i)}
	if !r.Spoken[i] && longestCar(r, i) == 0 {
		return m, false
	}
	if y, j, ok := YearAt(r, i, NewestYear(r), true); ok {
		if k := SkipLooks(r, j); NamesCar(r, k) {
			m.Year, m.YearAt, m.J = y, text.Between(i, j), k
		} else {
			return m, false
		}
	}
	readName(r, &m)
	if m.Make == "" && m.Model == "" {
		return m, false
	}
	if j := TrimAt(r, m.J); m.Model != "" && j > m.J {
		m.TrimAt, m.J = text.Between(m.J, j), j
	}
	if m.Year == 0 {
		yearAfter(r, &m)
		if j := TrimAt(r, m.J); m.Year != 0 && m.Model != "" && m.TrimAt.Empty() && r.Gap(m.J) && j > m.J {
			m.TrimAt, m.J = text.Between(m.J, j), j // "Passat 2016 SE"
		}
	}
	return m, true
}

// NewestYear is the latest model year that can be on sale.
func NewestYear(r *Text) int { return r.Today.Year() + 2 }

// TrimName writes a trim as the mail does. It capitalizes a trim of letters in lower case.
func TrimName(r *Text, s text.Span) string {
	name := r.Words(s)
	if name != strings.ToLower(name) || r.Kind(s.I) != text.Word && strings.Contains(name, ".") {
		return name
	}
	if len(name) <= 4 {
		return strings.ToUpper(name)
	}
	return NameCase(name)
}

func readName(r *Text, m *Mention) {
	if made, j, ok := MakeAt(r, m.J); ok {
		m.Make, m.MakeAt, m.Common = made.Name, text.Between(m.J, j), made.common
		m.J = j
		readModel(r, m)
		return
	}
	if model, j, ok := ModelAt(r, m.J, ""); ok {
		m.Model, m.ModelAt, m.Make, m.Common = model.Name, text.Between(m.J, j), model.make, model.common
		m.MakeAt = m.ModelAt
		m.J = j
	}
}

// readModel reads the catalogue's model after a make.
func readModel(r *Text, m *Mention) {
	at := r.Skip(m.J, "'s")
	if r.Is(at, ",", "-", ":") && !r.Glued(at+1) {
		at++
	}
	if model, j, ok := ModelAt(r, at, m.Make); ok {
		m.Model, m.ModelAt, m.J, m.Common = model.Name, text.Between(at, j), j, false
	}
}

// yearAfter reads "(2019)", ", 2019", "year 2018", "'19" after the name.
func yearAfter(r *Text, m *Mention) {
	j := m.J
	for range 3 {
		j = r.Skip(j, "(", ",", "-", "=", "the", "year", "from", "del", "ano", "modelo", "model", "of")
	}
	y, k, ok := YearAt(r, j, NewestYear(r), false)
	if !ok || r.Dated[j] || r.Is(k, "/") || IsMiles(r, k) || r.Row(k-1) != r.Row(m.I) && !r.Together(m.I, k) || isNextCar(r, j) {
		return
	}
	m.Year, m.YearAt, m.J = y, text.Between(j, k), k
}

// isNextCar reports whether token i is the year of the next car in a list: ", 2016 Chevrolet".
func isNextCar(r *Text, i int) bool {
	_, k, ok := YearAt(r, i, NewestYear(r), false)
	if _, _, made := MakeAt(r, k); ok && !made && TrimAt(r, k) > k {
		return false // "Kia Soul 2016 LX"
	}
	return ok && NamesCar(r, SkipLooks(r, k)) && !r.Is(i-1, "(")
}
