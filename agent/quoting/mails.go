package quoting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/factcheck"
	"ppamaild/agent/letters"
	"ppamaild/agent/signals"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/templates"
	"ppamaild/templates/pdf"
)

// letter fills in the data that all mails to a customer share.
func (b Toolbox) letter(s *agent.State, stage agent.Stage, language string) templates.Letter {
	who := s.CustomerInfo
	return templates.Letter{
		Language: language, Subject: who.Subject, First: who.Spoken, Agency: b.Agency,
		Name:  cmp.Or(who.Writer, s.Application().NamedInsured.GivenName, who.Name),
		Phone: b.Phone, Logo: b.Logo, Producer: b.Producer,
		Reviewed: b.Reviewed(stage), Reference: b.ThreadRef(s.ThreadID),
	}
}

// words returns the phrases of a language, including overrides.
func (b Toolbox) words(language string) letters.Words {
	if b.Templates == nil {
		return templates.Embedded(language)
	}
	return b.Templates.Phrases(language)
}

// staff returns the words for staff.
func (b Toolbox) staff() letters.Words { return b.words("en") }

// say returns a phrase for staff.
func (b Toolbox) say(phrase string, args ...string) string { return b.staff().Say(phrase, args...) }

// render renders a mail from the view for a language. A mail in another language also gets its
// English text, for the review.
func (b Toolbox) render(s *agent.State, template, language string,
	view func(language string) any) (agent.Draft, error) {
	m, err := b.Templates.Render(template, view(language))
	if err != nil {
		return agent.Draft{}, err
	}
	d := agent.Draft{To: []string{s.CustomerInfo.AnswerTo}, Subject: m.Subject, Text: m.Text,
		HTML: m.HTML, Signed: b.signatureNames()}
	if language != "en" {
		english, err := b.Templates.Render(template, view("en"))
		if err != nil {
			return agent.Draft{}, err
		}
		d.Translation = english.Text
	}
	return d, nil
}

// signatureNames returns names in the signature that look like a car or an insurer: "Dana Ford".
func (b Toolbox) signatureNames() (names []string) {
	for _, name := range []string{b.Agency, b.Producer.Name} {
		if name = strings.Join(strings.Fields(name), " "); factcheck.HasName(name) {
			names = append(names, name)
		}
	}
	return names
}

func (b Toolbox) askCustomer(_ context.Context, c agent.Call,
	args agent.AskArgs) (any, []string, error) {
	language := c.State.LanguageFor(args.Language)
	asked := map[string]any{language: b.askView(c.State, args, language)} // the reminder reuses the view
	if language != "en" {
		asked["en"] = b.askView(c.State, args, "en")
	}
	ask := func(language string) any { return asked[language] }
	d, err := b.render(c.State, "info_request", language, ask)
	followups, failed := b.followups(c.State, language, ask)
	d.Followups = followups
	notes := slices.Clone(c.State.AgentScratchpad.MailNotes)
	for _, q := range c.State.AgentScratchpad.Questions {
		notes = append(notes, b.say("quoting.question", reading.Mask(q.Words)))
	}
	return d, slices.Concat(notes, b.sensitiveDataNotes(c.State)), errors.Join(err, failed)
}

// sensitiveDataNotes tells staff about a Social Security or card number in a mail. A license
// number may be needed, so it gets no note.
func (b Toolbox) sensitiveDataNotes(s *agent.State) (flags []string) {
	for _, kind := range []struct{ name, phrase string }{{"ssn", "quoting.mailed_ssn"},
		{"card", "quoting.mailed_card"}} {
		if slices.Contains(s.AgentScratchpad.PII, kind.name) {
			flags = append(flags, b.say(kind.phrase))
		}
	}
	return flags
}

