package templates

import (
	"fmt"
	"html/template"
	"reflect"

	"ppamaild/lazy"
)

// Mail is a rendered mail. Subject is one line. Text has LF line breaks and ends in one. HTML
// is a complete document.
type Mail struct{ Subject, Text, HTML string }

// Set holds the checked templates of all mails and pages. A Set is safe for concurrent use.
type Set struct {
	pages   map[string]*page // by name and language: "quote.es"
	phrases map[string]*Phrases
	report  *template.Template
	results *template.Template
	console map[string]*template.Template // by name: "inbox"
	assets  map[string]string             // files of the console, by name
}

// New reads the embedded templates and the overrides in dir, which may be "". A layout in dir
// replaces the embedded layout of the same name. A words file in dir replaces single phrases.
// New renders each mail with sample data and with a zero view, to find broken templates. Errors
// name file and line. A file in dir that overrides nothing is also an error. Calls without dir
// share a Set, because reading and checking takes longer than most work with the Set.
func New(dir string) (*Set, error) {
	if dir == "" {
		return withoutOverrides.Get()
	}
	return newSet(dir)
}

var withoutOverrides = lazy.Result[*Set]{New: func() (*Set, error) { return newSet("") }}

func newSet(dir string) (*Set, error) {
	files, err := readSources(dir)
	if err != nil {
		return nil, err
	}
	styles, err := parseStyles(files["style.css"])
	if err != nil {
		return nil, err
	}
	s := &Set{pages: map[string]*page{}}
	if s.phrases, err = newLanguages(files); err != nil {
		return nil, err
	}
	for _, k := range catalog() {
		for _, language := range k.languages(files) {
			p, err := newPage(files, styles, k, language)
			if err != nil {
				return nil, fmt.Errorf("reading templates of %s: %w", k.name, err)
			}
			if err := p.check(k, language); err != nil {
				return nil, fmt.Errorf("checking templates of %s%s: %w", k.name, files.overridden(), err)
			}
			s.pages[k.name+"."+language] = p
		}
	}
	if s.report, err = newReport(files); err != nil {
		return nil, err
	}
	if s.results, err = newResults(files); err != nil {
		return nil, err
	}
	return s, s.newConsole(files)
}

// Names lists all mails.
func Names() []string {
	var names []string
	for _, k := range catalog() {
		names = append(names, k.name)
	}
	return names
}

// Sample returns sample data for a mail in a language, of the type that Render expects. Sample
// returns nil for an unknown mail.
func Sample(name, language string) any {
	for _, k := range catalog() {
		if k.name == name {
			return k.sample(language)
		}
	}
	return nil
}

// Render renders the mail with that name from a view, in the view's language. data must be a
// value of the type that Sample returns.
func (s *Set) Render(name string, data any) (Mail, error) {
	p, err := s.page(name, data)
	if err != nil {
		return Mail{}, fmt.Errorf("rendering %s: %w", name, err)
	}
	m, err := p.render(data)
	if err != nil {
		return Mail{}, fmt.Errorf("rendering %s: %w", name, err)
	}
	return m, nil
}

// Disclaimer returns the disclaimer of a quote as a single line. Each quote mail has the
// disclaimer in text, wrapped, and in HTML.
func (s *Set) Disclaimer(q Quote) (string, error) {
	p, err := s.page("quote", q)
	if err != nil {
		return "", err
	}
	return p.say("disclaimer", q)
}

func (s *Set) page(name string, data any) (*page, error) {
	p, ok := s.pages[name+"."+languageOf(data)]
	if !ok {
		p, ok = s.pages[name+"."+english]
	}
	if !ok {
		return nil, fmt.Errorf("no such mail")
	}
	if got := reflect.TypeOf(data); got != p.view {
		return nil, fmt.Errorf("its view is %v, not %v", p.view, got)
	}
	return p, nil
}

// languageOf returns the language of a view. Staff mails are in English.
func languageOf(data any) string {
	l, ok := data.(interface{ language() string })
	if !ok {
		return english
	}
	return l.language()
}

func (l Letter) language() string { return base(l.Language) }

// QuoteWords are the phrases of the quote mail in one language, with overrides.
type QuoteWords struct{ page *page }

// QuoteWords returns the phrases in the language of a quote.
func (s *Set) QuoteWords(q Quote) (QuoteWords, error) {
	p, err := s.page("quote", q)
	return QuoteWords{p}, err
}

// Say returns the paragraphs of a phrase.
func (w QuoteWords) Say(phrase string, data any) ([]string, error) {
	return w.page.paragraphs(phrase, data)
}

// Term returns the phrase for a name of the contract.
func (w QuoteWords) Term(name string) (string, error) { return w.page.term(name) }
