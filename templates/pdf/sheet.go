package pdf

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/templates"
)

// Sheet is a quote for a printed page, in the words of the mail.
type Sheet struct {
	Language string
	Title    string // "$1,356.00 for six months"
	Agency   []string
	Warning  string // sample rates; "" for real rates
	Facts    []string
	Sections []SheetSection
	Footer   []string // disclaimer, automation, license and reference
}

// SheetSection is a table of three columns between two texts. Each part may be empty.
type SheetSection struct {
	Title string
	Text  []string
	Rows  []SheetRow
	Notes []string
}

// SheetRow is a row of a table. Head marks a row of labels, and Sum a row with a total.
type SheetRow struct {
	Cells     [3]string
	Head, Sum bool
}

// NewSheet writes a quote with the words of the quote mail, including overrides.
func NewSheet(set *templates.Set, q templates.Quote) (Sheet, error) {
	words, err := set.QuoteWords(q)
	if err != nil {
		return Sheet{}, err
	}
	w := &sheetWriter{words: words, q: &q}
	sheet := Sheet{Language: q.Language, Facts: w.facts(), Footer: w.footer()}
	sheet.Title = q.Total + " " + w.say("headline", w.q)
	sheet.Agency = present(q.Agency, q.Phone)
	if q.Illustrative {
		sheet.Warning = w.say("illustrative", w.q)
	}
	for _, v := range q.Vehicles {
		w.add(w.vehicle(v))
	}
	w.add(w.totals())
	w.add(w.discounts())
	if q.Options != nil {
		w.add(SheetSection{Title: w.say("options", w.q), Text: []string{w.say("compared", w.q)}})
	}
	for _, o := range q.Options {
		w.add(w.option(o))
	}
	w.add(w.offers())
	w.add(w.payments())
	w.add(w.assumptions())
	sheet.Sections = w.sections
	return sheet, w.err
}

// sheetWriter collects the sections and the first error.
type sheetWriter struct {
	words    templates.QuoteWords
	q        *templates.Quote
	sections []SheetSection
	err      error
}

func (w *sheetWriter) paragraphs(phrase string, data any) []string {
	texts, err := w.words.Say(phrase, data)
	w.err = cmp.Or(w.err, err)
	return texts
}

func (w *sheetWriter) say(phrase string, data any) string {
	return strings.Join(w.paragraphs(phrase, data), " ")
}

func (w *sheetWriter) term(name string) string {
	text, err := w.words.Term(name)
	w.err = cmp.Or(w.err, err)
	return text
}

// capital is a text with a capital letter at the beginning.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// add adds a section that is not empty.
func (w *sheetWriter) add(s SheetSection) {
	if len(s.Text)+len(s.Rows)+len(s.Notes) > 0 {
		w.sections = append(w.sections, s)
	}
}

func (w *sheetWriter) facts() []string {
	var said []string
	if w.q.QuoteID != "" {
		said = append(said, w.say("number", w.q))
	}
	if w.q.Carrier != "" {
		said = append(said, w.say("carrier", w.q.Carrier))
	}
	if w.q.Drivers != nil {
		said = append(said, w.say("drivers", w.q.Drivers))
	}
	return append(w.paragraphs("lead", w.q), said...)
}

func (w *sheetWriter) footer() []string {
	l := w.q.Letter
	said := []string{w.say("disclaimer", w.q), w.say("automation", w.q)}
	signature := present(l.Producer.Name, w.say("license", w.q), l.Agency, l.Phone)
	said = append(said, strings.Join(signature, ", "))
	if l.Reference != "" {
		said = append(said, w.say("reference", w.q))
	}
	return present(said...)
}

func (w *sheetWriter) vehicle(v templates.QuoteVehicle) SheetSection {
	s := SheetSection{Title: v.Name}
	if v.Driver != "" {
		s.Text = []string{w.say("driver", v.Driver)}
	}
	s.Rows = []SheetRow{{Head: true, Cells: [3]string{
		w.say("coverage", w.q), w.say("limit", w.q), w.say("premium", w.q)}}}
	for _, l := range v.Lines {
		s.Rows = append(s.Rows, SheetRow{Cells: [3]string{w.term(l.Coverage), l.Limit, l.Premium}})
	}
	s.Rows = append(s.Rows, sum(w.say("subtotal", v), v.Total))
	return s
}

func (w *sheetWriter) totals() SheetSection {
	s := SheetSection{Title: w.say("totals", w.q)}
	for _, v := range w.q.Vehicles {
		s.Rows = append(s.Rows, amountRow(v.Name, v.Total))
	}
	for _, fee := range w.q.Fees {
		s.Rows = append(s.Rows, amountRow(fee.Label, fee.Value))
	}
	s.Rows = append(s.Rows, sum(capital(w.say("total", w.q)), w.q.Total))
	if w.q.TotalWithoutPending != "" {
		s.Notes = append(s.Notes, w.say("without", w.q))
	}
	s.Notes = append(s.Notes, w.say("basis", w.q))
	return s
}

func (w *sheetWriter) discounts() SheetSection {
	s := SheetSection{Title: w.say("discounts", w.q.Discounts)}
	for _, d := range w.q.Discounts {
		how := "applied"
		if d.Pending {
			how = "pending"
		}
		s.Rows = append(s.Rows, SheetRow{Cells: [3]string{w.term(d.Name), w.say(how, d)}})
		if d.Proof != "" {
			s.Notes = append(s.Notes, w.say("proof", d.Proof))
		}
	}
	return s
}

func (w *sheetWriter) option(o templates.QuoteOption) SheetSection {
	s := SheetSection{Title: w.say("option", o)}
	for _, l := range o.Lines {
		s.Rows = append(s.Rows, SheetRow{Cells: [3]string{w.term(l.Coverage), l.Limit}})
	}
	s.Rows = append(s.Rows, sum(w.say("totals", w.q), o.Total))
	if o.TotalWithoutPending != "" {
		undocumented := w.say("undocumented", o.TotalWithoutPending)
		s.Rows = append(s.Rows, amountRow(undocumented, o.TotalWithoutPending))
	}
	return s
}

func (w *sheetWriter) offers() SheetSection {
	if len(w.q.Offers) == 0 {
		return SheetSection{}
	}
	s := SheetSection{Title: w.say("offers", w.q.Offers), Text: []string{w.say("unsigned", w.q)}}
	for _, name := range w.q.Offers {
		s.Rows = append(s.Rows, amountRow(capital(w.term(name)), ""))
	}
	return s
}

func (w *sheetWriter) payments() SheetSection {
	s := SheetSection{Title: w.say("instalments", w.q.Instalments)}
	for _, i := range w.q.Instalments {
		s.Rows = append(s.Rows, amountRow(i.Label, i.Value))
	}
	return s
}

func (w *sheetWriter) assumptions() SheetSection {
	if len(w.q.Assumptions) == 0 {
		return SheetSection{}
	}
	return SheetSection{Title: w.say("assumptions", w.q.Assumptions),
		Text: []string{w.say("correct", w.q)}, Notes: w.q.Assumptions}
}

func amountRow(label, amount string) SheetRow {
	return SheetRow{Cells: [3]string{label, "", amount}}
}

func sum(label, total string) SheetRow {
	row := amountRow(label, total)
	row.Sum = true
	return row
}

// present returns the texts that are not empty.
func present(texts ...string) (some []string) {
	for _, t := range texts {
		if t != "" {
			some = append(some, t)
		}
	}
	return some
}
