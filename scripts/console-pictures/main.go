// Command console-pictures plays the demo and writes pictures of the console to a folder. Chromium
// does what a newcomer does: it signs in, accepts a quote, and takes a task from the text to the
// files. Each step must show its result, so a broken page ends the command.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: console-pictures FOLDER")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "console-pictures:", err)
		os.Exit(1)
	}
}

// longest bounds the whole play.
const longest = 5 * time.Minute

func run(ctx context.Context, folder string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	dir, err := os.MkdirTemp("", "console-pictures")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	program := filepath.Join(dir, "ppamaild")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/ppamaild")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("building ppamaild: %w", err)
	}
	d, err := startDemo(ctx, program, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.stop()) }()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath("chromium"), chromedp.NoSandbox, chromedp.UserDataDir(dir+"/profile"))
	ctx, end := chromedp.NewExecAllocator(ctx, options...)
	defer end()
	ctx, end = chromedp.NewContext(ctx)
	defer end()
	// The first actions start Chromium, which lives as long as their context.
	if err := chromedp.Run(ctx, emulation.SetFocusEmulationEnabled(true)); err != nil {
		return fmt.Errorf("starting Chromium: %w", err)
	}
	b := &browser{ctx: ctx, at: d.address, folder: folder}
	b.signsIn(d)
	b.reviews()
	b.tasks()
	b.offices()
	return b.err
}
