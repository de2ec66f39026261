package find

import (
	"strings"

	"ppamaild/reading/text"
)

// Number is an amount as people write it: "8,000", "8k", "$500", "eight
// thousand", "'19", "a hundred".
type Number struct {
	text.Span
	N       int
	Dollar  bool
	Plain   bool // digits only, as years are written
	Short   bool // an apostrophe and two digits
	Spelled bool // in words
	Size    int  // digits written
}

// NumberAt reads the number that starts at token i.
func NumberAt(d *Text, i int) (Number, bool) {
	at := i
	if i < 0 || i >= len(d.Tokens) || d.Kind(i) == text.Word && !d.Spoken[i] || d.Kind(i) == text.Mark && !d.Is(i, "$", "'") {
		return Number{}, false
	}
	dollar := d.Is(i, "$")
	if dollar {
		i++
	}
	if d.Is(i, "'") && d.Glued(i+1) && d.Kind(i+1) == text.Digits && len(d.At(i+1)) == 2 {
		return Number{Span: text.Between(at, i+2), N: text.Atoi(d.At(i + 1)), Short: true, Size: 2}, true
	}
	n, ok := numeral(d, i)
	if !ok && !dollar {
		n, ok = spelledAt(d, i)
	}
	if !ok {
		return Number{}, false
	}
	n.I, n.Dollar = at, n.Dollar || dollar
	if d.Is(n.J, "dollars", "bucks", "dolares") {
		n.Dollar = true
	}
	return n, true
}

// numeral reads digits, with commas, a "k" or the word thousand.
func numeral(d *Text, i int) (Number, bool) {
	n := Number{Span: text.Between(i, i+1), Plain: true, Size: len(d.At(i))}
	switch d.Kind(i) {
	case text.Digits:
		n.N = text.Atoi(d.At(i))
	case text.Mixed:
		head, ok := strings.CutSuffix(d.At(i), "k")
		if n.N = text.Atoi(head); !ok || n.N < 0 {
			return n, false
		}
		n.N, n.Plain = n.N*1000, false
	default:
		return n, false
	}
	if n.N < 0 {
		return n, false
	}
	addGroups(d, &n)
	if n.Size < 3 && n.J == i+1 && d.Kind(n.J) == text.Digits && len(d.At(n.J)) == 3 && d.Row(n.J) == d.Row(i) && IsMiles(d, n.J+1) {
		n.N, n.Plain, n.J = n.N*1000+text.Atoi(d.At(n.J)), false, n.J+1 // "12 500 miles"
	}
	if n.Size < 3 && n.J == i+1 && d.Is(n.J, ".") && d.Kind(n.J+1) == text.Digits && len(d.At(n.J+1)) == 3 && d.Glued(n.J) && d.Glued(n.J+1) && IsMiles(d, n.J+2) {
		n.N, n.Plain, n.J = n.N*1000+text.Atoi(d.At(n.J+1)), false, n.J+2 // "12.500 miles"
	}
	decimals(d, &n)
	if d.Is(n.J, "k", "thousand", "grand", "mil") && n.N < 1000 {
		n.N, n.Plain, n.Dollar = n.N*1000, false, d.Is(n.J, "grand")
		n.J++
	}
	return n, true
}

// addGroups adds ",000" to n.
func addGroups(d *Text, n *Number) {
	for d.Is(n.J, ",") && d.Glued(n.J) && d.Glued(n.J+1) && d.Kind(n.J+1) == text.Digits && len(d.At(n.J+1)) == 3 && n.N < 1_000_000 {
		n.N, n.Plain = n.N*1000+text.Atoi(d.At(n.J+1)), false
		n.Size += 3
		n.J += 2
	}
}

// goesOnBehindComma reports whether token i is the start of a number such as "6,000".
func goesOnBehindComma(d *Text, i int) bool {
	return d.Kind(i) == text.Digits && d.Is(i+1, ",") && d.Glued(i+1) && d.Glued(i+2) && d.Kind(i+2) == text.Digits && len(d.At(i+2)) == 3
}

// decimals reads ".5" and ".5k"; the fraction counts before a k only.
func decimals(d *Text, n *Number) {
	if !d.Is(n.J, ".") || !d.Glued(n.J) || !d.Glued(n.J+1) || n.J+1 >= len(d.Tokens) {
		return
	}
	tail, thousands := strings.CutSuffix(d.At(n.J+1), "k")
	fraction := text.Atoi(tail)
	if fraction < 0 || len(tail) > 2 {
		return
	}
	n.J, n.Plain = n.J+2, false
	if !thousands && tail[0] >= '5' && n.N < 1000 && !d.Is(n.J, "k", "thousand") {
		n.N++ // 5.5 miles
	}
	if thousands || d.Is(n.J, "k", "thousand") {
		for range 3 - len(tail) {
			fraction *= 10
		}
		n.N = n.N*1000 + fraction
		if !thousands {
			n.J++
		}
	}
}

var units = map[string]int{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
	"nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
	"seventeen": 17, "eighteen": 18, "nineteen": 19, "oh": 0, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6,
	"siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "doce": 12, "trece": 13, "catorce": 14, "quince": 15, "dieciseis": 16,
	"diecisiete": 17, "dieciocho": 18, "diecinueve": 19, "veinte": 20, "veintiuno": 21, "veintiun": 21, "veintidos": 22,
	"veintitres": 23, "veinticuatro": 24, "veinticinco": 25, "veintiseis": 26, "veintisiete": 27, "veintiocho": 28, "veintinueve": 29}

