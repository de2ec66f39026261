package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/agent/planner/simulated"
	"ppamaild/sandbox"
	"ppamaild/sandbox/openai"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/raced"
)

// crowd has the parameters of TestOverload_Slow.
type crowd struct {
	mails       int           // from new customers, all together
	takes       time.Duration // response time of the model
	concurrency int
}

// Many new customers write together while the model is slow. Each customer gets a review,
// memory stays flat, and the model never gets more parallel requests than allowed. A decision
// on another thread is executed immediately. In between, the daemon stops promptly and resumes
// after a restart. OVERLOAD="5000 20s 256" sets another size.
func TestOverload_Slow(t *testing.T) {
	c := crowd{400, time.Second / 2, 32}
	if size := os.Getenv("OVERLOAD"); size != "" {
		var takes string
		_, err := fmt.Sscan(size, &c.mails, &takes, &c.concurrency)
		noError(t, err)
		c.takes, err = time.ParseDuration(takes)
		noError(t, err)
	}
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	alice, err := sandbox.NewPerson(t.Context(), host, "Alice Moreno", play.Alice)
	noError(t, err)
	lee, err := sandbox.NewPerson(t.Context(), host, "Lee Tran", play.Lee)
	noError(t, err)
	var m busy
	d := c.serve(t, host, &m)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute+time.Duration(5*c.mails/c.concurrency)*c.takes)
	defer cancel()

	_, err = alice.Send(ctx, sandbox.Mail{To: []string{play.Quotes}, Subject: "Quote please", Text: "I'm Alice Moreno. I'd like a quote for my 2019 Honda Civic."})
	noError(t, err)
	review := next(ctx, t, lee, "Questions to Alice")
	calm := d.memory(t)
	first := min(2*c.concurrency, c.mails)
	m.held.Lock()
	c.write(ctx, t, alice, 0, first)
	c.stop(ctx, t, d, &m)
	c.write(ctx, t, alice, first, c.mails)
	c.goOn(ctx, t, d, &m)
	began := time.Now()
	_, err = lee.Reply(ctx, review, "ACCEPT")
	noError(t, err)
	next(ctx, t, alice, "Quote please")
	took := time.Since(began)

	most := calm
	for reviewed := map[string]bool{}; len(reviewed) < c.mails; most = max(most, d.memory(t)) {
		subject := next(ctx, t, lee, "Questions to Customer").Subject
		if reviewed[subject] {
			t.Errorf("Lee was asked twice: %s", subject)
		}
		reviewed[subject] = true
	}
	t.Logf("%d mails of new customers, a model that takes %v, %d requests at once at most: all reviewed %v after the decision on another thread, which took %v; memory %d MB before and %d MB at most",
		c.mails, c.takes, m.most.Load(), time.Since(began).Round(time.Second), took.Round(time.Millisecond), calm, most)
	if took > c.takes/2+10*time.Second {
		t.Errorf("the decision waited %v behind new customers", took)
	}
	if m.most.Load() > int64(c.concurrency) {
		t.Errorf("%d requests were made at once, %d may be", m.most.Load(), c.concurrency)
	}
	if limit := raced.Slowdown * (192 + 2*c.concurrency); most > limit {
		t.Errorf("the daemon took %d MB, more than %d", most, limit)
	}
}

// serve runs a daemon that uses the model m.
func (c crowd) serve(t *testing.T, host sandbox.Host, m *busy) *process {
	t.Helper()
	server, err := openai.Start(openai.Options{Name: "made-up", Model: func(q openai.Request) openai.Answer { return m.answer(t, q, c.takes) }})
	noError(t, err)
	t.Cleanup(func() { noError(t, server.Close()) })
	dir := t.TempDir()
	file, err := play.WriteConfig(dir, host)
	noError(t, err)
	appendTo(t, file, fmt.Sprintf("\n[planner]\nkind = \"llm\"\nbase_url = %q\nmodel = \"made-up\"\nconcurrency = %d\n", server.BaseURL(), c.concurrency))
	d := &process{config: file, log: filepath.Join(dir, "daemon.log")}
	noError(t, d.start(t.Context()))
	t.Cleanup(func() {
		noError(t, d.stop())
		if log, err := os.ReadFile(d.log); t.Failed() && err == nil {
			t.Logf("the end of the daemon's log:\n%s", log[max(0, len(log)-10_000):])
		}
	})
	return d
}

