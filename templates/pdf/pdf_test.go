package pdf

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
	"time"

	"ppamaild/templates"
)

var day = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

func sheet(t *testing.T, language string) Sheet {
	t.Helper()
	set, err := templates.New("")
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSheet(set, templates.Sample("quote", language).(templates.Quote))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFindingD10EqualQuotesHaveEqualBytes(t *testing.T) {
	t.Parallel()
	s := sheet(t, "es")
	first, err := Quote(s, day)
	if err != nil || len(first) > 100<<10 {
		t.Fatalf("%d bytes, %v", len(first), err)
	}
	for range 20 {
		again, err := Quote(s, day)
		if err != nil || !bytes.Equal(first, again) {
			t.Fatalf("the same quote has other bytes (%v)", err)
		}
	}
	s.Title = "$1.00"
	if other, err := Quote(s, day); err != nil || bytes.Equal(first, other) {
		t.Errorf("another quote has the same bytes (%v)", err)
	}
}

// The page says what the mail says, with accents.
func TestFindingD10PageSaysWhatTheMailSays(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Fatal("pdftotext is not installed: run scripts/setup-debian")
	}
	for _, language := range []string{"en", "es"} {
		s := sheet(t, language)
		s.Facts = append(s.Facts, "Łukasz Nguyễn, Zoë Peña ☃")
		file, err := Quote(s, day)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "pdftotext", "-", "-")
		cmd.Stdin = bytes.NewReader(file)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(strings.Fields(string(out)), "")
		want := append([]string{s.Title, s.Warning, "Łukasz Nguyen, Zoë Peña ?"}, s.Footer...)
		for _, section := range s.Sections {
			want = append(append(append(want, section.Title), section.Text...), section.Notes...)
			for _, row := range section.Rows {
				want = append(want, row.Cells[1], row.Cells[2])
			}
		}
		for _, text := range want {
			if !strings.Contains(said, strings.Join(strings.Fields(text), "")) {
				t.Errorf("%s: the page lacks %q", language, text)
			}
		}
	}
}
