package daemon_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"ppamaild/agent/planner"
	"ppamaild/sandbox"
	"ppamaild/sandbox/browser"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/thirdparty"
)

// axe checks the whole page with all folded parts open. A frame with a mail runs no script, so
// axe can't look into the frame.
const axe = `(async () => {
  document.querySelectorAll('details').forEach((part) => { part.open = true; });
  const found = await axe.run(document, { iframes: false, resultTypes: ['violations'] });
  return JSON.stringify(found.violations);
})()`

// barrier is a finding of axe-core.
type barrier struct {
	ID, Impact, Help string
	Nodes            []struct {
		Target  []any
		HTML    string
		Summary string `json:"failureSummary"`
	}
}

// hasNoBarriers checks the page with axe-core on a phone and a desktop, in light and dark mode.
func (s *screen) hasNoBarriers(script, page string) {
	s.t.Helper()
	for _, width := range []int{browser.Phone, browser.Desk} {
		for _, scheme := range []string{"light", "dark"} {
			var text string
			await := func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
				return p.WithAwaitPromise(true)
			}
			media := emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: scheme},
				{Name: "prefers-reduced-motion", Value: "reduce"},
			})
			s.does(chromedp.EmulateViewport(int64(width), 900), media,
				chromedp.Evaluate(script, nil), chromedp.Evaluate(axe, &text, await))
			var all []barrier
			must(s.t, json.Unmarshal([]byte(text), &all))
			for _, b := range all {
				report := s.t.Logf
				if b.Impact == "serious" || b.Impact == "critical" {
					report = s.t.Errorf
				}
				for _, n := range b.Nodes {
					report("%s at %d pixels, %s: %s (%s): %s\n%s\n%s",
						page, width, scheme, b.ID, b.Impact, b.Help, n.HTML, n.Summary)
				}
			}
			s.width = width
			s.fits()
			s.hasTargets(page)
			s.showsValues(page)
			s.saves(page, scheme)
		}
	}
}

// hasTargets checks that a finger hits each button of a phone.
func (s *screen) hasTargets(page string) {
	s.t.Helper()
	var small []string
	s.does(chromedp.Evaluate(`[...document.querySelectorAll('button, .button, .tabs a, .bar nav a')]
		.filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 43.5)
		.map((target) => target.outerHTML)`, &small))
	if s.width == browser.Phone && len(small) > 0 {
		s.t.Errorf("%s has targets below 44 pixels: %q", page, small)
	}
}

// showsValues checks that no field of a form cuts its value.
func (s *screen) showsValues(page string) {
	s.t.Helper()
	var cut []string
	s.does(chromedp.Evaluate(`[...document.querySelectorAll('input:not([type=hidden])')]
		.filter((field) => field.checkVisibility() && field.scrollWidth > field.clientWidth)
		.map((field) => field.outerHTML)`, &cut))
	if len(cut) > 0 {
		s.t.Errorf("%s cuts values at %d pixels: %q", page, s.width, cut)
	}
}

// saves saves a picture of a whole page to the folder in CONSOLE_PICTURES, if set.
func (s *screen) saves(page, scheme string) {
	dir := os.Getenv("CONSOLE_PICTURES")
	if dir == "" {
		return
	}
	s.t.Helper()
	name := regexp.MustCompile(`[^A-Za-z0-9]+`).ReplaceAllString(page, "_")
	s.shoots(filepath.Join(dir, fmt.Sprintf("axe%s-%d-%s.png", name, s.width, scheme)))
}

// links returns the paths of the console that the page leads to, without files to download.
func (s *screen) links() (paths []string) {
	s.t.Helper()
	s.does(chromedp.Evaluate(`[...document.querySelectorAll('a[href]:not([download])')]
		.filter((a) => a.origin === location.origin).map((a) => a.pathname + a.search)`, &paths))
	return paths
}

var numbered = regexp.MustCompile(`[A-Z]-[0-9A-Z]{6}|\d+`)

// sameKind names the kind of a page, so that the histories of threads count as one kind. Pages
// of reviews and tasks differ more.
func sameKind(path string) string {
	kind, query, _ := strings.Cut(path, "?")
	if !strings.HasPrefix(query, "tab=") {
		query = ""
	}
	if !strings.HasPrefix(path, "/r/") && !strings.HasPrefix(path, "/tasks/") {
		kind = numbered.ReplaceAllString(kind, "N")
	}
	return kind + "?" + query
}

