package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// An attribution is the sentence above a quotation, written by mail programs: "On <date>,
// <name> <address> wrote:". An attribution may wrap over several lines.
const (
	attributionLines = 6
	attributionBytes = 600
)

// leads matches the beginning of an attribution with a word before the date.
var leads = lazyregexp.MustCompile(`(?i)^[-*_ ]*(?:on|at|am|le|el|il|em|op|den|dnia|w dniu|dne|dňa|dana|на|в|a|az|la|pe|ve|vào|pada|στις|il giorno|no dia|ב-|בתאריך|في|v|u|kuupäeval|missatge de|ในวันที่|در تاریخ)[ ,]+[^\p{Nd}]*\p{Nd}|^[在于於] ?\p{Nd}{4}`)

// dated matches the beginning of an attribution with a date or time and no word before.
var dated = lazyregexp.MustCompile(`(?i)^[-*_( ]*(?:\p{Nd}{4}[-./年년] ?\p{Nd}{1,2}|[\pL]{2,3} \p{Nd}{1,2}\. ?[\p{Nd}\pL]|\p{Nd}{1,2}[-./ ](?:\p{Nd}{1,2}[-./ ]|[\pL]{3,9}\.?[-./, ])|\p{Nd}{1,2}:\p{Nd}{2}|[\pL\pM]{2,9}[.,]{1,2} ?(?:\p{Nd}|[\pL]{3,9}\.? \p{Nd}))`)

var (
	bracketed     = lazyregexp.MustCompile(`[<\[(](?:mailto:)?[^<>@\s\[\]()]+@[^<>@\s\[\]()]+[>\])]`)
	timed         = lazyregexp.MustCompile(`^[\pL]{1,3} \p{Nd}{1,2}[:.h]\p{Nd}{2}|^[于於]`) // a wrapped line that begins with the time, or with the date in Chinese
	clock         = lazyregexp.MustCompile(`\p{Nd}{1,2} ?[:.h时時点] ?\p{Nd}{2}|\p{Nd} ?[ap]\.?m`)
	citing        = lazyregexp.MustCompile(`(?i)^(?:quoting|citando|citát|zitat von|quoted from|citation de|citat från|originally posted by)\b.+:$|^\S+@\S+ sa(?:id|ys):$`)
	afterOwnWords = lazyregexp.MustCompile(`(?i)^[^<@]*[^<@\s]\s+(?:on|am|le|el|op) (?:[\pL]{2,9}[,.]* ?){0,3}\p{Nd}`) // own words before the attribution on the same line
	addressOnly   = lazyregexp.MustCompile(`^[^:?!]*@[^:?!]+:?$`)
)

// attribution returns the attribution that begins at line i. With date, verb, and address or
// time, the sentence alone is enough. With fewer parts, quoted lines or a header block must
// follow.
func attribution(lines []line, i int) (h quoteHeader, ok bool) {
	first := unescape.Replace(lines[i].body[:min(len(lines[i].body), attributionBytes+1)])
	if len(first) > attributionBytes || !mayBegin(first) {
		return quoteHeader{}, false
	}
	joined := ""
	for end := i; end < len(lines) && end < i+attributionLines; end++ {
		l := lines[end]
		if l.blank() && bracketNext(lines, end+1) {
			continue // some clients put the address into a separate paragraph
		}
		if l.kind != Own || l.blank() || end > i && leads.MatchString(l.body) && !timed.MatchString(l.body) {
			return quoteHeader{}, false
		}
		if joined = strings.TrimSpace(joined + " " + unescape.Replace(l.body)); len(joined) > attributionBytes {
			return quoteHeader{}, false
		}
		if introduces(joined, quoteFollows(lines, end+1)) {
			return quoteHeader{end: end + 1, rest: Quote, class: class{kind: Attribution, why: attributionLine(joined)}, spoken: true}, true
		}
	}
	return quoteHeader{}, false
}

// attributionLine returns the sign by which the attribution was recognized.
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
	return named && !beginsMidway(s)
}

// beginsMidway reports whether own words precede the date of an attribution on the same line. A
// verb before the date belongs to the attribution: "Lee schreef op 20-11-2026:".
func beginsMidway(s string) bool {
	at := afterOwnWords.FindStringIndex(s)
	if at == nil {
		return false
	}
	_, verb := hasVerb(strings.ToLower(s[:at[1]]))
	return !verb
}

// beginsDated reports whether s begins with a date, or with a word and a date.
func beginsDated(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) && (leads.MatchString(s) || dated.MatchString(s))
}

// datesVerb reports whether s has the verb with date and time after it.
func datesVerb(s string) bool {
	if !strings.ContainsFunc(s, unicode.IsDigit) {
		return false
	}
	low := strings.ToLower(s)
	_, verb := hasVerb(low)
	return verb && hasDate(low)
}

// nameAbove reports whether the line above an attribution is the author's wrapped name. The
// attribution must begin with an address or the verb. A name is a few capitalized words.
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

// bracketNext reports whether line i is only the beginning of an address.
func bracketNext(lines []line, i int) bool {
	return i < len(lines) && strings.HasPrefix(lines[i].body, "<") && lines[i].kind == Own
}

// quoteFollows reports whether the next nonblank line is quoted, with the usual mark or a bar,
// or begins a header block.
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

// introduces reports whether s, the joined lines of a possible attribution, is an attribution.
// quoted means that quoted lines follow.
func introduces(s string, quoted bool) bool {
	ends := strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：") || strings.HasSuffix(s, "--")
	if !ends && !quoted {
		return false
	}
	low := strings.ToLower(s)
	_, verb := hasVerb(low)
	who := strings.Contains(s, "@")
	// The patterns cost most of the time, so each runs only if needed.
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
		return len(s) < 170 && addressOnly.MatchString(s)
	case ends:
		return who && when() && first() && exact()
	}
	if !first() {
		return who && len(s) < 150 && bracketed.MatchString(s) && when() && exact()
	}
	addressed := strings.HasSuffix(s, ">") && bracketed.MatchString(s)
	return when() && (verb && (who || exact()) || addressed)
}

// unescape replaces HTML entities that clients leave in an attribution.
var unescape = lazy.Replacing("&lt;", "<", "&gt;", ">", "&quot;", "\"")
