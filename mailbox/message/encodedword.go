package message

import (
	"encoding/base64"
	"strings"

	"ppamaild/mailbox/message/charset"
)

// decodeWords decodes the encoded words of RFC 2047. Unlike mime.WordDecoder it takes linear
// time, knows every charset, keeps an invalid word as written, and joins a character that was
// split between two words.
func decodeWords(s string) string {
	if !strings.Contains(s, "=?") {
		return s
	}
	var out strings.Builder
	var run wordRun
	for {
		i := strings.Index(s, "=?")
		if i < 0 {
			break
		}
		w, ok := parseWord(s[i:])
		if !ok {
			run.flush(&out)
			out.WriteString(s[:i+2])
			s = s[i+2:]
			continue
		}
		// RFC 2047 §6.2: white space between adjacent words is not text.
		if !run.open || strings.Trim(s[:i], " \t\r\n") != "" {
			run.flush(&out)
			out.WriteString(s[:i])
		}
		run.add(&out, w)
		s = s[i+w.length:]
	}
	run.flush(&out)
	out.WriteString(s)
	return cleanControls(out.String())
}

// wordRun is a sequence of adjacent words.
type wordRun struct {
	open    bool
	charset string
	octets  []byte
}

func (r *wordRun) add(out *strings.Builder, w word) {
	if r.open && r.charset != w.charset {
		r.flush(out)
	}
	r.open, r.charset = true, w.charset
	r.octets = append(r.octets, w.octets...)
}

func (r *wordRun) flush(out *strings.Builder) {
	if len(r.octets) > 0 {
		text, _ := charset.Decode(r.octets, r.charset)
		out.WriteString(text)
	}
	r.open, r.octets = false, r.octets[:0]
}

// word is one encoded word: =?charset?encoding?text?=
type word struct {
	charset string // lower case
	octets  []byte
	length  int // of the encoded word
}

const (
	maxCharsetName = 64
	maxWord        = 2000 // RFC 2047 §2 allows 75; longer ones occur
)

// parseWord reads the encoded word at the beginning of s. s begins with "=?".
func parseWord(s string) (word, bool) {
	s = s[:min(len(s), maxWord)]
	end := strings.IndexByte(s[2:min(len(s), maxCharsetName)], '?')
	if end < 1 || len(s) < end+5 || s[end+4] != '?' {
		return word{}, false
	}
	quoted := s[end+3] == 'q' || s[end+3] == 'Q'
	text, ok := wordText(s[end+5:], quoted)
	if !ok {
		return word{}, false
	}
	charset, _, _ := strings.Cut(strings.ToLower(s[2:2+end]), "*") // RFC 2231 §5: a language may follow
	w := word{charset: charset, length: end + 5 + len(text) + 2}
	switch {
	case quoted:
		w.octets = decodeQ(text)
	case s[end+3] == 'b', s[end+3] == 'B':
		w.octets, ok = decodeB(text)
	default:
		ok = false
	}
	return w, ok
}

// wordText returns the text before the "?=" that ends a word. "?=" before two hex digits is an
// unencoded question mark and an encoded byte, and does not end the word.
func wordText(s string, quoted bool) (text string, ok bool) {
	for at := 0; ; {
		end := strings.Index(s[at:], "?=")
		if end < 0 {
			return "", false
		}
		end += at
		if !quoted || end+3 >= len(s) || !isHex(s[end+2]) || !isHex(s[end+3]) || !endsBeforeBlank(s[end+2:]) {
			return s[:end], true
		}
		at = end + 2
	}
}

// endsBeforeBlank reports whether a word ends before the next blank.
func endsBeforeBlank(s string) bool {
	blank := strings.IndexAny(s, " \t")
	if blank < 0 {
		blank = len(s)
	}
	return strings.Contains(s[:blank], "?=")
}

func decodeQ(text string) []byte {
	return appendOctets(make([]byte, 0, len(text)), '=', strings.ReplaceAll(text, "_", " "))
}

// decodeB decodes base64 with missing, extra or misplaced padding, and text in Q encoding with
// a wrong label.
func decodeB(text string) ([]byte, bool) {
	text = strings.TrimRight(strings.ReplaceAll(text, " ", ""), "=")
	if octets, err := base64.RawStdEncoding.DecodeString(text); err == nil {
		return octets, true
	}
	if looksLikeQ(text) {
		return decodeQ(text), true
	}
	octets, _ := decodeBase64([]byte(text)) // strange has the damage
	strange := strings.ContainsFunc(text, func(r rune) bool { return r > 127 || r != '=' && !isBase64(byte(r)) })
	return octets, len(octets) > 0 && !strange
}

// looksLikeQ reports whether every equals sign begins a byte, and whether text has characters
// that base64 never has.
func looksLikeQ(text string) bool {
	pieces := strings.Split(text, "=")
	for _, piece := range pieces[1:] {
		if len(piece) < 2 || !isHex(piece[0]) || !isHex(piece[1]) {
			return false
		}
	}
	return len(pieces) > 1 || strings.Contains(text, "_")
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}
