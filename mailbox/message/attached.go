package message

import (
	"bytes"

	"github.com/emersion/go-message"
)

// Attached is a file that goes along with a mail: a message just as it came, or as
// much as there is of one, or a page or data of ours.
type Attached struct {
	Name    string // of the file
	Type    string // message/rfc822, text/rfc822-headers where it is a header only (RFC 6522 §4), or one of ours
	Content []byte // of what is ours: UTF-8
}

// The types of what is ours: a page, and data.
const (
	TypePage = "text/html"
	TypeJSON = "application/json"
	TypeCSV  = "text/csv" // RFC 4180
)

// write adds a as a part. RFC 2046 §5.2.1 has message/rfc822 go without an
// encoding; what can't pass so is no message to others either, and goes as a file
// whose octets base64 keeps.
func (a Attached) write(mw *message.Writer) error {
	var h message.Header
	switch {
	case a.Type == TypeJSON: // which is UTF-8 whatever it says (RFC 8259 §11)
		h.SetContentType(a.Type, nil)
		h.Set("Content-Transfer-Encoding", "base64")
	case a.Type == TypePage || a.Type == TypeCSV:
		h.SetContentType(a.Type, map[string]string{"charset": "utf-8"})
		h.Set("Content-Transfer-Encoding", "base64")
	case a.plain():
		h.SetContentType(a.Type, nil)
		h.Set("Content-Transfer-Encoding", "7bit")
	default:
		h.SetContentType("application/octet-stream", nil)
		h.Set("Content-Transfer-Encoding", "base64")
	}
	h.SetContentDisposition("attachment", map[string]string{"filename": a.Name})
	w, err := mw.CreatePart(h)
	if err != nil {
		return err
	}
	if _, err := w.Write(a.Content); err != nil {
		return err
	}
	return w.Close()
}

// plain reports whether every line is what 7bit allows (RFC 2045 §2.7).
func (a Attached) plain() bool {
	for line := range bytes.Lines(a.Content) {
		text, whole := bytes.CutSuffix(line, []byte("\r\n"))
		if !whole || len(text) > maxLine || bytes.ContainsFunc(text, func(r rune) bool { return r == 0 || r == '\r' || r > 126 }) {
			return false
		}
	}
	return true
}
