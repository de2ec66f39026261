package templates

import (
	"fmt"
	"html/template"
	"reflect"
)

// Mail is a mail as rendered: Subject is one line; Text ends in a line break and
// has LF between lines; HTML is a whole document.
type Mail struct{ Subject, Text, HTML string }

// Set holds the templates of every mail and page, checked. It is safe for use by several
// goroutines at once.
type Set struct {
	pages   map[string]*page // by name and language: "quote.es"
	phrases map[string]*Phrases
	report  *template.Template
	results *template.Template
}

// New reads the templates, and those in dir, which may be "": a layout there is
// used instead of the embedded one of its name, and words need hold only the
// phrases that they change. It renders every mail once with made-up data and once
// with none, so that a template that can't work is found here: the error names
// its file and line. A file in dir that would replace nothing is an error too.
func New(dir string) (*Set, error) {
	files, err := readSources(dir)
	if err != nil {
		return nil, err
	}
	styles, err := parseStyles(files["style.css"])
	if err != nil {
		return nil, err
	}
	s := &Set{pages: map[string]*page{}, phrases: map[string]*Phrases{}}
	for _, language := range files.languages() {
		if s.phrases[language], err = newPhrases(files, language); err != nil {
			return nil, err
		}
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
	s.results, err = newResults(files)
	return s, err
}

// Names lists every mail that can be rendered.
func Names() []string {
	var names []string
	for _, k := range catalog() {
		names = append(names, k.name)
	}
	return names
}

// Sample gives made-up data for a mail in a language, of the type that Render wants for
// it; nil if there is no such mail.
func Sample(name, language string) any {
	for _, k := range catalog() {
		if k.name == name {
			return k.sample(language)
		}
	}
	return nil
}

// Render writes the mail of that name from its view, in the view's language. The
// view is passed by value and has the type of its Sample.
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

// Disclaimer is the sentence on what a quote is and is not, as a single line. A
// mail that carries the quote holds it in text and HTML; its text has it wrapped.
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

// languageOf is the language that a view asks for; staff are written to in English.
func languageOf(data any) string {
	l, ok := data.(interface{ language() string })
	if !ok {
		return english
	}
	return l.language()
}

func (l Letter) language() string { return base(l.Language) }
