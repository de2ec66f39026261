package reply

import (
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
)

// signatures finds signatures in the remaining own lines: after the standard mark, lines added
// by phones, and short endings below a rule. The last are guesses.
func signatures(lines []line) {
	begun := false // own text is above
	for start := 0; start < len(lines); {
		if lines[start].kind != Own {
			start++
			continue
		}
		end := start
		for end < len(lines) && lines[end].kind == Own {
			end++
		}
		begun = signed(lines[start:end], begun)
		start = end
	}
	for i := range lines {
		if !lines[i].own() {
			continue
		}
		const sign = "a line that phones and mail programs add"
		if sure, likely := addedByProgram(lines[i].body); sure || likely {
			lines[i].class = class{Signature, sign, !sure}
		} else if i > 0 && lines[i-1].why == sign && onlyLink(lines[i].body) {
			lines[i].class = lines[i-1].class
		}
	}
}

const (
	longSignature  = 25 // lines, below a mark without its space
	shortSignature = 8  // lines, below a rule
)

// signed marks the signature of one block of own lines. signed reports whether own text has
// occurred by the end of the block. A mark without own text above begins no signature.
func signed(lines []line, begun bool) bool {
	for i, l := range lines {
		if l.blank() {
			continue
		}
		rest := len(lines) - i - 1
		switch {
		case !begun:
		case l.text == "-- ", l.body == "--" && rest <= longSignature:
			mark(lines[i:], class{kind: Signature, why: "below the signature mark --"})
			return true
		case isRuleOrDash(l.body) && rest <= shortSignature && allShort(lines[i+1:]):
			mark(lines[i:], class{Signature, "a few short lines below a rule", true})
			return true
		}
		begun = true
	}
	return begun
}

func isRuleOrDash(body string) bool {
	return ruleLength(body, "—–―") == 1 || body == "__" || ruleLength(body, "-_=*~") >= 3
}

// allShort reports whether lines are one paragraph of short lines.
func allShort(lines []line) bool {
	end := len(lines)
	for end > 0 && lines[end-1].blank() {
		end--
	}
	return end > 0 && !slices.ContainsFunc(lines[nextFilled(lines, 0):end], func(l line) bool { return l.blank() || len(l.body) > 80 })
}

// device are the words of lines that phones and mail programs add. A line counts only if all of
// its words are in the set: "Sent from my iPhone, but wait" is by the author.
var device = lazy.Set(`sent from my the mobile device phone iphone iphones ipad ipod android samsung galaxy smartphone tablet blackberry handheld
wireless outlook for ios on yahoo mail gmail proton protonmail htc windows verizon 4g lte 5g at&t t-mobile o2 orange huawei xiaomi redmi mi oneplus
pixel google sony xperia nokia lg motorola moto mailbox spark airmail hey superhuman boxer aquamail email e-mail app an a secured secure via using with
by network now sprint pro max plus mini note ultra se xr xs apple watch aol thunderbird nine bluemail icloud fastmail zoho tutanota tuta rogers bell telus gmx web.de telekom hub+ inbox der aqua canary edison newton mailbird mimestream fairemail mailspring front shortwave xfinity
connect comcast spectrum the all new correo courrier and
envoyé envoye de mon depuis von meinem mit gesendet enviado desde mi do meu dispositivo inviato da mio dal verzonden verstuurd vanaf mijn met skickat från min
sendt fra min lähetetty iphonesta wysłane z iphone'a mojego telefonu отправлено с моего iphone'umdan gönderildi mobil telefon telefone móvil celular odesláno ze odoslané trimis de pe iphonu ipadu
à partir sur iphone-ul ul meu typeapp für pour para per voor til för dla`)

