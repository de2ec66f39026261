package threadresolver

import (
	"cmp"
	"crypto/sha256"
	"strings"
	"time"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/messageid"
)

// Minter makes Message-IDs and references for customers. Both name their thread, and only the
// holder of Key can make them.
type Minter struct {
	Key    []byte // at least 32 random bytes; kept in the store
	Domain string // the domain of the Message-IDs
}

// The purposes of MACs; see messageid.Sum.
const (
	purposeMessageID = "ppamaild message-id v1"
	purposeCustomer  = "ppamaild customer reference v1"
	purposeIndex     = "ppamaild thread-index v1"
)

// noThread replaces the thread in the Message-ID of a mail without a thread, because a
// Message-ID must not begin with a dot (RFC 5322 §3.2.3).
const noThread = "notice"

// MessageID returns "q-7f3k2m.<unique>.<MAC>@<domain>", without angle brackets. unique
// distinguishes the mails of a thread and consists of letters, digits, '-' and '.'. The thread
// of a mail without a thread is "".
func (m Minter) MessageID(thread, unique string) string {
	thread, unique = strings.ToLower(thread), strings.ToLower(unique)
	return cmp.Or(thread, noThread) + "." + unique + "." + m.messageMAC(thread, unique) + "@" + strings.ToLower(m.Domain)
}

// Verify returns the thread of a Message-ID that the minter made, and false for any other
// Message-ID. It accepts angle brackets and changes of case, because servers and mail
// programs make them.
func (m Minter) Verify(messageID string) (thread string, ok bool) {
	const longest = 256
	id := strings.Trim(strings.TrimSpace(messageID), "<>")
	local, domain, found := cutLast(id, "@")
	if !found || len(id) > longest || !sameAddress(domain, m.Domain) {
		return "", false
	}
	head, mac, _ := cutLast(strings.ToLower(local), ".")
	thread, unique, found := strings.Cut(head, ".")
	if thread == noThread {
		thread = ""
	}
	if !found || !messageid.Equal(mac, m.messageMAC(thread, unique)) {
		return "", false
	}
	return strings.ToUpper(thread), true
}

// ThreadRef returns the reference of a thread for mails to its customer:
// "Q-7F3K2M-c-<26 characters>". Its holder can write to the thread but not decide.
func (m Minter) ThreadRef(thread string) string {
	thread = strings.ToUpper(thread)
	return messageid.Ref{Thread: thread, MAC: m.customerMAC(thread)}.String()
}

// verifyRef returns the thread of a reference for customers, and false if the minter did not
// make the reference.
func (m Minter) verifyRef(ref messageid.Ref) (thread string, ok bool) {
	if ref.Review != 0 || !messageid.Equal(ref.MAC, m.customerMAC(ref.Thread)) {
		return "", false
	}
	return ref.Thread, true
}

// Conversation returns the first Thread-Index of the mails about a thread, one for each
// circle of people. All threads begin at the same time, because only the distances of the
// answers count.
func (m Minter) Conversation(thread, circle string) message.ThreadIndex {
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	sum := sha256.Sum256([]byte(messageid.Sum(m.Key, purposeIndex, strings.ToUpper(thread), circle)))
	return message.NewThreadIndex([16]byte(sum[:16]), began)
}

func (m Minter) messageMAC(thread, unique string) string {
	return messageid.Sum(m.Key, purposeMessageID, thread, unique, strings.ToLower(m.Domain))
}

func (m Minter) customerMAC(thread string) string {
	return messageid.Sum(m.Key, purposeCustomer, thread)
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
