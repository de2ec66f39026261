package store

import (
	"slices"
	"time"
)

// ReviewStatus is the status of a review.
type ReviewStatus string

// The statuses of a review.
const (
	ReviewOpen       ReviewStatus = "open"
	ReviewDecided    ReviewStatus = "decided"
	ReviewSuperseded ReviewStatus = "superseded"
	ReviewExpired    ReviewStatus = "expired"
)

// Known reports whether s is one of the statuses above.
func (s ReviewStatus) Known() bool {
	all := []ReviewStatus{ReviewOpen, ReviewDecided, ReviewSuperseded, ReviewExpired}
	return slices.Contains(all, s)
}

// Review is one request for a decision on one draft.
type Review struct {
	Thread    string       `json:"thread"`
	Number    int          `json:"number"` // from 1, never reused within a thread
	Kind      string       `json:"kind"`   // a kind of package review, such as review.KindStep
	Step      string       `json:"step,omitempty"`
	Status    ReviewStatus `json:"status"`
	Digest    string       `json:"digest"`
	CreatedAt time.Time    `json:"created_at"`
	Arrived   time.Time    `json:"arrived,omitzero"`     // of the message, in its first review
	Staff     []string     `json:"staff"`                // canonical addresses of the asked staff
	Absent    []string     `json:"absent,omitempty"`     // addresses of Staff that are out of office or unreachable
	Data      []byte       `json:"data"`                 // the content under review, JSON by kind; immutable
	MIME      []byte       `json:"mime,omitempty"`       // the customer mail, frozen; immutable
	MessageID string       `json:"message_id,omitempty"` // of that mail; immutable
	Inbound   uint64       `json:"inbound,omitempty"`    // kind routing: the message in question
	Mail      uint64       `json:"mail,omitempty"`       // kind mail: the mail in question

	Verdict    string    `json:"verdict,omitempty"`
	Argument   string    `json:"argument,omitempty"` // reason or new text
	DecidedBy  string    `json:"decided_by,omitempty"`
	DecidedAt  time.Time `json:"decided_at,omitzero"`
	DecidedIn  string    `json:"decided_in,omitempty"` // Message-ID of the reply
	ReplacedBy int       `json:"replaced_by,omitempty"`
	Why        string    `json:"why,omitempty"`      // of superseded and expired
	Observed   bool      `json:"observed,omitempty"` // the mail announced that nothing would be sent
	Erased     bool      `json:"erased,omitempty"`   // the content under review was erased; Data has the rest
	Doubts     []Doubt   `json:"doubts,omitempty"`   // of unclear replies, one for each member
}

// Doubt has the lines of a reply that may be a signature. The word above the lines counts once
// the member confirms the lines.
type Doubt struct {
	By    string `json:"by"` // canonical address of the member
	Word  string `json:"word"`
	Lines string `json:"lines"`
}
