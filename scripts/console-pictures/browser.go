package main

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The widths of the pictures, in pixels, and the greatest height.
const (
	desk  = 1200
	phone = 390

	maxHigh = 1300
)

// browser is Chromium on the pages of the console. After an error, its methods do nothing.
type browser struct {
	ctx    context.Context
	at     string // address of the console
	folder string // for pictures
	doing  string // for errors
	err    error
}

func (b *browser) does(actions ...chromedp.Action) {
	if b.err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		var shown string
		_ = chromedp.Run(b.ctx, chromedp.Text("body", &shown, chromedp.ByQuery)) // for the reader
		b.err = fmt.Errorf("%s: %w; the page says:\n%s", b.doing, err, shown)
	}
}

func (b *browser) goes(path string) {
	b.doing = "opening " + path
	b.does(chromedp.Navigate(b.at+path), chromedp.WaitVisible("main", chromedp.ByQuery))
}

// by tells selectors and XPaths apart.
func by(what string) chromedp.QueryOption {
	if strings.HasPrefix(what, "/") {
		return chromedp.BySearch
	}
	return chromedp.ByQuery
}

// sees waits for an element, by a selector or an XPath.
func (b *browser) sees(what string) {
	b.doing = "waiting for " + what
	b.does(chromedp.WaitVisible(what, by(what)))
}

func (b *browser) clicks(what string) {
	b.sees(what)
	b.doing = "clicking " + what
	b.does(chromedp.Click(what, by(what)))
}

func (b *browser) types(field, text string) {
	b.sees(field)
	b.doing = "typing into " + field
	b.does(chromedp.SetValue(field, text, by(field)))
}

// path is the path of the page.
func (b *browser) path() string {
	var address string
	b.does(chromedp.Location(&address))
	return strings.TrimPrefix(address, b.at)
}

// link is the first link to a path that begins with a text.
func (b *browser) link(begin string) string {
	var path string
	b.doing = "looking for a link to " + begin
	b.does(chromedp.AttributeValue(`a[href^="`+begin+`"]`, "href", &path, nil, chromedp.ByQuery))
	return path
}

// pictures writes a picture of the page for each look: "1200", "390" or "390-dark".
func (b *browser) pictures(name string, looks ...string) {
	for _, look := range looks {
		width, scheme := desk, "light"
		if strings.HasPrefix(look, "390") {
			width = phone
		}
		if strings.HasSuffix(look, "dark") {
			scheme = "dark"
		}
		b.picture(name+"-"+look+".png", width, scheme)
	}
}

func (b *browser) picture(file string, width int, scheme string) {
	var high float64
	var shot []byte
	b.doing = "taking " + file
	media := emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme},
		{Name: "prefers-reduced-motion", Value: "reduce"},
	})
	b.does(chromedp.EmulateViewport(int64(width), 900), media,
		chromedp.Sleep(time.Second), // frames load
		chromedp.Evaluate(`scrollTo(0, 0); document.documentElement.scrollHeight`, &high),
		chromedp.ActionFunc(func(ctx context.Context) (err error) {
			clip := &page.Viewport{Width: float64(width), Height: min(high, maxHigh), Scale: 1}
			shot, err = page.CaptureScreenshot().WithClip(clip).WithCaptureBeyondViewport(true).Do(ctx)
			return err
		}))
	if b.err == nil {
		b.err = save(filepath.Join(b.folder, file), shot)
	}
}

// save writes a picture with few colors, which needs a third of the space.
func save(file string, shot []byte) error {
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return fmt.Errorf("reading the picture %s: %w", file, err)
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, fewColors(picture)); err != nil {
		return fmt.Errorf("writing the picture %s: %w", file, err)
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}
