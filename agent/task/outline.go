package task

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent/task/correlate"
	"ppamaild/lazyregexp"
	"ppamaild/templates"
)

// Limits of an outline.
const (
	mostNamed   = 5  // records that get a sentence or a recommendation
	soonDue     = 14 // days
	soonExpires = 60 // days
)

// outline collects sentences and recommendations that follow from records by the rules of
// doc/tasks.md.
type outline struct {
	words   *templates.Phrases
	today   time.Time // day of the last result
	records map[correlate.Kind][]correlate.Record
	said    []string
	advice  []string
}

// Outline is an analysis without a model: facts from the records, common values, and missing
// data. The summary names its basis.
func Outline(results []Result, related []Correlation, words *templates.Phrases) Findings {
	o := outline{words: words, records: make(map[correlate.Kind][]correlate.Record)}
	var last time.Time
	for _, r := range results {
		for _, one := range r.Records() {
			o.add(one)
		}
		if r.Meta.At.After(last) {
			last = r.Meta.At
		}
	}
	y, m, d := last.Date()
	o.today = time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	o.invoices()
	o.policies()
	o.notes()
	o.conflicts(related)
	o.found()
	o.agents(results)
	return Findings{Summary: strings.Join(o.said, "\n"), Analyst: "rules",
		Recommendations: append([]string{}, o.advice...)}
}

// add adds a record. An invoice or policy of several agents counts once.
func (o *outline) add(r correlate.Record) {
	number := cmp.Or(r.Fields["invoice_number"], r.Fields["policy_number"])
	same := func(other correlate.Record) bool {
		return number != "" && other.Ref == r.Ref && other.Fields["vendor"] == r.Fields["vendor"]
	}
	if (r.Kind == correlate.Invoice || r.Kind == correlate.Policy) &&
		slices.ContainsFunc(o.records[r.Kind], same) {
		return
	}
	o.records[r.Kind] = append(o.records[r.Kind], r)
}

func (o *outline) say(phrase string, args ...string) {
	o.said = append(o.said, o.words.Say(phrase, args...))
}

func (o *outline) advise(phrase string, args ...string) {
	o.advice = append(o.advice, o.words.Say(phrase, args...))
}

// until returns the days from today to a date in a field, and false without a date.
func (o *outline) until(r correlate.Record, field string) (int, bool) {
	day, ok := correlate.Day(r.Fields[field])
	return int(day.Sub(o.today) / (24 * time.Hour)), ok && o.today.Year() > 1
}

func (o *outline) days(n int) string {
	return o.words.Say("outline.days", strconv.Itoa(n))
}

// invoices names overdue invoices and invoices due soon, and adds up the open invoices.
func (o *outline) invoices() {
	var sum int64
	var open, overdue, priced int
	for _, r := range sorted(o.records[correlate.Invoice], "due_date") {
		if correlate.Status(r.Fields["status"]) != "unpaid" {
			continue
		}
		open++
		if cents, ok := correlate.Cents(r.Fields["amount"]); ok {
			sum += cents
			priced++
		}
		switch left, dated := o.until(r, "due_date"); {
		case !dated:
		case left < 0:
			if overdue++; overdue <= mostNamed {
				o.say("outline.overdue", o.invoice(r), o.days(-left))
				o.advise("outline.settle", o.invoice(r), o.days(-left))
			}
		case left <= soonDue:
			o.say("outline.due", o.invoice(r), o.days(left))
		}
	}
	if overdue > mostNamed {
		o.say("outline.overdue_all", strconv.Itoa(overdue))
	}
	if open > 0 && priced == open {
		o.say("outline.open_sum", strconv.Itoa(open), correlate.Dollars(sum))
	} else if open > 0 {
		o.say("outline.open", strconv.Itoa(open))
	}
}

// invoice names an invoice: "CAG-7731 of Clearview Auto Glass ($618.50)".
func (o *outline) invoice(r correlate.Record) string {
	name := cmp.Or(r.Fields["invoice_number"], r.Ref)
	if by := cmp.Or(r.Fields["vendor"], r.Fields["name"]); by != "" {
		name = o.words.Say("outline.of", name, by)
	}
	if cents, ok := correlate.Cents(r.Fields["amount"]); ok {
		name += " (" + correlate.Dollars(cents) + ")"
	}
	return name
}

// policies names policies that expire soon, and policies that are active after their end.
func (o *outline) policies() {
	inForce, expiring := 0, 0
	for _, r := range sorted(o.records[correlate.Policy], "expires") {
		if correlate.Status(r.Fields["status"]) != "active" {
			continue
		}
		left, dated := o.until(r, "expires")
		if !dated || left >= 0 {
			inForce++
		}
		name := cmp.Or(r.Fields["policy_number"], r.Ref)
		if line := r.Fields["line"]; line != "" {
			name += " (" + line + ")"
		}
		if !dated || left > soonExpires {
			continue
		}
		if expiring++; expiring > mostNamed {
			continue
		}
		day, _ := correlate.Day(r.Fields["expires"])
		if when := day.Format("Jan 2, 2006"); left < 0 {
			o.advise("outline.expired", name, when)
		} else {
			o.say("outline.expires", name, when, o.days(left))
			o.advise("outline.renew", name, when)
		}
	}
	if inForce > 0 {
		o.say("outline.active", strconv.Itoa(inForce))
	}
}

