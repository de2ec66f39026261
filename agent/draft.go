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
	"ppamaild/agent/letters"
)

// Draft is a complete mail to a customer, without headers of the mail system.
type Draft struct {
	To          []string `json:"to"`
	Subject     string   `json:"subject"`
	Text        string   `json:"text"`
	HTML        string   `json:"html,omitempty"`
	HTMLDigest  string   `json:"html_digest,omitempty"` // digest of the omitted HTML
	QuoteID     string   `json:"quote_id,omitempty"`
	Disclaimer  string   `json:"disclaimer,omitempty"`  // required disclaimer, as one line
	Translation string   `json:"translation,omitempty"` // English text, for staff only
	Signed      []string `json:"signed,omitempty"`      // names in the signature that are also names of cars or insurers

	Followups []Followup `json:"followups,omitempty"` // in order; approved with the draft
	Files     []File     `json:"files,omitempty"`     // attached; approved with the draft
}

// File is a file that a draft attaches.
type File struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Content []byte `json:"content,omitempty"`
	Digest  string `json:"digest,omitempty"` // digest of the omitted content
}

func (f File) digest() string {
	if f.Content == nil {
		return f.Digest
	}
	return digest("file", f.Name, f.Type, string(f.Content))
}

// withoutContent returns the file as the state and the journal keep it.
func (f File) withoutContent() File {
	f.Content, f.Digest = nil, f.digest()
	return f
}

// Digest identifies the draft. It covers the content, the recipients, the quote, the
// follow-ups and the files.
func (d Draft) Digest() string {
	parts := append([]string{d.Subject, d.Text, d.htmlDigest(), d.QuoteID, d.Disclaimer,
		d.Translation}, d.To...)
	for _, f := range d.Followups {
		parts = append(parts, f.digest())
	}
	if d.Signed != nil {
		parts = append(parts, digest("signed", d.Signed...))
	}
	for _, f := range d.Files {
		parts = append(parts, f.digest())
	}
	return digest("draft", parts...)
}

// withoutHTML returns the draft as the state keeps it: small, and sufficient for comparison.
func (d Draft) withoutHTML() *Draft {
	d.HTML, d.HTMLDigest = "", d.htmlDigest()
	d.Followups = slices.Clone(d.Followups)
	for i, f := range d.Followups {
		d.Followups[i] = f.withoutHTML()
	}
	d.Files = slices.Clone(d.Files)
	for i, f := range d.Files {
		d.Files[i] = f.withoutContent()
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
func CheckFacts(d Draft, s *State, words letters.Words) []string {
	mails := []factcheck.Text{d.text()}
	for _, f := range d.Followups {
		mails = append(mails, f.Draft.text())
	}
	return factcheck.Check(mails, known(s), words)
}

func (d Draft) text() factcheck.Text {
	return factcheck.Text{Text: d.Text, HTML: d.HTML, Disclaimer: d.Disclaimer, Signed: d.Signed}
}

// known returns the facts that a draft may state.
func known(s *State) factcheck.Known {
	who := s.CustomerInfo
	k := factcheck.Known{
		Inquiry: s.Inquiry(), Name: who.Name + " " + who.Writer, Address: who.Address,
		Quote: s.AgentScratchpad.Quote, Said: s.AgentScratchpad.Said,
	}
	for _, o := range s.AgentScratchpad.Options {
		k.Options = append(k.Options, o.Quote)
	}
	for _, q := range slices.Concat(s.AgentScratchpad.Questions, s.AgentScratchpad.Answered) {
		if q.Quote != nil {
			k.Options = append(k.Options, *q.Quote)
		}
	}
	if total, prior := s.PriorQuote(); prior != nil {
		k.PriorTotal, k.Prior = total, *prior
	}
	return k
}

// Proposal is the subject of a review: the effect of an approval.
type Proposal struct {
	Stage        Stage           `json:"step"`
	Action       Action          `json:"action"`
	Draft        *Draft          `json:"draft,omitempty"` // the mail of a mailing tool; without HTML in the state
	Data         json.RawMessage `json:"data,omitempty"`  // for other tools: the arguments, or the result
	Before       bool            `json:"before,omitempty"`
	Opens        bool            `json:"opens,omitempty"` // the later calls of its session need no review
	Digest       string          `json:"digest"`          // digest of Draft, or of the tool and Data
	Warnings     []string        `json:"warnings,omitempty"`
	ByRules      string          `json:"by_rules,omitempty"` // why the rules replaced the model
	Reason       *Feedback       `json:"reason,omitempty"`   // the rejection that the proposal answers
	ReplacedText string          `json:"previous,omitempty"` // text of the replaced draft
	ReplacedData json.RawMessage `json:"was,omitempty"`      // replaced data
	EditedFrom   string          `json:"instead,omitempty"`  // digest of the planner's draft before the edit by staff
}

// digest identifies the effect of an approval.
func (p Proposal) digest() string {
	if p.Draft != nil {
		return p.Draft.Digest()
	}
	return dataDigest(p.Action.Tool, p.Data)
}

// sameDecision reports whether a decision on p also covers other, because staff would see the
// same content.
func (p Proposal) sameDecision(other Proposal) bool {
	if p.Stage != other.Stage || p.Digest != other.Digest && p.EditedFrom != other.Digest {
		return false
	}
	return p.EditedFrom != "" || slices.Equal(p.Warnings, other.Warnings)
}

// dataDigest identifies arguments or a result. The digest ignores JSON formatting, so a rejected
// proposal can't return with other spacing.
func dataDigest(tool string, data json.RawMessage) string {
	return digest(tool, string(Canonical(data)))
}

// Canonical rewrites JSON with sorted keys and without white space. It returns invalid JSON
// unchanged.
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

// digest returns the hex SHA-256 of a kind and its parts. The length of each part is hashed too,
// so different lists never give the same bytes.
func digest(kind string, parts ...string) string {
	h := sha256.New()
	w := bufio.NewWriterSize(h, sha256.BlockSize<<2) // buffers the strings for the hash
	for _, part := range append([]string{kind}, parts...) {
		fmt.Fprintln(w, len(part))
		w.WriteString(part)
		w.WriteByte('\n')
	}
	w.Flush() // can't fail: a hash accepts all writes
	return hex.EncodeToString(h.Sum(nil))
}

// Followup is a mail that is sent if the customer does not answer a draft. Staff approve the
// follow-up with the draft.
type Followup struct {
	Name  FollowupName  `json:"name"`
	After time.Duration `json:"after"` // time since the draft, in nanoseconds
	Draft
}

// FollowupName is the kind of a follow-up.
type FollowupName string

// The follow-ups of a draft, in order.
const (
	FollowupReminder FollowupName = "reminder"
	FollowupClose    FollowupName = "close" // polite end of the waiting time
)

// digest identifies the content and the time of the follow-up.
func (f Followup) digest() string {
	return digest("followup", string(f.Name), f.After.String(), f.Draft.Digest())
}

// withoutHTML returns the follow-up as the state and the journal keep it.
func (f Followup) withoutHTML() Followup {
	f.Draft = *f.Draft.withoutHTML()
	return f
}

// Holds reports whether f is exactly one of the follow-ups of d.
func (d Draft) Holds(f Followup) bool {
	return slices.ContainsFunc(d.Followups,
		func(own Followup) bool { return own.digest() == f.digest() })
}
