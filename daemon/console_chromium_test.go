package daemon_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"ppamaild/sandbox"
	"ppamaild/sandbox/browser"
	"ppamaild/sandbox/raced"
)

// screen is a tab of headless Chromium.
type screen struct {
	*agency
	ctx   context.Context
	name  string // of the pictures
	width int
}

// opens opens a tab of a width. Without scripts, the browser runs no JavaScript of pages.
func (a *agency) opens(width int, scripts bool) *screen {
	a.t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath("chromium"), chromedp.NoSandbox)
	ctx, end := chromedp.NewExecAllocator(context.WithoutCancel(a.t.Context()), options...)
	a.t.Cleanup(end)
	ctx, end = chromedp.NewContext(ctx)
	a.t.Cleanup(end)
	ctx, end = context.WithTimeout(ctx, raced.Slowdown*5*time.Minute)
	a.t.Cleanup(end)
	s := &screen{agency: a, ctx: ctx, name: a.t.Name(), width: width}
	s.does(chromedp.EmulateViewport(int64(width), 900),
		emulation.SetFocusEmulationEnabled(true), // as in a window in front
		emulation.SetScriptExecutionDisabled(!scripts))
	return s
}

// does runs actions.
func (s *screen) does(actions ...chromedp.Action) {
	s.t.Helper()
	s.worked(chromedp.Run(s.ctx, actions...))
}

// worked ends the test with the page if an action failed.
func (s *screen) worked(err error) {
	s.t.Helper()
	if err != nil {
		var page string
		_ = chromedp.Run(s.ctx, chromedp.OuterHTML("body", &page, chromedp.ByQuery))
		s.t.Fatalf("the browser at %d pixels: %v\n%s", s.width, err, page)
	}
}

// goes opens a page. A page that loads itself again at this moment stops the first try.
func (s *screen) goes(path string) {
	s.t.Helper()
	to := chromedp.Navigate(s.cfg.Console.URL + path)
	if err := chromedp.Run(s.ctx, to); err != nil && strings.Contains(err.Error(), "ERR_ABORTED") {
		s.does(to)
	} else {
		must(s.t, err)
	}
	s.does(chromedp.WaitReady("main", chromedp.ByQuery))
}

// clicks clicks an element, once the element is visible.
func (s *screen) clicks(selector string) {
	s.t.Helper()
	s.sees(selector)
	s.finds(chromedp.Click(selector, chromedp.ByQuery))
}

// finds runs an action on an element. A page that was new a moment ago may replace the element
// before the action begins, so the action has three tries.
func (s *screen) finds(action chromedp.Action) {
	s.t.Helper()
	var err error
	for range 3 {
		err = chromedp.Run(s.ctx, action)
		if err == nil || !strings.Contains(err.Error(), "Could not find node") {
			break
		}
	}
	s.worked(err)
}

// types replaces the text of a field.
func (s *screen) types(selector, text string) {
	s.t.Helper()
	selectAll := input.DispatchKeyEvent(input.KeyDown).WithCommands([]string{"selectAll"})
	s.sees(selector)
	s.finds(chromedp.Focus(selector, chromedp.ByQuery))
	s.does(selectAll, input.InsertText(text))
}

// sees waits for a text in an element.
func (s *screen) sees(selector string) {
	s.t.Helper()
	s.does(chromedp.WaitVisible(selector, chromedp.ByQuery))
}

// presses presses a key without a letter, because the page handles the key.
func (s *screen) presses(key string) {
	s.t.Helper()
	s.does(chromedp.Poll(`document.readyState === "complete"`, nil),
		input.DispatchKeyEvent(input.KeyRawDown).WithKey(key),
		input.DispatchKeyEvent(input.KeyUp).WithKey(key))
}

// enters signs a member in.
func (s *screen) enters(p *sandbox.Person) {
	s.t.Helper()
	s.goes("/sign-in")
	s.pictures("sign-in")
	s.types("#address", p.Address)
	s.clicks("form button")
	s.sees("#code")
	s.pictures("code")
	s.types("#code", codeInMail.FindStringSubmatch(s.gets(p, "sign-in code").Text)[1])
	s.clicks("form button")
	s.sees(".tabs")
}

// pictures saves the page in light and dark mode to the folder in CONSOLE_PICTURES, if set.
func (s *screen) pictures(page string) {
	s.t.Helper()
	dir := os.Getenv("CONSOLE_PICTURES")
	if dir == "" {
		return
	}
	for _, scheme := range []string{"light", "dark"} {
		var png []byte
		media := emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme},
		})
		s.does(media, chromedp.Sleep(200*time.Millisecond), chromedp.FullScreenshot(&png, 100))
		screen := map[int]string{browser.Phone: "phone", browser.Desk: "desk"}[s.width]
		name := strings.Join([]string{page, screen, scheme}, "-") + ".png"
		must(s.t, os.WriteFile(filepath.Join(dir, name), png, 0o600))
	}
}

