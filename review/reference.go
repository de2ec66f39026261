package review

import (
	"strconv"
	"strings"

	"ppamaild/mailbox/messageid"
)

// Ref is a reference as it was read; it proves nothing until Verify.
type Ref = messageid.Ref

// References makes and checks the references of review mails. A reference is
// bound to one thread, one review and one member of staff.
type References struct {
	Key []byte // at least 32 random octets; kept in the store
}

const purposeReview = "ppamaild review reference v1"

// Mint returns the reference for the copy of a review that goes to staff, a
// canonical address: "Q-7F3K2M-4-<26 characters>". review counts from 1.
func (r References) Mint(thread string, review int, staff string) string {
	thread = strings.ToUpper(thread)
	return Ref{Thread: thread, Review: review, MAC: r.mark(thread, review, staff)}.String()
}

// Find returns the references to reviews in text, each once, valid or not,
// however the text was wrapped, quoted or re-cased.
func (r References) Find(text string) []Ref {
	var refs []Ref
	for _, ref := range messageid.Scan(text) {
		if ref.Review > 0 {
			refs = append(refs, ref)
		}
	}
	return refs
}

// Verify returns which of staff, canonical addresses, ref was made for; ok is
// false where it was made for none of them. It compares with all of them, so
// that the time it takes says nothing about the owner.
func (r References) Verify(ref Ref, staff []string) (owner string, ok bool) {
	for _, address := range staff {
		if messageid.Equal(ref.MAC, r.mark(ref.Thread, ref.Review, address)) && ref.Review > 0 {
			owner, ok = address, true
		}
	}
	return owner, ok
}

func (r References) mark(thread string, review int, staff string) string {
	return messageid.Sum(r.Key, purposeReview, thread, strconv.Itoa(review), lowerASCII(staff))
}
