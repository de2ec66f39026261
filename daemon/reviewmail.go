package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/extract"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// mailReview commits the mail that asks one member of staff for a decision, with
// a reference that only they can use. name is "" for the first mail, else
// reminder or escalation.
func (r *run) mailReview(ctx context.Context, rv store.Review, to, name string) error {
	content, err := r.renderReview(ctx, rv, to, name)
	if err != nil {
		return err
	}
	m, err := r.d.staffMail(r.head.Thread, to, store.MailReview, rv.Number, content, nil)
	if err == nil {
		r.mails = append(r.mails, m)
	}
	return err
}

func (r *run) renderReview(ctx context.Context, rv store.Review, to, name string) (templates.Mail, error) {
	ref := r.d.refs.Mint(rv.Thread, rv.Number, to)
	switch rv.Kind {
	case review.KindStep:
		v, err := r.stepView(ctx, rv, ref)
		if err != nil {
			return templates.Mail{}, err
		}
		if name == "" {
			name = "review"
		} else {
			v.Since, v.Asked = r.d.when(rv.CreatedAt), rv.Staff
		}
		return r.d.templates.Render(name, v)
	case review.KindHandedOver:
		return r.renderNotice(ctx, rv, "handed_over", ref)
	case review.KindMail:
		return r.renderNotice(ctx, rv, "mail_uncertain", ref)
	case review.KindRouting:
		return r.renderRouting(rv, ref)
	}
	return templates.Mail{}, fmt.Errorf("review %d of %s has the unknown kind %q", rv.Number, rv.Thread, rv.Kind)
}

// stepView is the review mail of a step.
func (r *run) stepView(ctx context.Context, rv store.Review, ref string) (templates.Review, error) {
	var p agent.Proposal
	if err := json.Unmarshal(rv.Data, &p); err != nil {
		return templates.Review{}, err
	}
	turns, err := r.conversation(ctx)
	if err != nil {
		return templates.Review{}, err
	}
	who := r.state.CustomerInfo
	v := templates.Review{
		Thread: rv.Thread, Number: rv.Number, Step: rv.Step, StepTitle: r.title(p), What: acceptSentence(p, who.AnswerTo),
		CustomerFrom: sender(who.Name, who.Address), RepliesTo: who.AnswerTo, Warnings: p.Warnings,
		Basis: r.basis(), Conversation: turns, Words: words(rv), Ref: ref,
		Deadline: r.d.when(rv.CreatedAt.Add(r.d.cfg.Review.ExpireAfter.Duration)),
	}
	v.AcceptURL, v.RejectURL = r.mailto("ACCEPT", ref), r.mailto("REJECT: ", ref)
	if p.Draft != nil {
		m := templates.Mail{Subject: p.Draft.Subject, Text: p.Draft.Text, HTML: p.Draft.HTML}
		v.Draft, v.Translation = m.Draft(strings.Join(p.Draft.To, ", ")), p.Draft.Translation
	} else {
		v.Data = dataSections(p)
	}
	if p.Reason != nil {
		v.Rejection = &templates.Rejection{By: p.Reason.By, When: r.d.when(p.Reason.At), Reason: p.Reason.Text}
	}
	if p.Previous != "" && p.Draft != nil {
		v.Changes = templates.Diff(p.Previous, p.Draft.Text)
	}
	return v, nil
}

func sender(name, address string) string {
	if name == "" {
		return address
	}
	return name + " <" + address + ">"
}

// title says in the subject what is to be decided.
func (r *run) title(p agent.Proposal) string {
	a := r.state.CustomerInfo.Case.Application
	name := strings.TrimSpace(a.NamedInsured.GivenName + " " + a.NamedInsured.Surname)
	if name == "" {
		name = sender(r.state.CustomerInfo.Name, r.state.CustomerInfo.Address)
	}
	switch p.Stage {
	case agent.StageQuote:
		if q := r.state.AgentScratchpad.Quote; q != nil {
			return fmt.Sprintf("Quote for %s, %s", name, q.Total)
		}
		return "Quote for " + name
	case agent.StageInfoRequest:
		return "Questions to " + name
	case agent.StageInfoAnalysis:
		return "What " + name + " told us"
	case agent.StageDiscountCheck:
		return "Discounts of " + name
	case agent.StageCarrierCall:
		return "Call to the carrier for " + name
	}
	return "Mail to " + name
}

