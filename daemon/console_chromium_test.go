package daemon_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"ppamaild/sandbox"
	"ppamaild/sandbox/browser"
	"ppamaild/sandbox/raced"
)

// look is how a browser shows pages.
type look struct {
	width         int
	dark, scripts bool
}

// String names the look for tests and pictures.
func (l look) String() string {
	name := map[int]string{browser.Phone: "phone", browser.Desk: "desk"}[l.width] + ", " + l.scheme()
	if !l.scripts {
		name += ", without scripts"
	}
	return name
}

func (l look) scheme() string {
	if l.dark {
		return "dark"
	}
	return "light"
}

// screen is a tab of headless Chromium, with cookies of its own.
type screen struct {
	*agency
	look
	ctx context.Context
}

// chromium is the browser of all tests. The browser runs while a tab is open.
var chromium struct {
	sync.Mutex
	tabs int
	ctx  context.Context
	end  context.CancelFunc
}

// browses returns the browser for a new tab.
func (a *agency) browses() context.Context {
	a.t.Helper()
	chromium.Lock()
	defer chromium.Unlock()
	if chromium.tabs == 0 {
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath("chromium"), chromedp.NoSandbox)
		ctx, end := chromedp.NewExecAllocator(context.Background(), options...)
		chromium.ctx, _ = chromedp.NewContext(ctx)
		chromium.end = end
		if err := chromedp.Run(chromium.ctx); err != nil {
			end()
			a.t.Fatal("starting chromium:", err)
		}
	}
	chromium.tabs++
	a.t.Cleanup(func() {
		chromium.Lock()
		defer chromium.Unlock()
		if chromium.tabs--; chromium.tabs == 0 {
			chromium.end()
		}
	})
	return chromium.ctx
}

// opens opens a window. Without scripts, the browser runs no JavaScript of pages.
func (a *agency) opens(l look) *screen {
	a.t.Helper()
	all := a.browses()
	direct, end := context.WithTimeout(all, time.Minute)
	defer end()
	direct = cdp.WithExecutor(direct, chromedp.FromContext(all).Browser)
	cookies, err := target.CreateBrowserContext().Do(direct)
	must(a.t, err)
	a.t.Cleanup(func() { // the browser may be gone, or answer no more
		limited, end := context.WithTimeout(context.WithoutCancel(direct), 10*time.Second)
		defer end()
		_ = target.DisposeBrowserContext(cookies).Do(limited)
	})
	tab, err := target.CreateTarget("about:blank").
		WithBrowserContextID(cookies).WithNewWindow(true).Do(direct)
	must(a.t, err)
	ctx, leave := chromedp.NewContext(all, chromedp.WithTargetID(tab))
	a.t.Cleanup(leave)
	chromedp.FromContext(ctx).BrowserContextID = cookies // of more tabs
	return a.looks(ctx, l)
}

// looks shows the pages of a tab in a look.
func (a *agency) looks(ctx context.Context, l look) *screen {
	a.t.Helper()
	ctx, end := context.WithTimeout(ctx, raced.Slowdown*5*time.Minute)
	a.t.Cleanup(end)
	s := &screen{agency: a, ctx: ctx, look: l}
	s.does(chromedp.EmulateViewport(int64(l.width), 900),
		emulation.SetFocusEmulationEnabled(true), // as in a window in front
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: l.scheme()},
		}),
		emulation.SetScriptExecutionDisabled(!l.scripts))
	return s
}

// secondTab opens another tab of the same browser, with the same cookies.
func (s *screen) secondTab() *screen {
	s.t.Helper()
	ctx, end := chromedp.NewContext(s.ctx)
	s.t.Cleanup(end)
	return s.looks(ctx, s.look)
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

// picks opens the first thread of the inbox.
func (s *screen) picks() {
	s.t.Helper()
	s.lists("#rows a")
	s.clicks("#rows a")
}

// lists waits until the inbox has a row. The inbox has a thread a moment after the mail of the
// thread, and never moves under its reader, so the page is loaded again.
func (s *screen) lists(row string) {
	s.t.Helper()
	for deadline := time.Now().Add(patience); ; s.goes(s.path()) {
		var rows int
		s.sees("#rows, .empty")
		s.does(chromedp.Evaluate(fmt.Sprintf("document.querySelectorAll(%q).length", row), &rows))
		if rows > 0 {
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the inbox has no %s", row)
		}
	}
}

// next opens the review after a decision. The link comes a moment after the decision. Without
// scripts, only a reload shows the link.
func (s *screen) next() {
	s.t.Helper()
	const link = ".note .primary"
	s.sees("#outcome") // a reload before would stop the form
	for deadline := time.Now().Add(patience); !s.scripts && !s.contains(link); s.goes(s.path()) {
		if time.Now().After(deadline) {
			s.t.Fatal("no review came after the decision")
		}
	}
	s.clicks(link)
	s.does(chromedp.WaitNotPresent(link, chromedp.ByQuery))
	s.sees(".acts")
}

// contains reports whether the page has an element now.
func (s *screen) contains(selector string) (is bool) {
	s.t.Helper()
	s.does(chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q) !== null", selector), &is))
	return is
}

// path is the path of the page, with the query.
func (s *screen) path() string {
	s.t.Helper()
	var at string
	s.does(chromedp.Location(&at))
	return strings.TrimPrefix(at, s.cfg.Console.URL)
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

// pictures saves a picture of the page to the folder in CONSOLE_PICTURES, if set.
func (s *screen) pictures(name string) {
	s.t.Helper()
	dir := os.Getenv("CONSOLE_PICTURES")
	if dir == "" {
		return
	}
	s.shoots(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, s.width, s.scheme())))
}

