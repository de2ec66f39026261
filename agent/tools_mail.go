package agent

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/templates"
)

// letter is what every mail to a customer begins with.
func (b Toolbox) letter(s *State, stage Stage, language string) templates.Letter {
	name := s.application().NamedInsured.GivenName
	if name == "" {
		name = s.CustomerInfo.Name
	}
	return templates.Letter{
		Language: language, Subject: s.CustomerInfo.Subject, Name: name, Agency: b.Agency, Producer: b.Producer,
		Reviewed: b.Reviewed(stage), Reference: b.ThreadRef(s.ThreadID),
	}
}

// language is what a customer is written to in: what staff asked for, else what
// the customer writes, else English.
func (s *State) language(asked string) string {
	return cmp.Or(asked, s.CustomerInfo.Language, "en")
}

// write renders a mail from the view that view makes for a language. One that is
// not in English comes with its English text, for the review.
func (b Toolbox) write(s *State, tool, template, language string, view func(language string) any) (Draft, Output) {
	m, err := b.Templates.Render(template, view(language))
	if err != nil {
		return Draft{}, failed(tool, "%v", err)
	}
	d := Draft{To: []string{s.CustomerInfo.AnswerTo}, Subject: m.Subject, Text: m.Text, HTML: m.HTML}
	if language != "en" {
		english, err := b.Templates.Render(template, view("en"))
		if err != nil {
			return Draft{}, failed(tool, "%v", err)
		}
		d.Translation = english.Text
	}
	return d, ok(tool, d)
}

func (b Toolbox) askCustomer(_ context.Context, c Call) Output {
	args, err := arguments[AskArgs](c)
	if err != nil {
		return failed(ToolAskCustomer, "%v", err)
	}
	_, out := b.write(c.State, ToolAskCustomer, "info_request", c.State.language(args.Language), func(language string) any {
		return b.askView(c.State, args, language)
	})
	return out
}

func (b Toolbox) askView(s *State, args AskArgs, language string) templates.InfoRequest {
	ask := questions{app: *s.application(), pad: s.AgentScratchpad, es: language == "es"}
	view := templates.InfoRequest{
		Letter: b.letter(s, StageInfoRequest, language), Short: args.Short, Known: knownItems(*s.application(), ask.es), Notes: ask.notes(),
	}
	for _, f := range args.Fields {
		view.Questions = append(view.Questions, ask.about(f))
	}
	for _, also := range args.Also {
		view.Questions = append(view.Questions, templates.Question{Text: also})
	}
	return view
}

// SendQuoteArgs names the quote to send; it must be the one that was rated last.
type SendQuoteArgs struct {
	QuoteID  string `json:"quote_id"`
	Language string `json:"language,omitempty"`
}

func (b Toolbox) sendQuote(_ context.Context, c Call) Output {
	args, err := arguments[SendQuoteArgs](c)
	if err != nil {
		return failed(ToolSendQuote, "%v", err)
	}
	pad := c.State.AgentScratchpad
	if pad.Quote == nil || pad.Quote.ID != args.QuoteID || pad.CalledFor != pad.Revision {
		return failed(ToolSendQuote, "%q is not the quote of the application as it is now", args.QuoteID)
	}
	d, out := b.write(c.State, ToolSendQuote, "quote", c.State.language(args.Language), func(language string) any {
		return b.quoteView(c.State, *pad.Quote, language)
	})
	if out.Status != OutputOK {
		return out
	}
	d.QuoteID = args.QuoteID
	return ok(ToolSendQuote, d)
}

func (b Toolbox) quoteView(s *State, q carrier.Quote, language string) templates.Quote {
	es := language == "es"
	v := templates.Quote{
		Letter: b.letter(s, StageQuote, language), Term: term(q.TermMonths),
		Fees:  []templates.Item{{Label: pick(es, "Policy fee", "Cargo de póliza"), Value: q.PolicyFee.String()}},
		Total: q.Total.String(), Assumptions: assumptions(s.CustomerInfo.Case, q, es),
		EffectiveDate: longDate(q.EffectiveDate, es), AsOf: longDate(q.AsOf, es), ValidUntil: longDate(b.validUntil(q), es),
		QuoteID: q.ID, Illustrative: q.Illustrative,
	}
	if q.GoodDriver > 0 {
		v.Fees = append(v.Fees, templates.Item{Label: pick(es, "Good driver reduction", "Reducción por buen conductor"), Value: "-" + q.GoodDriver.String()})
	}
	if q.TotalWithoutPending != q.Total {
		v.TotalWithoutPending = q.TotalWithoutPending.String()
	}
	for i := range s.application().Vehicles {
		v.Vehicles = append(v.Vehicles, quoteVehicle(*s.application(), q, i))
	}
	for _, d := range q.Discounts {
		v.Discounts = append(v.Discounts, templates.QuoteDiscount{Name: string(d.Discount), Pending: d.Pending, Proof: proofOf(s, d)})
	}
	v.Instalments = instalments(q, es)
	return v
}

