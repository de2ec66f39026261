package message

import (
	"bytes"

	"github.com/emersion/go-message"
)

// Attached is a file to send with a mail: a received message, its header, or a page or data
// that ppamaild made.
type Attached struct {
	Name    string // file name
	Type    string // message/rfc822, text/rfc822-headers (RFC 6522 §4), an image, or a type below
	Content []byte // UTF-8 for pages and data
	ID      string // Content-ID of a picture inside the HTML; empty for a file
}

// Types of files that ppamaild makes: a page, data, and a document.
const (
	TypePage = "text/html"
	TypeJSON = "application/json"
	TypeCSV  = "text/csv" // RFC 4180
	TypePDF  = "application/pdf"
)

// isViewable reports whether mail programs show files of a type without running the content.
func isViewable(kind string) bool {
	switch kind {
	case TypePDF, "image/jpeg", "image/png", "image/gif", "image/webp", "image/heic", "image/heif":
		return true
	}
	return false
}

// write adds a as a part. message/rfc822 must have no encoding (RFC 2046 §5.2.1). A message
// that needs one goes as a file in base64, which keeps its bytes.
func (a Attached) write(mw *message.Writer) error {
	var h message.Header
	disposition := "attachment"
	switch {
	case a.ID != "":
		h.SetContentType(a.Type, map[string]string{"name": a.Name})
		h.Set("Content-Transfer-Encoding", "base64")
		h.Set("Content-Id", "<"+a.ID+">")
		disposition = "inline"
	case a.Type == TypeJSON || isViewable(a.Type): // JSON is always UTF-8 (RFC 8259 §11)
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
	h.SetContentDisposition(disposition, map[string]string{"filename": a.Name})
	w, err := mw.CreatePart(h)
	if err != nil {
		return err
	}
	if _, err := w.Write(a.Content); err != nil {
		return err
	}
	return w.Close()
}

// plain reports whether every line is valid 7bit (RFC 2045 §2.7).
func (a Attached) plain() bool {
	for line := range bytes.Lines(a.Content) {
		text, whole := bytes.CutSuffix(line, []byte("\r\n"))
		if !whole || len(text) > maxLine || bytes.ContainsFunc(text, func(r rune) bool { return r == 0 || r == '\r' || r > 126 }) {
			return false
		}
	}
	return true
}
