package subject

import (
	"strconv"
	"strings"
	"time"

	"ppamaild/lazyregexp"
)

// day matches a day, month, quarter or year, or a time relative to today.
const day = `(?:\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}/\d{4}|` + months + `\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?` + months + `\.?,? \d{4}|` +
	months + `\.?,? \d{4}|` + months + `\.? \d{1,2}(?:st|nd|rd|th)?\b|(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?` + months + `\b|` + months + `\b|Q[1-4] \d{4}|(?:the year )?(?:19|20)\d\d|(?i:` + relative + `))`

const (
	months = `(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)`
	unit   = `(?:day|week|month|quarter|year)`
	// relative ignores case. The months do not, because "may" and "march" are words.
	relative = `today|yesterday|(?:this|last|past|previous) (?:week|month|quarter|year)|(?:the )?(?:last|past) (?:\d{1,3}|` + counts + `) ` + unit + `s?`
	counts   = `two|three|four|five|six|seven|eight|nine|ten|twelve`
)

// The expressions of time. The groups are the preposition, the day, and the last day.
var (
	between = lazyregexp.MustCompile(`\b(?i:from|between) (` + day + `) ?(?i:to|until|till|through|and|-|–) ?(` + day + `)\b`)
	onwards = lazyregexp.MustCompile(
		`\b(?i:since|starting|from) (` + day + `)(?: (on|onwards?)\b)?`)
	upTo   = lazyregexp.MustCompile(`\b(?i:until|till|up to|through|before) (` + day + `)\b`)
	due    = lazyregexp.MustCompile(`\b(?i:by) (` + day + `)\b`)
	beyond = lazyregexp.MustCompile(`\b(?i:after) (` + day + `)\b`)
	within = lazyregexp.MustCompile(`\b(?i:in|of|during|only|just|within) (` + day + `)((?:(?:,|,? and|,? or) (?:` + day + `))*)`)
	// covered excludes a year after "for": "a quote for 2021 Outbacks".
	covered = lazyregexp.MustCompile(`\b(?i:for) (` + months + `\.?,? \d{4}|Q[1-4] \d{4})\b`)
	alone   = lazyregexp.MustCompile(`\b(?i:` + relative + `)\b`)
	named   = lazyregexp.MustCompile(day)
	bare    = lazyregexp.MustCompile(`^` + months + `$`)
)

// timing has the times in a text.
type timing struct {
	now   time.Time
	all   Spans
	ahead []string // future times and deadlines, which limit nothing
}

// add adds a span. It reports false for an invalid span.
func (t *timing) add(said string, s Span, ok bool) bool {
	switch {
	case ok && s.Since.After(t.now):
		t.ahead = append(t.ahead, strings.TrimSpace(said))
	case ok && s.lasts():
		t.all = t.all.limited(s)
	}
	return ok
}

// within adds the span of a day without its own preposition. A month in the near future is a
// future time.
func (t *timing) within(said, day string, s Span, ok bool) bool {
	if ok && isDeadline(day, s, t.now) {
		t.ahead = append(t.ahead, strings.TrimSpace(said))
		return true
	}
	return t.add(said, s, ok)
}

// spans reads the spans of time in a text that was written now, and returns the other times as
// unread.
func (d *draft) spans(now time.Time) (all Spans, unread []string) {
	d.text = toEnglish(d.text)
	t := &timing{now: now}
	d.take(between, func(m []string) bool {
		s, ok, ahead := spanBetween(m[1], m[2], now)
		if ok && (ahead || !s.lasts()) {
			t.ahead = append(t.ahead, m[0])
			return true
		}
		return t.add(m[0], s, ok)
	})
	d.openEnds(t)
	d.take(within, func(m []string) bool {
		ok := true
		if strings.EqualFold(m[0][:2], "in") && bare.MatchString(m[1]) { // "the storm in October" limits nothing
			return false
		}
		for _, one := range named.FindAllString(m[1]+m[2], -1) {
			s, is := spanOf(one, now)
			ok = t.within(m[0], one, s, is) && ok
		}
		return ok
	})
	plain := func(m []string) bool {
		s, ok := spanOf(m[len(m)-1], now)
		return t.add(m[0], s, ok)
	}
	d.take(covered, plain)
	d.take(alone, plain)
	return t.all, d.unreadTimes(t.ahead)
}

