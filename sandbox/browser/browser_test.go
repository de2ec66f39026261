package browser_test

import (
	"strings"
	"testing"

	"ppamaild/sandbox/browser"
)

func TestFaultsAreFound(t *testing.T) {
	const sound = `<meta name="color-scheme" content="light dark"><style>body{background:#fff;color:#222}@media(prefers-color-scheme:dark){body{background:#111;color:#eee}}</style>`
	pages := map[string]struct{ html, fault string }{
		"sound":  {sound + "<p>Hello", ""},
		"wide":   {sound + `<p style="width:1000px">Hello`, "it needs 10"},
		"faint":  {sound + `<p style="color:#808080;background:#707070">Hello`, "contrast"},
		"folded": {sound + `<p>Hello<details><summary>More</summary><p style="color:#808080;background:#707070">faint</details>`, "contrast"},
		"broken": {sound + `<p style="width:3em;overflow-wrap:anywhere">deductibles`, "the word \"deductibles\" is broken"},
		"empty":  {sound + "<p> ", "shows nothing"},
		"far":    {sound + "<!--" + strings.Repeat("x", 1<<20) + `--><p style="width:1em">×2`, ""}, // UTF-8, however late that shows
		"white":  {`<body style="background:#fff;color:#222"><p>Hello`, "lightness"},
	}
	var list []browser.Page
	for name, page := range pages {
		list = append(list, browser.Page{Name: name, HTML: page.html})
	}
	looks, err := browser.Looks(t.Context(), list...)
	if err != nil {
		t.Fatal(err)
	}
	if len(looks) != 4*len(pages) {
		t.Errorf("%d looks at %d pages", len(looks), len(pages))
	}
	found := make(map[string]string)
	for _, l := range looks {
		found[l.Name] += strings.Join(l.Faults(), "; ")
	}
	for name, page := range pages {
		if got := found[name]; (got == "") != (page.fault == "") || !strings.Contains(got, page.fault) {
			t.Errorf("%s: found %q, want %q", name, got, page.fault)
		}
	}
}
