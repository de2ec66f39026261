package templates

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// madeUp writes words of a made-up language into a folder: the English ones, where each word
// of a phrase that customers read begins with "x".
func madeUp(t *testing.T, dir string) {
	t.Helper()
	for name, files := range mustRead(t) {
		base, ours := strings.CutSuffix(name, ".en.words")
		if !ours || !mustRead(t).isTranslation(base+".xq.words") {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, base+".xq.words"), []byte(inMadeUp(files[0].text)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

var (
	actions = regexp.MustCompile(`\{\{.*?\}\}`)
	word    = regexp.MustCompile(`\pL+`)
)

// inMadeUp leaves actions as they are.
func inMadeUp(text string) string {
	var b strings.Builder
	at := 0
	for _, a := range append(actions.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		b.WriteString(word.ReplaceAllString(text[at:a[0]], "x$0"))
		b.WriteString(text[a[0]:a[1]])
		at = a[1]
	}
	return b.String()
}

// A third language needs words in a folder, and no Go code.
func TestALanguageOfTheFolder(t *testing.T) {
	dir := t.TempDir()
	madeUp(t, dir)
	s, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Languages(); !slices.Equal(got, []string{"en", "es", "xq"}) {
		t.Errorf("languages: %v", got)
	}
	for _, k := range catalog() {
		if k.staff() {
			continue
		}
		view := k.sample("en")
		plain := mustRender(t, s, k.name, view)
		there := mustRender(t, s, k.name, inLetter(view, "xq-MX"))
		given := word.FindAllString(fmt.Sprint(view), -1) // the view stays in English
		for line := range strings.Lines(there.Text) {
			for _, said := range word.FindAllString(line, -1) {
				if !strings.HasPrefix(strings.ToLower(said), "x") && !slices.Contains(given, said) {
					t.Errorf("%s: %q is no word of the made-up language in %q", k.name, said, strings.TrimSpace(line))
				}
			}
		}
		if plain.Text == there.Text {
			t.Errorf("%s is the same in another language", k.name)
		}
	}
}

// inLetter returns a view in another language.
func inLetter(view any, language string) any {
	switch v := view.(type) {
	case InfoRequest:
		v.Language = language
		return v
	case Quote:
		v.Language = language
		return v
	case Closing:
		v.Language = language
		return v
	}
	return view
}

func TestAPhraseTakesItsArguments(t *testing.T) {
	s, where, err := overrideWith(t, "letters.xq.words", `{{define "letters.and"}}{{.A}} qa {{.B}}{{end}}`)
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[string]string{"en": "a and b", "es-MX": "a y b", "xq": "a qa b", "de": "a and b"} {
		if got := s.Phrases(language).Say("letters.and", "a", "b"); got != want {
			t.Errorf("in %s: %q, want %q", language, got, want)
		}
	}
	if got := s.Phrases("en").Say("no such phrase"); got != "no such phrase" {
		t.Errorf("a phrase that there is not gives %q", got)
	}
	for name, text := range map[string]string{
		"letters.xq.words":     `{{define "letters.and"}}{{.Nothing}}{{end}}`,
		"letters.es.words":     `{{define "and"`,
		"done.fr.words":        "x",
		"letters.french.words": "x",
	} {
		if _, _, err := overrideWith(t, name, text); err == nil {
			t.Errorf("%s as %q is taken; %s", name, text, where)
		}
	}
}

// asked matches the phrases that Go code names whole.
var asked = regexp.MustCompile(`\b(?:[sS]ay|item|[uU]nclear|effect\("[^"]*", ?)\(?"([a-z_]+\.[a-z_.]*[a-z_])"`)

// literal matches every name that can be a phrase's, and the beginning of a name that code
// completes with a tool or a reason.
var literal = regexp.MustCompile(`"([a-z]+\.(?:[a-z_.]*[a-z_])?)"`)

// TestEveryPhraseForStaffIsUsed finds phrases that no Go code names any more.
func TestEveryPhraseForStaffIsUsed(t *testing.T) {
	used := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range literal.FindAllStringSubmatch(string(text), -1) {
			used[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	defined := regexp.MustCompile(`\{\{define "([^"]+)"`)
	model, _, err := promptText("", modelWords)
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{model}
	for _, name := range []string{"staff", "checks", "replies", "events", "agent", "agents", "fields"} {
		texts = append(texts, mustRead(t)[name+".en.words"][0].text)
	}
	composed := []string{"discount.fits.", "discount.proof.", "discount.needs.", "field.name.", "field.word."} // code adds the name of the value
	for _, text := range texts {
		for _, m := range defined.FindAllStringSubmatch(text, -1) {
			kind, _, _ := strings.Cut(m[1], ".")
			with := func(prefix string) bool { return strings.HasPrefix(m[1], prefix) }
			if !used[m[1]] && !used[kind+"."] && !slices.ContainsFunc(composed, with) {
				t.Errorf("no code says %q", m[1])
			}
		}
	}
}

func TestEveryPhraseThatCodeNamesExists(t *testing.T) {
	s := mustNew(t)
	model, err := ModelWords("")
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range asked.FindAllStringSubmatch(string(text), -1) {
			named++
			for _, language := range s.Languages() {
				has := s.Phrases(language).Has(m[1]) || model.Has(m[1])
				if !has && (language == "en" || strings.HasPrefix(m[1], "letters.")) {
					t.Errorf("%s says %q, which has no words in %s", path, m[1], language)
				}
			}
		}
		return err
	})
	if err != nil || named == 0 {
		t.Errorf("%d phrases, %v", named, err)
	}
}
