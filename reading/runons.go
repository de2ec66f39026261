package reading

// leastRunOn is how many tokens a sentence has at least that may be several, as somebody
// dictates who says no full stops.
const leastRunOn = 45

// partRunOns returns where sentences end, also within those that go on and on without marks:
// before each new statement, "… in Medford I was born in 1984 and he was born in 1981 we have
// two cars".
func (d *document) partRunOns(ends []int) []int {
	var parted []int
	from := 0
	for _, end := range ends {
		if end-from >= leastRunOn && d.lacksMarks(span{from, end}) {
			for i := from + 4; i < end-3; i++ {
				if start := d.statementAt(i); start > from+3 {
					parted, from = append(parted, start), i
				}
			}
		}
		parted, from = append(parted, end), end
	}
	return parted
}

// lacksMarks reports whether hardly any mark stands in s.
func (d *document) lacksMarks(s span) bool {
	marks := 0
	for i := s.i; i < s.j; i++ {
		if d.is(i, ",", ".", ";", ":", "(", "|", "*", "•", "=", "/", ">") || d.is(i, "-") && d.gap(i) {
			marks++
		}
	}
	return marks*20 < s.j-s.i
}

// statementAt returns where a statement starts whose subject is token i, the "and" before it
// included; 0 where none does.
func (d *document) statementAt(i int) int {
	switch {
	case d.is(i, "i", "we", "he", "she", "they", "yo", "nosotros"):
		k := i + 1
		for d.among(k, "before a verb") || d.is(k, "both", "all", "each") {
			k++
		}
		if !d.among(k, "states") {
			return 0
		}
	case d.is(i, "my", "our", "his", "her", "mi", "nuestra") && d.among(i+1, "states of people") && d.is(i+2, "is", "was", "are", "es"):
	case d.is(i, "mine", "hers", "his") && d.is(i+1, "is", "has", "gets") && d.endsAside(i):
		return i // "… a Kia which he owes money on mine is paid off"
	case d.is(i, "los", "both", "neither", "nobody", "no", "none", "never") && d.isAllOfUs(i):
	case !d.is(i, "i'm", "i've", "we're", "we've", "he's", "she's", "im", "ive", "vivimos", "vivo"):
		return 0
	}
	if d.is(i-1, "and", "so", "but", "y", "oh", "pero") {
		if d.is(i-2, "oh", "and", "so") {
			i--
		}
		i--
	}
	if d.among(i-1, "holds a statement") {
		return 0
	}
	return i
}

// endsAside reports whether words behind "which" end before token i with what these words go with:
// "a Kia which he still pays on".
func (d *document) endsAside(i int) bool {
	if !d.is(i-1, "on", "for", "with", "in") {
		return false
	}
	for k := i - 2; k > i-9; k-- {
		if d.is(k, "which", "that") {
			return true
		}
	}
	return false
}

// isAllOfUs reports whether "both of us have", "nobody has" or "los dos tenemos" starts at token i.
func (d *document) isAllOfUs(i int) bool {
	k := i + 1
	switch {
	case d.is(i, "los"):
		if !d.is(k, "dos", "tres") {
			return false
		}
		k++
	case d.is(i, "no", "never"):
		if !d.is(k, "one") {
			return d.is(i, "no") && d.among(k, "states of a record") && !d.is(i-1, "and", "with", ",", "have", "had")
		}
		k++
	}
	if d.is(k, "of") && d.is(k+1, "us") {
		k += 2
	}
	return d.among(k, "states")
}