// spanBetween returns the span between two days. Either day may lack the year. ahead reports
// whether the span is in the future.
func spanBetween(first, last string, now time.Time) (s Span, ok, ahead bool) {
	from, ok := spanOf(first, now)
	to, okTo := spanOf(last, now)
	if !ok || !okTo {
		return s, false, false
	}
	switch backwards := !from.Since.Before(to.Until); {
	case hasYear(first) && hasYear(last):
	case hasYear(last): // "from May to August 2025"
		from, _ = spanOf(first, to.Until.AddDate(0, 0, -1))
	case !hasYear(first) && isDeadline(first, from, now): // in November, "between December 1 and January 31"
		return s, true, true
	case backwards && (hasYear(first) || isDeadline(last, to, now)): // "from October to December", "from November 3, 2026 to January 15"
		to.Until = to.Until.AddDate(1, 0, 0)
	case backwards: // "from May to March"
		from.Since = from.Since.AddDate(-1, 0, 0)
	}
	return Span{from.Since, to.Until}, true, false
}

// openEnds reads spans that have only a beginning or only an end.
func (d *draft) openEnds(t *timing) {
	d.take(onwards, func(m []string) bool {
		s, ok := spanOf(m[1], t.now)
		isSince := strings.EqualFold(m[0][:5], "since") // "since" is about the past
		if ok && !isSince && isDeadline(m[1], s, t.now) {
			t.ahead = append(t.ahead, m[0])
			return true
		}
		if !strings.EqualFold(m[0][:4], "from") || m[2] != "" { // "mails from 2024" means only that year
			s.Until = time.Time{}
		}
		return t.add(m[0], s, ok)
	})
	d.take(upTo, func(m []string) bool {
		s, ok := spanOf(m[1], t.now)
		if ok && isDeadline(m[1], s, t.now) {
			t.ahead = append(t.ahead, m[0])
			return true
		}
		if strings.EqualFold(m[0][:6], "before") {
			s.Until = s.Since
		}
		return t.add(m[0], Span{Until: s.Until}, ok)
	})
	d.take(due, func(m []string) bool { // a due date, not a time of subjects
		t.ahead = append(t.ahead, m[0])
		return true
	})
	d.take(beyond, func(m []string) bool {
		s, ok := spanOf(m[1], t.now)
		return t.within(m[0], m[1], Span{Since: s.Until}, ok)
	})
}

// isDeadline reports whether the time after "before" is in the near future. In November, "before
// December" means this December.
func isDeadline(said string, last Span, now time.Time) bool {
	return !hasYear(said) && bare.MatchString(monthOf(said)) &&
		last.Since.AddDate(1, 0, 0).Before(now.AddDate(0, 2, 0))
}

// monthOf returns a day without the number of the day.
func monthOf(said string) string {
	return strings.Trim(inMonth.ReplaceAllString(strings.TrimPrefix(said, "the "), ""), " .")
}

var inMonth = lazyregexp.MustCompile(`\d{1,2}(?:st|nd|rd|th)?(?: of)?`)

var endsInYear = lazyregexp.MustCompile(`\d{4}`)

func hasYear(text string) bool { return endsInYear.MatchString(text) }

// limited adds a span. A span with an open beginning ends a span with an open end: "after May and
// before August".
func (s Spans) limited(next Span) Spans {
	for i, one := range s {
		switch {
		case one.Since.IsZero() && next.Until.IsZero() && next.Since.Before(one.Until):
			s[i].Since = next.Since
			return s
		case one.Until.IsZero() && next.Since.IsZero() && one.Since.Before(next.Until):
			s[i].Until = next.Until
			return s
		}
	}
	return s.Plus(next)
}

// spanOf returns the span of a named or relative time. A month without a year is the most recent
// month of this name that has begun.
func spanOf(text string, now time.Time) (Span, bool) {
	if s, is := relativeSpan(strings.ToLower(text), now); is {
		return s, true
	}
	plain := ordinal.ReplaceAllString(strings.TrimPrefix(strings.NewReplacer(",", "", ".", "",
		"the year ", "", " of ", " ", "Sept ", "Sep ").Replace(text), "the "), "$1")
	for _, l := range layouts {
		from, err := time.ParseInLocation(l.layout, plain, now.Location())
		if err != nil {
			continue
		}
		if from.Year() == 0 {
			from = from.AddDate(now.Year(), 0, 0)
			if from.After(now) {
				from = from.AddDate(-1, 0, 0)
			}
		}
		return Span{from, from.AddDate(l.years, l.months, l.days)}, true
	}
	if len(plain) == len("Q1 2006") && plain[0] == 'Q' {
		first := 3*int(plain[1]-'1') + 1
		y, _ := strconv.Atoi(plain[3:]) // the expression matched digits
		return from(y, time.Month(first), 1, now).lasting(0, 3, 0), true
	}
	return Span{}, false
}

