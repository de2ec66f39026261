package mailbox

import (
	"bytes"
	"cmp"
	"sync"

	"ppamaild/lazyregexp"
)

// byeText keeps the text of a final BYE, which tells an admin why the server hangs up ("too many
// connections"). go-imap drops the text. A line of a mail may look like a BYE, but is never the
// last line.
type byeText struct {
	mu   sync.Mutex
	text string // protected by mu
}

const byeMark = "* BYE "

// afterBye matches the traffic that may follow a BYE: go-imap's commands and their answers.
var afterBye = lazyregexp.MustCompile(`^(?:(?:T[0-9]+ [^\r\n]*|DONE)\r\n)*$`)

// Write sees all traffic. An untagged response begins a read, or a line within a read.
func (f *byeText) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	line, after := "", p
	at := bytes.LastIndex(p, []byte(byeMark))
	if at == 0 || at > 0 && p[at-1] == '\n' {
		said, rest, _ := bytes.Cut(p[at+len(byeMark):], []byte("\r\n"))
		line, after = string(said[:min(len(said), 200)]), rest
	}
	if f.text = cmp.Or(line, f.text); f.text != "" && !afterBye.Match(after) {
		f.text = ""
	}
	return len(p), nil
}

func (f *byeText) last() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.text
}
