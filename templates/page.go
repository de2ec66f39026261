package templates

import (
	"html/template"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	texttemplate "text/template"

	"ppamaild/lazyregexp"
)

// page is one mail in one language: its words and two layouts.
type page struct {
	view     reflect.Type
	staff    bool
	words    *texttemplate.Template
	fixed    map[string]string // phrases that do not depend on the view, as say returns them
	text     *texttemplate.Template
	html     *template.Template
	required []string // phrases that text and HTML must show

	textRoom, htmlRoom atomic.Int64 // buffer sizes for the next mail
}

func newPage(files sources, css styles, k kind, language string) (*page, error) {
	p := &page{
		view:     reflect.TypeOf(k.sample(language)),
		staff:    k.staff(),
		required: k.required(),
		words:    texttemplate.New(k.name),
	}
	media := files["media.css"][0]
	funcs := p.funcs(language, media.text)
	p.words.Funcs(funcs)
	for _, name := range slices.Compact([]string{"common", k.base(), k.layout, k.name}) {
		for _, file := range inLanguage(files, name, language) {
			if _, err := p.words.New(file.path).Parse(file.text); err != nil {
				return nil, err
			}
		}
	}
	p.fixed = fixed(p.words)
	if err := p.parseText(funcs, slices.Concat(files["parts.txt"], files[k.layout+".txt"])); err != nil {
		return nil, err
	}
	return p, p.parseHTML(funcs, css, slices.Concat(files["parts.html"], files[k.layout+".html"], files["page.html"]))
}

// parseText parses files into one template set and executes the last file.
func (p *page) parseText(funcs map[string]any, files []source) (err error) {
	root := texttemplate.New("text").Funcs(funcs)
	for _, file := range files {
		if p.text, err = root.New(file.path).Parse(file.text); err != nil {
			return err
		}
	}
	for _, t := range root.Templates() {
		p.inlineFixed(t.Root, inText)
	}
	return nil
}

func (p *page) parseHTML(funcs map[string]any, css styles, files []source) (err error) {
	root := template.New("html").Funcs(funcs)
	for _, file := range files {
		if p.html, err = root.New(file.path).Parse(css.inline(file.text)); err != nil {
			return err
		}
	}
	for _, t := range root.Templates() {
		if t.Tree != nil {
			p.inlineFixed(t.Tree.Root, inHTML)
		}
	}
	return nil
}

// funcs returns the functions for words and layouts.
func (p *page) funcs(language, media string) map[string]any {
	return map[string]any{
		"language":   func() string { return language },
		"media":      func() template.CSS { return template.CSS(media) },
		"outlook":    outlook,
		"logo":       logoOf,
		"say":        p.say,
		"paragraphs": p.paragraphs,
		"term":       p.term,
		"capital":    capital,
		"cut":        func(most int, s string) string { return Cut(s, most) },
		"isReply":    isReply,
		"flat":       oneLine,
		"fence":      fence,
		"items":      items,
		"basis":      basis,
		"answers":    answers,
		"price":      price,
		"amount":     amount,
		"underline":  underline,
		"inc":        func(n int) int { return n + 1 },
	}
}

// say returns a phrase as a single line.
func (p *page) say(phrase string, data any) (string, error) {
	if text, is := p.fixed[phrase]; is {
		return text, nil
	}
	var b strings.Builder
	err := p.words.ExecuteTemplate(&b, phrase, data)
	return oneLine(b.String()), err
}

var blankLine = lazyregexp.MustCompile(`\n[ \t\r]*\n`)

// paragraphs returns the paragraphs of a phrase, which blank lines separate.
func (p *page) paragraphs(phrase string, data any) ([]string, error) {
	var b strings.Builder
	if err := p.words.ExecuteTemplate(&b, phrase, data); err != nil {
		return nil, err
	}
	var list []string
	for _, s := range blankLine.Split(strings.TrimSpace(b.String()), -1) {
		if s = oneLine(s); s != "" {
			list = append(list, s)
		}
	}
	return list, nil
}

// term returns the phrase for a name of the contract or of the decision words. Other names stay
// unchanged.
func (p *page) term(name string) (string, error) {
	if p.words.Lookup("term."+name) == nil {
		return name, nil
	}
	return p.say("term."+name, nil)
}

func (p *page) render(data any) (m Mail, err error) {
	data = p.pointer(data)
	if m.Subject, err = p.say("subject", data); err != nil {
		return Mail{}, err
	}
	m.Subject = cutSubject(m.Subject)
	text, err := fill(p.text, &p.textRoom, data)
	if err != nil {
		return Mail{}, err
	}
	if m.Text = tidy(text); p.staff {
		m.Text = fenceDecisions(m.Text)
	}
	html, err := fill(p.html, &p.htmlRoom, data)
	m.HTML = tidyHTML(html)
	return m, err
}

// executor is a template of text or HTML.
type executor interface {
	Execute(w io.Writer, data any) error
}

// fill returns the printable text of a layout. The next text is about as long.
func fill(t executor, room *atomic.Int64, data any) (string, error) {
	var b strings.Builder
	b.Grow(int(room.Load()))
	err := t.Execute(&b, data)
	room.Store(int64(b.Len() + b.Len()/8))
	return printable(b.String()), err
}

// pointer returns a pointer to a view. Templates pass the view to other templates, and would
// copy a large struct each time.
func (p *page) pointer(view any) any {
	v := reflect.New(p.view)
	v.Elem().Set(reflect.ValueOf(view))
	return v.Interface()
}