var tens = map[string]int{"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	"treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70, "ochenta": 80, "noventa": 90}

// hundreds are those of Spanish, which are one word each.
var hundreds = map[string]int{"cien": 100, "ciento": 100, "doscientos": 200, "trescientos": 300, "cuatrocientos": 400, "quinientos": 500,
	"seiscientos": 600, "setecientos": 700, "ochocientos": 800, "novecientos": 900, "doscientas": 200, "trescientas": 300,
	"cuatrocientas": 400, "quinientas": 500, "seiscientas": 600, "setecientas": 700, "ochocientas": 800, "novecientas": 900}

// spelledAt reads a number in words, and a year as it is spoken: "nineteen
// eighty five", "twenty nineteen".
func spelledAt(d *Text, i int) (Number, bool) {
	n := Number{Span: text.Between(i, i), Spelled: true}
	if d.Is(i, "a", "an") && !d.Is(i+1, "hundred", "thousand") || d.Is(i, "oh") {
		return n, false
	}
	if d.Is(i, "mil") && !d.Among(i-1, "whose car") { // "my MIL" is somebody's mother-in-law
		n.N, n.J = 1000, i+1
		addHundreds(d, &n)
		return n, true
	}
	if whole, ok := hundreds[d.At(i)]; ok {
		n.N, n.J = whole, i+1
		addTens(d, &n)
		addThousands(d, &n)
		return n, true
	}
	first, j := belowHundred(d, i)
	if j == i {
		return n, false
	}
	if second, k := belowHundred(d, d.SkipDash(j)); k > j && (first == 19 || first == 20) && (second >= 10 || d.Is(j, "oh")) {
		n.N, n.J = first*100+second, k
		return n, true
	}
	n.N, n.J = first, j
	switch k := d.SkipDash(j); {
	case d.Is(n.J, "hundred"):
		n.N, n.J = n.N*100, n.J+1
		addTens(d, &n)
	case first < 10 && d.Is(k, "fifty") && !d.Is(i, "a"):
		n.N, n.J = first*100+50, k+1 // "two-fifty"
	}
	addThousands(d, &n)
	return n, true
}

// addTens reads what follows hundreds: "and fifty", "twenty-five". Behind another
// hundred, it may be a number of its own: "a hundred three hundred fifty".
func addTens(d *Text, n *Number) {
	j := d.Skip(n.J, "and")
	rest, k := belowHundred(d, j)
	if k == j || d.Is(j, "a") || d.Is(k, "hundred") || rest < 10 && j == n.J || d.Is(n.I-1, "hundred", "thousand") || n.N >= 1000 {
		return
	}
	n.N, n.J = n.N+rest, k
}

// addThousands reads "thousand" behind n, and what follows that.
func addThousands(d *Text, n *Number) {
	if d.Is(n.J, "thousand", "mil", "grand") {
		n.N, n.J = n.N*1000, n.J+1
		addHundreds(d, n)
	}
}

// addHundreds reads what follows a thousand: "five hundred", "and nineteen".
func addHundreds(d *Text, n *Number) {
	j := n.J
	if d.Is(j, "and") {
		j++
	}
	rest, k := belowHundred(d, j)
	if whole, ok := hundreds[d.At(j)]; ok {
		n.N, n.J = n.N+whole, j+1
		return
	}
	switch {
	case k == j || d.Is(j, "a"):
	case d.Is(k, "hundred"):
		n.N, n.J = n.N+rest*100, k+1
	case n.N == 2000:
		n.N, n.J = n.N+rest, k
	}
}

func belowHundred(d *Text, i int) (n, j int) {
	if d.Is(i, "a") {
		return 1, i + 1
	}
	if v, ok := units[d.At(i)]; ok {
		if d.Is(i, "oh") {
			if w, ok := units[d.At(i+1)]; ok && w < 10 && !d.Is(i+1, "oh") {
				return w, i + 2
			}
			return 0, i
		}
		return v, i + 1
	}
	v, ok := tens[d.At(i)]
	if !ok {
		return 0, i
	}
	k := d.SkipDash(i + 1)
	if d.Is(k, "y") && d.Gap(k) {
		k++ // "treinta y dos"
		if d.Is(k, "un", "uno", "una") {
			return v + 1, k + 1
		}
	}
	if w, ok := units[d.At(k)]; ok && 0 < w && w < 10 {
		return v + w, k + 1
	}
	return v, i + 1
}

// YearAt reads a model year: 1981 to the year after next, "'19" or "19" too where short is allowed.
func YearAt(d *Text, i int, newest int, short bool) (int, int, bool) {
	n, ok := NumberAt(d, i)
	if !ok || n.Dollar {
		return 0, i, false
	}
	if n.Short || short && n.Plain && n.Size == 2 && d.Kind(i) == text.Digits {
		y := 2000 + n.N
		if y > newest {
			y -= 100
		}
		return y, n.J, y >= 1960
	}
	return n.N, n.J, (n.Plain && n.Size == 4 || n.Spelled) && 1920 <= n.N && n.N <= newest
}