// openNote matches a text about work to do, and closedNote a text or a status of finished work.
var (
	openNote = lazyregexp.MustCompile(`(?i)\b(?:asks|wants|waits|waiting|awaiting|awaits|pending|` +
		`reminder|missing|needs|unanswered|promised|to-?do|call back|follow(?:ing|s)?[ -]?up)\b`)
	closedNote = lazyregexp.MustCompile(`(?i)\b(?:done|closed|completed|resolved|settled|` +
		`answered|solved)\b`)
)

// notes names the newest open notes.
func (o *outline) notes() {
	open := slices.DeleteFunc(sorted(o.records[correlate.Note], "date"),
		func(r correlate.Record) bool { return !isOpen(r) })
	slices.Reverse(open)
	for _, r := range open[:min(len(open), mostNamed)] {
		o.advise("outline.open_note", o.about(r), short(oneLine(r.Text)))
	}
	if more := len(open) - mostNamed; more > 0 {
		o.advise("outline.more_notes", strconv.Itoa(more))
	}
}

// isOpen reports whether a note is about work to do. A known status of the source decides, or else
// the words of the text. correlate.Status returns "unpaid" for the status "open".
func isOpen(note correlate.Record) bool {
	status := correlate.Status(note.Fields["status"])
	switch {
	case status == "unpaid" || status == "active" || openStatus.MatchString(status):
		return true
	case status == "paid" || status == "cancelled" || closedNote.MatchString(status):
		return false
	}
	return openNote.MatchString(note.Text) && !closedNote.MatchString(note.Text)
}

// openStatus matches a status of unfinished work.
var openStatus = lazyregexp.MustCompile(`^(?:new|in progress|pending|on hold|to ?do|started|` +
	`scheduled|assigned|reopened|unresolved|incomplete|not .*|(?:needs|awaiting|waiting).*)$`)

// about names the subject of a note: the contact's name, or the values of its record.
func (o *outline) about(note correlate.Record) string {
	of := cmp.Or(note.Fields["name"], note.Fields["invoice_number"], note.Fields["invoice"],
		note.Fields["policy_number"], note.Fields["policy"], note.Ref)
	for _, c := range o.records[correlate.Contact] {
		if id := c.Fields["id"]; id != "" && id == of && c.Fields["name"] != "" {
			of = c.Fields["name"]
		}
	}
	if day, ok := correlate.Day(cmp.Or(note.Fields["date"], note.Fields["written"])); ok {
		of += ", " + day.Format("Jan 2, 2006")
	}
	return of
}

func (o *outline) conflicts(related []Correlation) {
	n := 0
	for _, c := range related {
		if c.Kind == "conflict" {
			n++
			o.advise("task.check_conflict", c.Text)
		}
	}
	if n > 0 {
		o.say("outline.conflicts", strconv.Itoa(n))
	}
}

// found counts the records, and names the newest message.
func (o *outline) found() {
	var counts []string
	for _, kind := range []correlate.Kind{correlate.Contact, correlate.Policy, correlate.Invoice,
		correlate.Note, correlate.Message, correlate.Other} {
		if n := len(o.records[kind]); n > 0 {
			counts = append(counts, o.words.Say("outline."+string(kind), strconv.Itoa(n)))
		}
	}
	if len(counts) > 0 {
		o.say("outline.found", strings.Join(counts, ", "))
	}
	if mails := sorted(o.records[correlate.Message], "date"); len(mails) > 0 {
		last := mails[len(mails)-1]
		day, ok := correlate.Day(last.Fields["date"])
		if from := last.Fields["from"]; ok && from != "" {
			o.say("outline.newest", day.Format("Jan 2, 2006"), from, last.Fields["subject"])
		}
	}
}

// agents adds the reports of agents without records, the reports of a model, and missing data.
func (o *outline) agents(results []Result) {
	basis := "task.outline"
	for _, r := range results {
		ofModel := r.Meta.Usage.Requests > 0 || read(r.Data, &Work{})
		if ofModel {
			basis = "task.outline_of_reports"
		}
		if ofModel || !r.IsReal() || len(r.Records()) == 0 {
			o.said = append(o.said, fmt.Sprintf("%s (%s): %s", r.Agent, r.Status.Label(o.words),
				orWords(firstLine(r.Summary), r.Error)))
		}
		switch r.Status {
		case Missing, Failed:
			o.advise("task.ask_otherwise", r.Agent)
		case Sample:
			o.advise("task.do_not_rely", r.Agent)
		}
	}
	o.say(basis)
}

// sorted returns a copy of records in the order of a date.
func sorted(records []correlate.Record, field string) []correlate.Record {
	return slices.SortedStableFunc(slices.Values(records), func(a, b correlate.Record) int {
		return day(a, field).Compare(day(b, field))
	})
}

// day returns a date of a record. The date of a note may be in the field "written".
func day(r correlate.Record, field string) time.Time {
	text := r.Fields[field]
	if field == "date" {
		text = cmp.Or(text, r.Fields["written"])
	}
	day, _ := correlate.Day(text)
	return day
}

// firstLine returns the first line of a summary. The result shows the whole summary.
func firstLine(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return short(first)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func orWords(text, other string) string {
	if text = strings.TrimSpace(text); text != "" {
		return text
	}
	return other
}
