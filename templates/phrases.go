package templates

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	texttemplate "text/template"
	"text/template/parse"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// Phrases are the phrases of one language that Go code puts into mails and pages: labels,
// questions, reasons, effects. The files are in the folder words.
type Phrases struct {
	language string
	fixed    map[string]string // phrases without arguments
	pieces   map[string][]piece
	words    *texttemplate.Template

	languages []*Phrases // the phrases of each language of the set, English first
}

// piece is a text in a phrase, or an argument by its number, from 1.
type piece struct {
	text     string
	argument int
}

// piecesOf splits a phrase of text and arguments. piecesOf returns nil for other phrases.
func piecesOf(t *texttemplate.Template) (all []piece) {
	for _, n := range t.Root.Nodes {
		p := piece{text: n.String()}
		if n.Type() != parse.NodeText {
			p.text, p.argument = "", 1+slices.Index(argumentActions, n.String())
			if p.argument == 0 {
				return nil
			}
		}
		all = append(all, p)
	}
	return all
}

// phraseArgs are the arguments {{.A}} to {{.E}} of a phrase.
type phraseArgs struct{ A, B, C, D, E string }

var argumentActions = []string{"{{.A}}", "{{.B}}", "{{.C}}", "{{.D}}", "{{.E}}"}

// phraseFiles are the files of the folder words:
//   - letters is for customers, in each language; the other files are for staff, in English
//   - staff has decisions, review mails and the effects of words
//   - report has the page of a thread
//   - checks has the problems of values and the reasons for discounts
//   - replies has the reasons why a reply to a review decided nothing
//   - events has the fate of messages, mails and threads
//   - agent has the reasons and warnings of the agent
//   - agents has plans, results and reports of tasks
//   - console has the texts of Go code on the pages of the console
//   - fields has the names of values in the lines "name: value" of staff, and in each language
//     the words for changes that customers ask for
var phraseFiles = []string{
	"letters", "staff", "report", "checks", "replies", "events", "agent", "agents", "fields",
	"console",
}

// newLanguages reads the phrases of each language.
func newLanguages(files sources) (map[string]*Phrases, error) {
	all := map[string]*Phrases{}
	var languages []*Phrases
	for _, language := range files.languages() {
		p, err := newPhrases(files, language)
		if err != nil {
			return nil, err
		}
		all[language], languages = p, append(languages, p)
	}
	for _, p := range languages {
		p.languages = languages
	}
	return all, nil
}

// newPhrases reads the phrases of a language. Missing phrases come from English.
func newPhrases(files sources, language string) (*Phrases, error) {
	var all []source
	for _, name := range phraseFiles {
		all = append(all, inLanguage(files, name, language)...)
	}
	return parsePhrases(language, all)
}

// parsePhrases reads the phrases in files. A later file takes precedence.
func parsePhrases(language string, files []source) (*Phrases, error) {
	p := &Phrases{language: language, words: texttemplate.New("phrases")}
	for _, file := range files {
		if _, err := p.words.New(file.path).Parse(file.text); err != nil {
			return nil, fmt.Errorf("reading words: %w", err)
		}
	}
	p.fixed, p.pieces = fixed(p.words), map[string][]piece{}
	for _, t := range p.words.Templates() {
		p.pieces[t.Name()] = piecesOf(t)
		if err := t.Execute(new(strings.Builder), phraseArgs{"A", "B", "C", "D", "E"}); err != nil {
			return nil, fmt.Errorf("checking words: %w", err)
		}
	}
	return p, nil
}

// Phrases returns the phrases of a language, or the English phrases if the language is unknown.
func (s *Set) Phrases(language string) *Phrases {
	if p, is := s.phrases[base(language)]; is {
		return p
	}
	return s.phrases[english]
}

// Languages lists the languages for mail to customers, English first.
func (s *Set) Languages() []string {
	all := slices.Sorted(maps.Keys(s.phrases))
	at := slices.Index(all, english)
	return slices.Insert(slices.Delete(all, at, at+1), 0, english)
}

// Languages lists the languages for mail to customers, English first. dir is the override
// folder; "" is none.
func Languages(dir string) ([]string, error) {
	files, err := readSources(dir)
	if err != nil {
		return nil, err
	}
	return files.languages(), nil
}

// Language returns the language code, such as "en".
func (p *Phrases) Language() string { return p.language }

// Languages returns the phrases of each language for customers, English first.
func (p *Phrases) Languages() []*Phrases {
	if p == nil || p.languages == nil {
		p = Embedded(english)
	}
	return p.languages
}

// Has reports whether a phrase exists.
func (p *Phrases) Has(name string) bool {
	if p == nil {
		p = Embedded(english)
	}
	return p.words.Lookup(name) != nil
}

// Say returns a phrase as a single line, with up to five arguments. For an unknown phrase, Say
// returns the name. A nil Phrases has the built-in English phrases.
func (p *Phrases) Say(name string, args ...string) string {
	if p == nil {
		p = Embedded(english)
	}
	if text, is := p.fixed[name]; is {
		return text
	}
	var with [5]string
	copy(with[:], args)
	var b strings.Builder
	pieces := p.pieces[name]
	for _, piece := range pieces {
		b.WriteString(piece.text)
		if piece.argument > 0 {
			b.WriteString(with[piece.argument-1])
		}
	}
	if pieces == nil && p.words.ExecuteTemplate(&b, name, phraseArgs{with[0], with[1], with[2], with[3], with[4]}) != nil {
		return name
	}
	return oneLine(b.String())
}

const english = "en"

// base returns a language without its region: "es" for "es-MX".
func base(language string) string {
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(language), "_", "-"), "-")
	return code
}

// inLanguage returns the files with the words of a mail, or of a phrase file, in a language.
// For a language that is not embedded, the English files come first, because the language may
// lack phrases.
func inLanguage(files sources, name, language string) []source {
	own := files[name+"."+language+".words"]
	if language == english || len(own) > 0 && own[0].path == name+"."+language+".words" {
		return own
	}
	return slices.Concat(files[name+"."+english+".words"], own)
}

// languages lists the languages of the files, English first.
func (f sources) languages() []string {
	all := map[string]bool{}
	for name := range f {
		if parts := strings.Split(name, "."); len(parts) == 3 && parts[2] == "words" {
			all[parts[1]] = true
		}
	}
	delete(all, english)
	return append([]string{english}, slices.Sorted(maps.Keys(all))...)
}

var wordsFile = lazyregexp.MustCompile(`^([a-z_]+)\.([a-z]{2,3})\.words$`)

// isTranslation reports whether a file has words for customers in a language other than
// English.
func (f sources) isTranslation(name string) bool {
	m := wordsFile.FindStringSubmatch(name)
	switch {
	case m == nil:
		return false
	case m[1] == "common" || m[1] == "letters" || m[1] == "fields":
		return true
	}
	return slices.ContainsFunc(catalog(), func(k kind) bool {
		return !k.staff() && (k.name == m[1] || k.layout == m[1])
	})
}

// Embedded returns the built-in phrases of a language, without an override folder. For unknown
// languages, Embedded returns English.
func Embedded(language string) *Phrases {
	all := embeddedPhrases.Get()
	if p, is := all[base(language)]; is {
		return p
	}
	return all[english]
}

var embeddedPhrases = lazy.Value[map[string]*Phrases]{New: func() map[string]*Phrases {
	var all map[string]*Phrases
	files, err := readSources("")
	if err == nil {
		all, err = newLanguages(files)
	}
	if err != nil {
		panic(err) // the files are embedded, and tests read them
	}
	return all
}}
