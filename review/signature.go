package review

import (
	"strings"
	"unicode"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// A signature without a mark begins with the name. Each further line must fit a closed set of
// words, or look like a phone number, an address or a link. A possible request ("500
// deductible") never fits.

// signs reports whether a line below the name belongs to a signature.
func (c closing) signs(line string) bool {
	for part := range strings.FieldsFuncSeq(upper(normalizedLine(line)), func(r rune) bool { return r == '|' || r == '•' || r == '·' }) {
		if part = strings.TrimSpace(part); part != "" && !c.contact(part) && !isTitle(part) && !isPlace(part) && !c.lines[phraseOf(part)] && !c.logo(part) {
			return false
		}
	}
	return true
}

// logo reports whether part of a line, in upper case, is Outlook's plain text for a picture.
// Outlook puts the picture's description into brackets: the agency's name, the person's name,
// or a generated text.
func (c closing) logo(s string) bool {
	if len(s) < 2 || s[0] != '[' || s[len(s)-1] != ']' {
		return false
	}
	shows := s[1 : len(s)-1]
	if strings.ContainsAny(shows, "[]") {
		return false
	}
	if made.MatchString(shows) {
		return true
	}
	shows = phraseOf(strings.TrimSuffix(phraseOf(shows), " LOGO"))
	return shows == "LOGO" || c.lines[shows] || c.names[shows]
}

// titledName reports whether a line is the name with a title, pronouns or contact details:
// "Dana Reyes, CIC", "Dana Reyes (she/her) | Agent | 503-555-0123".
func (c closing) titledName(line string) bool {
	s := upper(normalizedLine(line))
	first, details, parted := strings.Cut(s, "|")
	name, title, titled := strings.Cut(first, ",")
	name, said, pronounced := strings.Cut(strings.TrimSpace(name), " (")
	return (parted || titled || pronounced) && c.names[phraseOf(name)] && (!titled || isTitle(title)) &&
		(!pronounced || pronouns.Has(said)) && (!parted || c.signs(details))
}

var pronouns = lazy.Set(`SHE/HER) SHE/HER/HERS) HE/HIM) HE/HIM/HIS) THEY/THEM) THEY/THEM/THEIRS) SHE/THEY) HE/THEY)`)

var (
	phoneLine = lazyregexp.MustCompile(`^(?:(?:(?:TEL|TELEPHONE|PHONE|MOBILE|CELL|FAX|OFFICE|DIRECT|MAIN|[TMPCFOD])[.:]{0,2} ?)?\+?[0-9(][0-9 ().-]{8,20}[0-9](?: ?(?:X|EXT\.?) ?[0-9]{1,5})?(?: ?\(?(?:TEL|PHONE|MOBILE|CELL|FAX|OFFICE|DIRECT|[TMPCFOD])\)?)?(?:[,/]? |$)){1,3}$`)
	webLine   = lazyregexp.MustCompile(`^(?:(?:WEB(?:SITE)?|VISIT US(?: AT)?|BOOK (?:TIME|A CALL|A MEETING) WITH ME|SCHEDULE A (?:CALL|MEETING)|(?:CONNECT WITH|FOLLOW|FIND|LIKE) US ON):? ?)?<?(?:HTTPS?://[^ ]+|WWW\.[^ ]+|FACEBOOK|LINKEDIN|INSTAGRAM|YELP)>?$`)
	made      = lazyregexp.MustCompile(` (?:DESCRIPTION AUTOMATICALLY GENERATED(?: WITH [A-Z]+ CONFIDENCE)?|AI-GENERATED CONTENT MAY BE INCORRECT)\.?$`) // picture descriptions by Outlook
	picture   = lazyregexp.MustCompile(`^\[(?:CID:|HTTPS?://)[^ \]]+\](?:<HTTPS?://[^ >]+>)?$`)                                                          // pictures in Outlook's plain text
	street    = lazyregexp.MustCompile(`^[0-9]{1,6} (?:[NESW]{1,2}\.? )?(?:[\pL0-9'.-]+ ){1,4}(?:ST|STREET|AVE|AVENUE|RD|ROAD|BLVD|BOULEVARD|DR|DRIVE|LN|LANE|WAY|CT|COURT|PL|PLACE|PKWY|HWY|SQ|SQUARE)\.?(?:,? (?:SUITE|STE\.?|UNIT|FLOOR|FL|#) ?[0-9A-Z]{1,6})?(?:, [\pL .'-]{2,30}, [A-Z]{2} [0-9]{5}(?:-[0-9]{4})?)?$`)
	town      = lazyregexp.MustCompile(`^[\pL .'-]{2,30}, [A-Z]{2} [0-9]{5}(?:-[0-9]{4})?$`)
)

// contact reports whether part of a line, in upper case, is the person's address, a link, a
// picture, or a phone number of ten digits or more.
func (c closing) contact(s string) bool {
	address := s
	for _, label := range []string{"EMAIL:", "E-MAIL:", "E:"} {
		address = strings.TrimSpace(strings.TrimPrefix(address, label))
	}
	address, _, _ = strings.Cut(address, "<MAILTO:")
	if c.email != "" && strings.Trim(address, "<> ") == c.email {
		return true
	}
	return webLine.MatchString(s) || picture.MatchString(s) || phoneLine.MatchString(s) && digits(s) >= 10
}

// isPlace reports whether part of a line, in upper case, is a street or a town. Text that
// begins like an order is no place, even with a fitting end ("Drop towing, OK 50000", "2
// changes by the way").
func isPlace(s string) bool {
	begins, _, _ := strings.Cut(s, " ")
	if len(s) >= 160 || orders.Has(begins) || objections.Has(begins) || conditions.Has(begins) {
		return false
	}
	return street.MatchString(s) && !strings.Contains(s, " THE ") || town.MatchString(s)
}

var orders = lazy.Set(`USE SET PUT TAKE DROP RAISE LOWER INCREASE REDUCE KEEP DELETE INCLUDE EXCLUDE SEND CALL ASK TELL CHECK FIX CORRECT UPDATE SWITCH MOVE`)

func digits(s string) int {
	n := 0
	for _, r := range s {
		if '0' <= r && r <= '9' {
			n++
		}
	}
	return n
}

// A title consists of these words, in upper case, and needs at least one role.
var (
	roles      = lazy.Set(`OWNER FOUNDER PARTNER PRINCIPAL PRESIDENT DIRECTOR MANAGER SUPERVISOR OFFICER EXECUTIVE ADMINISTRATOR COORDINATOR SPECIALIST ASSISTANT AGENT AGENCY PRODUCER BROKER ADVISOR ADVISER CONSULTANT UNDERWRITER REPRESENTATIVE REP CSR CLERK TEAM DEPARTMENT DEPT INSURANCE LICENSE LICENCE LIC NPN CIC CISR CPCU AAI ARM CLCS LUTCF CLU CHFC AINS ACSR`)
	qualifiers = lazy.Set(`SENIOR SR JUNIOR JR LEAD CHIEF VICE ASSOCIATE DEPUTY MANAGING GENERAL REGIONAL INDEPENDENT LICENSED CERTIFIED ACCOUNT ACCOUNTS SALES SERVICE SERVICES CUSTOMER CLIENT OFFICE OPERATIONS MARKETING CLAIMS UNDERWRITING PERSONAL COMMERCIAL LINES AUTO HOME LIFE PROPERTY CASUALTY RISK DIVISION BRANCH OF AND & / THE # CA OR WA`)
)

// isTitle reports whether part of a line is a title, with an optional license number.
func isTitle(s string) bool {
	words := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ,.:-()", r) })
	role := false
	for i, w := range words {
		numbered := w == "NO" && i+1 < len(words) && isLicense(words[i+1])
		if !roles.Has(w) && !qualifiers.Has(w) && !isLicense(w) && !numbered {
			return false
		}
		role = role || roles.Has(w)
	}
	return role
}

// isLicense reports whether a word looks like a license number: capitals and at least five
// digits.
func isLicense(w string) bool {
	return digits(w) >= 5 && len(w) <= 12 && !strings.ContainsFunc(strings.TrimPrefix(w, "#"), func(r rune) bool { return !unicode.IsUpper(r) && !unicode.IsDigit(r) })
}

// noticeWords are the words of a common agency footer: mail does not bind coverage. The
// agency's own mails have the footer, too.
var noticeWords = lazy.Set(`PLEASE NOTE IMPORTANT NOTICE REMINDER WARNING ATTENTION DISCLAIMER THAT INSURANCE COVERAGE COVERAGES POLICY POLICIES CHANGE CHANGES REQUEST REQUESTS
	WE I CANNOT CAN CAN'T NOT MAY IS ARE NO BE BOUND BIND BINDING ADDED ALTERED CHANGED CANCELLED CANCELED AMENDED MODIFIED DELETED MADE STARTED STOPPED ACCEPTED IN ANY ON OR AND
	BY VIA THROUGH OVER USING E-MAIL EMAIL VOICEMAIL VOICE-MAIL VOICE MAIL FAX TEXT MESSAGE MESSAGES MESSAGING PHONE ELECTRONIC MEANS LEAVING A AN THE THIS WEBSITE INTERNET WITHOUT UNTIL UNLESS
	CONFIRMED CONFIRMATION FROM WRITTEN VERBAL LICENSED AGENT REPRESENTATIVE MEMBER OF OUR OFFICE AGENCY STAFF YOU YOUR HAS HAVE BEEN RECEIVED RECEIVE TO`)

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
