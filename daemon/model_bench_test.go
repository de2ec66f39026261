package daemon_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/sandbox"
	"ppamaild/sandbox/openai"
	"ppamaild/sandbox/play"
)

// BenchmarkModel plays the conversation of the demo with a planner that asks a model, and
// prints the tokens for a finished quote, estimated at four bytes each. The share is the part
// of the bytes in the common beginning of all prompts.
func BenchmarkModel(b *testing.B) {
	for b.Loop() {
		seen, took := playWithModel(b)
		total, stable := 0, seen[0].Prompt
		for _, s := range seen {
			total += len(s.Prompt)
			stable = stable[:commonPrefix(stable, s.Prompt)]
		}
		share := float64(len(stable)*len(seen)) / float64(total)
		fmt.Fprintf(os.Stdout, "\nA finished quote with planner llm (the demo's conversation, %v): %d requests, about %d prompt tokens;\n"+
			"%.0f %% of them are a stable prefix of about %d tokens (aim ≥ 80 %%).\n\n", took.Round(time.Millisecond), len(seen), total/4, 100*share, len(stable)/4)
		b.ReportMetric(float64(len(seen)), "requests")
		b.ReportMetric(float64(total)/4, "prompt-tokens")
		b.ReportMetric(share, "stable-share")
		b.ReportMetric(0, "ns/op") // the time of a whole conversation says nothing
	}
}

func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// playWithModel returns the model's requests in one conversation.
func playWithModel(b *testing.B) ([]openai.Seen, time.Duration) {
	host, err := sandbox.NewHost(sandbox.Options{})
	must(b, err)
	defer func() { must(b, host.Close()) }()
	file, err := play.WriteConfig(b.TempDir(), host)
	must(b, err)
	cfg, err := config.Load(file)
	must(b, err)
	server := withModel(b, cfg)
	stop := serveAgency(b, cfg)
	defer func() { stop() }()
	began := time.Now()
	_, err = play.Stage{Host: host, Out: io.Discard, Crash: func(context.Context) error {
		stop()
		stop = serveAgency(b, cfg)
		return nil
	}}.Quote(b.Context())
	must(b, err)
	return server.Seen(), time.Since(began)
}

// serveAgency runs a daemon until the returned function is called.
func serveAgency(b *testing.B, cfg *config.Config) (stop func()) {
	ready := make(chan struct{})
	d, err := daemon.New(b.Context(), daemon.Options{Config: cfg, OnReady: func() { close(ready) }})
	must(b, err)
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	<-ready
	return func() {
		cancel()
		must(b, <-ended)
		must(b, d.Close())
	}
}