var (
	sentBy = lazyregexp.MustCompile(`(?i)^(?:sent|envoyé|envoye|gesendet|von meinem|enviado|` +
		`inviato|verzonden|verstuurd|skickat|sendt|lähetetty|wysłane|отправлено|odesláno|` +
		`odoslané|trimis|أُرسلت) (?:from|via|with|using|by|on|de|à|avec|depuis|von|mit|aus|` +
		`über|desde|con|com|do|da|dal|vanaf|vanuit|met|från|fra|z|с|ze|pe|من|iphone|ipad|` +
		`android|samsung|galaxy|huawei|smartphone)(?:\s|$)|^von .+ gesendet$`)
	getApp     = lazyregexp.MustCompile(`(?i)^yahoo mail: search, organize, conquer$|^(?:(?:get|obtenez|obtener|télécharger|holen sie sich|baixe o|obter o|scarica|download) [\pL ]{2,20}|outlook) (?:for|pour|para|für|per|voor) (?:ios|android|mac|mobile|windows|iphone)(?: beziehen| herunterladen)?\.?(?: ?[<(\[]?https?://\S+[>)\]]?)?$`)
	eastern    = lazyregexp.MustCompile(`^أُ?رسلت من .{1,40}$|^[Ll]ähetetty \S+(?:sta|stä|lta|ltä)$|^\S+['’]\S*[dt][ae]n gönderildi$|^(?:发自我的|從我的|傳送自|發自我的).{1,20}$|^(?:从我的|從我的).{1,20}(?:发送|傳送)$|^.{1,20}から送信$|^나의 .{1,20}에서 보냄$`)
	excuse     = lazyregexp.MustCompile(`(?i)^(?:so )?(?:please )?(?:excuse|pardon|forgive) (?:any |the |my )?(?:brevity|typos?|spelling|errors?|autocorrect|mistakes|typing)(?:(?: and| or| and/or| &|,) (?:any )?(?:brevity|typos?|spelling|errors?|autocorrect|mistakes|typing))*[.!]?$`)
	possessive = lazyregexp.MustCompile(`(?i) (?:my|mon|meinem|meiner|mi|meu|minha|mio|mia|mijn|min|mojego|mojej|moje?mu|mého|môjho|моего|моей|minun) `)
	product    = lazyregexp.MustCompile(`^\pL+ (?:[\pL']+ )?(?:(?:the|la|le|el|il|de|der|die|das) )?` +
		`(?:\p{Ll}+ ){0,2}\p{Lu}`) // a name after "sent from"
	article = lazyregexp.MustCompile(`(?i) (?:an?|une?|una|eine?[mrs]?|een|uma?|` +
		`our|notre|unser|nuestr[ao]) `)
	model = lazyregexp.MustCompile(`^[a-z]{0,3}[0-9]{1,2}[a-z]{0,4}$`)
	link  = lazyregexp.MustCompile(`[<(\[]?https?://[^\s<>]+[>)\]]?`)
)

// programOpeners are the first words of the patterns above that consist of ASCII letters.
var programOpeners = lazy.Set(`sent envoye gesendet von enviado inviato verzonden verstuurd skickat sendt trimis get obtenez obtener holen baixe obter scarica download
outlook please excuse pardon forgive yahoo`)

// onlyLink reports whether a line consists of a link.
func onlyLink(body string) bool {
	return strings.Contains(body, "://") && link.FindString(body) == body
}

// addedByProgram reports whether a phone or mail program added a line. sure: each word belongs
// to such lines. likely: the line begins like them, names a device of the author, and has at
// most eight words.
func addedByProgram(body string) (sure, likely bool) {
	const longest = 160
	if len(body) > longest {
		return false, false
	}
	s := strings.Trim(body, "*_ .!()")
	first, _, _ := strings.Cut(s, " ")
	if !programOpeners.Has(strings.ToLower(first)) && message.IsASCII(s) {
		return false, false
	}
	if sure, likely = sentence(s); sure || likely {
		return sure, likely
	}
	for _, part := range phrases.Split(s, -1) {
		if sure, _ = sentence(part); !sure {
			return false, false
		}
	}
	return true, true
}

// phrases splits lines with two such phrases: "Sent from my phone - excuse typos".
var phrases = lazyregexp.MustCompile(`[.,;!] +| +[-–—|] +`)

// sentence is addedByProgram for a single phrase.
func sentence(s string) (sure, likely bool) {
	if getApp.MatchString(s) || eastern.MatchString(s) || excuse.MatchString(s) {
		return true, true
	}
	s = strings.TrimSpace(link.ReplaceAllString(strings.ReplaceAll(s, "\u2011", "-"), ""))
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(" *_[](),", r) })
	if !sentBy.MatchString(s) || len(words) < 3 {
		return false, false
	}
	named := possessive.MatchString(s) || product.MatchString(s) && !article.MatchString(s)
	likely = named && len(words) <= 8 && !strings.ContainsAny(s, ",;?")
	return !slices.ContainsFunc(words, isUnknownWord), likely
}

// isUnknownWord reports whether a word, or part of a compound, is not in device.
func isUnknownWord(word string) bool {
	if device.Has(word) || model.MatchString(word) {
		return false
	}
	for part := range strings.SplitSeq(word, "-") {
		if !device.Has(part) && !model.MatchString(part) {
			return true
		}
	}
	return false
}