// followups writes the mails that follow unanswered questions: a reminder with the same
// questions, and a polite close.
func (b Toolbox) followups(s *agent.State, language string,
	ask func(language string) any) (all []agent.Followup, err error) {
	closing := func(language string) any {
		return templates.Closing{Letter: b.letter(s, agent.StageInfoRequest, language)}
	}
	for _, f := range []struct {
		name     agent.FollowupName
		after    time.Duration
		template string
		view     func(language string) any
	}{{agent.FollowupReminder, b.Reminder, "info_reminder", ask},
		{agent.FollowupClose, b.Close, "info_close", closing}} {
		if f.after == 0 {
			continue
		}
		d, err := b.render(s, f.template, language, f.view)
		if err != nil {
			return nil, err
		}
		all = append(all, agent.Followup{Name: f.name, After: f.after, Draft: d})
	}
	return all, nil
}

// Acknowledge writes the confirmation of receipt, and returns its failed fact checks. The mail is
// sent without a review.
func (b Toolbox) Acknowledge(s *agent.State) (d agent.Draft, failing []string, err error) {
	d, err = b.render(s, "acknowledgement", s.LanguageFor(""), func(language string) any {
		letter := b.letter(s, "", language)
		letter.Reviewed = false // sent without a review
		return templates.Closing{Letter: letter}
	})
	return d, agent.CheckFacts(d, s, b.staff()), err
}

func (b Toolbox) askView(s *agent.State, args agent.AskArgs,
	language string) templates.InfoRequest {
	words := b.words(language)
	view := templates.InfoRequest{
		Letter: b.letter(s, agent.StageInfoRequest, language), Attached: s.AgentScratchpad.Attached,
		Again: args.Again, Short: args.Short, Known: letters.Summary(s.CustomerInfo.Case, words),
	}
	if args.Again {
		view.Wrote, view.Absent = s.AgentScratchpad.Said, s.AgentScratchpad.Absent
	}
	for _, path := range s.Inquiry().Group(args.Fields) {
		view.Questions = append(view.Questions, s.Inquiry().Question(path, args.Check, words))
	}
	if len(args.Residents) > 0 {
		view.Questions = append(view.Questions, letters.AskResidents(args.Residents, words))
	}
	for _, also := range args.Also {
		view.Questions = append(view.Questions, templates.Question{Text: also})
	}
	if len(view.Questions) == 0 {
		view.Questions = []templates.Question{nextQuestion(s, words)}
	}
	return view
}

// nextQuestion asks what to do after a quote. After prices of several changes, nextQuestion may
// ask for one of the changes.
func nextQuestion(s *agent.State, words letters.Words) templates.Question {
	if s.AgentScratchpad.Intent != IntentWhichChange {
		return templates.Question{Text: words.Say("letters.what_to_do")}
	}
	var all [][]templates.Change
	for _, q := range agent.PricedOffers(s) {
		supposed, _ := s.Supposed(q) // the facts fit: the change has a price
		all = append(all, letters.CustomerChanges(*s.Application(), supposed, words))
	}
	return letters.AskWhichChange(all, words)
}

// SendQuoteArgs names the quote to send. It must be the last rated quote.
type SendQuoteArgs struct {
	QuoteID  string `json:"quote_id"`
	Language string `json:"language,omitempty"` // "": the customer's
}

