package templates

import (
	"context"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// No mail is wider than the screen it is read on: a phone's, or a desk's.
func TestMailsFitTheScreenInChromium(t *testing.T) {
	set, err := New("")
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString("<!DOCTYPE html><body>")
	for _, name := range Names() {
		m, err := set.Render(name, Sample(name))
		if err != nil {
			t.Fatal(err)
		}
		for _, width := range []int{390, 1280} {
			fmt.Fprintf(&page, "<iframe title=%q style=\"width:%dpx;height:900px;border:0\" srcdoc=\"%s\"></iframe>\n", name, width, html.EscapeString(m.HTML))
		}
	}
	page.WriteString(`<pre id="found"></pre><script>onload = () => {
		found.textContent = [...document.querySelectorAll("iframe")].map(f =>
			["mail", f.title, f.clientWidth, f.contentDocument.documentElement.scrollWidth, f.contentDocument.body.innerText.length].join(" ")).join("\n")
	}</script>`)

	looked := 0
	for _, m := range regexp.MustCompile(`(?m)mail (\w+) (\d+) (\d+) (\d+)`).FindAllStringSubmatch(chromium(t, page.String()), -1) {
		looked++
		name, letters := m[1], m[4]
		width, widthErr := strconv.Atoi(m[2])
		needed, neededErr := strconv.Atoi(m[3])
		if needed > width || widthErr != nil || neededErr != nil {
			t.Errorf("%s needs %d pixels on a screen of %d", name, needed, width)
		}
		if letters == "0" {
			t.Errorf("%s shows nothing", name)
		}
	}
	if want := 2 * len(Names()); looked != want {
		t.Errorf("Chromium looked at %d mails, want %d", looked, want)
	}
}

// chromium loads a page and returns the document as it is then.
func chromium(t *testing.T, page string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--user-data-dir="+dir,
		"--dump-dom", "file://"+file).Output()
	if err != nil {
		t.Fatalf("running chromium (scripts/setup-debian installs it): %v", err)
	}
	return string(out)
}
