package reply

import (
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// boilerplate marks paragraphs by mail gateways, companies or mailing lists.
func boilerplate(lines []line) {
	boxes(lines)
	first, noticed := true, false // first: no own paragraph so far; noticed: a notice is above in this block of own lines
	for i := 0; i < len(lines); {
		if !lines[i].own() {
			noticed = noticed && (lines[i].kind == Boilerplate || lines[i].blank())
			i++
			continue
		}
		end := i
		for end < len(lines) && lines[end].own() && (end == i || !listFooter(lines[end:])) {
			end++
		}
		paragraph := lines[i:end]
		s, found := classify(paragraph, noticed)
		switch {
		case first && banner.MatchString(strings.ToLower(opening(paragraph[:1]))):
			mark(paragraph[:bannerEnd(paragraph)], class{kind: Boilerplate, why: "a banner of a mail gateway"})
			end = i + bannerEnd(paragraph)
		case found:
			mark(paragraph, s)
			noticed = noticed || s.why == aboutMail
		default:
			first, noticed = false, false
		}
		i = end
	}
}

const aboutMail = "a notice about the mail itself"

// classify returns the class of a paragraph that the author did not write. noticed means that a
// notice is above, which the paragraph may continue.
func classify(paragraph []line, noticed bool) (class, bool) {
	s := opening(paragraph)
	switch {
	case listFooter(paragraph):
		return class{kind: Boilerplate, why: "the footer of a mailing list"}, true
	case isNotice(s), noticed && legal.MatchString(s):
		return class{Boilerplate, aboutMail, personal.MatchString(s)}, true
	case (savesPaper(s) || isLegal(s)) && !personal.MatchString(s):
		return class{Boilerplate, "a paragraph with the words of a notice", true}, true
	}
	return class{}, false
}

// opening returns the beginning of a paragraph, long enough to recognize a notice, in lower
// case.
func opening(paragraph []line) string {
	const enough = 500
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
	banner = lazyregexp.MustCompile(`^[\[*#! ]*(?:` + warnings + `)[\]*:!,. -]+.*(?:` + outside +
		`)|^##- .* -##|^[\[*]+external(?: (?:sender|e-?mail|message))?[\]*]+ ?:? *$`)
	advice = lazyregexp.MustCompile(`(?i)\b(?:click|links?|attachments?|sender|recogni[sz]e|` +
		`content is safe|organi[sz]ation|phish|suspicious|report|trust|liens?|pièces|enlaces?|` +
		`adjuntos?|anhänge|absender|allegati|anexos|bijlagen|afzender)`)
	notice          = lazyregexp.MustCompile(`^[\[*_#= ]*(?:` + notices + `)`)
	aboutMailNotice = lazyregexp.MustCompile(`^[\[*_#= ]*(?:(?:notice|note|important|warning|nota|achtung|aviso|avis|(?:strictly )?(?:privileged (?:and|&) )?confidential)\b(?:[a-z ]{0,30}:)?[*:. ]*)?(?:` + aboutTheMail + `)`)
	legal           = lazyregexp.MustCompile(legalWords)
	personal        = lazyregexp.MustCompile(`\b(?:i|my|me|ich|mein\w*|mir|mich|je|mon|mes|yo|mi|mis|io|mio|mia|eu|meu|minha|ik|mijn)\b`) // words of a person, not of a company's notice
)

// warnings and outside are words of banners above mails from outside a company.
const (
	warnings = `caution|warning|external|attention|alert|externe? e-?mail|` +
		`think before you click|achtung|vorsicht|hinweis|warnung|aten(?:ción|ção|cion)|` +
		`precaución|cuidado|aviso|attenzione|avviso|avertissement|prudence|let op|waarschuwing`
	outside = `outside|external|unknown sender|originated|extern|fuera de|extérieur|exterior|` +
		`esterno|esterna|fora d|buiten`
)

// notices are beginnings of paragraphs that the author did not write, in lower case.
const notices = `(?:confidentiality|privacy|privileged|legal)(?: and privilege)? ` +
	`(?:notice|note|statement|disclaimer|warning|information)\b|` +
	`disclaimer ?(?:[:*]|$)|(?:avis de )?confidentialité ?:|` +
	`aviso (?:legal|de (?:confidencialidad|confidencialidade|privacidad)) ?[:.]|` +
	`(?:vertraulichkeitshinweis|rechtlicher hinweis) ?:|(?:avviso|nota) di riservatezza ?:|` +
	`please consider the environment|think (?:green )?before (?:you )?print|` +
	`(?:save a tree\b.*|please )(?:do not|don['’]t) print this|` +
	`(?:virus-free|virenfrei|(?:libre de|garanti sans|sem|senza|senza) virus)` +
	`\. ?<?(?:https?://)?www\.|` +
	`avast logo|no virus found in this (?:outgoing |incoming )?message|` +
	`scanned by .{2,40}(?:virus|security)|` +
	`(?:the original of )?th(?:is|e) (?:e-?mail|message|e-?mail message) ` +
	`(?:has been|was|is) (?:checked|scanned|swept|screened)|` +
	`die(?:se)? (?:e-?mail|nachricht) wurde .{2,60}(?:auf viren|geprüft)|` +
	`l['’]absence de virus dans ce courrier|` +
	`el software de antivirus .{2,30}ha analizado|this footnote (?:also )?confirms|` +
	`you (?:are receiving|received) this (?:e-?mail|message)? ?because|` +
	`(?:to (?:unsubscribe|stop receiving)|(?:click here to|you can|you may) unsubscribe)\b` +
	`.*(?:http|e-?mail|list|group)|` +
	`please note that (?:all |any )?(?:e-?mails?|messages) .*(?:monitored|scanned|recorded)`

// aboutTheMail are beginnings of paragraphs about the mail itself, in lower case.
const aboutTheMail = `(?:(?:the |any )?(?:information|content|contents|message|views|opinions|attachments?)(?: (?:and|or) [a-z ]+)?(?: contained| transmitted| expressed)? (?:in|by|with|of|are not) )?(?:this|the) (?:e-?mail|electronic|message|communication|transmission|mail)\b|` +
	`if you (?:are not|have received|received)\b|diese (?:e-?mail|nachricht|mitteilung)\b|` +
	`die informationen in dieser\b|` +
	`(?:ce (?:message|courriel|mail)|cet? e-?mail|les informations contenues)\b|` +
	`(?:este (?:mensaje|correo|e-?mail)|la información contenida)\b|` +
	`(?:esta mensagem|este e-?mail|as? informaç(?:ão|ões) contidas?)|` +
	`(?:dit (?:e-?mail)?bericht|deze e-?mail)\b|` +
	`(?:questo messaggio|quest[ao] e-?mail|le informazioni contenute)\b`

// legalWords are typical words of notices. Two of them distinguish a notice from a sentence
// about a mail.
const legalWords = `confidential|privileged|` +
	`intended (?:only |solely )?(?:recipient|for|addressee)|` +
	`addressee|to whom (?:it is|they are) addressed|individual or entity|named recipient|` +
	`sole use|disclos|unauthori[sz]ed|received (?:this|it).* in error|legally|copying|` +
	`prohibited|virus|monitored|recorded for|vertraulich|rechtlich geschützt|adressat|` +
	`unbefugt|irrtümlich|vernichten|confidentiel|destinataire|exclusi[fv]|par erreur|` +
	`détruire|interdit|confidencia(?:l|is)|destinat[aá]ri[oa]|por error|por engano|divulg|` +
	`prohibid|proibid|privilegiad|vertrouwelijk|geadresseerde|uitsluitend|riservat|` +
	`confidenziale|esclusivamente|per errore|gdpr|rgpd|dsgvo|2016/679|` +
	`personal data|datos personales|données (?:personnelles|à caractère)|personenbezogen|` +
	`dati personali|dados pessoais|persoonsgegevens`

// noticeOpeners are the first words of the patterns above.
var noticeOpeners = lazy.Set(`think save no scanned click virenfrei libre garanti sem senza l'absence l’absence el la le les die as a confidentialité confidential strictly
vertraulichkeitshinweis rechtlicher avviso dieser cet cette quest'e-mail questa confidentiality privacy privileged legal disclaimer please virus-free
avast the any this you to notice note important warning nota achtung aviso avis information content contents message views opinions attachment attachments if diese ce este esta dit deze questo
e-mail email electronic communication transmission mail`)

// isNotice reports whether a paragraph, in lower case, begins like a notice. A paragraph about
// "this email" must also contain two legalWords.
func isNotice(s string) bool {
	s = strings.TrimPrefix(s, "p ") // a tree symbol, as a letter of its font
	first, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimLeft(s[:min(len(s), 60)], "[*_#=! "), ".", " "), " ")
	if !noticeOpeners.Has(strings.TrimRight(first, "]*:!,.-")) {
		return false
	}
	return notice.MatchString(s) || aboutMailNotice.MatchString(s) && len(legal.FindAllString(s, 2)) > 1
}

