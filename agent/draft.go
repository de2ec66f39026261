package agent

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/agent/factcheck"
)

// Draft is a complete mail to a customer, but for what the mail system adds.
type Draft struct {
	To          []string `json:"to"`
	Subject     string   `json:"subject"`
	Text        string   `json:"text"`
	HTML        string   `json:"html,omitempty"`
	HTMLDigest  string   `json:"html_digest,omitempty"` // of HTML where that is left out
	QuoteID     string   `json:"quote_id,omitempty"`
	Disclaimer  string   `json:"disclaimer,omitempty"`  // that it must carry, as a single line
	Translation string   `json:"translation,omitempty"` // its text in English, for staff only
	Signed      []string `json:"signed,omitempty"`      // names that it is signed with and that cars or insurers have too

	Followups []Followup `json:"followups,omitempty"` // in order; approved together with it
}

// Digest names the draft: any change to what the customer would see, to whom it
// goes, to the quote it carries or to what follows it changes it.
func (d Draft) Digest() string {
	parts := append([]string{d.Subject, d.Text, d.htmlDigest(), d.QuoteID, d.Disclaimer,
		d.Translation}, d.To...)
	for _, f := range d.Followups {
		parts = append(parts, f.digest())
	}
	if d.Signed != nil {
		parts = append(parts, digest("signed", d.Signed...))
	}
	return digest("draft", parts...)
}

// withoutHTML is the draft as the state keeps it: small, and enough to compare.
func (d Draft) withoutHTML() *Draft {
	d.HTML, d.HTMLDigest = "", d.htmlDigest()
	d.Followups = slices.Clone(d.Followups)
	for i, f := range d.Followups {
		d.Followups[i] = f.withoutHTML()
	}
	return &d
}

func (d Draft) htmlDigest() string {
	if d.HTML == "" {
		return d.HTMLDigest
	}
	return digest("html", d.HTML)
}

// CheckFacts lists the unsupported claims and the prohibited phrases in a draft and in its
// follow-ups.
func CheckFacts(d Draft, s *State) []string {
	mails := []factcheck.Text{d.text()}
	for _, f := range d.Followups {
		mails = append(mails, f.Draft.text())
	}
	return factcheck.Check(mails, known(s))
}

func (d Draft) text() factcheck.Text {
	return factcheck.Text{Text: d.Text, HTML: d.HTML, Disclaimer: d.Disclaimer, Signed: d.Signed}
}

// known is what a draft may state.
func known(s *State) factcheck.Known {
	k := factcheck.Known{
		Inquiry: s.Inquiry(), Name: s.CustomerInfo.Name, Address: s.CustomerInfo.Address,
		Quote: s.AgentScratchpad.Quote,
	}
	for _, o := range s.AgentScratchpad.Options {
		k.Options = append(k.Options, o.Quote)
	}
	return k
}

// Proposal is what a review is about: what takes effect if it is accepted.
type Proposal struct {
	Stage        Stage           `json:"step"`
	Action       Action          `json:"action"`
	Draft        *Draft          `json:"draft,omitempty"` // of a tool that mails; in the state without its HTML
	Data         json.RawMessage `json:"data,omitempty"`  // of any other: the arguments, or the result to be used
	Before       bool            `json:"before,omitempty"`
	Digest       string          `json:"digest"` // of Draft, or of the tool and Data
	Warnings     []string        `json:"warnings,omitempty"`
	ByRules      string          `json:"by_rules,omitempty"` // why the rules stood in for a model in what this rests on
	Reason       *Feedback       `json:"reason,omitempty"`   // the rejection that this answers
	ReplacedText string          `json:"previous,omitempty"` // text of the draft that this one stands in for
	ReplacedData json.RawMessage `json:"was,omitempty"`      // data that this one stands in for
	EditedFrom   string          `json:"instead,omitempty"`  // digest of the planner's draft that staff edited into this one
}

// digest names what would take effect.
func (p Proposal) digest() string {
	if p.Draft != nil {
		return p.Draft.Digest()
	}
	return dataDigest(p.Action.Tool, p.Data)
}

// standsFor reports whether a decision on p is one on other too: staff would see
// the same thing again.
func (p Proposal) sameDecision(other Proposal) bool {
	if p.Stage != other.Stage || p.Digest != other.Digest && p.EditedFrom != other.Digest {
		return false
	}
	return p.EditedFrom != "" || slices.Equal(p.Warnings, other.Warnings)
}

// dataDigest names a tool's arguments or result. Two spellings of the same JSON
// have one digest, so that what was rejected can't come back differently spaced.
func dataDigest(tool string, data json.RawMessage) string {
	return digest(tool, string(Canonical(data)))
}

// Canonical rewrites JSON with sorted keys and without white space. What is no
// JSON stays as it is.
func Canonical(data json.RawMessage) []byte {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return data
	}
	out, err := json.Marshal(v)
	if err != nil {
		return data
	}
	return out
}

// digest is the hex SHA-256 of a kind and its content. Each part is hashed with
// its length, so that no two lists of parts are hashed as the same octets.
func digest(kind string, parts ...string) string {
	h := sha256.New()
	w := bufio.NewWriterSize(h, sha256.BlockSize<<2) // as a hash takes no strings
	for _, part := range append([]string{kind}, parts...) {
		fmt.Fprintln(w, len(part))
		w.WriteString(part)
		w.WriteByte('\n')
	}
	w.Flush() // can't fail, as writing to a hash can't
	return hex.EncodeToString(h.Sum(nil))
}

// Followup is a mail that goes to a customer who does not answer a draft. It is
// approved together with that draft, and sent word for word.
type Followup struct {
	Name  FollowupName  `json:"name"`
	After time.Duration `json:"after"` // the draft, in nanoseconds
	Draft
}

// FollowupName says which of them it is.
type FollowupName string

// What may follow a draft, in order.
const (
	FollowupReminder FollowupName = "reminder"
	FollowupClose    FollowupName = "close" // politely, when the customer is not waited for any longer
)

// digest names what would be sent, and when.
func (f Followup) digest() string {
	return digest("followup", string(f.Name), f.After.String(), f.Draft.Digest())
}

// withoutHTML is the follow-up as state and journal keep it.
func (f Followup) withoutHTML() Followup {
	f.Draft = *f.Draft.withoutHTML()
	return f
}

// Holds reports whether f is, to the letter, one of the follow-ups of d.
func (d Draft) Holds(f Followup) bool {
	return slices.ContainsFunc(d.Followups,
		func(own Followup) bool { return own.digest() == f.digest() })
}