// crawls visits each kind of page that links lead to, from some paths on.
func (s *screen) crawls(from []string, visit func(path string)) (visited []string) {
	s.t.Helper()
	seen := map[string]bool{}
	for todo := from; len(todo) > 0; todo = todo[1:] {
		path := todo[0]
		if seen[sameKind(path)] {
			continue
		}
		seen[sameKind(path)] = true
		s.goes(path)
		todo = append(todo, s.links()...)
		visited = append(visited, path)
		visit(path)
	}
	return visited
}

// curiousRules ask staff about a premise.
func curiousRules(a *agency) { a.planner = curious{planner.Rules{Payments: 4}} }

// axe-core finds no serious barrier on any page, at both widths, in light and dark mode. Links lead the
// test to each page, so a new page needs no change here.
func TestConsoleHasNoBarriersInChromium_Slow(t *testing.T) {
	script := thirdparty.AxeCore(t)
	a := open(t, inProcess(t), withConsole, withDesk(&desk{}), curiousRules, withAdmin)
	s := a.opens(look{width: browser.Desk, scripts: true})
	for _, path := range []string{"/sign-in", "/sign-in?again=1", "/sign-in/code"} {
		s.goes(path)
		s.hasNoBarriers(script, path)
	}
	s.does(chromedp.EmulateViewport(browser.Desk, 900))
	s.enters(a.lee)
	var whole bool // at a zoom of 200 %
	s.does(chromedp.EmulateViewport(browser.Desk/2, 450),
		chromedp.Evaluate(`(e => e.scrollWidth <= e.clientWidth)(document.querySelector(".home"))`, &whole))
	if !whole {
		t.Error("the bar cuts the name of the agency")
	}
	reviews := a.showsAllKinds()
	from := append([]string{"/", "/nothing"}, reviews...)
	visited := s.crawls(from, func(path string) { s.hasNoBarriers(script, path) })
	for _, want := range []string{"/r/Q-", "/t/Q-", "/tasks/T-", "/tasks/new", "/me", "/?tab=done", "/c/", "/ops", "/stats",
		"/settings", "/settings/preview"} {
		is := func(path string) bool { return strings.HasPrefix(path, want) }
		if !slices.ContainsFunc(visited, is) {
			t.Errorf("no link leads to a page %s: %q", want, visited)
		}
	}
	t.Logf("%d pages: %q", len(visited), visited)
	const bob, alice = "/c/bob@customer.test", "/c/" + play.Alice
	lee := a.signsIn(a.lee)
	lee.decides(reviews[4], "CANCEL", "text", "he called us")
	lee.dryRun(bob)
	lee.submits(alice+"/hold", "reason", "a dispute")
	for path, shows := range map[string]string{alice: ".warn", bob: "#erase"} {
		s.goes(path)
		s.clicks("#forget > summary")
		s.clicks("#forget button")
		s.sees(shows)
		s.hasNoBarriers(script, path+"/forget")
	}
	s.goes("/threads/new")
	s.types("#address", "bob@customer.test")
	s.types("#words", complete)
	s.does(network.ClearBrowserCookies())
	s.clicks("#begin")
	s.sees("#kept")
	s.hasNoBarriers(script, "ended")
}

// showsAllKinds fills the console: questions to staff, a quote, a quote with failed facts, a
// thread with a person, a decided review, a plan and results. It returns the paths of reviews.
func (a *agency) showsAllKinds() (paths []string) {
	a.t.Helper()
	lee := a.signsIn(a.lee)
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.gets(a.lee, "Please review")
	questions := lee.waits()
	paths = append(paths, questions)
	lee.decides(questions, "ANSWER", "answer.1", "no")
	a.gets(a.lee, "Quote for")
	quote := lee.waits()
	lee.decides(quote, "EDIT", "text", "Hello Alice, please call us.")
	paths = append(paths, quote, lee.waits())
	a.writes(a.bob, sandbox.Mail{Subject: "My claim", Text: "I had an accident yesterday and want to file a claim."})
	bob := reviewPath.FindString(lee.reaches("/?tab=team&q=bob", "/r/Q-"))
	lee.decides(bob, "TAKE OVER")
	paths = append(paths, bob, reviewPath.FindString(lee.reaches("/?q=bob", "by hand")))
	task := lee.gives(hendersons)
	lee.reaches(task, "Approve the plan")
	paths = append(paths, task)
	done := lee.gives(hendersons)
	lee.rules(done, lee.reaches(done, "Approve the plan"), "ACCEPT")
	lee.reaches(done, "Results wait for a decision")
	return append(paths, done)
}
