package reply

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// part is a field of a header block.
type part int

const (
	from part = 1 << iota
	sent
	to
	about
	other
)

// labels are the field names of header blocks above quoted mail, such as Outlook's, in lower
// case, by language.
var labels = lazy.Value[map[string]part]{New: func() map[string]part {
	return labeled(map[part]string{
		from:  "from|von|de|van|da|från|fra|frá|od|lähettäjä|feladó|expéditeur|mittente|remitente|gönderen|kimden|nadawca|от|отправитель|від|发件人|寄件者|寄件人|差出人|보낸 사람|보낸사람|από|מאת|من|saatja|nuo|no|odesílatel|odosielateľ|pošiljatelj|expeditor|de la",
		sent:  "sent|date|gesendet|datum|envoyé|date d'envoi|enviado|enviado el|enviada em|enviado em|fecha|data|data invio|inviato|verzonden|skickat|dato|sendt|lähetetty|päivämäärä|päiväys|wysłano|wysłane|odesláno|odoslané|elküldve|dátum|gönderildi|gönderme tarihi|tarih|trimis|poslano|отправлено|дата|надіслано|发送时间|日期|发送日期|傳送時間|送信日時|日付|보낸 날짜|날짜|στάλθηκε|ημερομηνία|נשלח|תאריך|sent at|sent on|date sent|received",
		to:    "to|an|à|para|aan|a|till|til|do|komu|címzett|vastaanottaja|destinatario|destinatário|destinataire|kime|alıcı|adresat|către|prima|za|кому|收件人|收件者|宛先|받는 사람|받는사람|προς|אל|إلى|pour|per",
		about: "subject|betreff|objet|asunto|assunto|onderwerp|oggetto|ämne|emne|temat|předmět|predmet|tárgy|aihe|konu|subiect|тема|主题|主旨|主題|件名|제목|θέμα|נושא|الموضوع|sujet|re",
		other: "cc|kopie|copie|copia|kopia|kopi|dw|másolat|kopio|bilgi|копия|копія|抄送|副本|참조|bcc|reply-to|reply to|antwort an|répondre à|organization|importance|priority|attachments|message-id|x-mailer|resent-from|sender|newsgroups",
	})
}}

func labeled(lists map[part]string) map[string]part {
	m := map[string]part{}
	for p, names := range lists {
		for name := range strings.SplitSeq(names, "|") {
			m[name] |= p
		}
	}
	return m
}

// label returns the field that a line begins with, or 0.
func label(body string) part {
	const longest = 40
	name, _, ok := strings.Cut(strings.ReplaceAll(body[:min(len(body), 2*longest)], "：", ":"), ":")
	if !ok || len(name) > longest {
		return 0
	}
	name, _, _ = strings.Cut(name, "/") // some Outlook versions show two languages
	return labels.Get()[strings.ToLower(strings.Trim(name, " *_|\t"))]
}

const headerLines = 30

// headerBlock returns the header block that begins at line i. Below a separator, two fields are
// enough. Elsewhere a block needs three fields, or an address in From. A filled-in form ("From:
// Portland", "To: Salem") has neither. A block inside a list of other fields does not count,
// because the author copied that list.
func headerBlock(lines []line, i int, separated bool) (h quoteHeader, ok bool) {
	if i >= len(lines) || lines[i].kind != Own || label(lines[i].body)&(from|sent|about|to) == 0 {
		return quoteHeader{}, false
	}
	if !separated && i > 0 && field.MatchString(lines[i-1].body) {
		return quoteHeader{}, false
	}
	h = quoteHeader{rest: Quote, class: class{kind: Attribution, why: "a header block that begins with " + labelName(lines[i].body)}}
	var seen part
	address, gap := false, 0
	for j := i; j < len(lines) && j < i+headerLines && lines[j].kind == Own && gap <= 2; j++ {
		p := lines[j].labels()
		if p == 0 {
			gap++
			continue
		}
		address = address || p&from != 0 && strings.Contains(lines[j].body, "@")
		seen, h.end, gap = seen|p, j+1, 0
	}
	fields := bits.OnesCount(uint(seen & (from | sent | to | about)))
	if seen&from == 0 && !separated || fields < 2 {
		return quoteHeader{}, false
	}
	return h, separated || seen&(sent|about) != 0 && (fields >= 3 || address)
}

// field matches a header field in the source of a mail.
var field = lazyregexp.MustCompile(`^(?:[A-Z][A-Za-z]*-[A-Za-z-]+|References): ?\S`)

// labelName returns the label of a line in its original spelling.
func labelName(body string) string {
	name, _, _ := strings.Cut(strings.ReplaceAll(body, "：", ":"), ":")
	return strings.Trim(name, " *_|\t")
}

// labels returns the fields on a line. The result is cached, because several passes ask for the
// fields.
func (l *line) labels() part {
	if !l.labeled {
		l.fields, l.labeled = labelsOn(l.body), true
	}
	return l.fields
}

// labelsOn returns the fields on a line. A line that begins with one field may contain more,
// because some phones lose line ends when they convert HTML to text.
func labelsOn(body string) part {
	const longest = 500
	seen := label(body)
	if seen == 0 {
		return 0
	}
	rest := body[:min(len(body), longest)]
	for {
		before, after, found := strings.Cut(rest, ":")
		if !found {
			return seen
		}
		word := lastWord(before)
		if r, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(r) {
			seen |= labels.Get()[strings.ToLower(word)]
		}
		rest = after
	}
}

// lastWord returns the letters at the end of s.
func lastWord(s string) string {
	s = strings.TrimRight(s, " *")
	i := strings.LastIndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	if i < 0 {
		return s
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return s[i+size:]
}

// HeaderFields returns author, date and subject from the header block above a forwarded mail,
// as mail programs write them. Missing fields are empty. A value continues in following lines
// without a label.
func HeaderFields(block string) (author, date, subject string) {
	values := map[part]*string{from: &author, sent: &date, about: &subject}
	var last *string
	for line := range strings.SplitSeq(block, "\n") {
		line = strings.TrimSpace(line)
		p := label(line)
		switch {
		case p == 0 && last != nil && line != "":
			*last += " " + line
		case p != 0:
			last = nil
			for field, value := range values {
				if p&field != 0 && *value == "" {
					_, text, _ := strings.Cut(strings.ReplaceAll(line, "：", ":"), ":")
					*value, last = strings.Trim(text, " *\t"), value
				}
			}
		default:
			last = nil
		}
	}
	return author, date, subject
}
