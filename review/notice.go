package review

import (
	"strings"

	"ppamaild/lazy"
)

// noticeWords are the words of a common agency footer: mail does not bind coverage. The
// agency's own mails have the footer, too.
var noticeWords = lazy.Set(`PLEASE NOTE IMPORTANT NOTICE REMINDER WARNING ATTENTION
		DISCLAIMER THAT INSURANCE COVERAGE COVERAGES POLICY POLICIES CHANGE CHANGES REQUEST
		REQUESTS WE I CANNOT CAN CAN'T NOT MAY IS ARE NO BE BOUND BIND BINDING ADDED ALTERED
		CHANGED CANCELLED CANCELED AMENDED MODIFIED DELETED MADE STARTED STOPPED ACCEPTED IN ANY
		ON OR AND BY VIA THROUGH OVER USING E-MAIL EMAIL VOICEMAIL VOICE-MAIL VOICE MAIL FAX TEXT
		MESSAGE MESSAGES MESSAGING PHONE ELECTRONIC MEANS LEAVING A AN THE THIS WEBSITE INTERNET
		WITHOUT UNTIL UNLESS CONFIRMED CONFIRMATION FROM WRITTEN VERBAL LICENSED AGENT
		REPRESENTATIVE MEMBER OF OUR OFFICE AGENCY STAFF YOU YOUR HAS HAVE BEEN RECEIVED RECEIVE
		TO ABLE UNABLE ALTER CANCEL CALL CONFIRM`)

// bindsNothing reports whether lines are a notice that mail binds no coverage.
func bindsNothing(lines []string) bool {
	const shortest = 8
	n, seen := 0, map[string]bool{}
	for _, line := range lines {
		for w := range strings.FieldsFuncSeq(upper(normalizedLine(line)), func(r rune) bool { return strings.ContainsRune(" ,.:;!*/()", r) }) {
			if !noticeWords.Has(w) {
				return false
			}
			n, seen[w] = n+1, true
		}
	}
	return n >= shortest && (seen["COVERAGE"] || seen["COVERAGES"] || seen["POLICY"]) && (seen["BOUND"] || seen["BIND"] || seen["ALTERED"] || seen["CHANGES"]) &&
		(seen["EMAIL"] || seen["E-MAIL"] || seen["VOICEMAIL"] || seen["MAIL"])
}

// paragraph returns the lines before the first blank line.
func paragraph(lines []string) []string {
	for i, line := range lines {
		if normalizedLine(line) == "" {
			return lines[:i]
		}
	}
	return lines
}