var (
	prints = lazyregexp.MustCompile(`\bprint|druck|\bimprim|\bimpres|\bstamp(?:are|ate|i)\b`)
	nature = lazyregexp.MustCompile(`environment|umwelt|environnement|ambiente|milieu|plan[eè]t`)
	stems  = lazyregexp.MustCompile(`confiden|privileg|addressee|vertr(?:aul|ouwel)|riservat|` +
		`rgpd|gdpr|dsgvo|2016/679`)
)

// savesPaper reports whether a short paragraph, in lower case, asks readers to print less.
func savesPaper(s string) bool {
	const longest = 250
	return len(s) < longest && nature.MatchString(s) && prints.MatchString(s)
}

// isLegal reports whether a long paragraph, in lower case, has at least three words of legal
// notices.
func isLegal(s string) bool {
	const least, words = 120, 3
	return len(s) > least && stems.MatchString(s) && len(legal.FindAllString(s, words)) == words
}

// bannerEnd returns the number of lines of the banner at the beginning of a paragraph.
func bannerEnd(paragraph []line) int {
	end := 1
	for end < len(paragraph) && len(paragraph[end].body) < 1000 && advice.MatchString(paragraph[end].body) {
		end++
	}
	return end
}

var listRule = lazyregexp.MustCompile(`^[_-]{2,}$`)