func (b Toolbox) sendQuote(_ context.Context, c agent.Call,
	args SendQuoteArgs) (any, []string, error) {
	pad, language := c.State.AgentScratchpad, c.State.LanguageFor(args.Language)
	if pad.Quote == nil || pad.Quote.ID != args.QuoteID || pad.CallsRevision != pad.Revision {
		return nil, nil, fmt.Errorf("%q is not the quote of the application as it is now",
			args.QuoteID)
	}
	shown := b.quoteView(c.State, language)
	view := func(language string) any {
		v := b.quoteView(c.State, language)
		v.File = shown.File
		return v
	}
	d, err := b.render(c.State, "quote", language, view)
	if err != nil {
		return nil, nil, err
	}
	d.QuoteID = args.QuoteID
	d.Disclaimer, err = b.Templates.Disclaimer(shown)
	files, failed := b.quoteFile(c.State, shown)
	d.Files, err = files, errors.Join(err, failed)
	a := *c.State.Application()
	return d, slices.Concat(answering{b}.unanswered(c.State), pad.MailNotes,
		b.sensitiveDataNotes(c.State), b.otherLineNote(c.State), b.dismissedNotes(c.State),
		warningFlags(a, quote.Warnings(a, pad.Today, b.staff())), b.driverNotes(a, *pad.Quote),
		letters.UnlistedMakes(a, *pad.Quote, b.staff()),
		letters.LowerUninsured(a, pad.Today, b.staff()), b.rejectedOffers(c.State),
		b.mandatoryCoverages(c.State.CustomerInfo.Case), b.unpricedOptions(c.State)), err
}

// quoteFile prints the quote as a PDF file, from the data of the mail.
func (b Toolbox) quoteFile(s *agent.State, shown templates.Quote) ([]agent.File, error) {
	name := shown.File
	shown.File = "" // the page does not name itself
	sheet, err := pdf.NewSheet(b.Templates, shown)
	if err != nil {
		return nil, err
	}
	day, _ := s.AgentScratchpad.Quote.AsOf.Time()
	content, err := pdf.Quote(sheet, day)
	if err != nil {
		return nil, fmt.Errorf("printing the quote: %w", err)
	}
	return []agent.File{{Name: name, Type: "application/pdf", Content: content}}, nil
}

// quoteView returns the quote of a thread as the mail shows it.
func (b Toolbox) quoteView(s *agent.State, language string) templates.Quote {
	pad := s.AgentScratchpad
	m := letters.QuoteMail{
		Letter: b.letter(s, agent.StageQuote, language), Words: b.words(language),
		Case: s.CustomerInfo.Case, Quote: *pad.Quote, Today: pad.Today,
		Care: b.sensitiveDataNotes(s) != nil, CarsOnly: b.otherLineNote(s) != nil,
	}
	if pad.SentRevision != pad.Revision {
		m.Was, m.WasOf = s.PriorQuote()
	}
	for _, o := range pad.Options {
		m.Options = append(m.Options, letters.PricedOption{Name: o.Name, Quote: o.Quote})
	}
	view := m.View()
	if slices.ContainsFunc(pad.Questions, pricesFullPayment) && len(view.Instalments) > 0 {
		view.Instalments = view.Instalments[1:] // a discount lowers the full payment
	}
	view.Buttons = b.buttons(view.Letter, s.LanguageFor(language), offer(pad.Questions) != nil)
	shown := view
	view.Answers = answerer{b, s, &shown, m.Words}.answers()
	return view
}

// pricesFullPayment reports whether the price of a supposition has the discount for a full payment.
func pricesFullPayment(q agent.Question) bool {
	return q.Quote != nil && slices.ContainsFunc(q.Quote.Discounts,
		func(d carrier.Discount) bool { return d.Discount == quote.PaidInFull })
}

// buttons are the links to prefilled answers to a quote. A mail from a mailto link has no
// In-Reply-To (RFC 6068 §2), so its body holds the reference. An offered change replaces the first
// button.
func (b Toolbox) buttons(l templates.Letter, language string, offers bool) (all templates.Buttons) {
	words := b.words(language)
	first := "letters.button.contact"
	if offers {
		first = "letters.button.take"
	}
	for _, x := range []struct{ word, label, text string }{
		{"ACCEPT", first, first + "_text"},
		{"EDIT", "letters.button.change", "letters.button.change_text"},
	} {
		body := words.Say(x.text) + "\n\nRef: " + l.Reference + "\n"
		all = append(all, templates.Button{
			Word: x.word, Label: words.Say(x.label),
			URL: templates.MailtoURL(b.Mailbox, "Re: "+l.Subject, body),
		})
	}
	return all
}

