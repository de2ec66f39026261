package document

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/message/charset"
)

// Limits of the attached PDF files of one message.
const (
	maxFiles     = 3
	filesTimeout = 15 * time.Second
)

var (
	errMany    = errors.New("the message has more files")
	errNotText = errors.New("the file is neither a PDF file nor plain text")
)

// File is the text of an attached PDF file, or the reason why the file was not read.
type File struct {
	Name string
	Text
	Err error
}

// Attached reads the PDF files of a message.
func Attached(ctx context.Context, m *message.Message) (files []File) {
	ctx, cancel := context.WithTimeout(ctx, filesTimeout)
	defer cancel()
	for _, a := range m.Attachments {
		if !isPDF(a) {
			continue
		}
		f := File{Name: cmp.Or(a.Name, a.Type), Err: errMany}
		if len(files) < maxFiles {
			f.Text, f.Err = Read(ctx, a.Content)
		}
		files = append(files, f)
	}
	return files
}

// isPDF reports whether a file claims to be a PDF.
func isPDF(a message.Attachment) bool {
	return len(a.Content) > 0 &&
		(a.Type == message.TypePDF || strings.HasSuffix(strings.ToLower(a.Name), ".pdf"))
}

// ReadFile reads a PDF file, or a file of plain text.
func ReadFile(ctx context.Context, name string, content []byte) File {
	f := File{Name: name}
	switch a := (message.Attachment{Name: name, Content: content}); {
	case isPDF(a):
		f.Text, f.Err = Read(ctx, content)
	case !isPlain(content):
		f.Err = errNotText
	default:
		label := "utf-8"
		if !utf8.Valid(content) {
			label = "windows-1252"
		}
		text, _ := charset.Decode(content, label)
		f.Text.Text = strings.TrimPrefix(text, "\ufeff")
	}
	return f
}

// isPlain reports whether a file has text and no control characters.
func isPlain(content []byte) bool {
	isControl := func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\f\r", r) }
	return len(bytes.TrimSpace(content)) > 0 && !bytes.ContainsFunc(content, isControl)
}

// Phrase returns the phrase that says why a file was not read, or was not completely read. For
// other files, Phrase returns "".
func (f File) Phrase() string {
	for _, reason := range []struct {
		err    error
		phrase string
	}{
		{errMany, "intake.document.many"},
		{errNotText, "intake.document.not_text"},
		{errNoProgram, "intake.document.no_program"},
		{errNotPDF, "intake.document.not_pdf"},
		{errTooLarge, "intake.document.too_large"},
		{errTooLong, "intake.document.too_long"},
		{errLocked, "intake.document.encrypted"},
		{errNoText, "intake.document.no_text"},
	} {
		if errors.Is(f.Err, reason.err) {
			return reason.phrase
		}
	}
	switch {
	case f.Err != nil:
		return "intake.document.damaged"
	case f.Cut:
		return "intake.document.cut"
	}
	return ""
}