func acceptSentence(p agent.Proposal, to string) string {
	switch {
	case p.Draft != nil:
		return "If you accept, the mail below goes to " + to + ", exactly as it stands."
	case p.Before:
		return "If you accept, " + p.Action.Tool + " is called with what stands below."
	}
	return "If you accept, what stands below is used."
}

// dataSections shows data under review, laid out for reading.
func dataSections(p agent.Proposal) []templates.Section {
	var pretty any
	if err := json.Unmarshal(p.Data, &pretty); err != nil {
		return []templates.Section{{Title: p.Action.Tool, Text: extract.Mask(string(p.Data))}}
	}
	text, err := json.MarshalIndent(pretty, "", "  ")
	if err != nil {
		text = p.Data
	}
	return []templates.Section{{Title: p.Action.Tool, Text: extract.Mask(string(text))}}
}

// basis lists each value that the draft rests on, with the words it comes from.
func (r *run) basis() []templates.BasisRow {
	c := r.state.CustomerInfo.Case
	var rows []templates.BasisRow
	for _, path := range agent.Paths(c.Application) {
		f := c.Facts[path]
		rows = append(rows, templates.BasisRow{
			Label: agent.Label(path, c.Application, false), Value: agent.Value(path, c.Application, false),
			Words: extract.Mask(f.Words), Standing: string(f.Standing),
		})
	}
	return rows
}

// maxTurns bounds how much of a conversation a review mail repeats; the thread
// itself is in the reader's mail program.
const maxTurns = 6

// lookBack bounds how much of the journal is read for them, so that a review costs
// the same at the thread's thousandth turn as at its tenth.
const lookBack = 200

// conversation is what was said so far, private numbers masked: the journal's
// messages and those of this run.
func (r *run) conversation(ctx context.Context) ([]templates.Turn, error) {
	var turns []templates.Turn
	add := func(source store.Source, kind, actor string, at time.Time, payload []byte) {
		if turn, is := r.turn(source, kind, actor, at, payload); is {
			turns = append(turns, turn)
		}
	}
	err := r.d.store.View(ctx, func(tx store.Tx) error {
		turns = nil
		last, err := tx.JournalLength(r.head.Thread)
		if err != nil {
			return err
		}
		return tx.Journal(r.head.Thread, last-min(last, lookBack), func(e store.Entry, payload []byte) bool {
			add(e.Source, e.Kind, e.Actor, e.At, payload)
			return true
		})
	})
	for _, n := range r.notes {
		if n.Source == store.SourceTool {
			continue // the largest of them, and nothing that was said
		}
		payload, err := json.Marshal(n.Payload)
		if err != nil {
			return nil, err
		}
		add(n.Source, n.Kind, n.Actor, n.At, payload)
	}
	return turns[max(0, len(turns)-maxTurns):], err
}

func (r *run) turn(source store.Source, kind, actor string, at time.Time, payload []byte) (templates.Turn, bool) {
	switch {
	case source == store.SourceCustomer && kind == "message":
		var m agent.Mail
		err := json.Unmarshal(payload, &m)
		return templates.Turn{Who: actor, When: r.d.when(at), Text: extract.Mask(shown(m))}, err == nil
	case source == store.SourceSystem && kind == noteOutbox:
		var d agent.Draft
		err := json.Unmarshal(payload, &d)
		return templates.Turn{Who: r.d.cfg.Agency.Name, When: r.d.when(at), Text: d.Text}, err == nil
	}
	return templates.Turn{}, false
}

// shown is a customer's message as staff see it: what they wrote (all of it, where
// that could not be told from what they quoted), what they attached, and what was
// odd about it.
func shown(m agent.Mail) string {
	text := cmp.Or(m.Whole, m.Text)
	if len(m.Attachments) > 0 {
		text += "\n\n[attached, not read: " + strings.Join(m.Attachments, ", ") + "]"
	}
	for _, note := range m.Notes {
		text += "\n[" + note + "]"
	}
	return text
}

