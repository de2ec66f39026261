package daemon_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

const mebi = 1 << 20

// heaviest is the memory that the handling of one hostile message may add. Servers and daemon
// share one process here.
const heaviest = 192 * mebi

// largest is the disk space that one hostile message of n bytes may take. The store keeps the
// original, and the text in the journal and for staff. A byte of binary data takes up to six
// bytes there.
func largest(octets int) int { return 20*octets + mebi }

// peak samples the heap until the test asks for the maximum.
func peak() func() uint64 {
	before := debug.SetGCPercent(10) // what is garbage is not in use
	runtime.GC()
	var most atomic.Uint64
	var base runtime.MemStats
	runtime.ReadMemStats(&base)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				most.Store(max(most.Load(), now.HeapAlloc))
			}
		}
	}()
	return func() uint64 {
		close(done)
		<-ended
		debug.SetGCPercent(before)
		return max(most.Load(), base.HeapAlloc) - base.HeapAlloc
	}
}

// nested is a message of so many multiparts, each in the one before.
func nested(depth int) string {
	var b strings.Builder
	for i := range depth {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	return b.String() + "Content-Type: text/plain\n\n" + complete
}

// squeezed is zeros that take a thousandth of the place.
func squeezed(t *testing.T, size int) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(make([]byte, size))
	must(t, err)
	must(t, w.Close())
	return lines(base64.StdEncoding.EncodeToString(b.Bytes()))
}

func lines(s string) string {
	var b strings.Builder
	for len(s) > 76 {
		b.WriteString(s[:76] + "\n")
		s = s[76:]
	}
	return b.String() + s + "\n"
}

// A message of any shape is read within bounds of time, memory and disk. The message is in a
// journal or with staff, and the daemon reads the next message.
func TestAttackBombs_Slow(t *testing.T) {
	const mixed = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n" + complete + "\n--b\n"
	recipients := strings.Repeat("a@customer.test,\n ", 10_000) + play.Quotes
	for name, mail := range map[string]string{
		"10,000 recipients":               "To: " + recipients + "\nCc: " + recipients + "\n\n" + complete,
		"10,000 nested multiparts":        "MIME-Version: 1.0\n" + nested(10_000),
		"10,000 parts":                    mixed + strings.Repeat("Content-Type: text/plain\n\nx\n--b\n", 10_000) + "--b--\n",
		"1,000 nested mails":              mixed + strings.Repeat("Content-Type: message/rfc822\n\nSubject: x\n", 1000) + "\n--b--\n",
		"a field of 5 MiB":                "X-Long: " + strings.Repeat(strings.Repeat("x", 900)+"\n ", 5*mebi/902) + "x\n\n" + complete,
		"100,000 fields":                  strings.Repeat("X-A: b\n", 100_000) + "\n" + complete,
		"100,000 references":              "References: " + strings.Repeat("<a@b.test>\n ", 100_000) + "<c@d.test>\n\n" + complete,
		"a subject of 10,000 words":       "Subject: " + strings.Repeat("=?utf-8?q?=41?=\n ", 10_000) + "x\n\n" + complete,
		"a parameter in 10,000 pieces":    "Content-Type: text/plain" + parameters(10_000) + "\n\n" + complete,
		"a line of 8 MiB":                 "Content-Transfer-Encoding: base64\n\n" + lines(base64.StdEncoding.EncodeToString([]byte(complete+strings.Repeat("x", 8*mebi)))),
		"100,000 open elements of HTML":   "Content-Type: text/html\n\n" + complete + strings.Repeat("<div>\n", 100_000),
		"a page that quotes 5,000 deep":   "Content-Type: text/html\n\n" + complete + strings.Repeat("<blockquote>\n", 5000) + "x",
		"quotes 5,000 deep":               "\n" + complete + "\n" + strings.Repeat(strings.Repeat(">", 900)+" x\n", 5000),
		"a gigabyte, squeezed":            mixed + "Content-Type: application/gzip; name=a.gz\nContent-Transfer-Encoding: base64\n\n" + squeezed(t, 1024*mebi) + "--b--\n",
		"a text that is squeezed":         "Content-Encoding: gzip\nContent-Transfer-Encoding: base64\n\n" + squeezed(t, 256*mebi),
		"a file of 12 MiB":                mixed + "Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n" + lines(strings.Repeat("QUJD", 4*mebi)) + "--b--\n",
		"8 MiB of empty lines":            "\n" + complete + strings.Repeat("\n", 8*mebi),
		"accidents on 5,000 lines":        "\n" + complete + strings.Repeat("a\u00a01\naccident ", 5000),
		"a table of 50,000 rows":          "Content-Type: text/html\n\n" + complete + "<table>" + strings.Repeat("<tr><td>a<td>1\n", 50_000) + "</table>",
		"numbers that look like licenses": "\n" + complete + strings.Repeat("My driver's license number is T6482915, SSN 539-48-2716.\n", 20_000),
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, inProcess(t))
			s := &siege{agency: a, names: map[string]string{"subject": "Quote please"}}
			before, message := a.running.Takes(t), s.fill(mail)
			began, used := time.Now(), peak()
			must(t, a.alice.SendRaw(t.Context(), play.Alice, []string{play.Quotes}, message))
			a.settles(0)
			took, most := time.Since(began), used()
			grew := a.running.Takes(t) - before
			t.Logf("%d KiB took %s and %d MiB, and %d KiB of the disk", len(message)>>10, took.Round(time.Millisecond), most>>20, grew>>10)
			if most > heaviest {
				t.Errorf("%d MiB were in use", most>>20)
			}
			if grew > largest(len(message)) {
				t.Errorf("the store took %d KiB for %d", grew>>10, len(message)>>10)
			}
			if len(a.lines()) == 0 {
				t.Error("no journal has it")
			}
			for _, m := range a.outbox() {
				if m.Kind == store.MailCustomer || m.To[0] != play.Lee && m.To[0] != play.Dana {
					t.Errorf("a mail to %q", m.To)
				}
			}
			a.writes(a.bob, sandbox.Mail{Subject: "Quote please", Text: incomplete})
			a.gets(a.lee, "Questions to")
		})
	}
}

// parameters is one parameter in so many pieces (RFC 2231 §3).
func parameters(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ";\n name*%d=x", i)
	}
	return b.String()
}
