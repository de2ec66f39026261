package signature

import (
	"slices"
	"strings"

	"ppamaild/lazy"
)

// A notice has a few words of these, and no other word.
var (
	// bindingWords are the words of a common agency footer: mail does not bind coverage. The
	// agency's own mails have the footer, too.
	bindingWords = lazy.Set(`PLEASE NOTE IMPORTANT NOTICE REMINDER WARNING ATTENTION
		DISCLAIMER THAT INSURANCE COVERAGE COVERAGES POLICY POLICIES CHANGE CHANGES REQUEST
		REQUESTS WE I CANNOT CAN CAN'T NOT MAY IS ARE NO BE BOUND BIND BINDING ADDED ALTERED
		CHANGED CANCELLED CANCELED AMENDED MODIFIED DELETED MADE STARTED STOPPED ACCEPTED IN ANY
		ON OR AND BY VIA THROUGH OVER USING E-MAIL EMAIL VOICEMAIL VOICE-MAIL VOICE MAIL FAX TEXT
		MESSAGE MESSAGES MESSAGING PHONE ELECTRONIC MEANS LEAVING A AN THE THIS WEBSITE INTERNET
		WITHOUT UNTIL UNLESS CONFIRMED CONFIRMATION FROM WRITTEN VERBAL LICENSED AGENT
		REPRESENTATIVE MEMBER OF OUR OFFICE AGENCY STAFF YOU YOUR HAS HAVE BEEN RECEIVED RECEIVE
		TO ABLE UNABLE ALTER CANCEL CALL CONFIRM`)
	// privateWords are the words of a confidentiality notice.
	privateWords = lazy.Set(`THIS E-MAIL EMAIL MAIL MESSAGE COMMUNICATION TRANSMISSION
		TRANSMITTED AND ANY ALL ITS ATTACHMENT ATTACHMENTS ATTACHED FILE FILES DOCUMENT DOCUMENTS
		CONTENT CONTENTS IS ARE MAY MIGHT BE CONTAIN CONTAINS CONTAINED INCLUDING INFORMATION IN
		CONFIDENTIAL CONFIDENTIALITY PRIVATE PRIVILEGED PROPRIETARY LEGALLY PROTECTED FROM BY LAW
		THAT WHICH NOTICE STATEMENT DISCLAIMER INTENDED SOLELY ONLY SOLE EXCLUSIVE EXCLUSIVELY FOR
		THE AN OF OR USE NAMED ABOVE INDIVIDUAL INDIVIDUALS PERSON PERSONS ENTITY TO WHOM IT THEY
		ADDRESSED ADDRESSEE RECIPIENT RECIPIENTS S IF YOU NOT HAVE RECEIVED ERROR PLEASE NOTIFY
		SENDER IMMEDIATELY REPLY DELETE DESTROY COPIES ORIGINAL UNAUTHORIZED DISCLOSURE REVIEW
		DISTRIBUTION COPYING DISSEMINATION PROHIBITED STRICTLY HEREBY NOTIFIED`)
)

// IsNotice reports whether a text, in upper case, is a notice that mail binds no coverage or that
// mail is confidential.
func IsNotice(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune(" \n,.:;!*/()", r)
	})
	has := func(any ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(any, w) })
	}
	isAll := func(known *lazy.Words) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !known.Has(w) })
	}
	const shortestBinding, shortestPrivate = 8, 6
	switch {
	case !has("EMAIL", "E-MAIL", "VOICEMAIL", "MAIL", "MESSAGE", "COMMUNICATION", "TRANSMISSION"):
		return false
	case has("COVERAGE", "COVERAGES", "POLICY") && has("BOUND", "BIND", "ALTERED", "CHANGES"):
		return len(words) >= shortestBinding && isAll(bindingWords)
	case has("PLEASE", "DELETE", "DESTROY", "NOTIFY", "REPLY") &&
		!has("ERROR", "RECIPIENT", "ADDRESSEE"):
		return false // may be an order
	}
	return has("CONFIDENTIAL", "CONFIDENTIALITY", "PRIVILEGED") && has("THIS", "ANY") &&
		len(words) >= shortestPrivate && isAll(privateWords)
}

// Narrows reports whether a line, in upper case, is short and has a word that narrows a decision:
// "until Friday", "home only", "do not send the quote". Longer lines are notices: "Unless you are
// the intended recipient, …".
func Narrows(line string) bool {
	const longest = 15
	words := strings.FieldsFunc(line, func(r rune) bool {
		return strings.ContainsRune(` .,"()!;:`, r)
	})
	denied := slices.Contains(words, "NOT") || slices.Contains(words, "DON'T")
	return len(words) <= longest && slices.ContainsFunc(words, func(w string) bool {
		return narrowing.Has(w) || denied && (w == "QUOTE" || Orders.Has(w) || ofQuotes.Has(w))
	}) && !IsNotice(line) && !SaysNothing(line)
}

var narrowing = lazy.Set(`UNTIL UNLESS BEFORE ONCE EXCEPT ONLY`)
