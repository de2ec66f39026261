package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	gomessage "github.com/emersion/go-message"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/mailbox/reply"
	"ppamaild/review"
	"ppamaild/templates"
	"ppamaild/threadresolver"
)

// TestCorpora reads each message of the open half of the corpora in PPAMAILD_CORPORA, in this
// process and on one core. TestCorpora prints the figures as a line "FIGURES {json}": messages
// per second, the same for go-message alone, the slowest message including the deliberately
// slow ones, crashes, and false ACCEPTs if the senders were staff.
func TestCorpora(t *testing.T) {
	root := os.Getenv("PPAMAILD_CORPORA")
	if root == "" {
		t.Skip("PPAMAILD_CORPORA is unset")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	messages := corpus(t, filepath.Join(root, "open"))
	f := figures{Messages: len(messages)}
	var ordinary [][]byte
	for _, m := range messages {
		f.look(t, m)
		if len(m.raw) <= ordinarySize {
			ordinary = append(ordinary, m.raw)
		}
	}
	for name, raw := range hostile() {
		f.look(t, sample{"made to be slow: " + name, []byte(raw)})
	}
	f.Speed = rate(ordinary, func(raw []byte) { understand(raw) })
	f.Floor = rate(ordinary, bareRead)
	if err := json.NewEncoder(prefixed{os.Stdout}).Encode(f); err != nil {
		t.Fatal(err)
	}
	if f.Crashes > 0 || f.FalseAccepts > 0 {
		t.Errorf("%d crashes, %d false ACCEPTs", f.Crashes, f.FalseAccepts)
	}
}

// Sizes in bytes.
const (
	ordinarySize = 64 << 10
	largeSize    = 1 << 20
)

// figures are what TestCorpora measures.
type figures struct {
	Messages     int     `json:"messages"`
	Speed        float64 `json:"speed"`      // ordinary messages per second
	Floor        float64 `json:"floor"`      // the same for go-message alone
	SlowestMS    float64 `json:"slowest_ms"` // among messages under 1 MiB
	Slowest      string  `json:"slowest"`
	Crashes      int     `json:"crashes"`
	FalseAccepts int     `json:"false_accepts"`
}

type sample struct {
	name string
	raw  []byte
}

// corpus returns all messages below dir. Plain texts and pages get a header.
func corpus(t *testing.T, dir string) []sample {
	t.Helper()
	var all []sample
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		switch filepath.Ext(path) {
		case ".json", ".jsonl", ".tsv", ".expected", ".elided", ".xml", ".yml", ".out", ".md":
		case ".mbox":
			for i, one := range splitMbox(raw) {
				all = append(all, sample{fmt.Sprintf("%s#%d", name, i), one})
			}
		case ".html":
			all = append(all, sample{name, headed("text/html", raw)})
		case ".txt":
			all = append(all, sample{name, headed("text/plain", raw)})
		default:
			all = append(all, sample{name, raw})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func headed(kind string, body []byte) []byte {
	return slices.Concat([]byte("From: Ann <ann@customer.test>\r\nTo: quotes@agency.test\r\nSubject: Re: x\r\n"+
		"Message-ID: <1@customer.test>\r\nContent-Type: "+kind+"; charset=utf-8\r\n\r\n"), body)
}

// understand processes a message like the daemon before routing.
func understand(raw []byte) (reply.Reply, *message.Message) {
	m, err := message.Parse(bytes.NewReader(raw), message.Limits{})
	if err != nil {
		return reply.Reply{}, &message.Message{}
	}
	origin.Classify(m, func(string) bool { return false })
	r := reply.Extract(m)
	threadresolver.Collect(m, r)
	return r, m
}

func bareRead(raw []byte) {
	e, err := gomessage.Read(bytes.NewReader(raw))
	if e == nil {
		return
	}
	_ = err // an unknown charset does not matter here
	_ = e.Walk(func(_ []int, part *gomessage.Entity, err error) error {
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, part.Body)
		return err
	})
}

// look reads one message and records a crash, a false ACCEPT and the time. The time is the best
// of three, because of garbage collection.
func (f *figures) look(t *testing.T, s sample) {
	defer func() {
		if p := recover(); p != nil {
			f.Crashes++
			t.Logf("%s: %v", s.name, p)
		}
	}()
	best := time.Hour
	var r reply.Reply
	var m *message.Message
	for n := 0; n == 0 || n < 3 && best > 10*time.Millisecond; n++ {
		start := processorTime()
		r, m = understand(s.raw)
		best = min(best, processorTime()-start)
	}
	f.accepts(t, s, r, m)
	if ms := best.Seconds() * 1000; len(s.raw) < largeSize && ms > f.SlowestMS {
		f.SlowestMS, f.Slowest = ms, s.name
	}
}

func (f *figures) accepts(t *testing.T, s sample, r reply.Reply, m *message.Message) {
	var who review.Person
	if len(m.From) > 0 {
		who = review.Member{Name: m.From[0].Name, Address: m.From[0].Address}.Person()
	}
	if d := review.Read(m, r, who, templates.Embedded("en")); d.Verdict == review.VerdictAccept {
		f.FalseAccepts++
		t.Logf("%s: ACCEPT of %q", s.name, r.Text)
	}
}

// rate returns the messages per second of do, measured over two seconds of processor time.
func rate(messages [][]byte, do func([]byte)) float64 {
	const enough = 2 * time.Second
	n, start := 0, processorTime()
	for processorTime()-start < enough {
		for _, m := range messages {
			do(m)
		}
		n += len(messages)
	}
	return float64(n) / (processorTime() - start).Seconds()
}

// processorTime returns the processor time of this process, which does not depend on other
// load.
func processorTime() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// prefixed marks a line of figures in the output of go test.
type prefixed struct{ io.Writer }

func (p prefixed) Write(line []byte) (int, error) {
	_, err := fmt.Fprintf(p.Writer, "FIGURES %s", line)
	return len(line), err
}
