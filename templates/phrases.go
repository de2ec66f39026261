package templates

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	texttemplate "text/template"
)

// Phrases are the words of one language that the program puts into a mail or a page:
// labels, questions, reasons, effects. They are in the files of the folder words.
type Phrases struct {
	language string
	fixed    map[string]string // phrases without arguments
	words    *texttemplate.Template
}

// phraseArgs fill a phrase, which names them {{.A}}, {{.B}} and {{.C}}.
type phraseArgs struct{ A, B, C string }

// phraseFiles are the files of the folder words: letters is for customers, and there is one
// for each language; staff and report are in English.
var phraseFiles = []string{"letters", "staff", "report"}

// newPhrases reads the words of a language. A phrase that a language lacks is said in English.
func newPhrases(files sources, language string) (*Phrases, error) {
	p := &Phrases{language: language, words: texttemplate.New("phrases")}
	for _, name := range phraseFiles {
		for _, file := range inLanguage(files, name, language) {
			if _, err := p.words.New(file.path).Parse(file.text); err != nil {
				return nil, fmt.Errorf("reading words: %w", err)
			}
		}
	}
	p.fixed = fixed(p.words)
	for _, t := range p.words.Templates() {
		if err := t.Execute(new(strings.Builder), phraseArgs{"A", "B", "C"}); err != nil {
			return nil, fmt.Errorf("checking words: %w", err)
		}
	}
	return p, nil
}

// Phrases returns the words of a language, or English where there are none of it.
func (s *Set) Phrases(language string) *Phrases {
	if p, is := s.phrases[base(language)]; is {
		return p
	}
	return s.phrases[english]
}

// Languages are those that customers can be written to in, English first.
func (s *Set) Languages() []string {
	all := slices.Sorted(maps.Keys(s.phrases))
	at := slices.Index(all, english)
	return slices.Insert(slices.Delete(all, at, at+1), 0, english)
}

// Language is the code of the language: "en".
func (p *Phrases) Language() string { return p.language }

// Has reports whether there is a phrase of that name.
func (p *Phrases) Has(name string) bool { return p.words.Lookup(name) != nil }

// Say gives a phrase as a single line, with up to three arguments in it. A phrase that does
// not exist gives its name.
func (p *Phrases) Say(name string, args ...string) string {
	if text, is := p.fixed[name]; is {
		return text
	}
	var with phraseArgs
	for i, to := range []*string{&with.A, &with.B, &with.C} {
		if i < len(args) {
			*to = args[i]
		}
	}
	var b strings.Builder
	if err := p.words.ExecuteTemplate(&b, name, with); err != nil {
		return name
	}
	return oneLine(b.String())
}

const english = "en"

// base is a language without its region: "es" of "es-MX".
func base(language string) string {
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(language), "_", "-"), "-")
	return code
}

// inLanguage are the files with the words of a mail, or of a file of phrases, in a language. The
// English ones come first for a language that is not embedded, so that it may lack some.
func inLanguage(files sources, name, language string) []source {
	own := files[name+"."+language+".words"]
	if language == english || len(own) > 0 && own[0].path == name+"."+language+".words" {
		return own
	}
	return slices.Concat(files[name+"."+english+".words"], own)
}

// languages are those of the files, English first.
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

var wordsFile = regexp.MustCompile(`^([a-z_]+)\.([a-z]{2,3})\.words$`)

// isTranslation reports whether a file name is of words for customers in another language.
func (f sources) isTranslation(name string) bool {
	m := wordsFile.FindStringSubmatch(name)
	switch {
	case m == nil:
		return false
	case m[1] == "common" || m[1] == "letters":
		return true
	}
	return slices.ContainsFunc(catalog(), func(k kind) bool {
		return !k.staff() && (k.name == m[1] || k.layout == m[1])
	})
}
