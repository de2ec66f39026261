package reading

// Some answer several of our questions at once by their numbers: "1&3: 8/9/81 and 3/22/83",
// "5 and 7: both to work. 6 and 8: 10k each."

// joined is a row of such numbers, from 1, and the words behind it.
type joined struct {
	numbers []int
	head    span
	value   span
}

// readJoined understands the answers of line k that are given so, and reports whether it has any.
func (r *reader) readJoined(k int, form *formState) bool {
	l := r.lines[k]
	if len(r.in.Asked) < 2 || l.j <= r.subjectEnd() {
		return false
	}
	var rows []joined
	for i := l.i; i < l.j; i++ {
		if i > l.i && !r.is(i-1, ".", ";", "!", ":") {
			continue
		}
		if row, ok := r.joinedAt(i, l.j); ok {
			if n := len(rows); n > 0 {
				rows[n-1].value.j = i
			}
			rows = append(rows, row)
			i = row.head.j - 1
		}
	}
	read := false
	for _, row := range rows {
		if r.putJoined(row, form) {
			r.take(row.head)
			read = true
		}
	}
	return read
}

// joinedAt reads "2 & 4:", "5-8:" and "6 and 8." at token i, of what ends before end.
func (r *reader) joinedAt(i, end int) (joined, bool) {
	row := joined{head: span{i, i}}
	i = r.skipPast(i, "questions", "question", "numbers", "nos", "for", "to", "#", "(", "preguntas", "re")
	for i < end {
		n, ok := r.digitsAt(i, 2)
		if !ok || n > len(r.in.Asked) || n < 1 {
			return row, false
		}
		if last := len(row.numbers) - 1; last >= 0 && r.is(i-1, "-", "to", "through", "thru", "a", "al") {
			for m := row.numbers[last] + 1; m < n; m++ {
				row.numbers = append(row.numbers, m)
			}
		}
		row.numbers = append(row.numbers, n)
		j := r.skip(r.skip(i+1, ","), "&", "and", "y", "+", "/", "-", "to", "through", "thru", "a", "al")
		if m, more := r.digitsAt(j, 2); !more || j == i+1 || m <= n || m > len(r.in.Asked) {
			i++
			break
		}
		i = r.skip(j, "#")
	}
	i = r.skip(i, ")")
	marked := r.is(i, ":", "=", ")") || r.is(i, ".", "-") && r.gap(i+1)
	if len(row.numbers) < 2 || !marked && !r.is(i, "are", "is", "both", "all", "son") || i >= end {
		return row, false
	}
	if marked {
		i++
	}
	row.head.j, row.value = i, span{r.skip(i, "are", "is", "son"), end}
	return row, !row.value.empty()
}

// putJoined understands what stands behind numbers: as many answers, in their order, or one that
// holds for each. Where it names people or cars, these say of whom it is.
func (r *reader) putJoined(row joined, form *formState) bool {
	var paths []string
	for _, n := range row.numbers {
		paths = append(paths, r.in.Asked[n-1])
	}
	for i := row.value.i; i < row.value.j; i++ {
		if r.isKin(i) || r.isGiven(i) >= 0 || r.is(i, "me", "mine", "i", "her", "hers", "she", "his", "him", "he", "yo", "el", "ella") || r.carOnLine(i) && r.namesCar(i) {
			return false
		}
	}
	if parts := r.splitJoined(row.value, len(paths)); parts != nil {
		return r.putFitting(paths, parts, 0, form)
	}
	value := row.value
	value.i = r.skip(value.i, "both", "all", "ambos", "todos", "each", "cada")
	for i := value.i + 1; i < value.j; i++ {
		if r.is(i, "both", "each", "all", "ambos", "cada") {
			value.j = i
			if r.is(i-1, "for", "para") {
				value.j-- // "27 years for both of us"
			}
		}
	}
	if r.countNumbers(value) > 1 {
		return false
	}
	parts := make([]span, len(paths))
	for k, path := range paths {
		if fieldOf(path) != fieldOf(paths[0]) {
			return false
		}
		parts[k] = value
	}
	return r.putFitting(paths, parts, 0, form)
}

// splitJoined cuts s into so many answers: at commas and the like, or else at slashes.
func (r *reader) splitJoined(s span, most int) []span {
	for _, marks := range [][]string{{",", ";", "and", "&", "y", "+"}, {"/"}} {
		parts := []span{{s.i, s.i}}
		for i := s.i; i < s.j; i++ {
			loose := r.gap(i+1) || r.is(i, "/", "&", "+")
			if n := len(parts) - 1; !r.is(i, marks...) || !loose {
				parts[n].j = i + 1
			} else if parts[n].empty() {
				parts[n] = span{i + 1, i + 1} // "8/9/81, and 3/22/83"
			} else {
				parts = append(parts, span{i + 1, i + 1})
			}
		}
		if len(parts) == most {
			return parts
		}
	}
	return nil
}

// countNumbers returns how many numbers and days s has.
func (r *reader) countNumbers(s span) int {
	n := 0
	for i := s.i; i < s.j; i++ {
		if v, ok := r.date(i); ok {
			n, i = n+1, v.j-1
		} else if v, ok := r.number(i); ok {
			n, i = n+1, v.j-1
		}
	}
	return n
}
