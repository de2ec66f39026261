package history

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/refusal"
	"ppamaild/review"
	"ppamaild/store"
)

// Explanation explains who decided to send a mail of the agency.
type Explanation struct {
	Mail      store.Mail `json:"mail"`
	Why       string     `json:"why"` // a sentence
	Decisions []Decision `json:"decisions"`
	// Gates are the gates at that time, if no decision was necessary.
	Gates map[agent.Stage]agent.Gate `json:"gates,omitempty"`
	// Broken is the first changed entry in the journal of the mail's thread, or "".
	Broken string `json:"broken,omitempty"`
}

// Decision is a decision about a mail, from the journal.
type Decision struct {
	Entry   uint64    `json:"entry"` // number in the journal; 0: erased
	At      time.Time `json:"at"`
	By      string    `json:"by"`
	Verdict string    `json:"verdict"`
	Review  int       `json:"review,omitempty"`  // 0: decided by a command
	Message string    `json:"message,omitempty"` // Message-ID of the reply with the decision
}

// Why explains why a mail of the agency was sent. messageID is its Message-ID, or a server's
// replacement. Why returns a refusal for any other message.
func (r Reader) Why(ctx context.Context, messageID string) (e Explanation, err error) {
	id := strings.Trim(strings.TrimSpace(messageID), "<>")
	err = r.Store.View(ctx, func(tx store.Tx) error {
		ref, err := tx.MessageID(id)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return refusal.Errorf("no mail is known by the Message-ID %s", id)
		case err != nil:
			return err
		case ref.Mail == 0:
			return refusal.Errorf("%s is an incoming mail; see ppamaild threads show %s",
				id, ref.Thread)
		}
		e, err = r.explain(tx, ref.Mail)
		return err
	})
	return e, err
}

func (r Reader) explain(tx store.Tx, mail uint64) (e Explanation, err error) {
	if e.Mail, err = tx.Mail(mail); err != nil {
		return e, err
	}
	e.Mail = Masked(e.Mail)
	if e.Mail.Thread == "" {
		e.Why = r.Phrases.Say("why.no_thread", strings.Join(e.Mail.To, ", "))
		return e, nil
	}
	if broken := tx.VerifyJournal(e.Mail.Thread); broken != nil {
		e.Broken = broken.Error()
	}
	if err := e.readDecisions(tx); err != nil {
		return e, err
	}
	if e.Mail.Erased && len(e.Decisions) == 0 {
		if err := e.readErasedDecision(tx); err != nil {
			return e, err
		}
	}
	e.Why, err = e.reason(tx, r.Phrases)
	return e, err
}

// readErasedDecision takes the decision from the mail's review, because the journal's payload was
// erased.
func (e *Explanation) readErasedDecision(tx store.Reviews) error {
	if e.Mail.Review == 0 || e.Mail.Kind != store.MailCustomer {
		return nil
	}
	rv, err := tx.Review(e.Mail.Thread, e.Mail.Review)
	if err == nil && rv.DecidedBy != "" {
		e.Decisions = []Decision{{
			At:      rv.DecidedAt,
			By:      rv.DecidedBy,
			Verdict: rv.Verdict,
			Review:  rv.Number,
			Message: rv.DecidedIn,
		}}
	}
	return err
}

// decisionRecords is the part of a transaction that records decisions.
type decisionRecords interface {
	store.Journals
	store.Reviews
}

// readDecisions reads the decisions about the mail from the journal: the decisions of the mail's
// review until the commit of the mail, and all orders and reviews about the mail itself.
func (e *Explanation) readDecisions(tx decisionRecords) error {
	about, err := reviewsAbout(tx, e.Mail)
	if err != nil {
		return err
	}
	committed := e.Mail.Kind != store.MailCustomer
	var failed error
	err = tx.Journal(e.Mail.Thread, 1, func(j store.Entry, payload []byte) bool {
		switch {
		case payload == nil: // erased
		case j.Kind == journal.KindOutbox && j.Ref == e.Mail.MessageID:
			committed = true
		case (j.Kind == agent.KindBegun || j.Kind == agent.KindPolicy) && !committed:
			failed = e.readGates(j, payload)
		case j.Ref == e.Mail.MessageID && isOrder(j.Kind):
			e.Decisions = append(e.Decisions, Decision{
				Entry:   j.Seq,
				At:      j.At,
				By:      j.Actor,
				Verdict: strings.TrimPrefix(j.Kind, "mail_"),
			})
		case j.Kind == journal.KindReply && j.Source == store.SourceHumanReview:
			var reply journal.Reply
			failed = json.Unmarshal(payload, &reply)
			if about[reply.Review] || !committed && reply.Review == e.Mail.Review {
				e.Decisions = append(e.Decisions, Decision{
					Entry:   j.Seq,
					At:      j.At,
					By:      j.Actor,
					Verdict: reply.Verdict,
					Review:  reply.Review,
					Message: j.Ref,
				})
			}
		}
		return failed == nil
	})
	return errors.Join(err, failed)
}

// isOrder reports whether an entry of this kind records an admin's order about a mail.
func isOrder(kind string) bool {
	return kind == journal.KindMailRetried || kind == journal.KindMailDropped
}

// reviewsAbout returns the reviews that ask staff whether a mail was sent.
func reviewsAbout(tx store.Reviews, m store.Mail) (map[int]bool, error) {
	all, err := tx.Reviews(m.Thread)
	about := make(map[int]bool)
	for _, rv := range all {
		if rv.Kind == review.KindMail && rv.Mail == m.ID {
			about[rv.Number] = true
		}
	}
	return about, err
}

func (e *Explanation) readGates(j store.Entry, payload []byte) error {
	event, err := agent.ReadEvent(j.Kind, payload)
	switch set := event.(type) {
	case agent.Begun:
		e.Gates = set.Policy.Gates
	case agent.PolicySet:
		e.Gates = set.Policy.Gates
	}
	return err
}

// reason explains in a sentence why the mail was sent.
func (e *Explanation) reason(tx store.Reviews, w review.Phrases) (string, error) {
	m := e.Mail
	switch {
	case m.Kind == store.MailReview:
		return w.Say("why.review", strings.Join(m.To, ", "), strconv.Itoa(m.Review)), nil
	case m.Kind == store.MailNotice:
		return w.Say("why.notice", strings.Join(m.To, ", ")), nil
	case m.Purpose == store.PurposeAcknowledgement:
		return w.Say("why.acknowledgement"), nil
	case m.Review == 0:
		return w.Say("why.no_review"), nil
	}
	e.Gates = nil
	rv, err := tx.Review(m.Thread, m.Review)
	if err != nil {
		return "", err
	}
	return approval(m, rv, w), nil
}

// approval explains how a mail to a customer follows from its review.
func approval(m store.Mail, rv store.Review, w review.Phrases) string {
	of := w.Say("why.of_review", strconv.Itoa(rv.Number))
	if rv.Step != "" {
		of = w.Say("why.of_step", strconv.Itoa(rv.Number), rv.Step)
	}
	switch {
	case m.Purpose != "":
		return w.Say("why.followup", string(m.Purpose), of)
	case rv.Kind == review.KindHandedOver:
		return w.Say("why.by_hand", of)
	case m.Erased:
		return w.Say("why.erased", of)
	case rv.MIME != nil && sha256.Sum256(rv.MIME) == m.RawDigest:
		return w.Say("why.approved", of)
	}
	return w.Say("why.edited", of)
}