// mailto is a button that prefills an answer. RFC 6068 §2: it makes a mail
// without In-Reply-To, so the reference stands in its body.
func (r *run) mailto(word, ref string) string {
	return templates.MailtoURL(r.d.cfg.Mailbox.Agency.Address, fmt.Sprintf("Re: [%s]", r.head.Thread), word+"\n\nRef: "+ref+"\n")
}

// renderNotice renders a review that is not of a step: the case of a hand-over,
// or a mail that may or may not have been sent.
func (r *run) renderNotice(ctx context.Context, rv store.Review, name, ref string) (templates.Mail, error) {
	turns, err := r.conversation(ctx)
	if err != nil {
		return templates.Mail{}, err
	}
	n := templates.Notice{
		Thread: rv.Thread, Subject: r.head.Subject, Review: rv.Number, Who: r.state.CustomerInfo.Address, When: r.d.when(rv.CreatedAt),
		Words: words(rv), Ref: ref, Basis: r.basis(), Conversation: turns,
	}
	var data struct {
		Why     string `json:"why"`
		Subject string `json:"subject"`
		To      string `json:"to"`
		Body    string `json:"body"`
	}
	if err := json.Unmarshal(rv.Data, &data); err != nil {
		return templates.Mail{}, err
	}
	n.Reason, n.Body = data.Why, data.Body
	if data.Subject != "" {
		n.Subject, n.Who = data.Subject, data.To
	}
	return r.d.templates.Render(name, n)
}

func (r *run) renderRouting(rv store.Review, ref string) (templates.Mail, error) {
	var e routingEvent
	if err := json.Unmarshal(rv.Data, &e); err != nil {
		return templates.Mail{}, err
	}
	n := templates.Notice{
		Thread: rv.Thread, Subject: e.Customer.Mail.Subject, Review: rv.Number, Who: e.From, When: r.d.when(rv.CreatedAt),
		Reason: strings.Join(e.Why, "; "), Body: extract.Mask(shown(e.Customer.Mail)), Words: words(rv), Ref: ref,
	}
	for _, id := range slices.Sorted(slices.Values(e.Candidates)) {
		n.Candidates = append(n.Candidates, templates.Item{Label: id, Value: r.subjectOf(id)})
	}
	return r.d.templates.Render(e.Kind, n)
}

// subjectOf is for staff only: what a thread is about.
func (r *run) subjectOf(thread string) string {
	var h store.Head
	err := r.d.store.View(context.Background(), func(tx store.Tx) (err error) { h, err = tx.Head(thread); return err })
	if err != nil {
		return ""
	}
	return h.Subject
}

// askRouting asks staff whose a message is.
func (r *run) askRouting(ctx context.Context, e routingEvent) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return r.openReview(ctx, store.Review{Kind: review.KindRouting, Data: data, Inbound: e.Inbound})
}

// mailTrouble tells staff of a mail that failed, or asks what to do about one
// that nobody can tell of.
func (r *run) mailTrouble(ctx context.Context, e mailEvent) error {
	m, err := r.mail(ctx, e.Mail)
	if err != nil {
		return err
	}
	r.note(store.SourceSystem, "mail_"+string(m.Status), "", m.MessageID, m.LastError)
	if m.Status == store.MailUncertain {
		data, err := json.Marshal(map[string]string{"why": m.LastError, "subject": m.Subject, "to": strings.Join(m.To, ", ")})
		if err != nil {
			return err
		}
		return r.openReview(ctx, store.Review{Kind: review.KindMail, Data: data, Mail: m.ID})
	}
	n := templates.Notice{Subject: m.Subject, Who: strings.Join(m.To, ", "), When: r.d.when(r.now()), Reason: m.LastError, Review: m.Review}
	name := "mail_failed"
	if m.Status == store.MailWithdrawn {
		name = "mail_withdrawn"
	}
	for _, to := range r.d.everyone() {
		if !slices.Contains(m.To, to) { // whose own mail failed learns nothing by another
			if err := r.notify(to, name, n); err != nil {
				return err
			}
		}
	}
	return nil
}
