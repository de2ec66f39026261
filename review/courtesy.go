package review

import (
	"slices"
	"strings"
	"unicode"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/review/signature"
)

// courtesies may follow a decision without changing the decision. They are in upper case, without
// punctuation: ")" is the rest of a smiley.
var courtesies = lazy.Value[map[string]bool]{New: func() map[string]bool {
	return set(
		"THANKS", "THANK YOU", "THX", "TY", "MANY THANKS", "THANKS A LOT", "THANKS SO MUCH",
		"THANKS VERY MUCH", "THANKS AGAIN", "THANK YOU VERY MUCH", "THANK YOU SO MUCH",
		"THANK YOU AGAIN", "THANKS ALL", "THANKS TEAM", "THANKS EVERYONE", "THANK YOU ALL",
		"WITH THANKS", "MUCH APPRECIATED", "APPRECIATED", "CHEERS", "PLEASE", "REGARDS", "BEST",
		"BEST REGARDS", "KIND REGARDS", "KINDEST REGARDS", "WARM REGARDS", "WARMEST REGARDS",
		"WITH REGARDS", "BR", "KR", "VR", "V/R", "BEST WISHES", "ALL THE BEST", "SINCERELY",
		"SINCERELY YOURS", "YOURS", "YOURS SINCERELY", "YOURS TRULY", "YOURS FAITHFULLY",
		"RESPECTFULLY", "CORDIALLY", "TAKE CARE", "HAVE A GOOD DAY", "HAVE A NICE DAY",
		"HAVE A GREAT DAY", "HAVE A GOOD ONE", "HAVE A GOOD WEEKEND", "HAVE A NICE WEEKEND",
		"HAVE A GREAT WEEKEND", "GOOD WORK", "GREAT WORK", "GREAT JOB", "NICE WORK",
		"WELL DONE", "THANKS FOR THE QUICK TURNAROUND", "THANKS FOR YOUR HELP",
		"THANKS FOR THE HELP", "THANK YOU FOR YOUR HELP", "TALK SOON", "👍", "🙏", "👌", "✅", "✔",
		"🙂", "😊", "😀", "😄", "🎉", ")", "GRACIAS", "MUCHAS GRACIAS", "MIL GRACIAS", "SALUDOS",
		"SALUDOS CORDIALES", "UN SALUDO", "ATENTAMENTE", "OBRIGADO", "OBRIGADA", "ABRAÇOS",
		"MERCI", "MERCI BEAUCOUP", "CORDIALEMENT", "BIEN CORDIALEMENT", "DANKE", "VIELEN DANK",
		"GRUESSE", "GRÜSSE", "GRüßE", "VIELE GRüßE", "LIEBE GRüßE", "BESTE GRüßE",
		"SCHöNE GRüßE", "MIT FREUNDLICHEN GRüßEN", "MIT FREUNDLICHEN GRUESSEN", "MFG", "VG",
		"LG", "GRAZIE", "CORDIALI SALUTI", "BEDANKT", "GROETEN",
	)
}}

// approvals may follow ACCEPT, because they only repeat ACCEPT. They are in upper case, the longest
// first.
var approvals = []string{"GO AHEAD AND SEND IT", "LOOKS GOOD TO ME", "PLEASE SEND IT",
	"LOOKS CORRECT", "LOOKS GREAT", "LOOKS RIGHT", "GOOD TO GO", "LOOKS FINE", "LOOKS GOOD",
	"ALL GOOD", "GO AHEAD", "PERFECT",
	"SEND IT", "GREAT", "LGTM", "OKAY", "OK"}

// withoutApproval removes an approval at the beginning of a line if only courtesies and the name
// follow. Other lines stay whole: they may be a signature, such as "Great, Inc.".
func (c closing) withoutApproval(line string) string {
	if rest, ok := cutApproval(line); ok && c.polite(rest, new(bool)) {
		return rest
	}
	return line
}

// cutApproval returns the text after an approval at the beginning of a line. ok is false for other
// lines, and if the sentence continues.
func cutApproval(line string) (rest string, ok bool) {
	s := strings.TrimLeft(normalizedLine(line), separators)
	for _, phrase := range approvals {
		if !hasWordPrefix(s, phrase) {
			continue
		}
		rest := s[len(phrase):]
		if rest == "" || strings.IndexAny(strings.TrimLeft(rest, " "), ".,;:!-") == 0 {
			return rest, true
		}
	}
	return "", false
}

func set(items ...string) map[string]bool {
	m := make(map[string]bool, len(items))
	for _, s := range items {
		m[s] = true
	}
	return m
}

// deviceLine matches lines that phones add, up to the names of the device and the network.
var deviceLine = lazyregexp.MustCompile(`^(?i:(?:sent|written|typed) (?:from|via|on|with|using) (?:my|the|an|a) )`)

var deviceSmall = lazy.Set(`on via using with by over network the a an my for and &
		mobile phone app mail smartphone tablet device wireless`)

// isDeviceLine reports whether a phone added a line: "Sent from my Pixel 9 on Mint Mobile". All
// words are names, numbers or small words.
func isDeviceLine(line string) bool {
	const longest = 10 // words
	s, rest, _ := strings.Cut(normalizedLine(line), ". ")
	s = strings.TrimRight(s, " .!")
	if rest != "" && !signature.SaysNothing(upper(rest)) {
		return false
	}
	at := deviceLine.FindStringIndex(s)
	if at == nil {
		return false
	}
	words := strings.Fields(s[at[1]:])
	return len(words) > 0 && len(words) <= longest && !slices.ContainsFunc(words, func(w string) bool {
		w = strings.Trim(w, ",")
		named := strings.ContainsFunc(w, func(r rune) bool {
			return unicode.IsUpper(r) || unicode.IsDigit(r)
		})
		if deviceSmall.Has(strings.ToLower(w)) || w == "US" {
			return false
		}
		u := upper(w)
		return !named || signature.Limits(u) || signature.IsVerb(u) || strings.ContainsAny(w, "$%;:?~")
	})
}
