package threadresolver

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"ppamaild/lazyregexp"
)

// subject is a parsed subject line (RFC 5256 §2.1). It knows prefixes of several languages.
type subject struct {
	base    string // in lower case, without prefixes, tags in brackets and extra space
	answers bool   // the first prefix marks an answer or a forward
	forward string // the first prefix, if it marks a forward
}

// answerPrefixes lists the prefixes that mail programs add to the subject of an answer.
var answerPrefixes = []string{
	"re", "aw", "antw", "antwort", "sv", "res", "rif", "ris", "r", "odp", "ynt", "atb", "vá", "ref", "bls",
	"отв", "ответ", "回复", "答复", "回覆", "返信", "답장", "回信",
}

// forwardPrefixes lists the prefixes of forwards. "VS" marks an answer in Finnish and a
// forward in Danish. It counts as a forward, because staff decide on forwards.
var forwardPrefixes = []string{
	"fwd", "fw", "wg", "tr", "rv", "enc", "i", "vs", "vl", "vb", "doorst", "fs", "pd", "i̇lt", "ilt", "továbbítás", "πρθ",
	"перенаправлено", "пересл", "转发", "轉寄", "転送", "전달",
}

// prefixCount matches the count after a prefix: "Re[2]", "Re(2)", "Re^2", "Re2".
var prefixCount = lazyregexp.MustCompile(`^(.*?)(?:\[\d+\]|\(\d+\)|\^?\d+)$`)

func readSubject(line string) subject {
	s := subject{base: strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(line, "：", ":"))), " ")}
	if inner, ok := strings.CutPrefix(s.base, "[fwd:"); ok && strings.HasSuffix(inner, "]") {
		s.base, s.forward, s.answers = strings.TrimSpace(strings.TrimSuffix(inner, "]")), "fwd", true
	}
	if before, ok := strings.CutSuffix(s.base, "(fwd)"); ok {
		s.base, s.forward, s.answers = strings.TrimSpace(before), "fwd", true
	}
	for s.dropTag() || s.dropPrefix() {
	}
	return s
}

// dropTag removes "[list]" before other text.
func (s *subject) dropTag() bool {
	if !strings.HasPrefix(s.base, "[") {
		return false
	}
	_, after, ok := strings.Cut(s.base, "]")
	if after = strings.TrimSpace(after); !ok || after == "" {
		return false
	}
	s.base = after
	return true
}

// dropPrefix removes a prefix such as "Re:". Only the first prefix describes the message:
// "Re: Fwd: …" answers a forward.
func (s *subject) dropPrefix() bool {
	before, after, ok := strings.Cut(s.base, ":")
	if !ok {
		return false
	}
	before = strings.TrimSpace(before)
	if m := prefixCount.FindStringSubmatch(before); m != nil {
		before = m[1]
	}
	forward := slices.Contains(forwardPrefixes, before)
	if !forward && !slices.Contains(answerPrefixes, before) {
		return false
	}
	if forward && !s.answers {
		s.forward = before
	}
	s.base, s.answers = strings.TrimSpace(after), true
	return true
}

var subjectTag = lazyregexp.MustCompile(`(?i)\[([QT]-[0-9A-Z]{6})\]`)

// hints returns the distinct thread IDs in a subject.
func hints(line string) []string {
	var ids []string
	for _, match := range subjectTag.FindAllStringSubmatch(line, -1) {
		if id := strings.ToUpper(match[1]); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// SubjectKey returns the key in the index for the last thread in which an address wrote or got
// a mail with the subject. It returns "" if the subject is empty. The key is a digest, so
// the index does not reveal who wrote about a subject. The key contains a space, so it differs
// from every Message-ID.
func SubjectKey(address, line string) string {
	base := readSubject(line).base
	if base == "" {
		return ""
	}
	folded := []byte(address)
	for i, c := range folded {
		folded[i] = lower(c)
	}
	sum := sha256.Sum256(append(append(folded, 0), base...))
	return "subject " + hex.EncodeToString(sum[:])
}
