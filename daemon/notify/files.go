package notify

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/internal/guard"
	"ppamaild/mailbox/message"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// Limits of the customer's files in one mail to staff. The store keeps one copy for each member
// of staff, and many servers refuse mails over 10 MB.
const (
	maxFiles     = 10
	maxFileBytes = 6 << 20
)

// received is a message of the customer in the journal.
type received struct {
	at      time.Time
	inbound uint64
	mail    string // Message-ID
}

// fileList has the customer's files for the mails of one review.
type fileList struct {
	review   int
	attached []message.Attached
	says     []string // the attached files and the files that exceed the limits, in words
	size     int64
}

// filer attaches the files of the customer to mails about a thread.
type filer struct{ *View }

// files reads the files that the customer sent since the last approved mail, and the files behind
// values of the case, once for all mails of a review.
func (v filer) files(ctx context.Context, rv store.Review) (fileList, error) {
	switch rv.Kind {
	case review.KindStep, review.KindQuestions, review.KindAgent, review.KindWritten,
		review.KindHandedOver:
	default:
		return fileList{}, nil
	}
	if v.State.Task != nil {
		return fileList{}, nil
	}
	if v.customerFiles.review == rv.Number {
		return v.customerFiles, nil
	}
	talk, err := v.talk(ctx, rv)
	if err != nil {
		return fileList{}, err
	}
	since, err := v.lastApproved(ctx, talk.withFiles)
	if err != nil {
		return fileList{}, err
	}
	v.customerFiles = fileList{review: rv.Number}
	if err := v.addDraftFiles(rv); err != nil {
		return fileList{}, err
	}
	for _, m := range talk.withFiles {
		if !m.at.After(since) && !v.isSource(m.mail) {
			continue
		}
		if err := v.addFiles(ctx, m); err != nil {
			return fileList{}, err
		}
	}
	return v.customerFiles, nil
}

// addDraftFiles attaches the files that the customer gets with a draft.
func (v filer) addDraftFiles(rv store.Review) error {
	if rv.Kind == review.KindHandedOver {
		return nil
	}
	p, err := v.Proposal(rv)
	if err != nil || p.Draft == nil {
		return err
	}
	for _, f := range p.Draft.Files {
		v.customerFiles.attached = append(v.customerFiles.attached,
			message.Attached{Name: f.Name, Type: f.Type, Content: f.Content})
		v.customerFiles.size += int64(len(f.Content))
		v.customerFiles.says = append(v.customerFiles.says,
			v.Say("notify.customer_gets", f.Name, shortDigest(f.Content)))
	}
	return nil
}

// shortDigest is the beginning of the SHA-256 digest of a file, in hexadecimal digits.
func shortDigest(content []byte) string {
	const shown = 8 // bytes
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:shown])
}

// showDroppedFiles says that an edit has no files.
func (v filer) showDroppedFiles(page *templates.Review, files []agent.File) {
	for i := range page.Words {
		word := &page.Words[i]
		if len(files) > 0 && word.Word == "EDIT: new text" {
			word.Effect = v.Say("notify.edit_drops_files", word.Effect)
		}
	}
}

// addFileFacts names the customer's files in a hand-over.
func (v filer) addFileFacts(ctx context.Context, rv store.Review, n *templates.Notice) error {
	files, err := v.files(ctx, rv)
	if files.says != nil {
		n.Facts = append(n.Facts, v.item("notify.files", strings.Join(files.says, "; ")))
	}
	return err
}

// lastApproved is the time of the last approval of a mail to the customer; zero for none. The
// cost does not grow with the thread: the first review from before all messages ends the search.
func (v filer) lastApproved(ctx context.Context, all []received) (last time.Time, err error) {
	if len(all) == 0 {
		return last, nil
	}
	first := all[len(all)-1].at
	err = v.LatestReviews(ctx, func(rv store.Review) bool {
		verdict := agent.Verdict(rv.Verdict)
		if rv.MessageID != "" && (verdict == agent.Accept || verdict == agent.Edit) {
			last = rv.DecidedAt
		}
		return last.IsZero() && !rv.CreatedAt.Before(first)
	})
	return last, err
}

// isSource reports whether a value of the case comes from an attachment of a message.
func (v filer) isSource(mail string) bool {
	for _, f := range v.State.CustomerInfo.Case.Facts {
		if f.From != "" && f.Message == mail {
			return true
		}
	}
	return false
}

// addFiles adds the files of a message. Erased messages have no files.
func (v filer) addFiles(ctx context.Context, m received) error {
	var raw []byte
	err := v.Store.View(ctx, func(tx store.Tx) (err error) {
		raw, err = tx.InboundRaw(m.inbound)
		return err
	})
	if errors.Is(err, store.ErrNotFound) || err == nil && len(raw) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	msg, err := guard.RecoverPanic(func() (*message.Message, error) {
		return message.Parse(bytes.NewReader(raw), message.Limits{Files: true})
	})
	if err != nil {
		v.Log.Warn("a review has no files", "inbound", m.inbound,
			"error", guard.FirstLine(err.Error()))
		return nil
	}
	for _, a := range msg.Attachments {
		v.addFile(a)
	}
	return nil
}

// addFile attaches a file, or says why the file is missing.
func (v filer) addFile(a message.Attachment) {
	f := &v.customerFiles
	switch {
	case len(f.attached) >= maxFiles || f.size+int64(len(a.Content)) > maxFileBytes:
		f.says = append(f.says, v.Say("notify.file_left_out", a.Short()))
	case len(a.Content) == 0:
		f.says = append(f.says, v.Say("notify.file_unpacked", a.Short()))
	default:
		f.size += int64(len(a.Content))
		f.says = append(f.says, v.Say("notify.attached", a.Short()))
		f.attached = append(f.attached, message.Attached{
			Name: cmp.Or(a.Name, v.Say("notify.file_name")), Type: a.Type, Content: a.Content,
		})
	}
}
