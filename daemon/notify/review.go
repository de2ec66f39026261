package notify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/queue"
	"ppamaild/reading"
	"ppamaild/report"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// The kinds of a mail that repeats a review.
const (
	reminder   = "reminder"
	escalation = "escalation"
)

// hasReview reports whether a mail repeats a review that its recipient has.
func hasReview(rv store.Review, to, name string) bool {
	return name == reminder && slices.Contains(rv.Staff, to)
}

// ReviewMail is the mail that asks one member of staff for a decision, with a reference for
// this member only. name is "" for the first mail, else reminder or escalation. A reminder is
// short, because its reader has the whole review.
func (v *View) ReviewMail(
	ctx context.Context, rv store.Review, to, name string,
) (queue.Outgoing, error) {
	content, err := v.renderReview(ctx, rv, to, name)
	if err != nil {
		return queue.Outgoing{}, err
	}
	files, err := filer{v}.files(ctx, rv)
	if err != nil {
		return queue.Outgoing{}, err
	}
	o := v.toStaff(v.Head.Thread, to, nil)
	switch {
	case hasReview(rv, to, name):
	case rv.Kind == review.KindHandedOver && !queue.IsTask(v.Head):
		o.Attached = slices.Concat(v.Story(ctx, rv.Number).Page, files.attached)
	case rv.Kind == review.KindStep && queue.IsTask(v.Head):
		if o.Attached, err = v.ResultFiles(rv, false); err != nil {
			return queue.Outgoing{}, err
		}
	case !queue.IsTask(v.Head):
		o.Attached = files.attached
	}
	m := store.Mail{
		Thread: v.Head.Thread,
		Kind:   store.MailReview,
		Role:   agency.RoleAgency,
		Review: rv.Number,
	}
	return v.Post(m, content, o)
}

func (v *View) renderReview(
	ctx context.Context, rv store.Review, to, name string,
) (templates.Mail, error) {
	ref := v.References.Mint(rv.Thread, rv.Number, to)
	if !IsStep(rv) {
		notice, n, err := v.NoticeView(ctx, rv, ref, name)
		if err != nil {
			return templates.Mail{}, err
		}
		n.Console = v.inConsole(rv)
		return v.RenderNotice(notice, n)
	}
	m, err := v.StepView(ctx, rv, ref)
	if err != nil {
		return templates.Mail{}, err
	}
	if name == "" {
		name = "review"
	} else {
		m.Since, m.Asked = v.When(rv.CreatedAt), v.NamedAll(rv.Staff)
	}
	if hasReview(rv, to, name) {
		m = m.Brief()
	}
	switch agent.Stage(rv.Step) {
	case agent.StageFinalResults, agent.StageSpecialist:
		m.Data = v.InMail(m.Data)
	}
	return v.Templates.Render(name, m)
}

// inConsole is the address of a review in the console; "" without a console. Another daemon may
// serve the console.
func (v *View) inConsole(rv store.Review) string {
	if v.Config.Console.URL == "" {
		return ""
	}
	return fmt.Sprintf("%s/r/%s/%d", v.Config.Console.URL, rv.Thread, rv.Number)
}

// IsStep reports whether a review has the view of a step; see StepView. Other reviews have the
// view of a notice.
func IsStep(rv store.Review) bool {
	switch rv.Kind {
	case review.KindStep, review.KindQuestions, review.KindAgent, review.KindWritten:
		return true
	}
	return false
}

// StepView is the review mail of a step for the holder of a reference.
func (v *View) StepView(
	ctx context.Context, rv store.Review, ref string,
) (templates.Review, error) {
	if v.shown.Number != rv.Number {
		m, err := v.shownToAll(ctx, rv)
		if err != nil {
			return m, err
		}
		v.shown = m
	}
	m := v.shown
	m.Ref, m.Console = ref, v.inConsole(rv)
	m.Buttons = v.Buttons(m.Words, ref, rv)
	return m, nil
}

// shownToAll is the review mail of a step, without a reference.
func (v *View) shownToAll(ctx context.Context, rv store.Review) (templates.Review, error) {
	p, err := v.Proposal(rv)
	if err != nil {
		return templates.Review{}, err
	}
	talk, err := v.talk(ctx, rv)
	if err != nil {
		return templates.Review{}, err
	}
	who := v.State.CustomerInfo
	page := templates.Review{
		Thread:       rv.Thread,
		Number:       rv.Number,
		Step:         rv.Step,
		StepTitle:    v.StepTitle(p),
		Customer:     cmp.Or(who.Writer, who.Case.Application.NamedInsured.GivenName),
		What:         v.AcceptSentence(p, who.AnswerTo),
		CustomerFrom: report.Sender(who.Name, who.Address),
		RepliesTo:    who.AnswerTo,
		Said:         talk.last,
		Stated:       letters.Stated(who.Case, v.StaffWords()),
		Conversation: talk.turns,
		Words:        v.WordsFor(rv),
		Deadline:     v.When(v.deadline(rv)),
		Observing:    rv.Observed,
	}
	if p.Draft != nil {
		v.showDraft(&page, *p.Draft)
	}
	page.Data, page.Questions = v.State.UnderReview(p, v.StaffWords()), questions(p)
	if p.Reason != nil {
		reason := letters.InWords(v.State.CustomerInfo.Case.Application, p.Reason.Text)
		page.Rejection = &templates.Rejection{
			By:      v.Named(p.Reason.By),
			When:    v.When(p.Reason.At),
			Reason:  reading.Mask(reason),
			Verdict: p.Reason.Verdict,
		}
	}
	page.Changes = v.State.Changes(p, v.StaffWords())
	files, err := filer{v}.files(ctx, rv)
	if err != nil {
		return page, err
	}
	page.Files = files.says
	card{v}.fill(&page, p, rv)
	same, err := matcher{v}.sameCustomer(ctx)
	page.Warnings = slices.Insert(page.Warnings, 0, same...)
	return page, err
}

// showDraft adds the mail to a customer that the review decides.
func (v *View) showDraft(page *templates.Review, d agent.Draft) {
	if page.Observing {
		page.What = v.Say("notify.would_send", v.State.CustomerInfo.AnswerTo)
	}
	m := templates.Mail{Subject: d.Subject, Text: d.Text, HTML: d.HTML}
	page.Draft, page.Translation = m.Draft(strings.Join(d.To, ", ")), d.Translation
	v.ShowFollowups(page, d.Followups)
	filer{v}.showDroppedFiles(page, d.Files)
}

// Buttons are the links with the most important answers to a review.
func (v *View) Buttons(words []templates.Word, ref string, rv store.Review) templates.Buttons {
	return card{v}.buttons(words, ref, rv)
}

// mailto is a button with a prefilled answer. A mail from a mailto link has no In-Reply-To
// (RFC 6068 §2), so the body holds the reference.
func (v *View) mailto(word, ref string) string {
	subject := fmt.Sprintf("Re: [%s]", v.Head.Thread)
	body := word + "\n\nRef: " + ref + "\n"
	return templates.MailtoURL(v.Config.Mailbox.Agency.Address, subject, body)
}
