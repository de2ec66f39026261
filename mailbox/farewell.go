package mailbox

import (
	"bytes"
	"sync"
)

// farewell keeps the text of the last BYE that passed: go-imap drops it, and it
// is what tells an admin why the server hangs up ("too many connections").
type farewell struct {
	mu   sync.Mutex
	text string // protected by mu
}

const byeMark = "* BYE "

// Write sees all that is sent and received. An untagged response starts a read,
// or a line within it.
func (f *farewell) Write(p []byte) (int, error) {
	at := bytes.LastIndex(p, []byte(byeMark))
	if at == 0 || at > 0 && p[at-1] == '\n' {
		line, _, _ := bytes.Cut(p[at+len(byeMark):], []byte("\r\n"))
		f.mu.Lock()
		f.text = string(line[:min(len(line), 200)])
		f.mu.Unlock()
	}
	return len(p), nil
}

func (f *farewell) words() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.text
}
