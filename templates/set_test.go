package templates

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "write the golden files anew")

func mustNew(t *testing.T) *Set {
	t.Helper()
	s, err := New("")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustRender(t *testing.T, s *Set, name string, data any) Mail {
	t.Helper()
	m, err := s.Render(name, data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// eachSample renders each mail in each of its languages.
func eachSample(t *testing.T, f func(t *testing.T, k kind, m Mail)) {
	s := mustNew(t)
	for _, k := range catalog() {
		for _, language := range k.languages(mustRead(t)) {
			t.Run(k.name+"."+language, func(t *testing.T) {
				f(t, k, mustRender(t, s, k.name, k.sample(language)))
			})
		}
	}
}

func TestGolden(t *testing.T) {
	eachSample(t, func(t *testing.T, _ kind, m Mail) {
		base := filepath.Join("testdata", filepath.Base(t.Name()))
		golden(t, base+".txt", "Subject: "+m.Subject+"\n\n"+m.Text)
		golden(t, base+".html", m.HTML)
	})
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what is rendered now (go test -update writes it anew):\n%s", name, got)
	}
}

func TestEverySampleIsStable(t *testing.T) {
	other := mustNew(t)
	eachSample(t, func(t *testing.T, k kind, m Mail) {
		language := strings.TrimPrefix(filepath.Ext(t.Name()), ".")
		if again := mustRender(t, other, k.name, k.sample(language)); again != m {
			t.Error("the same view gave different mails")
		}
	})
}

func TestSubjectIsOneLine(t *testing.T) {
	r := sampleReview()
	r.StepTitle = "quote\r\nBcc: all@agency.test\u2028\x00for Maria"
	m := mustRender(t, mustNew(t), "review", r)
	if want := "[Q-7F3K2M] Please review: quote Bcc: all@agency.test for Maria"; m.Subject != want {
		t.Errorf("subject = %q, want %q", m.Subject, want)
	}
}

func TestSubjectFitsALine(t *testing.T) {
	n := sampleReview()
	n.StepTitle = strings.Repeat("ü", 5000)
	if m := mustRender(t, mustNew(t), "review", n); len(m.Subject) > 1001 || !strings.HasSuffix(m.Subject, "ü…") || !strings.HasPrefix(m.Subject, "[Q-7F3K2M]") {
		t.Errorf("subject of %d octets: %.80q", len(m.Subject), m.Subject)
	}
}

var unbreakable = regexp.MustCompile(`^(\| )?\s*\S*(://|mailto:|Ref: |[Rr]efer)`)

func TestTextLinesAreShort(t *testing.T) {
	eachSample(t, func(t *testing.T, _ kind, m Mail) {
		for line := range strings.Lines(m.Text) {
			line = strings.TrimRight(line, "\n")
			if utf8.RuneCountInString(line) > proseWidth+len(fenceMark) && !unbreakable.MatchString(line) {
				t.Errorf("%d columns: %s", utf8.RuneCountInString(line), line)
			}
			if strings.TrimRight(line, " ") != line {
				t.Errorf("blanks at the end: %q", line)
			}
		}
		if strings.Contains(m.Text, "\n\n\n") || !strings.HasSuffix(m.Text, "\n") || strings.HasPrefix(m.Text, "\n") {
			t.Errorf("blank lines are not tidy:\n%s", m.Text)
		}
	})
}

func TestHTMLNeedsNothingFromOutside(t *testing.T) {
	outside := regexp.MustCompile(`(?i)<(img|script|link|iframe|object|form|svg)\b|url\(|@import|https?://`)
	eachSample(t, func(t *testing.T, _ kind, m Mail) {
		if found := outside.FindString(strings.ReplaceAll(m.HTML, sampleConsole, "")); found != "" {
			t.Errorf("the HTML holds %q", found)
		}
		for _, want := range []string{"prefers-color-scheme: dark", "max-width: 520px", "max-width:640px", `name="viewport"`, `lang="`} {
			if !strings.Contains(m.HTML, want) {
				t.Errorf("the HTML lacks %q", want)
			}
		}
		if strings.Contains(m.HTML, "ZgotmplZ") {
			t.Error("a value was refused by the escaper")
		}
	})
}

func TestTextIsLargeEnough(t *testing.T) {
	sizes := regexp.MustCompile(`font-size:(\d+)px`)
	eachSample(t, func(t *testing.T, _ kind, m Mail) {
		for _, size := range sizes.FindAllStringSubmatch(m.HTML, -1) {
			n, err := strconv.Atoi(size[1])
			if spacer := n == 1; err != nil || n < 15 && !spacer {
				t.Errorf("text of %s px", size[1])
			}
		}
	})
}

func TestWhatAViewHoldsIsEscaped(t *testing.T) {
	n := sampleNotice(func(n *Notice) { n.Body = `<script>alert("x")</script>`; n.Who = `<b>` })
	m := mustRender(t, mustNew(t), "unclear", n)
	if strings.Contains(m.HTML, "<script>") || !strings.Contains(m.HTML, "&lt;script&gt;") {
		t.Error("markup of a mail came through")
	}
	if !strings.Contains(m.Text, `| <script>alert("x")</script>`) {
		t.Error("the text is not as it was written")
	}
}

func TestRenderRefusesAWrongView(t *testing.T) {
	s := mustNew(t)
	for _, c := range []struct {
		name string
		data any
		want string
	}{
		{"quote", Closing{}, "rendering quote: its view is templates.Quote, not templates.Closing"},
		{"nothing", Notice{}, "rendering nothing: no such mail"},
		{"done", nil, "rendering done: its view is templates.Notice, not <nil>"},
	} {
		if _, err := s.Render(c.name, c.data); err == nil || err.Error() != c.want {
			t.Errorf("Render(%s) = %v, want %s", c.name, err, c.want)
		}
	}
}

func TestEveryMailHasWordsAndASample(t *testing.T) {
	names := Names()
	files, err := readSources("")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if Sample(name, "en") == nil {
			t.Errorf("no sample of %s", name)
		}
		if _, ok := files[name+".en.words"]; !ok {
			t.Errorf("no words for %s", name)
		}
	}
	for name := range files {
		mail, isWords := strings.CutSuffix(name, ".en.words")
		if isWords && mail != "common" && mail != "notice" && !slices.Contains(phraseFiles, mail) && !slices.Contains(names, mail) {
			t.Errorf("%s belongs to no mail", name)
		}
	}
	if Sample("nothing", "en") != nil {
		t.Error("there is a sample of nothing")
	}
}

func mustRead(t testing.TB) sources {
	t.Helper()
	files, err := readSources("")
	if err != nil {
		t.Fatal(err)
	}
	return files
}
