package reply

import (
	"strings"
	"unicode/utf8"

	"ppamaild/lazyregexp"
)

// A separator is a line that alone announces another mail. In each language a separator
// consists of dashes around a few words, and one of the words means "mail". The patterns match
// lower case.
var (
	dashed        = lazyregexp.MustCompile(`^[>|* ]*[-_=]{2,} ?([\pL\pM' .:/-]+?|[\pL ]+by [^-]+) ?[-_=]{2,}|^-+(reply message) -+`)
	mailWords     = lazyregexp.MustCompile(`messag|nachricht|bericht|mensaje|mensagem|meddel|melding|besked|viesti|wiadomo|zpráva|správa|üzenet|сообщени|письмо|повідомлен|ileti|mesaj|poruk|邮件|郵件|メッセージ|メール|메시지|메일|e-?mail|courriel|correo|forwarded by|appointment|brev|original`)
	forwardWords  = lazyregexp.MustCompile(`forward|weitergeleit|trans(?:f[eé]r|mis)|réexp|reenvi|encaminh|inoltr|doorgestuurd|vidarebef|videresen|edelleenl|välitet|przek[aa]z|přepos|prepos|továbbít|пересыл|перенаправ|переадрес|пересла|転送|转发|轉寄|전달|iletil|redirec|prosl[ij]`)
	beginsForward = lazyregexp.MustCompile(`^[>|* ]*(?:begin |anfang der |début du |inicio del |início da |inizio |start på |начало |začátek |początek |početak )?[\pL' ()-]*[:：]$`)
	replyAbove    = lazyregexp.MustCompile(`^[-#=*>_ ]*(?:please )?(?:type |write |add |enter |send )?(?:your )?(?:reply|replies|respond|response|antworten|répondre) ?(?:your reply |only |here |to this (?:email|message) )*(?:above|au-dessus|oberhalb) (?:this|the|de cette|dieser) (?:line|ligne|zeile)`)
	arrows        = lazyregexp.MustCompile(`^>>> .*\p{Nd}{1,2}[:.]\p{Nd}{2}.* >>>$`)
	forwarded     = lazyregexp.MustCompile(`(?i)^\s*(?:\[[^\]]*\]\s*)?(?:fwd?|wg|tr|rv|enc|doorst|vb|vs|i|pd|fs|转发|轉寄|転送|전달)\s*[:：]`)
)

// separator returns the quote header that consists of this line alone. The header ends with the
// line.
func separator(body string) (h quoteHeader, ok bool) {
	const longest = 200
	if !mayIntroduce(body) {
		return quoteHeader{}, false
	}
	if isArrows(body) {
		return quoteHeader{rest: Quote, class: class{kind: Attribution, why: "a line between >>> and >>>"}}, true
	}
	s := strings.ToLower(body[:min(len(body), longest)])
	h = quoteHeader{rest: Quote, class: class{kind: Attribution, why: "a line that says that another mail follows"}}
	if at := dashed.FindStringIndex(s); at != nil && mailWords.MatchString(s[:at[1]]) && startsHeader(s[at[1]:]) {
		if forwardWords.MatchString(s[:at[1]]) {
			h.rest, h.why = Forward, "a line that says that a forwarded mail follows"
		}
		return h, true
	}
	if len(body) > longest {
		return quoteHeader{}, false
	}
	if beginsForward.MatchString(s) && forwardWords.MatchString(s) && mailWords.MatchString(s) {
		h.rest, h.why = Forward, "a line that says that a forwarded mail follows"
		return h, true
	}
	return h, replyAbove.MatchString(s)
}

// isArrows reports whether a line is ">>> Lee Tran 11/20/2026 10:00 AM >>>". GroupWise writes
// such a line above quotations without marks.
func isArrows(body string) bool {
	return len(body) < 200 && strings.HasPrefix(body, ">>> ") && arrows.MatchString(body)
}

// mayIntroduce is a fast test that excludes most lines.
func mayIntroduce(body string) bool {
	return body != "" && (strings.IndexByte("->|*_=#", body[0]) >= 0 || strings.HasSuffix(body, ":") || strings.HasSuffix(body, "：") ||
		strings.Contains(body, "above") || strings.Contains(body, "oberhalb") || strings.Contains(body, "au-dessus"))
}

// startsHeader reports whether s, the text after a separator on its line, is empty or the
// beginning of a header block without line ends.
func startsHeader(s string) bool {
	s = strings.TrimSpace(s)
	return s == "" || label(s)&(from|about|sent) != 0
}

func isRule(body string) bool { return ruleLength(body, "-_=*─—") >= 5 }

// ruleLength returns the length of a line that consists only of the given characters. For other
// lines ruleLength returns 0.
func ruleLength(body, characters string) int {
	if strings.Trim(body, characters) != "" {
		return 0
	}
	return utf8.RuneCountInString(body)
}

// isForward reports whether a subject has a forward prefix.
func isForward(subject string) bool { return forwarded.MatchString(subject) }
