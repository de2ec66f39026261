// Package browser shows pages in headless Chromium and measures them, for tests. Each page is
// laid out for a phone and a desktop, in light and dark mode, with all folded parts open. No
// page reaches a network.
package browser

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The screen sizes, in CSS pixels.
const (
	Phone = 390
	Desk  = 1200
)

// Page is a named HTML document.
type Page struct{ Name, HTML string }

// Look is the measurement of a page on one screen.
type Look struct {
	Name     string  `json:"name"`
	Dark     bool    `json:"-"`
	Width    int     `json:"width"`    // width of the screen
	Needs    int     `json:"needs"`    // width of the whole page
	Contrast float64 `json:"contrast"` // lowest contrast of text to its background (WCAG 2.2), from 1 to 21
	Paper    int     `json:"paper"`    // lightness of the background, from 0 to 255
	Letters  int     `json:"letters"`  // number of visible letters
	Button   int     `json:"button"`   // lower edge of the element of the class accept; 0 for none
	Broken   string  `json:"broken"`   // first word of at most 20 letters that wraps; "" for none
}

// Looks shows each page in all four ways. Without Chromium, Looks returns an error with
// instructions.
func Looks(ctx context.Context, pages ...Page) (all []Look, err error) {
	for _, dark := range []bool{false, true} {
		looks, err := look(ctx, pages, dark)
		if err != nil {
			return nil, err
		}
		all = append(all, looks...)
	}
	return all, nil
}

// Faults describes the problems of a look for readers.
func (l Look) Faults() (faults []string) {
	if l.Needs > l.Width {
		faults = append(faults, fmt.Sprintf("it needs %d pixels on a screen of %d", l.Needs, l.Width))
	}
	if l.Contrast < 4.5 { // WCAG 2.2 §1.4.3
		faults = append(faults, fmt.Sprintf("the least contrast is %.2f", l.Contrast))
	}
	if l.Dark != (l.Paper < 64) {
		faults = append(faults, fmt.Sprintf("the paper's lightness is %d", l.Paper))
	}
	if l.Broken != "" {
		faults = append(faults, fmt.Sprintf("the word %q is broken", l.Broken))
	}
	if l.Letters == 0 {
		faults = append(faults, "it shows nothing")
	}
	return faults
}

// String returns the name of the page, the screen and the mode.
func (l Look) String() string {
	scheme := "light"
	if l.Dark {
		scheme = "dark"
	}
	return fmt.Sprintf("%s, %d pixels, %s", l.Name, l.Width, scheme)
}

//go:embed measure.html
var measure string

func look(ctx context.Context, pages []Page, dark bool) ([]Look, error) {
	var frames strings.Builder
	frames.WriteString("<!DOCTYPE html><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\"><body>\n")
	for _, p := range pages {
		for _, width := range []int{Phone, Desk} {
			fmt.Fprintf(&frames, "<iframe title=%q style=\"width:%dpx;height:900px;border:0\" srcdoc=\"%s\"></iframe>\n", p.Name, width, html.EscapeString(p.HTML))
		}
	}
	frames.WriteString(measure)
	dom, err := show(ctx, frames.String(), dark)
	if err != nil {
		return nil, err
	}
	_, after, _ := strings.Cut(dom, `<pre id="found">`)
	found, _, _ := strings.Cut(after, "</pre>")
	var looks []Look
	if err := json.Unmarshal([]byte(html.UnescapeString(found)), &looks); err != nil {
		return nil, fmt.Errorf("reading what chromium measured: %w", err)
	}
	for i := range looks {
		looks[i].Dark = dark
	}
	return looks, nil
}

// show returns a document after loading.
func show(ctx context.Context, page string, dark bool) (dom string, err error) {
	dir, err := os.MkdirTemp("", "browser")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		return "", err
	}
	scheme := map[bool]string{false: "1", true: "0"}[dark]
	out, err := exec.CommandContext(ctx, "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND",
		"--blink-settings=preferredColorScheme="+scheme, "--user-data-dir="+filepath.Join(dir, "profile"), "--dump-dom", "file://"+file).Output()
	if err != nil {
		return "", fmt.Errorf("running chromium (scripts/setup-debian installs it): %w", err)
	}
	return string(out), nil
}
