package message

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"time"
)

// ThreadIndex is the decoded value of a Thread-Index field, by which Outlook groups a
// conversation, regardless of other fields ([MS-OXOMSG] §2.2.1.3). It has a header of 22
// bytes, equal in all mails of a conversation, and a block of 5 bytes for each answer in the
// chain. ParseThreadIndex and NewThreadIndex return valid ones.
type ThreadIndex []byte

const (
	indexHeader = 22
	indexBlock  = 5
	indexTime   = 6 // bytes of the header before the conversation's GUID
	// maxIndexBlocks limits the blocks, because a field must fit a line.
	maxIndexBlocks = 120
)

// ParseThreadIndex reads the value of a Thread-Index field. ok is false for an invalid value.
func ParseThreadIndex(field string) (t ThreadIndex, ok bool) {
	const longest = 2 * (indexHeader + indexBlock*maxIndexBlocks)
	if len(field) > longest {
		return nil, false
	}
	field = strings.TrimRight(strings.Join(strings.Fields(field), ""), "=")
	raw, err := base64.RawStdEncoding.DecodeString(field)
	blocks := len(raw) - indexHeader
	if err != nil || blocks < 0 || blocks%indexBlock != 0 || blocks > indexBlock*maxIndexBlocks || raw[0] != 1 {
		return nil, false
	}
	return raw, true
}

// NewThreadIndex begins a conversation with an id.
func NewThreadIndex(id [16]byte, at time.Time) ThreadIndex {
	t := binary.BigEndian.AppendUint64([]byte{1}, fileTime(at))[:indexTime]
	return append(t, id[:]...)
}

// Root returns the id that all mails of the conversation share, as 32 hexadecimal digits.
func (t ThreadIndex) Root() string { return hex.EncodeToString(t[indexTime:indexHeader]) }

// Answers reports whether the mail answers another mail of its conversation.
func (t ThreadIndex) Answers() bool { return len(t) > indexHeader }

// Child returns the index of an answer sent at a time. salt distinguishes answers of the same
// moment.
//
// [MS-OXOMSG] §2.2.1.3.1: the time since the conversation began, in units of 2^18 FILETIME
// ticks (26 ms) if the value fits 31 bits (1.7 years). Longer times are in units of 2^23 with
// the first bit set. Then four random bits and four bits of a sequence number.
func (t ThreadIndex) Child(at time.Time, salt byte) ThreadIndex {
	const fine, coarse = 18, 23
	since := fileTime(at) - min(t.began(), fileTime(at))
	delta := uint32(since >> fine)
	if since>>fine >= 1<<31 {
		delta = uint32(since>>coarse) | 1<<31
	}
	if len(t) >= indexHeader+indexBlock*maxIndexBlocks {
		t = slices.Concat(t[:indexHeader], t[indexHeader+indexBlock:])
	}
	child := binary.BigEndian.AppendUint32(slices.Clone(t), delta)
	return append(child, salt<<4)
}

// String returns the field's value.
func (t ThreadIndex) String() string { return base64.StdEncoding.EncodeToString(t) }

// began returns the start of the conversation as a FILETIME. Exchange writes the first bytes
// of the time after the reserved byte, and older Outlooks over it. Both begin with 1, as every
// FILETIME does until 2057.
func (t ThreadIndex) began() uint64 {
	var b [8]byte
	if t[1] == 1 {
		copy(b[:], t[1:indexTime])
	} else {
		copy(b[:], t[:indexTime])
	}
	return binary.BigEndian.Uint64(b[:])
}

// fileTime returns the number of 100-nanosecond ticks since 1601.
func fileTime(at time.Time) uint64 {
	const ticksBefore1970 = 116444736000000000
	return uint64(at.UnixNano()/100 + ticksBefore1970)
}
