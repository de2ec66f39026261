// Package inspect shows how the daemon would read a message, without store and network. Each
// message gives one report. If a message is unreadable, the report has an error.
package inspect

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/mailbox/reply"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/review"
	"ppamaild/templates"
	"ppamaild/threadresolver"
)

// ReaderLines is the number of lines of Go that read a mail, to the next hundred.
const ReaderLines = reading.Lines

// Report is the reading of one message. Scripts use the JSON: fields are only added, never
// changed.
type Report struct {
	File        string            `json:"file"`
	Index       *int              `json:"index,omitempty"`  // position in an mbox, from 0
	Thread      *int              `json:"thread,omitempty"` // number of the thread in an mbox
	Kind        string            `json:"kind"`
	Intent      string            `json:"intent"`
	MessageID   string            `json:"message_id"`
	InReplyTo   string            `json:"in_reply_to"` // the first, if there are several
	References  []string          `json:"references"`
	From        string            `json:"from"` // address of the first author
	Subject     string            `json:"subject"`
	VisibleText string            `json:"visible_text"`
	Clean       bool              `json:"clean"`           // visible_text is certainly the author's whole own text, and nothing else
	Interleaved bool              `json:"interleaved"`     // own text exists below quoted text
	Notes       []string          `json:"notes,omitempty"` // remarks about visible_text
	Segments    []Segment         `json:"segments,omitempty"`
	Decision    Decision          `json:"decision"`
	Application quote.Application `json:"application"`
	Documents   *Documents        `json:"documents,omitempty"`
	Missing     []string          `json:"missing"` // paths that rating needs; all paths for an unreadable message
	Refer       *string           `json:"refer"`
	PII         []string          `json:"pii"`
	Problems    []string          `json:"problems,omitempty"` // flaws of a readable message
	Error       string            `json:"error,omitempty"`    // why the message is unreadable, or not completely readable
}

// Documents has the values that the daemon takes from attached PDF files and forwarded
// declarations pages. Application lacks the values, because a person accepts them first.
type Documents struct {
	Facts []quote.Fact `json:"facts"`
	Notes []string     `json:"notes,omitempty"` // for staff, such as a file that was not read
}

// Segment is a part of the message with its kind and the sign for the kind.
type Segment struct {
	Kind    string `json:"kind"`
	Why     string `json:"why,omitempty"`
	Guessed bool   `json:"guessed,omitempty"`
	Text    string `json:"text"`
}

// Decision is the decision in a staff member's own text.
type Decision struct {
	Verdict  string   `json:"verdict"`
	Reason   string   `json:"reason"`
	EditText string   `json:"edit_text"`
	Command  *Command `json:"command,omitempty"` // the first of several commands, with all following text as argument

	Commands []Command `json:"commands,omitempty"` // the single commands, if there are several
}

// Command is a command word of the contract, other than the verdicts.
type Command struct {
	Word     string `json:"word"`
	Argument string `json:"argument"`
}

// Options set how messages are read.
type Options struct {
	Staff    []string       // staff: "Name <address>", or only the address
	Lines    []string       // usual lines of signatures; nil: the name of the recipient
	Location *time.Location // time zone of the agency; nil means UTC
	Licensed []string       // states of the agency's licenses; nil means all

	read func(reading.Input) reading.Reading // for tests; nil: reading.Read
}

// Check returns an error for values of Staff without a valid address.
func (o Options) Check() error {
	for _, m := range o.staff() {
		if err := message.CheckAddress(m.Address); err != nil {
			return err
		}
	}
	return nil
}

// staff returns the members of staff.
func (o Options) staff() (all review.Staff) {
	for _, s := range o.Staff {
		name, address, named := strings.Cut(strings.TrimSuffix(s, ">"), "<")
		if !named {
			name, address = "", s
		}
		all = append(all, review.Member{Name: strings.Trim(name, ` "`), Address: address})
	}
	return all
}