// stop stops the daemon while the model has as many requests as new customers may make. One
// runner in four is reserved for other work.
func (c crowd) stop(ctx context.Context, t *testing.T, d *process, m *busy) {
	t.Helper()
	until(ctx, t, func() bool { return m.now.Load() >= int64(c.concurrency*3/4) })
	began := time.Now()
	noError(t, d.stop())
	took := time.Since(began)
	t.Logf("told to stop while %d requests were with the model, the daemon had done so after %v", m.now.Load(), took.Round(time.Millisecond))
	if took > raced.Slowdown*15*time.Second {
		t.Errorf("it took %v to stop", took)
	}
}

// goOn restarts the daemon and returns when the model has as many requests as before.
func (c crowd) goOn(ctx context.Context, t *testing.T, d *process, m *busy) {
	t.Helper()
	m.held.Unlock()
	until(ctx, t, func() bool { return m.now.Load() == 0 }) // requests without a waiting client
	before := m.asked.Load()
	noError(t, d.start(ctx))
	until(ctx, t, func() bool { return m.asked.Load() >= before+int64(c.concurrency*3/4) })
}

// until waits for a condition.
func until(ctx context.Context, t *testing.T, is func() bool) {
	t.Helper()
	for !is() {
		if time.Sleep(10 * time.Millisecond); ctx.Err() != nil {
			t.Fatal(ctx.Err())
		}
	}
}

// write sends mails from the customers from up to to, several in parallel.
func (c crowd) write(ctx context.Context, t *testing.T, by *sandbox.Person, from, to int) {
	t.Helper()
	numbers := make(chan int)
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for i := range numbers {
				from := fmt.Sprintf("customer%d@customer.test", i)
				raw := fmt.Appendf(nil, "From: Customer Number%d <%s>\r\nTo: %s\r\nSubject: Quote %d\r\nMessage-ID: <%d.crowd@customer.test>\r\nDate: %s\r\n\r\n"+
					"Hi, I'd like a quote for my 2018 Toyota Camry.\r\n", i, from, play.Quotes, i, i, time.Now().Format(time.RFC1123Z))
				if err := by.SendRaw(ctx, from, []string{play.Quotes}, raw); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := from; i < to; i++ {
		numbers <- i
	}
	close(numbers)
	writers.Wait()
}

// busy is a slow model.
type busy struct {
	asked, now, most atomic.Int64
	held             sync.RWMutex // no answer while locked
}

func (m *busy) answer(t *testing.T, q openai.Request, takes time.Duration) openai.Answer {
	m.asked.Add(1)
	now := m.now.Add(1)
	defer m.now.Add(-1)
	for most := m.most.Load(); now > most && !m.most.CompareAndSwap(most, now); most = m.most.Load() {
	}
	m.held.RLock()
	m.held.RUnlock() //lint:ignore SA2001 it only waits
	time.Sleep(takes)
	tool, args, err := simulated.Answer(q.Text())
	if err != nil {
		t.Error(err)
	}
	return openai.Answer{Calls: []openai.Call{{Name: tool, Args: args}}}
}

// next waits for the next mail to p with the words in the subject.
func next(ctx context.Context, t *testing.T, p *sandbox.Person, words string) sandbox.Received {
	t.Helper()
	m, err := p.Wait(ctx, func(m sandbox.Received) bool { return strings.Contains(m.Subject, words) })
	noError(t, err)
	return m
}

// memory returns the daemon's memory in MB, without cached pages of the store (proc(5),
// RssAnon).
func (p *process) memory(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	noError(t, err)
	var kB int
	_, rest, _ := strings.Cut(string(status), "RssAnon:")
	_, err = fmt.Sscan(rest, &kB)
	noError(t, err)
	return kB >> 10
}