// validUntil is the earlier of the carrier's last day and the agency's.
func (b Toolbox) validUntil(q carrier.Quote) quote.Date {
	if b.ValidFor <= 0 {
		return q.ValidUntil
	}
	return min(q.ValidUntil, q.AsOf.AddDays(int(b.ValidFor/(24*time.Hour))))
}

func proofOf(s *State, d carrier.Discount) string {
	if !d.Pending {
		return ""
	}
	for _, a := range s.AgentScratchpad.Discounts {
		if a.Discount == d.Discount {
			return a.Proof
		}
	}
	return ""
}

// coverageNames are the contract's names of what a carrier calls by its code.
var coverageNames = map[carrier.Coverage]string{
	carrier.BodilyInjury: "bodily_injury", carrier.PropertyDamage: "property_damage", carrier.UninsuredMotorist: "uninsured_motorist",
	carrier.MedicalPayments: "medical_payments", carrier.PersonalInjury: "personal_injury_protection",
	carrier.Comprehensive: "comprehensive", carrier.Collision: "collision",
	carrier.Rental: "rental", carrier.Towing: "towing",
}

func quoteVehicle(a quote.Application, q carrier.Quote, i int) templates.QuoteVehicle {
	v := templates.QuoteVehicle{Name: vehicleName(a.Vehicles[i]), Total: q.VehiclePremium(i).String()}
	if i < len(q.Principals) && q.Principals[i] >= 0 && q.Principals[i] < len(a.Drivers) {
		d := a.Drivers[q.Principals[i]]
		v.Driver = strings.TrimSpace(d.GivenName + " " + d.Surname)
	}
	for _, l := range q.Lines {
		if l.Vehicle == i {
			v.Lines = append(v.Lines, templates.QuoteLine{Coverage: coverageNames[l.Coverage], Limit: limit(l), Premium: l.Premium.String()})
		}
	}
	return v
}

// limit writes what a coverage pays up to, or its deductible, as a customer reads it.
func limit(l carrier.Line) string {
	switch l.Coverage {
	case carrier.BodilyInjury, carrier.UninsuredMotorist:
		person, accident, _ := strings.Cut(l.Limit, "/")
		return fmt.Sprintf("$%s,000 / $%s,000", person, accident)
	case carrier.PropertyDamage:
		return "$" + l.Limit + ",000"
	case carrier.Rental, carrier.Towing:
		return l.Limit
	}
	return "$" + thousands(l.Limit)
}

func thousands(digits string) string {
	if n := len(digits); n > 3 {
		return thousands(digits[:n-3]) + "," + digits[n-3:]
	}
	return digits
}

func instalments(q carrier.Quote, es bool) []templates.Item {
	n := len(q.Plan.Payments)
	if n < 2 {
		return nil
	}
	first, rest := q.Plan.Payments[0].String(), q.Plan.Payments[n-1].String()
	items := []templates.Item{{Label: pick(es, "In full", "Pago único"), Value: q.Total.String()}}
	label := fmt.Sprintf(pick(es, "%d payments", "%d pagos"), n)
	amount := fmt.Sprintf(pick(es, "%s, then %d of %s", "%s, después %d de %s"), first, n-1, rest)
	if first == rest {
		amount = fmt.Sprintf(pick(es, "%s each", "%s cada uno"), rest)
	}
	if q.Plan.Fee > 0 {
		amount += fmt.Sprintf(pick(es, " (with %s fee each)", " (con cargo de %s cada uno)"), q.Plan.Fee.String())
	}
	return append(items, templates.Item{Label: label, Value: amount})
}

// CloseArgs is the last mail to a customer.
type CloseArgs struct {
	Paragraphs []string `json:"paragraphs"`
}

func (b Toolbox) closeThread(_ context.Context, c Call) Output {
	args, err := arguments[CloseArgs](c)
	if err != nil {
		return failed(ToolCloseThread, "%v", err)
	}
	_, out := b.write(c.State, ToolCloseThread, "closing", c.State.language(""), func(language string) any {
		return templates.Closing{Letter: b.letter(c.State, StageFinalResponse, language), Paragraphs: args.Paragraphs}
	})
	return out
}

func pick(es bool, english, spanish string) string {
	if es {
		return spanish
	}
	return english
}

func term(months int) string {
	if months == 12 {
		return "twelve_months"
	}
	return "six_months"
}

var spanishMonths = []string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}

// longDate writes a day in words, as "12/1" is read differently by different people.
func longDate(d quote.Date, es bool) string {
	t, valid := d.Time()
	if !valid {
		return string(d)
	}
	if es {
		return fmt.Sprintf("%d de %s de %d", t.Day(), spanishMonths[t.Month()-1], t.Year())
	}
	return t.Format("January 2, 2006")
}

// assumptions lists what nobody stated but the price rests on.
func assumptions(k quote.Case, q carrier.Quote, es bool) []string {
	var paths []string
	for path, f := range k.Facts {
		if f.Standing == quote.Assumed && assumable(path) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	var out []string
	for _, path := range paths {
		out = append(out, Label(path, k.Application, es)+": "+Value(path, k.Application, es))
	}
	return append(out, q.Assumptions...)
}

// assumable leaves out what is assumed of the form only.
func assumable(path string) bool { return !strings.HasSuffix(path, ".relationship") }