// File reads a message, or all messages of an mbox.
func (o Options) File(name string) []Report {
	raw, err := os.ReadFile(name)
	if err != nil {
		r := emptyReport(name)
		r.Error = err.Error()
		return []Report{r}
	}
	if !isMbox(name, raw) {
		r, _ := o.message(name, raw)
		return []Report{r}
	}
	return o.mbox(name, raw)
}

func isMbox(name string, raw []byte) bool {
	return strings.EqualFold(filepath.Ext(name), ".mbox") && bytes.HasPrefix(raw, []byte("From "))
}

func (o Options) mbox(name string, raw []byte) []Report {
	var reports []Report
	var messages []*message.Message
	for i, one := range splitMbox(raw) {
		r, m := o.message(name, one)
		r.Index = &i
		reports, messages = append(reports, r), append(messages, m)
	}
	for i, group := range threadresolver.Group(messages) {
		reports[i].Thread = &group
	}
	return reports
}

var (
	// fromLine requires a date at the end, unlike body text such as "From me to you".
	fromLine   = lazyregexp.MustCompile(`(?m)^From \S.*\d\d:\d\d.*\d{4}[^\n]*\n`)
	quotedFrom = lazyregexp.MustCompile(`(?m)^>(>*From )`)
)

// splitMbox splits an mbox at its From_ lines and removes their quoting (RFC 4155). The first
// line always counts as a From_ line.
func splitMbox(raw []byte) [][]byte {
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	var out [][]byte
	starts := fromLine.FindAllIndex(raw, -1)
	if len(starts) == 0 || starts[0][0] > 0 {
		line, _, _ := bytes.Cut(raw, []byte("\n"))
		starts = slices.Insert(starts, 0, []int{0, min(len(line)+1, len(raw))})
	}
	for i, at := range starts {
		end := len(raw)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		out = append(out, quotedFrom.ReplaceAll(raw[at[1]:end], []byte("$1")))
	}
	return out
}

// intentOther is the intent of a mail without a request.
const intentOther = "other"

func emptyReport(name string) Report {
	return Report{
		File: name, Kind: "new", Intent: intentOther, References: []string{},
		Decision: Decision{Verdict: string(review.VerdictNone)}, Missing: quote.Missing(quote.Application{}), PII: []string{},
	}
}

// message reports on one message. A crash of a parser affects only this message.
func (o Options) message(name string, raw []byte) (r Report, m *message.Message) {
	r, m = emptyReport(name), &message.Message{}
	defer func() {
		if p := recover(); p != nil {
			r.Error = fmt.Sprintf("reading the message broke the parser: %v", p)
		}
	}()
	parsed, err := message.Parse(bytes.NewReader(raw), message.Limits{Files: true})
	if err != nil {
		r.Error = err.Error()
		return r, m
	}
	m = parsed
	o.fill(&r, m)
	return r, m
}

func (o Options) fill(r *Report, m *message.Message) {
	from := origin.Classify(m, func(string) bool { return false })
	text := reply.Extract(m)
	r.Kind, r.Clean, r.Interleaved, r.Notes = kind(from.Kind, m), text.Clean, text.Interleaved, text.Notes
	r.MessageID, r.Subject, r.VisibleText, r.Problems = m.MessageID, m.Subject, text.Text, m.Problems
	if r.Error = m.Unread; len(m.Header) == 0 {
		r.Error = "it has no header"
	}
	r.Clean = r.Clean && r.Error == ""
	r.References = append(r.References, m.References...)
	if len(m.InReplyTo) > 0 {
		r.InReplyTo = m.InReplyTo[0]
	}
	if len(m.From) > 0 {
		r.From = m.From[0].Address
	}
	for _, s := range text.Segments {
		r.Segments = append(r.Segments, Segment{string(s.Kind), s.Why, s.Guessed, s.Text})
	}
	r.Decision = o.decision(m, from, text)
	o.readRequest(r, m, from, text)
}

