package intake

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/mailbox/document"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/review"
)

// Limits of the attached PDF files of one message.
const (
	maxDocuments = 3
	documentsEnd = 15 * time.Second
)

// notRead is a PDF file without text, and the phrase that says why.
type notRead struct{ name, phrase string }

// readDocuments reads the text of the attached PDF files of a customer, and drops the content of
// all files.
func readDocuments(ctx context.Context, r *parsedMail, staff bool) {
	ctx, cancel := context.WithTimeout(ctx, documentsEnd)
	defer cancel()
	for i, a := range r.msg.Attachments {
		if isPDF(a) && !staff && r.origin.Kind == origin.Person {
			r.addDocument(ctx, a)
		}
		r.msg.Attachments[i].Content = nil
	}
}

// isPDF reports whether a file claims to be a PDF.
func isPDF(a message.Attachment) bool {
	return len(a.Content) > 0 &&
		(a.Type == message.TypePDF || strings.HasSuffix(strings.ToLower(a.Name), ".pdf"))
}

func (r *parsedMail) addDocument(ctx context.Context, a message.Attachment) {
	name := cmp.Or(a.Name, a.Type)
	if len(r.documents)+len(r.notRead) >= maxDocuments {
		r.notRead = append(r.notRead, notRead{name, "intake.document.many"})
		return
	}
	text, err := document.Read(ctx, a.Content)
	if err != nil {
		r.notRead = append(r.notRead, notRead{name, documentPhrase(err)})
		return
	}
	if text.Cut {
		r.notRead = append(r.notRead, notRead{name, "intake.document.cut"})
	}
	r.documents = append(r.documents, agent.Document{Name: name, Text: text.Text})
}

// documentPhrase returns the phrase for the reason why a file has no text.
func documentPhrase(err error) string {
	for _, reason := range []struct {
		err    error
		phrase string
	}{
		{document.ErrNoProgram, "intake.document.no_program"},
		{document.ErrNotPDF, "intake.document.not_pdf"},
		{document.ErrTooLarge, "intake.document.too_large"},
		{document.ErrTooLong, "intake.document.too_long"},
		{document.ErrLocked, "intake.document.encrypted"},
		{document.ErrNoText, "intake.document.no_text"},
	} {
		if errors.Is(err, reason.err) {
			return reason.phrase
		}
	}
	return "intake.document.damaged"
}

// documentNotes tells staff which files were not read, and why.
func (r parsedMail) documentNotes(w review.Phrases) (notes []string) {
	for _, f := range r.notRead {
		notes = append(notes, w.Say(f.phrase, f.name))
	}
	return notes
}
