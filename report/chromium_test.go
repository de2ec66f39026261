package report

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

// measure is what Chromium reports of each page: whether it needs more room than
// its screen has, and the least contrast of a text to what it stands on (WCAG 2.2
// §1.4.3 wants 4.5).
const measure = `<pre id="found"></pre><script>
const part = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
const light = c => { const [r, g, b] = c.match(/[\d.]+/g).map(Number); return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) }
const below = (w, e) => { for (; e; e = e.parentElement) { const c = w.getComputedStyle(e).backgroundColor; if (!/, 0\)$/.test(c)) return c } return "rgb(255,255,255)" }
const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
onload = () => {
	found.textContent = [...document.querySelectorAll("iframe")].map(f => {
		const d = f.contentDocument, w = f.contentWindow
		d.querySelectorAll("details").forEach(e => e.open = true)
		let least = 99
		for (const e of d.body.querySelectorAll("*")) {
			if (![...e.childNodes].some(n => n.nodeType == 3 && n.data.trim())) continue
			const s = w.getComputedStyle(e), ink = e.closest("svg") ? s.fill : s.color
			const box = e.closest("g") && e.closest("g").querySelector("rect")
			const back = box && w.getComputedStyle(box).fill != "none" ? w.getComputedStyle(box).fill : below(w, e)
			if (e.tagName != "title") least = Math.min(least, ratio(light(ink), light(back)))
		}
		return ["page", f.clientWidth, d.documentElement.scrollWidth, least.toFixed(2), Math.round(255 * light(w.getComputedStyle(d.body).backgroundColor))].join(" ")
	}).join("\n")
}</script>`

// On a desk and on a phone, by day and by night, with everything unfolded.
func TestPageInChromium(t *testing.T) {
	var frames strings.Builder
	frames.WriteString(`<!DOCTYPE html><meta name="color-scheme" content="light dark"><body>`)
	for _, s := range []*story{quoted(t), handedOver(t)} {
		page := page(t, s, Abridged)
		for _, width := range []int{390, 1280} {
			fmt.Fprintf(&frames, "<iframe style=\"width:%dpx;height:900px;border:0\" srcdoc=\"%s\"></iframe>\n", width, html.EscapeString(page))
		}
	}
	frames.WriteString(measure)
	for scheme, setting := range map[string]string{"light": "1", "dark": "0"} {
		looked := 0
		for _, m := range regexp.MustCompile(`page (\d+) (\d+) ([\d.]+) (\d+)`).FindAllStringSubmatch(chromium(t, frames.String(), setting), -1) {
			looked++
			width, needed, paper := number(t, m[1]), number(t, m[2]), number(t, m[4])
			if needed > width {
				t.Errorf("%s: it needs %.0f pixels on a screen of %.0f", scheme, needed, width)
			}
			if contrast := number(t, m[3]); contrast < 4.5 {
				t.Errorf("%s, %.0f pixels: the least contrast is %.2f", scheme, width, contrast)
			}
			if dark := paper < 64; dark != (scheme == "dark") {
				t.Errorf("%s: the paper's lightness is %.0f", scheme, paper)
			}
		}
		if looked != 4 {
			t.Errorf("%s: Chromium looked at %d pages, want 4", scheme, looked)
		}
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(s, 64)
	check(t, err)
	return f
}

// chromium loads a page under a colour scheme and returns the document as it is then.
func chromium(t *testing.T, page, scheme string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	check(t, os.WriteFile(file, []byte(page), 0o600))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--blink-settings=preferredColorScheme="+scheme,
		"--user-data-dir="+dir, "--dump-dom", "file://"+file).Output()
	if err != nil {
		t.Fatalf("running chromium (scripts/setup-debian installs it): %v", err)
	}
	return string(out)
}
