package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"time"
)

// Source is the origin of a journal entry.
type Source string

// The sources of journal entries.
const (
	SourceCustomer     Source = "customer"
	SourceAIDraft      Source = "ai_draft"
	SourceHumanReview  Source = "human_review_action"
	SourceHumanMessage Source = "human_final_message"
	SourceTool         Source = "tool"
	SourceSystem       Source = "system"
)

// Entry is one line of a thread's journal. Prev is the Hash of the previous entry, zero in the
// first. The payload and the random salt of its Digest are stored separately. Both can be
// erased without breaking the chain, and the remaining digest cannot be guessed back. The same
// holds for Actor and Ref, which may name a customer and a customer's message: the chain only
// contains their digest, Names.
type Entry struct {
	Thread string    `json:"thread"`
	Seq    uint64    `json:"seq"` // from 1, without gaps
	At     time.Time `json:"at"`
	Source Source    `json:"source"`
	Kind   string    `json:"kind"`
	Actor  string    `json:"actor,omitempty"` // an address, the name of a tool or of the planner
	Ref    string    `json:"ref,omitempty"`   // the subject: a Message-ID, a review
	Digest Sum       `json:"digest"`          // PayloadDigest
	Names  Sum       `json:"names,omitzero"`  // NamesDigest; zero in entries from before format 4
	Prev   Sum       `json:"prev"`
	Hash   Sum       `json:"hash"` // ComputeHash

	Nameless bool `json:"nameless,omitempty"` // Actor and Ref were erased
}

// ComputeHash returns the correct Hash: SHA-256 over the fields before it, in the order of the
// struct. A string is encoded as its length and its bytes, At as seconds and nanoseconds since
// 1970 UTC, a Sum as its bytes, and every number as a big-endian uint64. Names, if set, replace
// Actor and Ref, after a length that no string has. So no two entries have the same encoding.
func (e Entry) ComputeHash() Sum {
	b := make([]byte, 0, 512)
	number := func(n uint64) { b = binary.BigEndian.AppendUint64(b, n) }
	text := func(s string) { number(uint64(len(s))); b = append(b, s...) }
	text(e.Thread)
	number(e.Seq)
	number(uint64(e.At.Unix()))
	number(uint64(e.At.Nanosecond()))
	text(string(e.Source))
	text(e.Kind)
	if e.Names == (Sum{}) {
		text(e.Actor)
		text(e.Ref)
	} else {
		number(math.MaxUint64)
		b = append(b, e.Names[:]...)
	}
	b = append(b, e.Digest[:]...)
	b = append(b, e.Prev[:]...)
	return sha256.Sum256(b)
}

// SaltSize is the length of a payload's salt in bytes. Because it is fixed, the digest
// separates salt and payload.
const SaltSize = 16

// PayloadDigest returns SHA-256 over salt and payload.
func PayloadDigest(salt [SaltSize]byte, payload []byte) (sum Sum) {
	h := sha256.New()
	h.Write(salt[:])
	h.Write(payload)
	h.Sum(sum[:0])
	return sum
}

// NamesDigest returns SHA-256 over salt, the length of actor as a big-endian uint64,
// actor and ref.
func NamesDigest(salt [SaltSize]byte, actor, ref string) Sum {
	b := binary.BigEndian.AppendUint64(salt[:], uint64(len(actor)))
	b = append(b, actor...)
	return sha256.Sum256(append(b, ref...))
}

// Sum is a SHA-256. As text it is 64 lower-case hexadecimal digits.
type Sum [sha256.Size]byte

// MarshalText implements encoding.TextMarshaler.
func (s Sum) MarshalText() ([]byte, error) {
	return hex.AppendEncode(nil, s[:]), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Sum) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(s)) {
		return fmt.Errorf("a SHA-256 of %d characters", len(text))
	}
	_, err := hex.Decode(s[:], text)
	return err
}
