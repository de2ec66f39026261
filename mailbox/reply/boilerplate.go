package reply

import (
	"regexp"
	"strings"
)

// boilerplate finds paragraphs that a mail gateway or a list has added.
func boilerplate(lines []line) {
	for i := 0; i < len(lines); {
		if !lines[i].own() {
			i++
			continue
		}
		end := i
		for end < len(lines) && lines[end].own() {
			end++
		}
		if listFooter(lines[i:end]) || isNotice(opening(lines[i:end])) {
			mark(lines[i:end], Boilerplate)
		}
		i = end
	}
}

// opening returns as much of a paragraph as it takes to know a notice.
func opening(paragraph []line) string {
	const enough = 1000
	var b strings.Builder
	for _, l := range paragraph {
		if b.Len() > enough {
			break
		}
		b.WriteString(l.body[:min(len(l.body), enough)] + " ")
	}
	return strings.ToLower(b.String())
}

var (
	banner = regexp.MustCompile(`^[\[*#! ]*(?:caution|warning|external|attention|alert|externe? e-?mail|think before you click)[\]*:!,. -]{1,6}.{0,60}(?:outside|external|unknown sender|originated)|^[\[*]+external(?: (?:sender|e-?mail|message))?[\]*]+ ?:? *$`)
	notice = regexp.MustCompile(`^[\[*_#= ]*(?:confidentiality|privacy|privileged|legal)(?: and privilege)? (?:notice|note|statement|disclaimer|warning|information)\b|^[\[*_#= ]*disclaimer ?[:*]|^(?:please consider the environment|think (?:green )?before (?:you )?print|virus-free\.|avast logo|this (?:e-?mail|message) has been (?:checked|scanned)|you (?:are receiving|received) this (?:e-?mail|message)? ?because|to (?:unsubscribe|stop receiving)\b.{0,200}(?:http|e-?mail|list|group))`)
	about1 = regexp.MustCompile(`^[\[*_#= ]*(?:nota|achtung|aviso|avis)?:? ?(?:(?:the |any )?(?:information|content|contents|message|views|attachments?)(?: (?:and|or) [a-z ]{1,40})?(?: contained| transmitted)? (?:in|by|with) )?(?:this|the) (?:e-?mail|electronic|message|communication|transmission|mail)\b|^if you (?:are not|have received|received)\b|^(?:diese e-?mail|ce (?:message|courriel)|este (?:mensaje|correo)|esta mensagem|dit bericht|deze e-?mail|questo messaggio)\b`)
	legal  = regexp.MustCompile(`confidential|privileged|intended (?:only |solely )?(?:recipient|for|addressee)|addressee|named recipient|sole use|disclos|unauthori[sz]ed|received (?:this|it).{0,40} in error|legally|copying|prohibited|virus|monitor|vertraulich|confidentiel|confidencial|vertrouwelijk|riservat`)
)

// isNotice reports whether a paragraph, small letters, begins as notices do. One
// that merely speaks of "this email" must also sound like a lawyer twice.
func isNotice(s string) bool {
	return banner.MatchString(s) || notice.MatchString(s) || about1.MatchString(s) && len(legal.FindAllString(s, 2)) > 1
}

var listRule = regexp.MustCompile(`^[_-]{2,}$`)

// listFooter reports whether a paragraph is what list servers put below a mail.
func listFooter(paragraph []line) bool {
	if len(paragraph) < 2 || len(paragraph[0].body) > 200 || !listRule.MatchString(paragraph[0].body) {
		return false
	}
	next := strings.ToLower(paragraph[1].body)
	return strings.Contains(next, "mailing list") || strings.Contains(next, "listinfo")
}
