package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazyregexp"
)

// An attribution is the sentence that a mail program puts above what it quotes:
// "On <date>, <name> <address> wrote:". It may be wrapped over several lines.
const (
	attributionLines = 6
	attributionBytes = 600
)

// leads begin an attribution that names the date first.
var leads = lazyregexp.MustCompile(`(?i)^[-*_ ]*(?:on|at|am|le|el|il|em|op|den|dnia|w dniu|dne|dňa|dana|на|в|a|az|la|pe|ve|vào|pada|στις|il giorno|no dia|ב-|בתאריך|في|v|u|kuupäeval|missatge de|ในวันที่|در تاریخ)[ ,]+[^\p{Nd}]*\p{Nd}|^[在于於] ?\p{Nd}{4}`)

// dated begins one that has the date or the time and no word before it.
var dated = lazyregexp.MustCompile(`(?i)^[-*_( ]*(?:\p{Nd}{4}[-./年년] ?\p{Nd}{1,2}|[\pL]{2,3} \p{Nd}{1,2}\. ?[\p{Nd}\pL]|\p{Nd}{1,2}[-./ ](?:\p{Nd}{1,2}[-./ ]|[\pL]{3,9}\.?[-./, ])|\p{Nd}{1,2}:\p{Nd}{2}|[\pL\pM]{2,9}[.,]{1,2} ?(?:\p{Nd}|[\pL]{3,9}\.? \p{Nd}))`)

var (
	bracketed = lazyregexp.MustCompile(`[<\[(](?:mailto:)?[^<>@\s\[\]()]+@[^<>@\s\[\]()]+[>\])]`)
	timed     = lazyregexp.MustCompile(`^[\pL]{1,3} \p{Nd}{1,2}[:.h]\p{Nd}{2}|^[于於]`) // what goes on with the time, or with the date in Chinese
	clock     = lazyregexp.MustCompile(`\p{Nd}{1,2} ?[:.h时時点] ?\p{Nd}{2}|\p{Nd} ?[ap]\.?m`)
	citing    = lazyregexp.MustCompile(`(?i)^(?:quoting|citando|citát|zitat von|quoted from|citation de|citat från|originally posted by)\b.+:$`)
	midway    = lazyregexp.MustCompile(`(?i)^[^<@]*[^<@\s]\s+(?:on|am|le|el|op) (?:[\pL]{2,9}[,.]* ?){0,3}\p{Nd}`) // own words before it on one line
	signer    = lazyregexp.MustCompile(`^[^:?!]*@[^:?!]+:?$`)
)

// attribution returns the attribution that begins at line i. One that has date,
// verb and address or time is known as such; one that has less, only by the
// quoted lines or the header block below it.
func attribution(lines []line, i int) (h head, ok bool) {
	first := unescape.Replace(lines[i].body[:min(len(lines[i].body), attributionBytes+1)])
	if len(first) > attributionBytes || !mayBegin(first) {
		return head{}, false
	}
	joined := ""
	for end := i; end < len(lines) && end < i+attributionLines; end++ {
		l := lines[end]
		if l.blank() && bracketNext(lines, end+1) {
			continue // some clients give the address a paragraph of its own
		}
		if l.kind != Own || l.blank() || end > i && leads.MatchString(l.body) && !timed.MatchString(l.body) {
			return head{}, false
		}
		if joined = strings.TrimSpace(joined + " " + unescape.Replace(l.body)); len(joined) > attributionBytes {
			return head{}, false
		}
		if introduces(joined, quoteFollows(lines, end+1)) {
			return head{end: end + 1, rest: Quote, sort: sort{kind: Attribution, why: attributionLine(joined)}, spoken: true}, true
		}
	}
	return head{}, false
}

// attributionLine says what gave an attribution away.
func attributionLine(s string) string {
	if language, ok := hasVerb(strings.ToLower(s)); ok {
		return "an attribution line (" + language + ")"
	}
	return "an attribution line (date and address)"
}

func mayBegin(s string) bool {
	if beginsDated(s) {
		return true
	}
	named := strings.Contains(s, "@") && bracketed.MatchString(s) || endsInVerb(s) || strings.HasSuffix(s, ":") && citing.MatchString(s) || datesVerb(s)
	return named && !midway.MatchString(s)
}

// beginsDated reports whether s begins with a date, or with a word before one.
func beginsDated(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) && (leads.MatchString(s) || dated.MatchString(s))
}

// datesVerb reports whether s has the verb and, after it, date and time.
func datesVerb(s string) bool {
	if !strings.ContainsFunc(s, unicode.IsDigit) {
		return false
	}
	low := strings.ToLower(s)
	_, verb := hasVerb(low)
	return verb && hasDate(low)
}

// nameAbove reports whether the line above an attribution that begins at line i
// with an address or the verb is the name that was wrapped off it: a few words
// that each begin with a capital.
func nameAbove(lines []line, i int) bool {
	if i == 0 || !lines[i-1].own() || len(lines[i-1].body) > 60 {
		return false
	}
	first, _, _ := strings.Cut(lines[i].body, " ")
	if _, verb := hasVerb(strings.ToLower(first)); !verb && !strings.HasPrefix(first, "<") && !strings.HasPrefix(first, "(") {
		return false
	}
	words := strings.Fields(lines[i-1].body)
	return len(words) < 5 && !slices.ContainsFunc(words, func(w string) bool {
		r, _ := utf8.DecodeRuneInString(w)
		return unicode.IsLower(r) || strings.ContainsAny(w, "!?;:")
	})
}

// bracketNext reports whether line i holds the beginning of an address and no more.
func bracketNext(lines []line, i int) bool {
	return i < len(lines) && strings.HasPrefix(lines[i].body, "<") && lines[i].kind == Own
}

// quoteFollows reports whether the next line that is not blank is quoted, also by
// a bar instead of the usual mark, or begins a header block.
func quoteFollows(lines []line, i int) bool {
	next := nextFilled(lines, i)
	if next == len(lines) {
		return false
	}
	if lines[next].kind == Quote || strings.HasPrefix(lines[next].body, "|") {
		return true
	}
	_, block := headerBlock(lines, next, false)
	return block
}

// introduces reports whether s, the lines of a possible attribution joined, is
// one; quoted says that quoted lines follow it.
func introduces(s string, quoted bool) bool {
	ends := strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：") || strings.HasSuffix(s, "--")
	if !ends && !quoted {
		return false
	}
	low := strings.ToLower(s)
	_, verb := hasVerb(low)
	who := strings.Contains(s, "@")
	// The patterns cost most of the time, so each is asked for only where it matters.
	when := func() bool { return hasDate(low) }
	exact := func() bool { return clock.MatchString(low) }
	first := func() bool { return beginsDated(s) }
	switch {
	case ends && strings.HasPrefix(s, "---") && endsInVerb(s):
		return true
	case ends && quoted:
		return verb && len(s) < 300 || when() && (who || exact()) || citing.MatchString(s)
	case ends && verb && when():
		return first() && (who || exact()) || who && exact()
	case ends && endsInVerb(s):
		return len(s) < 170 && signer.MatchString(s)
	case ends:
		return who && when() && first() && exact()
	}
	return first() && when() && (verb && (who || exact()) || bracketed.MatchString(s) && strings.HasSuffix(s, ">"))
}

// unescape undoes what clients leave of HTML in an attribution.
var unescape = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", "\"")