// otherLineNote says that the customer also asked for other insurance. Staff dismissed this
// referral to get the cars quoted.
func (b Toolbox) otherLineNote(s *agent.State) []string {
	if !slices.Contains(s.AgentScratchpad.DismissedReferrals, referOtherLine) {
		return nil
	}
	return []string{b.say("quoting.other_line")}
}

// ownNotes are the referral reasons with notes of their own.
var ownNotes = []string{referOtherLine, referTitle, referCancel, referNoMail}

// dismissedNotes repeats the dismissed referral reasons that still apply, except for the reasons in
// ownNotes.
func (b Toolbox) dismissedNotes(s *agent.State) (notes []string) {
	now := s.CustomerInfo.Case.Referrals(b.LicensedStates, s.AgentScratchpad.Today)
	for _, reason := range s.AgentScratchpad.DismissedReferrals {
		moved := reason == quote.ReferOutOfState && !slices.Contains(now, reason)
		if phrase := "refer." + reason; !moved && !slices.Contains(ownNotes, reason) &&
			b.staff().Has(phrase) {
			notes = append(notes, b.say("quoting.dismissed", b.say(phrase)))
		}
	}
	return notes
}

// driverNotes lists the vehicles without a known driver. With several drivers, it describes who
// counts in the price.
func (b Toolbox) driverNotes(a quote.Application, q carrier.Quote) (flags []string) {
	if len(a.Drivers) > 1 {
		return letters.RatedDrivers(a, q, b.staff())
	}
	for _, path := range quote.Undriven(a) {
		flags = append(flags, b.say("quoting.no_driver",
			letters.Label(path, a, letters.English())))
	}
	return flags
}

// rejectedOffers lists coverages that the state requires an insurer to offer and that this quote
// omits. The law wants a signed rejection, and a mail is no signature.
func (b Toolbox) rejectedOffers(s *agent.State) []string {
	var flags []string
	for _, r := range s.CustomerInfo.Case.Rejections(s.AgentScratchpad.Today) {
		said := b.say("quoting.not_asked_for")
		if r.Words != "" {
			said = b.say("quoting.customer_wrote", r.Words)
		}
		flags = append(flags, b.say("quoting.must_offer",
			letters.Label(r.Path, *s.Application(), letters.English()), r.State, said,
			r.Rejection, r.Source))
	}
	return flags
}

// mandatoryCoverages lists coverages that the customer declined and the state requires.
func (b Toolbox) mandatoryCoverages(k quote.Case) (flags []string) {
	for _, path := range letters.ShownPaths(k.Application) {
		if !letters.IsCoverage(path) || k.Facts[path].Standing != quote.Assumed {
			continue
		}
		for _, f := range slices.Backward(k.Superseded) {
			if f.Path == path && len(f.Value) == 0 {
				label := letters.Label(path, k.Application, letters.English())
				flags = append(flags,
					b.say("quoting.mandatory", label, reading.Mask(f.Words)))
			}
			if f.Path == path {
				break
			}
		}
	}
	return flags
}

// CloseArgs has the kind of sign-off, which selects the last mail.
type CloseArgs struct {
	SignOff signals.SignOffKind `json:"parting"`
}

// closeThread confirms once to a customer who declined that there will be no quote. Thanks, and
// the promise to write again, need no answer.
func (b Toolbox) closeThread(_ context.Context, c agent.Call,
	args CloseArgs) (any, []string, error) {
	if args.SignOff != signals.SignOffDeclined || c.State.IsClosed() {
		return nil, nil, nil
	}
	d, err := b.render(c.State, "closing", c.State.LanguageFor(""), func(language string) any {
		return templates.Closing{Letter: b.letter(c.State, agent.StageFinalResponse, language)}
	})
	var flags []string
	if words := c.State.AgentScratchpad.SignOff.Words; words != "" {
		flags = append(flags, b.say("quoting.declined_by_planner", words))
	}
	return d, flags, err
}