func kind(k origin.Kind, m *message.Message) string {
	switch {
	case k == origin.Own:
		return string(origin.AutoReply)
	case k != origin.Person:
		return string(k)
	case len(m.InReplyTo)+len(m.References) > 0:
		return "reply"
	}
	return "new"
}

func (o Options) decision(m *message.Message, from origin.Origin, text reply.Reply) Decision {
	none := Decision{Verdict: string(review.VerdictNone)}
	if from.Kind != origin.Person || from.Problem != "" {
		return none
	}
	member, is := o.staff().Find(from.From.Address)
	if !is {
		return none
	}
	d := review.Read(m, text, o.signer(member, m), templates.Embedded("en"))
	out := Decision{Verdict: string(d.Verdict), Reason: d.Reason, EditText: d.EditText}
	if d.Verdict == review.VerdictUnclear {
		out.Reason = d.Understood + ": " + d.Why
	}
	if d.Verdict == review.VerdictCommand {
		out.Command = new(commandOf(d))
	}
	if len(d.Commands) > 1 {
		for _, c := range d.Commands {
			out.Commands = append(out.Commands, commandOf(review.Decision{Commands: []review.Command{c}}))
		}
	}
	return out
}

// signer returns the names in a staff member's signature. Without a configuration, the agency's
// name comes from the recipient.
func (o Options) signer(member review.Member, m *message.Message) review.Person {
	who := member.Person()
	if o.Lines != nil {
		who.Lines = o.Lines
		return who
	}
	for _, to := range m.To {
		if to.Name != "" {
			who.Lines = append(who.Lines, to.Name)
		}
	}
	return who
}

func commandOf(d review.Decision) Command {
	word, argument := d.Written()
	return Command{word, argument}
}

// decides reports whether the mail is a decision, which contains no request.
func (d Decision) decides() bool {
	return d.Verdict != string(review.VerdictNone) && d.Verdict != string(review.VerdictUnclear)
}

// readRequest extracts the request of a customer.
func (o Options) readRequest(r *Report, m *message.Message, from origin.Origin, text reply.Reply) {
	written, read := m.Written(time.Time{}), o.read
	if read == nil {
		read = reading.Read
	}
	reading := read(reading.Input{
		Subject: m.Subject, Text: text.Answers(), Signature: text.Part(reply.Signature), Forwarded: text.Forwarded(), Hidden: text.Hidden, FromName: from.From.Name, FromAddress: from.From.Address, Bulk: from.Kind == origin.List,
		Replies: len(m.InReplyTo)+len(m.References) > 0,
		Date:    written, Location: o.Location, Message: m.MessageID,
	})
	r.Documents = o.documents(m, from, text, reading)
	if reading.Failed != "" && r.Error == "" {
		r.Error = reading.Failed
	}
	var c quote.Case
	for i, err := range c.ApplyAll(reading.Facts) {
		if err != nil {
			r.Problems = append(r.Problems, fmt.Sprintf("%s: %v", reading.Facts[i].Path, err))
		}
	}
	r.Intent, r.Application = reading.Intent, published(c.Application)
	r.PII = append(r.PII, reading.PII...)
	if r.Decision.decides() {
		r.Intent = intentOther
	}
	r.Missing = append([]string{}, quote.Missing(c.Application)...)
	refer := c.Referrals(o.Licensed, quote.Date(written.Format(time.DateOnly)))
	if reading.Refer != "" {
		refer = []string{reading.Refer}
	}
	if len(refer) > 0 {
		r.Refer = &refer[0]
	}
}

// published returns the application in its published format. Per-vehicle details and the
// customer's current limits are for the agent and staff only.
func published(a quote.Application) quote.Application {
	a.Vehicles = slices.Clone(a.Vehicles)
	for i := range a.Vehicles {
		a.Vehicles[i].Driver, a.Vehicles[i].Coverages = nil, quote.Coverages{}
	}
	a.PriorInsurance.BodilyInjury, a.PriorInsurance.PropertyDamage = "", nil
	return a
}
