package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Draft is a complete mail to a customer, but for what the mail system adds.
type Draft struct {
	To          []string `json:"to"`
	Subject     string   `json:"subject"`
	Text        string   `json:"text"`
	HTML        string   `json:"html,omitempty"`
	QuoteID     string   `json:"quote_id,omitempty"`
	Translation string   `json:"translation,omitempty"` // its text in English, for staff only
}

// Digest names the draft: any change to what the customer would see, to whom it
// goes or to the quote it carries changes it.
func (d Draft) Digest() string { return digest("draft", d) }

// Proposal is what a review is about: what takes effect if it is accepted.
type Proposal struct {
	Stage    Stage           `json:"step"`
	Action   Action          `json:"action"`
	Draft    *Draft          `json:"draft,omitempty"` // of a step that sends; in the state without its HTML
	Data     json.RawMessage `json:"data,omitempty"`  // of any other: the arguments, or the result to be used
	Before   bool            `json:"before,omitempty"`
	Digest   string          `json:"digest"`
	Warnings []string        `json:"warnings,omitempty"`
	Reason   *Feedback       `json:"reason,omitempty"`   // the rejection that this answers
	Previous string          `json:"previous,omitempty"` // text of the draft that was rejected
}

// digest is the hex SHA-256 of kind and the JSON of v, which must marshal.
func digest(kind string, v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		raw = fmt.Appendf(nil, "%#v", v)
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%d\n", kind, len(raw))
	h.Write(raw)
	return hex.EncodeToString(h.Sum(nil))
}
