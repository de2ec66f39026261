package find

import (
	"strings"

	"ppamaild/reading/text"
)

// Mention is a place where the mail names a vehicle. Spans are empty for what it does not say.
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
	if at := r.Skip(m.J, ",") + 1; m.Model != "" && m.TrimAt.Empty() && r.Is(at-1, "the") && r.Capital(at) {
		if j := TrimAt(r, at); j > at && (r.Breaks(j) || r.Is(j, ".", "trim", "model", "version", "and", "i")) {
			m.TrimAt, m.J = text.Between(at, j), j // "Accord, the EX-L"
		}
	}
	if m.Year == 0 {
		yearAfter(r, &m)
		if j := TrimAt(r, m.J); m.Year != 0 && m.Model != "" && m.TrimAt.Empty() && r.Gap(m.J) && j > m.J {
			m.TrimAt, m.J = text.Between(m.J, j), j // "Passat 2016 SE"
		}
	}
	trimAsItem(r, &m)
	trimByName(r, &m)
	trimByNumber(r, &m)
	return m, true
}

// NewestYear is the latest model year that can be on sale.
func NewestYear(r *Text) int { return r.Today.Year() + 2 }

// trimByName reads a trim that is called one, or set in quotes, behind the name: "Sienna 2020,
// model LE", `ID.4 "Pro S"`.
func trimByName(r *Text, m *Mention) {
	if m.Model == "" || !m.TrimAt.Empty() {
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
	j := TrimAt(r, at)
	if !called && !quoted || j == at || r.Row(at) != r.Row(m.J-1) && !r.Together(m.I, j) {
		return
	}
	m.TrimAt, m.J = text.Between(at, j), r.Skip(j, "\"", "”", "'")
}

// trimByNumber reads the trims that Toyota numbers: "Prius Two", "Prius II".
func trimByNumber(r *Text, m *Mention) {
	numbered := r.Is(m.J, "two", "three", "four", "five", "ii", "iii", "iv", "v") && r.Capital(m.J) && r.Gap(m.J) && r.Row(m.J) == r.Row(m.J-1)
	if strings.HasPrefix(m.Model, "Prius") && m.TrimAt.Empty() && numbered && (r.Kind(m.J+1) == text.Mark || r.Row(m.J+1) != r.Row(m.J)) {
		m.TrimAt, m.J = text.Between(m.J, m.J+1), m.J+1
	}
}

// TrimName writes a trim as the mail does; in lower case ones of letters are written large.
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

// trimAsItem reads a trim that is an item of its own behind the name: "Silverado, 2014, LT".
func trimAsItem(r *Text, m *Mention) {
	at := m.J + 1
	if m.Model == "" || !m.TrimAt.Empty() || !r.Is(m.J, ",", "-") || !r.Gap(at) || r.Is(at, looks...) || r.Row(at) != r.Row(m.I) {
		return
	}
	if j := TrimAt(r, at); j > at && (r.Capital(at) || r.Kind(at) != text.Word) && (r.Breaks(j) || r.Sentence(at).J <= j+1) {
		m.TrimAt, m.J = text.Between(at, j), j
	}
}

func readName(r *Text, m *Mention) {
	if made, j, ok := MakeAt(r, m.J); ok {
		if whole, k, ok := ModelAt(r, m.J, made.Name); ok && k > j { // "Mazda3", "Ram 1500" of Dodge
			m.Make, m.Model, m.Common = whole.make, whole.Name, false
			m.MakeAt, m.ModelAt, m.J = text.Between(m.J, k), text.Between(m.J, k), k
			return
		}
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

// readModel reads the model after a make: a model of the catalogue or, after a year, a word that
// looks like a name.
func readModel(r *Text, m *Mention) {
	at := r.Skip(m.J, "'s")
	if r.Is(at, ",", "-", ":") && !r.Glued(at+1) {
		at++
	}
	model, j, ok := ModelAt(r, at, m.Make)
	if ok {
		m.Model, m.ModelAt, m.J, m.Common = model.Name, text.Between(at, j), j, false
		return
	}
	if m.Year != 0 && at == m.J && looksLikeModel(r, at) {
		m.Model, m.ModelAt, m.J = r.Raw(text.Between(at, at+1)), text.Between(at, at+1), at+1
	}
}

func looksLikeModel(r *Text, i int) bool {
	if i >= len(r.Tokens) || !r.Together(i-1, i+1) || !r.Gap(i) {
		return false
	}
	t := r.Tokens[i]
	if t.Kind == text.Mixed {
		return !IsMiles(r, i+1)
	}
	return t.Kind == text.Word && t.Capital && r.Cased && len(t.Norm) > 2 && !text.StopWord(t.Norm) && !cars.Get().trims[t.Norm]
}

// yearAfter reads "(2019)", ", 2019", "year 2018", "'19" after the name.
func yearAfter(r *Text, m *Mention) {
	j := m.J
	for range 3 {
		j = r.Skip(j, "(", ",", "-", "=", "the", "year", "from", "del", "ano", "modelo", "model", "of")
	}
	if r.Is(j, "a", "an") && r.Is(j-1, ",") {
		j++ // "Explorer, a '98 XLT"
	}
	y, k, ok := YearAt(r, j, NewestYear(r), false)
	if !ok || r.Dated[j] || r.Is(k, "/") || IsMiles(r, k) || r.Row(k-1) != r.Row(m.I) && !r.Together(m.I, k) || isNextCar(r, j) {
		return
	}
	m.Year, m.YearAt, m.J = y, text.Between(j, k), k
	if !r.Is(j-1, "(") {
		return
	}
	if t := TrimAt(r, r.Skip(k, ",")); m.TrimAt.Empty() && m.Model != "" && t > k+1 {
		m.TrimAt, k = text.Between(k+1, t), r.Skip(t, "edition")
		m.J = k
	}
	if r.Is(k, ")") {
		m.J = k + 1
	}
}

// isNextCar reports whether token i is the year of the next car in a list: ", 2016 Chevrolet".
func isNextCar(r *Text, i int) bool {
	_, k, ok := YearAt(r, i, NewestYear(r), false)
	if _, _, made := MakeAt(r, k); ok && !made && TrimAt(r, k) > k {
		return false // "Kia Soul 2016 LX"
	}
	return ok && NamesCar(r, SkipLooks(r, k)) && !r.Is(i-1, "(")
}
