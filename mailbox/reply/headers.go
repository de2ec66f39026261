package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazyregexp"
)

// part is which field of a header block a label stands for.
type part int

const (
	from part = 1 << iota
	sent
	to
	about
	other
)

// labels are the field names of the header blocks that Outlook and others put
// above quoted mail, small letters, by language.
var labels = labelled(map[part]string{
	from:  "from|von|de|van|da|från|fra|frá|od|lähettäjä|feladó|expéditeur|mittente|remitente|gönderen|kimden|nadawca|от|отправитель|від|发件人|寄件者|寄件人|差出人|보낸 사람|보낸사람|από|מאת|من|saatja|nuo|no|odesílatel|odosielateľ|pošiljatelj|expeditor|de la",
	sent:  "sent|date|gesendet|datum|envoyé|date d'envoi|enviado|enviado el|enviada em|enviado em|fecha|data|data invio|inviato|verzonden|skickat|dato|sendt|lähetetty|päivämäärä|päiväys|wysłano|wysłane|odesláno|odoslané|elküldve|dátum|gönderildi|gönderme tarihi|tarih|trimis|poslano|отправлено|дата|надіслано|发送时间|日期|发送日期|傳送時間|送信日時|日付|보낸 날짜|날짜|στάλθηκε|ημερομηνία|נשלח|תאריך|sent at|sent on|date sent|received",
	to:    "to|an|à|para|aan|a|till|til|do|komu|címzett|vastaanottaja|destinatario|destinatário|destinataire|kime|alıcı|adresat|către|prima|za|кому|收件人|收件者|宛先|받는 사람|받는사람|προς|אל|إلى|pour|per",
	about: "subject|betreff|objet|asunto|assunto|onderwerp|oggetto|ämne|emne|temat|předmět|predmet|tárgy|aihe|konu|subiect|тема|主题|主旨|主題|件名|제목|θέμα|נושא|الموضوع|sujet|re",
	other: "cc|kopie|copie|copia|kopia|kopi|dw|másolat|kopio|bilgi|копия|копія|抄送|副本|참조|bcc|reply-to|reply to|antwort an|répondre à|organization|importance|priority|attachments|message-id|x-mailer|resent-from|sender|newsgroups",
})

func labelled(lists map[part]string) map[string]part {
	m := map[string]part{}
	for p, names := range lists {
		for name := range strings.SplitSeq(names, "|") {
			m[name] |= p
		}
	}
	return m
}

// label returns which field a line begins with; 0 for none.
func label(body string) part {
	const longest = 40
	name, _, ok := strings.Cut(strings.ReplaceAll(body[:min(len(body), 2*longest)], "：", ":"), ":")
	if !ok || len(name) > longest {
		return 0
	}
	name, _, _ = strings.Cut(name, "/") // some offices have it in two languages
	return labels[strings.ToLower(strings.Trim(name, " *_|\t"))]
}

const headerLines = 30

// headerBlock returns the header block that begins at line i. Two fields make one
// below a separator; elsewhere it takes three, or an address in From, so that a
// form someone filled in ("From: Portland", "To: Salem") is none, and neither is
// one that stands in a list of other fields, as its author copied that.
func headerBlock(lines []line, i int, separated bool) (h head, ok bool) {
	if i >= len(lines) || lines[i].kind != Own || label(lines[i].body)&(from|sent|about|to) == 0 {
		return head{}, false
	}
	if !separated && i > 0 && field.MatchString(lines[i-1].body) {
		return head{}, false
	}
	h = head{rest: Quote, sort: sort{kind: Attribution, why: "a header block that begins with " + labelName(lines[i].body)}}
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
	fields := count(seen, from, sent, to, about)
	if seen&from == 0 && !separated || fields < 2 {
		return head{}, false
	}
	return h, separated || seen&(sent|about) != 0 && (fields >= 3 || address)
}

// field is a field of a header as it stands in the source of a mail.
var field = lazyregexp.MustCompile(`^(?:[A-Z][A-Za-z]*-[A-Za-z-]+|References): ?\S`)

// labelName returns the label of a line as it is written.
func labelName(body string) string {
	name, _, _ := strings.Cut(strings.ReplaceAll(body, "：", ":"), ":")
	return strings.Trim(name, " *_|\t")
}

// labels returns the fields on a line, which is asked for many a time.
func (l *line) labels() part {
	if !l.labelled {
		l.fields, l.labelled = labelsOn(l.body), true
	}
	return l.fields
}

// labelsOn returns the fields on a line. Where it begins with one, more may follow
// on it: some phones lose line ends when they make text of HTML.
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
			seen |= labels[strings.ToLower(word)]
		}
		rest = after
	}
}

// lastWord returns the letters that s ends in.
func lastWord(s string) string {
	s = strings.TrimRight(s, " *")
	i := strings.LastIndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	if i < 0 {
		return s
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return s[i+size:]
}

func count(seen part, parts ...part) int {
	n := 0
	for _, p := range parts {
		if seen&p != 0 {
			n++
		}
	}
	return n
}

// HeaderFields returns what a header block, as mail programs write it above a mail
// that they forward, says of its author, date and subject; empty where it does not.
// A value goes on in the lines below it that begin with no label.
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
