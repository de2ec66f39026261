package intake

import (
	"context"

	"ppamaild/agent"
	"ppamaild/mailbox/document"
	"ppamaild/mailbox/origin"
	"ppamaild/review"
)

// readDocuments reads the text of the attached PDF files of a customer, and drops the content of
// all files.
func readDocuments(ctx context.Context, r *parsedMail, staff bool) {
	if !staff && r.origin.Kind == origin.Person {
		r.documents = document.Attached(ctx, r.msg)
	}
	for i := range r.msg.Attachments {
		r.msg.Attachments[i].Content = nil
	}
}

// texts returns the text of each file that was read.
func (r parsedMail) texts() (read []agent.Document) {
	for _, f := range r.documents {
		if f.Err == nil {
			read = append(read, agent.Document{Name: f.Name, Text: f.Text.Text})
		}
	}
	return read
}

// documentNotes tells staff which files were not read, and why.
func (r parsedMail) documentNotes(w review.Phrases) (notes []string) {
	for _, f := range r.documents {
		if phrase := f.Phrase(); phrase != "" {
			notes = append(notes, w.Say(phrase, f.Name))
		}
	}
	return notes
}