// shoots saves a picture of a whole page. A page that a click led to may have no layout yet, and
// Chromium takes no picture without a width.
func (s *screen) shoots(file string) {
	s.t.Helper()
	var size []float64
	s.does(chromedp.Poll(`document.readyState === "complete" && document.body.scrollHeight > 0`, nil),
		chromedp.Sleep(200*time.Millisecond), // frames load
		chromedp.Evaluate(`[document.documentElement.scrollWidth, document.documentElement.scrollHeight]`,
			&size),
		chromedp.ActionFunc(func(ctx context.Context) error {
			clip := &page.Viewport{Width: max(size[0], 1), Height: max(size[1], 1), Scale: 1}
			png, err := page.CaptureScreenshot().WithClip(clip).WithCaptureBeyondViewport(true).Do(ctx)
			if err != nil {
				return err
			}
			return os.WriteFile(file, png, 0o600)
		}))
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

// eachLook runs a flow on a phone and on a desktop, in light and dark mode, with scripts and
// without.
func eachLook(t *testing.T, flow func(a *agency, s *screen), edits ...func(*agency)) {
	inLooks(t, []look{
		{browser.Phone, false, true}, {browser.Phone, true, false},
		{browser.Desk, true, true}, {browser.Desk, false, false},
	}, flow, edits)
}

// eachLiveLook runs a flow that needs scripts on a phone and on a desktop, in light and dark mode.
func eachLiveLook(t *testing.T, flow func(a *agency, s *screen), edits ...func(*agency)) {
	inLooks(t, []look{
		{browser.Phone, false, true}, {browser.Phone, true, true},
		{browser.Desk, true, true}, {browser.Desk, false, true},
	}, flow, edits)
}

// inLooks runs a flow for each look, with an agency of its own.
func inLooks(t *testing.T, all []look, flow func(*agency, *screen), edits []func(*agency)) {
	parallel(t)
	for _, l := range all {
		t.Run(l.String(), func(t *testing.T) {
			a := open(t, inProcess(t), append([]func(*agency){withConsole}, edits...)...)
			flow(a, a.opens(l))
		})
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

// framesMail checks that the frame of a review shows the whole mail.
func (s *screen) framesMail() {
	s.t.Helper()
	var frame []int64
	s.does(chromedp.Evaluate(`(() => { const mail = document.querySelector("iframe.mail");
		return [mail.clientWidth, mail.clientHeight] })()`, &frame))
	path := s.path()
	var needs int64
	s.does(chromedp.EmulateViewport(frame[0], 900), chromedp.Navigate(s.cfg.Console.URL+path+"/mail"),
		chromedp.Evaluate("document.documentElement.scrollHeight", &needs),
		chromedp.EmulateViewport(int64(s.width), 900))
	if needs > frame[1] && s.scripts {
		s.t.Errorf("the mail needs %d pixels in a frame of %d", needs, frame[1])
	}
	s.goes(path)
	s.sees("#accept")
}

func TestConsoleAcceptsInChromium_Slow(t *testing.T) {
	eachLook(t, func(a *agency, s *screen) {
		a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
		a.gets(a.lee, "Quote for")
		s.enters(a.lee)
		s.lists("#rows a")
		s.fits()
		s.pictures("inbox")
		s.picks()
		s.sees("#accept")
		s.fits()
		s.pictures("review")
		s.hasBar()
		s.framesMail()
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
		s.picks()
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
		s.picks()
		s.sees("a.gave[title*='9,000']")
		s.pictures("underlined")
		s.clicks("a.gave[title*='9,000']")
		s.does(chromedp.Poll(`document.querySelector("#fields").open &&
			document.querySelector("input:target").name.includes("miles")`, nil))
		s.pictures("values")
		s.types(`[name="field.vehicles[0].annual_miles"]`, "14,000")
		s.finds(chromedp.SendKeys(`[name="field.drivers[0].date_of_birth"]`, "04041985", chromedp.ByQuery))
		s.clicks(`button[value="FIELDS"]`)
		s.sees(".done")
		says(a.t, a.gets(a.lee, "Quote for"), "14,000", "April 4, 1985")
		s.next()
		s.clicks("#edit > summary")
		s.pictures("edit")
		s.types("#text", "Hello Alice, please call us.")
		s.clicks(`button[value="EDIT"]`)
		s.sees(".closed .warn") // a mail without the price fails the facts check
		s.next()
		s.pictures("failed")
		s.clicks("#more > summary")
		s.clicks(`button[value="ACCEPT"]`)
		s.sees(".done")
		says(a.t, a.gets(a.alice, "Quote please"), "please call us")
	})
}

// A claim reaches the open page of a colleague without a reload by hand.
func TestConsoleClaimsInChromium_Slow(t *testing.T) {
	eachLiveLook(t, func(a *agency, dana *screen) {
		a.asks()
		dana.enters(a.dana)
		dana.picks()
		dana.sees("#accept")
		lee := a.opens(dana.look)
		lee.enters(a.lee)
		lee.picks()
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