// fits checks the width of the page, and that no link of the navigation is cut.
func (s *screen) fits() {
	s.t.Helper()
	var needs int
	s.does(chromedp.Evaluate(`Math.max(document.documentElement.scrollWidth, ...[...document
		.querySelectorAll(".bar nav a")].map((a) => Math.ceil(a.getBoundingClientRect().right)))`,
		&needs))
	if needs > s.width {
		s.t.Errorf("the page needs %d pixels on a screen of %d", needs, s.width)
	}
}

// eachWidth runs a flow on a phone and on a desktop.
func eachWidth(t *testing.T, flow func(a *agency, width int), options ...func(*agency)) {
	parallel(t)
	for name, width := range map[string]int{"phone": browser.Phone, "desk": browser.Desk} {
		t.Run(name, func(t *testing.T) { flow(open(t, inProcess(t), append(options, withConsole)...), width) })
	}
}

// hasBar checks the bar with the decisions on a phone: it is out of sight near the same buttons,
// and at the lower edge in the middle of the page.
func (s *screen) hasBar() {
	s.t.Helper()
	if s.width != browser.Phone {
		return
	}
	var above, below int // distances from the lower edge of the screen
	const at = `(y) => { scrollTo(0, y); const bar = document.querySelector(".jump").getBoundingClientRect();
		return Math.round(bar.bottom) - innerHeight }`
	s.does(chromedp.Evaluate("("+at+")(0)", &above),
		chromedp.Evaluate("("+at+`)(document.querySelector(".work").offsetTop + 100)`, &below))
	if above <= 0 || below != 0 {
		s.t.Errorf("the bar is %d pixels below the screen at first, and %d later", above, below)
	}
}

func TestConsoleAcceptsInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
		a.gets(a.lee, "Quote for")
		s.enters(a.lee)
		s.sees("#rows a")
		s.fits()
		s.pictures("inbox")
		s.clicks("#rows a")
		s.sees("#accept")
		s.fits()
		s.pictures("review")
		s.hasBar()
		s.clicks("#accept")
		s.sees(".done")
		s.pictures("decided")
		a.gets(a.alice, "Quote please")
		s.clicks(".id a")
		s.sees("#conversation")
		s.sees("#table tbody tr")
		s.fits()
		s.pictures("thread")
		s.goes("/me")
		s.fits()
		s.pictures("me")
	})
}

func TestConsoleSendsBackInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.asks()
		s.enters(a.lee)
		s.clicks("#rows a")
		s.clicks("#reject > summary")
		s.types("#reason", "sing a song")
		s.pictures("send-back")
		s.clicks("#reject button")
		s.sees(".warn")
		s.pictures("asked-back")
		s.types("#reason", "ask for her phone number")
		s.clicks(`.choice input[value="Write in Spanish"]`)
		s.pictures("reasons")
		s.clicks("#reject button")
		s.sees(".done")
		says(a.t, a.gets(a.lee, "Questions to"), "Hola")
	})
}

func TestConsoleEditsInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
		a.gets(a.lee, "Quote for")
		s.enters(a.lee)
		s.clicks("#rows a")
		s.sees("a.gave[title*='9,000']")
		s.pictures("underlined")
		s.clicks("a.gave[title*='9,000']")
		s.does(chromedp.Poll(`document.querySelector("#fields").open &&
			document.querySelector("input:target").name.includes("miles")`, nil))
		s.pictures("values")
		s.types(`[name="field.vehicles[0].annual_miles"]`, "14,000")
		s.clicks(`button[value="FIELDS"]`)
		s.sees(".done")
		says(a.t, a.gets(a.lee, "Quote for"), "14,000")
		s.clicks(".note .primary") // the next review
		s.clicks("#edit > summary")
		s.pictures("edit")
		s.types("#text", "Hello Alice, please call us.")
		s.clicks(`button[value="EDIT"]`)
		s.sees(".warn") // a mail without the price fails the facts check
		s.clicks(".note .primary")
		s.pictures("failed")
		s.clicks("#more > summary")
		s.clicks(`button[value="ACCEPT"]`)
		s.sees(".done")
		says(a.t, a.gets(a.alice, "Quote please"), "please call us")
	})
}

// A claim reaches the open page of a colleague without a reload by hand.
func TestConsoleClaimsInChromium_Slow(t *testing.T) {
	eachWidth(t, func(a *agency, width int) {
		a.asks()
		dana := a.opens(width, true)
		dana.enters(a.dana)
		dana.clicks("#rows a")
		dana.sees("#accept")
		lee := a.opens(width, true)
		lee.enters(a.lee)
		lee.clicks("#rows a")
		lee.sees("#presence:not([hidden])")
		dana.sees("#presence:not([hidden])")
		lee.pictures("presence")
		lee.clicks("#more > summary")
		lee.clicks(`button[value="CLAIM"]`)
		lee.sees(".done")
		dana.sees(".flag.own")
		a.gets(a.dana, "Lee Tran took over")
	})
}
