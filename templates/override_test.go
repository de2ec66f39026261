package templates

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func overrideWith(t *testing.T, name, text string) (*Set, string, error) {
	t.Helper()
	dir := t.TempDir()
	where := filepath.Join(dir, name)
	if err := os.WriteFile(where, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "pages"), 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := New(dir)
	return s, where, err
}

func TestOverride(t *testing.T) {
	s, _, err := overrideWith(t, "info_close.en.words", `{{define "paragraphs"}}Until another time.{{end}}`)
	if err != nil {
		t.Fatal(err)
	}
	m := mustRender(t, s, "info_close", Sample("info_close", "en"))
	if !strings.Contains(m.Text, "\nUntil another time.\n") || !strings.Contains(m.HTML, ">Until another time.</p>") {
		t.Errorf("the override was not used:\n%s", m.Text)
	}
}

func TestOverrideOfOnePhraseKeepsTheOthers(t *testing.T) {
	s, _, err := overrideWith(t, "common.en.words", `{{define "greeting"}}Good day, {{.Name}}!{{end}}`)
	if err != nil {
		t.Fatal(err)
	}
	m := mustRender(t, s, "quote", Sample("quote", "en"))
	if !strings.HasPrefix(m.Text, "Good day, Maria!\n") || !strings.Contains(m.Text, "Our reference: ") {
		t.Errorf("got:\n%s", m.Text)
	}
}

func TestOverrideOfStyle(t *testing.T) {
	s, _, err := overrideWith(t, "style.css", "h1 { color: #123456 }")
	if err != nil {
		t.Fatal(err)
	}
	if m := mustRender(t, s, "done", Sample("done", "en")); !strings.Contains(m.HTML, `<h1 style="color:#123456">`) {
		t.Errorf("the override was not used:\n%s", m.HTML)
	}
}

func TestBrokenOverride(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"quote.en.words", "{{define \"subject\"}}\n{{.Nothing}}{{end}}", "FILE:2:2: executing \"subject\" at <.Nothing>"},
		{"quote.en.words", "\n\n{{define \"subject\"}}{{end", "FILE:3"},
		{"quote.en.words", `{{define "disclaimer"}}{{""}}{{end}}`, `(with FILE): the phrase "disclaimer" is missing from its text`},
		{"quote.txt", "Hello\n{{say \"nothing\" .}}", "FILE:2:2:"},
		{"quote.txt", "Pay now.\n", `the phrase "disclaimer" is missing from its text`},
		{"quote.html", "{{define \"content\"}}Pay now.{{end}}", `the phrase "disclaimer" is missing from its HTML`},
		{"notice.html", "{{define \"content\"}}\n<a href=\"{{.Ref}}{{end}}", "FILE"},
		{"page.html", "<p>{{template \"content\" .}}</p>", "FILE has no main element"},
		{"review.txt", "ACCEPT?\n", "its text does not end in the reference"},
		{"notice.html", "{{define \"content\"}}<p>Hello</p>{{end}}", "its HTML does not hold the reference"},
		{"style.css", "p { color: red }\n\np em { color: blue }", `FILE:3: "p em" is neither an element nor a class`},
		{"style.css", "p { color: red }\nh1 { color", "FILE:2: a rule is not complete"},
		{"qoute.txt", "Hello", "FILE replaces no template"},
	} {
		_, where, err := overrideWith(t, c.name, c.text)
		want := strings.ReplaceAll(c.want, "FILE", where)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s as %q:\n got %v\nwant %s", c.name, c.text, err, want)
		}
	}
}

func TestNoSuchFolder(t *testing.T) {
	_, err := New(filepath.Join(t.TempDir(), "nothing"))
	if err == nil || !strings.HasPrefix(err.Error(), "reading template folder: ") {
		t.Errorf("New = %v", err)
	}
}

// A fixed phrase is plain text and gets escaped in each layout.
func TestFixedPhraseIsEscapedWhereItStands(t *testing.T) {
	for _, c := range []struct{ layout, want string }{
		{`<b>{{say "care" .}}</b>`, `<b>&lt;/p&gt; &amp; &#34;1&#43;1&#34;</b>`},
		{`<p>So: {{say "care" .}}</p>`, `So: &lt;/p&gt; &amp; &#34;1&#43;1&#34;</p>`},
		{`<b title={{say "care" .}}>x</b>`, `<b title=&lt;/p&gt;&#32;&amp;&#32;&#34;1&#43;1&#34;>`},
		{`<a href="{{say "care" .}}">x</a>`, `<a href="%3c/p%3e%20&amp;%20%221&#43;1%22">`},
		{`<style>{{say "care" .}}</style>`, `<style>ZgotmplZ</style>`},
		{`<script>{{say "care" .}}</script>`, `<script>"\u003c/p\u003e \u0026 \"1+1\""</script>`},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"info_request.html":     `{{define "content"}}` + c.layout + `{{template "signature" .}}{{template "footer" .}}{{end}}`,
			"info_request.en.words": `{{define "care"}}</p> & "1+1"{{end}}`,
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := New(dir)
		if err != nil {
			t.Fatal(err)
		}
		if m := mustRender(t, s, "info_request", Sample("info_request", "en")); !strings.Contains(m.HTML, c.want) {
			t.Errorf("%s gave:\n%s", c.layout, m.HTML)
		}
	}
}