// listFooter reports whether a paragraph is a footer by a mailing list server.
func listFooter(paragraph []line) bool {
	if len(paragraph) < 2 || len(paragraph[0].body) > 200 || !listRule.MatchString(paragraph[0].body) {
		return false
	}
	next := strings.ToLower(paragraph[1].body)
	return strings.Contains(next, "mailing list") || strings.Contains(next, "listinfo")
}

// boxes marks notices between two long rules, or below one, as gateways write them.
func boxes(lines []line) {
	for i := 0; i < len(lines); i++ {
		if !isBoxRule(lines[i]) {
			continue
		}
		end := i + 1
		for end < len(lines) && lines[end].kind == Own && !isBoxRule(lines[end]) {
			end++
		}
		if s := boxed(lines[i+1 : end]); s.kind != "" {
			if end < len(lines) && isBoxRule(lines[end]) {
				end++
			}
			mark(lines[i:end], s)
		}
		i = end - 1
	}
}

var boxRule = lazyregexp.MustCompile(`^(?:\*{10,}|_{10,}|={10,}|-{10,}|#{10,}|` +
	`_{10} .*virus.* _{10})$`)

func isBoxRule(l line) bool {
	return l.own() && len(l.body) < 200 && boxRule.MatchString(l.body)
}

// boxed returns the class of a boxed text if one of its first paragraphs is a notice. The class
// is a guess unless the notice is the first paragraph.
func boxed(lines []line) class {
	const enough = 5
	for i, n := 0, 0; i < len(lines) && n < enough; i++ {
		if !lines[i].own() || i > 0 && !lines[i-1].blank() {
			continue
		}
		n++
		if s := opening(lines[i:]); isNotice(s) {
			return class{Boilerplate, aboutMail, n > 1 || personal.MatchString(s)}
		}
	}
	return class{}
}
