package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/openai"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/raced"
)

// An agency with 500 new customers at the same time hardly delays the lone mails of another agency
// in the same process. A lone mail overtakes most of the mails that came before it.
func TestFloodOfAnotherAgency(t *testing.T) {
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	n := serveBranches(t, host)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	const mails, lone = 500, 10
	north, south := n.both[0], n.both[1]
	calm := south.loneMails(ctx, t, "calm", lone)
	noError(t, n.d.stop())
	north.write(ctx, t, "flood", mails)
	noError(t, n.d.start(ctx))
	until(ctx, t, func() bool { return north.reviews(ctx, t) > 0 })
	before := north.reviews(ctx, t)
	flooded := south.loneMails(ctx, t, "busy", 1)
	first := north.reviews(ctx, t) - before
	flooded = append(flooded, south.loneMails(ctx, t, "late", lone-1)...)
	behind := mails - north.reviews(ctx, t)
	t.Logf("a lone mail is reviewed in %v; during the flood in %v, the first one with %d mails of "+
		"the flood, with %d left at the end", calm, flooded, first, behind)
	if first > mails/2 {
		t.Errorf("%d of %d mails of the flood have a review before the first lone mail", first, mails)
	}
	if most := slices.Max(flooded); most > raced.Slowdown*15*time.Second {
		t.Errorf("a lone mail took %v", most)
	}
}

// Two agencies share a slow model and a slow mail server. A flood of one agency does not delay the
// lone mails of the other: staff have each review within 30 seconds. Both together make no more
// calls of the model at the same time than the configuration allows.
func TestFloodAtTheModelAndTheMailServer_Slow(t *testing.T) {
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	var m busy
	server, err := openai.Start(openai.Options{Name: "made-up", Model: func(q openai.Request) openai.Answer {
		return m.answer(t, q, 200*time.Millisecond)
	}})
	noError(t, err)
	t.Cleanup(func() { noError(t, server.Close()) })
	const mails, lone, places = 500, 5, 4
	n := makeBranches(t, host)
	for _, b := range n.both {
		appendTo(t, n.file(b), fmt.Sprintf("[planner]\nkind = \"llm\"\nbase_url = %q\n"+
			"model = \"made-up\"\nconcurrency = %d\n", server.BaseURL(), places))
	}
	run(t, n.d)
	north, south := n.both[0], n.both[1]
	for range 2 * mails {
		host.Inject(sandbox.Fault{Recipient: north.at(play.Lee), Delay: time.Second})
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	north.write(ctx, t, "flood", mails)
	until(ctx, t, func() bool { return m.asked.Load() > mails/20 })
	flooded := south.loneMails(ctx, t, "busy", lone)
	behind := mails - north.reviews(ctx, t)
	t.Logf("a lone mail is reviewed in %v, with %d mails of the flood left", flooded, behind)
	if most := slices.Max(flooded); most > raced.Slowdown*30*time.Second || behind < mails/10 {
		t.Errorf("a lone mail took %v, with %d mails of the flood left", most, behind)
	}
	if most := m.most.Load(); most > places {
		t.Errorf("the model got %d calls at the same time, %d are allowed", most, places)
	}
}

// loneMails sends mails of new customers, one after another, and returns the time until the review
// of each.
func (b *branch) loneMails(ctx context.Context, t *testing.T, name string, count int) (took []time.Duration) {
	t.Helper()
	for i := range count {
		began := time.Now()
		b.writeOne(ctx, t, name, i)
		next(ctx, t, b.lee, fmt.Sprintf("Questions to Customer %s%d", name, i))
		took = append(took, time.Since(began).Round(time.Millisecond))
	}
	return took
}

// write sends mails of new customers.
func (b *branch) write(ctx context.Context, t *testing.T, name string, count int) {
	t.Helper()
	numbers := make(chan int)
	var writers sync.WaitGroup
	for range 8 {
		writers.Go(func() {
			for i := range numbers {
				b.writeOne(ctx, t, name, i)
			}
		})
	}
	for i := range count {
		numbers <- i
	}
	close(numbers)
	writers.Wait()
}

func (b *branch) writeOne(ctx context.Context, t *testing.T, name string, i int) {
	from := fmt.Sprintf("%s%d.%s@customer.test", name, i, b.name)
	raw := fmt.Appendf(nil, "From: Customer %s%d <%s>\r\nTo: %s\r\nSubject: Quote %d\r\n"+
		"Message-ID: <%s%d@customer.test>\r\nDate: %s\r\n\r\nHi, I'd like a quote for my 2018 Toyota Camry.\r\n",
		name, i, from, b.at(play.Quotes), i, name, i, time.Now().Format(time.RFC1123Z))
	if err := b.alice.SendRaw(ctx, from, []string{b.at(play.Quotes)}, raw); err != nil {
		t.Error(err)
	}
}

// reviews counts the reviews that the staff of a branch have.
func (b *branch) reviews(ctx context.Context, t *testing.T) (count int) {
	t.Helper()
	noError(t, b.lee.Inbox(ctx, func(m sandbox.Received) {
		if strings.Contains(m.Subject, "Questions to ") {
			count++
		}
	}))
	return count
}
