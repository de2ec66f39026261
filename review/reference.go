package review

import (
	"strconv"
	"strings"

	"ppamaild/mailbox/messageid"
)

// Ref is a reference as read from a mail. A Ref proves nothing before Verify.
type Ref = messageid.Ref

// References creates and verifies the references of review mails. A reference belongs to one
// thread, one review and one staff member.
type References struct {
	Key []byte // at least 32 random bytes; kept in the store
}

const purposeReview = "ppamaild review reference v1"

// Mint returns the reference for one copy of a review: "Q-7F3K2M-4-<26 characters>". staff is a
// canonical address. review counts from 1.
func (r References) Mint(thread string, review int, staff string) string {
	thread = strings.ToUpper(thread)
	return Ref{Thread: thread, Review: review, MAC: r.mark(thread, review, staff)}.String()
}

// Find returns the distinct references in text, valid or not. Find tolerates wrapping, quoting
// and changed case.
func (r References) Find(text string) []Ref {
	var refs []Ref
	for _, ref := range messageid.Scan(text) {
		if ref.Review > 0 {
			refs = append(refs, ref)
		}
	}
	return refs
}

// Verify returns the owner of ref among staff, a list of canonical addresses. ok is false if
// ref belongs to none of them. The running time does not depend on the owner.
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
