package mailbox

import (
	"bytes"
	"regexp"
	"sync"
)

// farewell keeps the text of a BYE that nothing came after: go-imap drops it, and it
// is what tells an admin why the server hangs up ("too many connections"). A line of
// a mail may look the same, but is never the last that comes.
type farewell struct {
	mu   sync.Mutex
	text string // protected by mu
}

const byeMark = "* BYE "

// afterBye is what may still pass: commands of go-imap's and answers to them.
var afterBye = regexp.MustCompile(`^(?:(?:T[0-9]+ [^\r\n]*|DONE)\r\n)*$`)

// Write sees all that is sent and received. An untagged response starts a read,
// or a line within it.
func (f *farewell) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	line, after := "", p
	at := bytes.LastIndex(p, []byte(byeMark))
	if at == 0 || at > 0 && p[at-1] == '\n' {
		said, rest, _ := bytes.Cut(p[at+len(byeMark):], []byte("\r\n"))
		line, after = string(said[:min(len(said), 200)]), rest
	}
	if line == "" && f.text == "" {
		return len(p), nil
	}
	if line != "" {
		f.text = line
	}
	if !afterBye.Match(after) {
		f.text = ""
	}
	return len(p), nil
}

func (f *farewell) words() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.text
}
