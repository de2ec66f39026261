package reply

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An attribution is the sentence that a mail program puts above what it quotes:
// "On <date>, <name> <address> wrote:". It may be wrapped over several lines.
const (
	attributionLines = 6
	attributionBytes = 600
)

// wrote is the verb of that sentence, small letters, by language.
var wrote = []string{
	"wrote", "writes", "schrieb", "schreef", "geschreven", "a écrit", "a ecrit", "escribió", "escribio", "escribía", "ha scritto", "scrisse",
	"escreveu", "skrev", "skrifaði", "kirjoitti", "napisał", "pisze", "napsal", "napísal", "napisao", "napisala", "je napisal", "írta", "a scris",
	"пишет", "написал", "пише", "написав", "написа", "yazdı", "đã viết", "menulis", "va escriure", "έγραψε", "כתב", "كتب",
	"写道", "寫道", "書きました", "のメール", "작성", "님이 쓴 글", "skrev följande", "kirjoitti seuraavaa", "rašė", "kirjutas", "rakstīja", "shkroi", "idatzi du", "escribiu",
}

// leads begin an attribution that names the date first.
var leads = regexp.MustCompile(`(?i)^[-*_ ]*(?:on|at|am|le|el|il|em|op|den|dnia|w dniu|dne|dňa|dana|на|в|a|az|la|pe|ve|vào|pada|στις|il giorno|no dia|ב-|בתאריך|في|v|u|kuupäeval)[ ,]+.{0,60}?\p{Nd}`)

// dated begins one that has the date or the time and no word before it.
var dated = regexp.MustCompile(`(?i)^[-*_( ]*(?:\p{Nd}{4}[-./年] ?\p{Nd}{1,2}|\p{Nd}{1,2}[-./ ](?:\p{Nd}{1,2}[-./ ]|[\pL]{3,9}\.?[-./, ])|\p{Nd}{1,2}:\p{Nd}{2}|[\pL]{2,9}[.,]{1,2} ?(?:\p{Nd}|[\pL]{3,9}\.? \p{Nd}))`)

var (
	bracketed = regexp.MustCompile(`[<\[(](?:mailto:)?[^<>@\s\[\]()]+@[^<>@\s\[\]()]+[>\])]`)
	clock     = regexp.MustCompile(`\p{Nd}{1,2} ?[:.h时時点] ?\p{Nd}{2}|\p{Nd} ?[ap]\.?m`)
	calendar  = regexp.MustCompile(`\p{Nd}{4}|\p{Nd}{1,2}[./-]\p{Nd}{1,2}|\p{Nd}{1,2} ?[\pL]{3,}|[\pL]{3,}\.? \p{Nd}{1,2}`)
	citing    = regexp.MustCompile(`(?i)^(?:quoting|citando|citát|zitat von|quoted from|citation de|citat från|originally posted by)\b.{1,200}:$`)
	midway    = regexp.MustCompile(`(?i)^[^<@]*[^<@\s]\s+(?:on|am|le|el|op) (?:[\pL]{2,9}[,.]* ?){0,3}\p{Nd}`) // own words before it on one line
	signer    = regexp.MustCompile(`^[^:?!]{0,80}@[^:?!]{1,80}:?$`)
)

// attribution returns where an attribution that begins at line i ends. One that
// has date, verb and address or time is known as such; one that has less, only
// by the quoted lines below it.
func attribution(lines []line, i int) (end int, ok bool) {
	first := lines[i].body
	if len(first) > attributionBytes || !mayBegin(first) {
		return 0, false
	}
	joined := ""
	for end = i; end < len(lines) && end < i+attributionLines; end++ {
		l := lines[end]
		if l.kind != Own || l.blank() || end > i && leads.MatchString(l.body) {
			return 0, false
		}
		if joined = strings.TrimSpace(joined + " " + l.body); len(joined) > attributionBytes {
			return 0, false
		}
		if introduces(joined, quoteFollows(lines, end+1)) {
			return end + 1, true
		}
	}
	return 0, false
}

func mayBegin(s string) bool {
	if leads.MatchString(s) || dated.MatchString(s) {
		return true
	}
	return !midway.MatchString(s) && (bracketed.MatchString(s) || endsInVerb(s) || citing.MatchString(s))
}

// quoteFollows reports whether the next line that is not blank is quoted.
func quoteFollows(lines []line, i int) bool {
	next := nextFilled(lines, i)
	return next < len(lines) && lines[next].kind == Quote
}

// introduces reports whether s, the lines of a possible attribution joined, is
// one; quoted says that quoted lines follow it.
func introduces(s string, quoted bool) bool {
	ends := strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：") || strings.HasSuffix(s, "--")
	if !ends && !quoted {
		return false
	}
	s = unescape.Replace(s)
	low := strings.ToLower(s)
	var (
		verb  = hasVerb(low)
		when  = calendar.MatchString(low)
		who   = strings.Contains(s, "@")
		exact = clock.MatchString(low)
		first = leads.MatchString(s) || dated.MatchString(s)
	)
	switch {
	case ends && strings.HasPrefix(s, "---") && endsInVerb(s):
		return true
	case ends && quoted:
		return verb && len(s) < 300 || when && (who || exact) || citing.MatchString(s)
	case ends && verb && when:
		return first && (who || exact) || who && exact
	case ends && endsInVerb(s):
		return signer.MatchString(s)
	case ends:
		return when && first && who && exact
	}
	return when && first && (verb && (who || exact) && endsInVerb(s) || bracketed.MatchString(s) && strings.HasSuffix(s, ">"))
}

// unescape undoes what clients leave of HTML in an attribution.
var unescape = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", "\"")

func hasVerb(low string) bool {
	for _, v := range wrote {
		if i := strings.Index(low, v); i >= 0 && standsAlone(low, i, i+len(v)) {
			return true
		}
	}
	return false
}

// endsInVerb reports whether s ends in the verb, with or without a colon.
func endsInVerb(s string) bool {
	low := strings.TrimRight(strings.ToLower(s), " :：-")
	low = strings.TrimSuffix(strings.TrimSuffix(low, "(a)"), "(а)")
	for _, v := range wrote {
		if strings.HasSuffix(low, v) && standsAlone(low, len(low)-len(v), len(low)) {
			return true
		}
	}
	return false
}

// standsAlone reports whether low[from:to] is not the middle of a longer word.
// Scripts without spaces between words have no such middle.
func standsAlone(low string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(low[:from])
	first, _ := utf8.DecodeRuneInString(low[from:])
	if unicode.Is(unicode.Han, first) || unicode.Is(unicode.Hiragana, first) || unicode.Is(unicode.Hangul, first) {
		return true
	}
	after, _ := utf8.DecodeRuneInString(low[to:])
	return !unicode.IsLetter(before) && (!unicode.IsLetter(after) || after == 'a' || after == 'а')
}