var (
	ordinal = lazyregexp.MustCompile(`(\d)(?:st|nd|rd|th)\b`)
	layouts = []struct {
		layout              string
		years, months, days int
	}{
		{time.DateOnly, 0, 0, 1}, {"1/2/2006", 0, 0, 1},
		{"January 2 2006", 0, 0, 1}, {"Jan 2 2006", 0, 0, 1}, {"2 January 2006", 0, 0, 1},
		{"2 Jan 2006", 0, 0, 1},
		{"January 2006", 0, 1, 0}, {"Jan 2006", 0, 1, 0}, {"January", 0, 1, 0}, {"Jan", 0, 1, 0},
		{"2006", 1, 0, 0},
		{"January 2", 0, 0, 1}, {"Jan 2", 0, 0, 1}, {"2 January", 0, 0, 1}, {"2 Jan", 0, 0, 1},
	}
)

// moment returns the beginning of a span.
type moment struct{ time.Time }

func from(year int, month time.Month, day int, now time.Time) moment {
	return moment{time.Date(year, month, day, 0, 0, 0, 0, now.Location())}
}

func (m moment) lasting(years, months, days int) Span {
	return Span{m.Time, m.AddDate(years, months, days)}
}

// relativeSpan reads a time relative to today: "last year", "the past 3 months".
func relativeSpan(text string, now time.Time) (Span, bool) {
	today := from(now.Year(), now.Month(), now.Day(), now)
	switch text {
	case "today":
		return today.lasting(0, 0, 1), true
	case "yesterday":
		return moment{today.AddDate(0, 0, -1)}.lasting(0, 0, 1), true
	}
	words := strings.Fields(strings.TrimPrefix(text, "the "))
	if len(words) < 2 {
		return Span{}, false
	}
	unit := strings.TrimSuffix(words[len(words)-1], "s")
	if len(words) == 3 {
		n, known := count(words[1])
		known = known && (words[0] == "last" || words[0] == "past") // "May 3 2025" is not relative
		return Span{goBack(today.Time, unit, n), today.AddDate(0, 0, 1)}, known
	}
	begun, known := beginning(unit, now)
	switch words[0] {
	case "last", "previous":
		if unit == "week" && now.Weekday() == time.Sunday { // on Sunday, "last week" means the week up to today
			begun = today
		}
		return Span{goBack(begun.Time, unit, 1), begun.Time}, known
	case "past": // "past" ends today
		return Span{goBack(today.Time, unit, 1), today.AddDate(0, 0, 1)}, known
	case "this":
		return Span{Since: begun.Time}, known
	}
	return Span{}, false
}

// beginning returns the start of the current unit of the calendar. Weeks begin on Monday.
func beginning(unit string, now time.Time) (moment, bool) {
	switch unit {
	case "year":
		return from(now.Year(), time.January, 1, now), true
	case "quarter":
		return from(now.Year(), (now.Month()-1)/3*3+1, 1, now), true
	case "month":
		return from(now.Year(), now.Month(), 1, now), true
	case "week":
		return from(now.Year(), now.Month(), now.Day()-(int(now.Weekday())+6)%7, now), true
	}
	return moment{}, false
}

// goBack returns the time n units before t.
func goBack(t time.Time, unit string, n int) time.Time {
	switch unit {
	case "year":
		return monthsBack(t, 12*n)
	case "quarter":
		return monthsBack(t, 3*n)
	case "month":
		return monthsBack(t, n)
	case "week":
		return t.AddDate(0, 0, -7*n)
	}
	return t.AddDate(0, 0, -n)
}

// monthsBack returns the same day n months before t, or the last day of a shorter month.
func monthsBack(t time.Time, n int) time.Time {
	first := from(t.Year(), t.Month()-time.Month(n), 1, t)
	last := first.AddDate(0, 1, -1)
	return first.AddDate(0, 0, min(t.Day(), last.Day())-1)
}

func count(word string) (n int, known bool) {
	spelled := map[string]int{"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
		"eight": 8, "nine": 9, "ten": 10, "twelve": 12}
	if n, known = spelled[word]; known {
		return n, true
	}
	n, err := strconv.Atoi(word)
	return n, err == nil
}
