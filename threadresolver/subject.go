package threadresolver

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
)

// subject is what a subject line says, in the sense of RFC 5256 §2.1, with the
// prefixes of other languages besides.
type subject struct {
	base    string // without prefixes, tags in brackets and needless space; lower case
	answers bool   // its outermost prefix says that it answers or forwards something
	forward string // that prefix, where it says that it is a forward
}

// answerPrefixes are what mail programs put before the subject of an answer.
var answerPrefixes = []string{
	"re", "aw", "antw", "antwort", "sv", "res", "rif", "ris", "r", "odp", "ynt", "atb", "vá", "ref", "bls",
	"отв", "ответ", "回复", "答复", "回覆", "返信", "답장", "回信",
}

// forwardPrefixes are what they put before that of a forward. A Finnish "VS" is an
// answer and a Danish one a forward: it counts as what staff are asked about.
var forwardPrefixes = []string{
	"fwd", "fw", "wg", "tr", "rv", "enc", "i", "vs", "vl", "vb", "doorst", "fs", "pd", "i̇lt", "ilt", "továbbítás", "πρθ",
	"перенаправлено", "пересл", "转发", "轉寄", "転送", "전달",
}

// prefixCount is a count behind a prefix: "Re[2]", "Re(2)", "Re^2", "Re2".
var prefixCount = regexp.MustCompile(`^(.*?)(?:\[\d+\]|\(\d+\)|\^?\d+)$`)

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

// dropTag removes "[list]" where anything follows it.
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

// dropPrefix removes "Re:" and its like. Only the outermost says what the message
// is: "Re: Fwd: …" answers a forward.
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

var subjectTag = regexp.MustCompile(`(?i)\[([QT]-[0-9A-Z]{6})\]`)

// hints returns the ids of threads in a subject, each once.
func hints(line string) []string {
	var ids []string
	for _, match := range subjectTag.FindAllStringSubmatch(line, -1) {
		if id := strings.ToUpper(match[1]); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// SubjectKey is what an index holds the latest thread under in which a mail with
// this subject went to or came from an address; "" where the subject says nothing.
// It is a digest, so that the index does not tell who wrote about what. No
// Message-ID can look like it, as none has a space.
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
