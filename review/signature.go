package review

import (
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// A signature without a mark begins with the name, or with a company that has a number
// and a link. Its lines have names, titles, licenses, addresses, links and numbers, but no
// sentence. A possible request ("500 deductible") never fits.

// shape is the part of a signature that a line, or a part of a line, can be.
type shape int

const (
	noShape shape = iota
	proper        // a name that is not the person's: a company, a department
	role          // a title of other words than the usual ones
	company       // the agency, or a company by its last word or its web page
	detail        // a title, a license, pronouns
	place
	personal // the person's name
	phone
	webLink // a web page, or the person's address
)

// block returns how many of the first lines belong to a signature. signed means that the name is
// above.
func (c closing) block(lines []string, signed bool) (n int) {
	lines = lines[:min(len(lines), longestSignature)]
	seen := seenShapes{}
	for i, line := range lines {
		onLine := seenShapes{}
		for _, part := range strings.FieldsFunc(normalizedText(line), isDivider) {
			if part = strings.Trim(part, "*_ "); part == "" {
				continue
			}
			shapes := c.shapesOf(part, lines)
			if shapes == nil {
				return n
			}
			for _, s := range shapes {
				begun := signed || seen[personal] || seen[company] && s > role
				if !begun && s != personal && s != company {
					return n
				}
				seen[s], onLine[s] = true, true
			}
		}
		seen.settle(onLine)
		signed = signed || seen[personal] || seen[company] && seen.reachable()
		if signed && !seen[proper] && !seen[role] {
			n = i + 1
		}
	}
	return n
}

// seenShapes are the shapes in the lines of a signature.
type seenShapes map[shape]bool

func (s seenShapes) reachable() bool { return s[phone] && s[webLink] }

// settle accepts names and roles, which may also be requests, as part of a signature. A role needs
// contact details below. A name needs contact details on its own line, a title on its
// own line and contact details below, or a signature with three kinds of other lines.
func (s seenShapes) settle(onLine seenShapes) {
	contact := onLine[phone] || onLine[webLink]
	if contact {
		s[role] = false
	}
	if onLine[proper] && (contact || onLine[detail]) {
		s[proper], s[role] = false, s[role] || !contact
	}
	kinds := 0
	for _, kind := range []shape{detail, place, phone, webLink} {
		if s[kind] {
			kinds++
		}
	}
	if kinds >= 3 {
		s[proper] = false
	}
}

func isDivider(r rune) bool { return strings.ContainsRune("|•·‖◦", r) }

// shapesOf returns the shapes of a part of a line, or nil. all has the lines around the part.
func (c closing) shapesOf(part string, all []string) (found []shape) {
	if one := c.shapeOf(part, all); one != noShape {
		return []shape{one}
	}
	for _, one := range between.Split(part, -1) {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		shape := c.shapeOf(one, all)
		if shape == noShape {
			return nil
		}
		found = append(found, shape)
	}
	return found
}

// between divides a line into a name, a title, a company and so on.
var between = lazyregexp.MustCompile(`, ?| -+ ?| / | ?[()] ?| {2,}`)

const longestPart = 160

// shapeOf returns the shape of a part that is not divided.
func (c closing) shapeOf(part string, all []string) shape {
	s, phrase := upper(part), phraseOf(part)
	switch {
	case len(s) > longestPart || strings.ContainsAny(s, "?~"):
		return noShape
	case c.isName(part):
		return personal
	case phoneLine.MatchString(s) && digits(s) >= 10:
		return phone
	case c.isOwnAddress(s), webLine.MatchString(s) && !saysLimit(s):
		return webLink
	case c.lines[phrase], c.isCompany(part, all):
		return company
	case c.logo(s), picture.MatchString(s), pronouns.MatchString(s), isTitle(part),
		isLicensed(part), isHours(s), isMotto(s), isService(s), saysNothing.MatchString(s):
		return detail
	case isPlace(s):
		return place
	case isRole(part):
		return role
	case isProper(part):
		return proper
	}
	return noShape
}

// saysLimit reports whether an address without a path, in upper case, has a word that limits:
// "NOT.YET.COM".
func saysLimit(s string) bool {
	words := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == '-' })
	return !strings.Contains(s, "/") && slices.ContainsFunc(words, limits)
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

// isName reports whether a part is the person's name, also with a middle name, a nickname in
// quotes or a suffix: "Dana M. Reyes", "Dana "Dee" Reyes Jr.".
func (c closing) isName(part string) bool {
	if c.names[phraseOf(part)] {
		return true
	}
	if last, first, turned := strings.Cut(phraseOf(part), ", "); turned && c.names[first+" "+last] {
		return true
	}
	words := strings.Fields(strings.Map(withoutMarks, upper(part)))
	for len(words) > 2 && suffixes.Has(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if len(words) < 2 || len(words) > 4 || !isProper(strings.Join(words, " ")) {
		return false
	}
	return c.names[words[0]+" "+words[len(words)-1]]
}

func withoutMarks(r rune) rune {
	if strings.ContainsRune(`.,"()`, r) {
		return ' '
	}
	return r
}

var suffixes = lazy.Set(`JR SR II III IV`)

var pronouns = lazyregexp.MustCompile(`^\(?(?:PRONOUNS:? )?(?:SHE|HER|HE|HIM|THEY|THEM|ELLA|EL)(?: ?/ ?(?:HER|HERS|HIM|HIS|THEY|THEM|THEIRS|ELLA|ELLE)){1,2}\)?$`)

var (
	phoneLine   = lazyregexp.MustCompile(`^(?:(?:(?:TEL|TELEPHONE|PHONE|PH|MOBILE|CELL|FAX|OFFICE|DIRECT(?:\sLINE)?|MAIN|TOLL[-\s]FREE|TEXT|WHATSAPP|[TMPCFOD])[.:]{0,2} ?)?\+?[0-9(][0-9 ()./-]{8,20}[0-9](?:,? ?(?:X|EXT(?:ENSION)?\.?):? ?[0-9]{1,5})?(?: ?\(?(?:TEL|PHONE|MOBILE|CELL|FAX|OFFICE|DIRECT|MAIN|WORK|TEXT|[TMPCFOD])\)?)?(?:[,/]? |$)){1,3}$`)
	webLine     = lazyregexp.MustCompile(`^(?:(?:WEB(?:SITE)?|W|VISIT US(?: AT)?|(?:BOOK|SCHEDULE) (?:TIME|A CALL|A MEETING)(?: WITH ME)?|(?:CONNECT WITH|FOLLOW|FIND|LIKE) (?:US|ME) ON):? ?)?<?(?:HTTPS?://[^ ]+|(?:WWW\.)?[A-Z0-9-]{3,}\.(?:[A-Z0-9-]+\.)?(?:COM|NET|ORG|US|BIZ|INFO|INSURANCE|INSURE|AGENCY|TEST|EXAMPLE)(?:/[^ ]*)?|WWW\.[^ ]+|FACEBOOK|LINKEDIN|INSTAGRAM|YELP)>?(?: ?<HTTPS?://[^ >]+>)?$`)
	mailAddress = lazyregexp.MustCompile(`^(?:(?:E-?MAIL|E)[:.]? ?)?<?([A-Z0-9._+-]+)@([A-Z0-9.-]+)>?(?: ?<MAILTO:[^ >]+>)?$`)
	made        = lazyregexp.MustCompile(` (?:DESCRIPTION AUTOMATICALLY GENERATED(?: WITH [A-Z]+ CONFIDENCE)?|AI-GENERATED CONTENT MAY BE INCORRECT)\.?$`) // picture descriptions by Outlook
	picture     = lazyregexp.MustCompile(`^\[(?:CID:|HTTPS?://)[^ \]]+\](?:<HTTPS?://[^ >]+>)?$`)                                                          // pictures in Outlook's plain text
	box         = lazyregexp.MustCompile(`^P\.? ?O\.? BOX [0-9]{1,6}(?:, [\pL .'-]{2,30}, ` +
		`[A-Z]{2} [0-9]{5}(?:-[0-9]{4})?)?$`)
	street = lazyregexp.MustCompile(`^(?:(?:SUITE|STE\.?|UNIT) [0-9]{1,5}, )?[0-9]{1,6} (?:[NESW]{1,2}\.? )?(?:[\pL0-9'.-]+ ){1,4}(?:ST|STREET|AVE|AVENUE|RD|ROAD|BLVD|BOULEVARD|DR|DRIVE|LN|LANE|WAY|CT|COURT|PL|PLACE|PKWY|HWY|SQ|SQUARE)\.?(?:,? (?:SUITE|STE\.?|UNIT|FLOOR|FL|#) ?[0-9A-Z]{1,6})?(?:, [\pL .'-]{2,30},? [A-Z]{2} [0-9]{5}(?:-[0-9]{4})?)?$`)
	town   = lazyregexp.MustCompile(`^[\pL .'-]{2,30}, [A-Z]{2} [0-9]{5}(?:-[0-9]{4})?$`)
)

// isOwnAddress reports whether part of a line, in upper case, is an address of the person: the
// known address, or an address with the person's name.
func (c closing) isOwnAddress(s string) bool {
	m := mailAddress.FindStringSubmatch(s)
	if m == nil {
		return false
	}
	own, _, _ := strings.Cut(c.email, "@")
	written := lettersOf(m[1])
	for name := range c.names {
		if len(name) > 2 && lettersOf(name) == written {
			return true
		}
	}
	return m[1] == own && own != ""
}

// isPlace reports whether part of a line, in upper case, is a street or a town. Text that
// begins like an order is no place, even with a fitting end ("Drop towing, OK 50000", "2
// changes by the way").
func isPlace(s string) bool {
	words := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) == 0 || limits(words[0]) || slices.ContainsFunc(words, ofQuotes.Has) {
		return false
	}
	return street.MatchString(s) && !strings.Contains(s, " THE ") || town.MatchString(s) ||
		box.MatchString(s)
}

func digits(s string) int {
	n := 0
	for _, r := range s {
		if '0' <= r && r <= '9' {
			n++
		}
	}
	return n
}

// saysNothing matches usual sentences of signatures, and the languages of an office.
var saysNothing = lazyregexp.MustCompile(`^PLEASE (?:CONSIDER|THINK OF) THE ENVIRONMENT BEFORE ` +
	`PRINTING(?: THIS E-?MAIL)?\.?$|^(?:PLEASE )?(?:EXCUSE|FORGIVE|PARDON) (?:ANY |MY |THE )?` +
	`(?:BREVITY|TYPOS?|ERRORS)(?: (?:AND|OR) (?:BREVITY|TYPOS?|ERRORS))?\.?$|^(?:(?:WE|I) SPEAK|` +
	`SE HABLA|HABLAMOS|HABLO)(?:(?:,? AND|,| ?&| Y)? (?:ENGLISH|SPANISH|ESPA[ñÑN]OL|ARABIC|CHINESE|` +
	`CANTONESE|FARSI|FRENCH|GERMAN|HINDI|ITALIAN|JAPANESE|KOREAN|MANDARIN|POLISH|PORTUGUESE|` +
	`PUNJABI|RUSSIAN|TAGALOG|UKRAINIAN|VIETNAMESE)){1,6}[.!]?$`)

// isMotto reports whether part of a line, in upper case, is a motto in quotation marks, with no
// number and no word that limits or is about quotes.
func isMotto(s string) bool {
	words := strings.Fields(strings.Trim(s, `"“”`))
	return len(s) > 2 && strings.HasPrefix(s, `"`) && strings.HasSuffix(s, `"`) && digits(s) == 0 &&
		len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool {
		w = strings.Trim(w, ".,;!")
		return objections.Has(w) || conditions.Has(w) || orders.Has(w) || ofQuotes.Has(w)
	})
}

// service matches the place and the years of an office: "Serving Linn County since 1974".
var service = lazyregexp.MustCompile(`^(?:PROUDLY )?SERVING ((?:[\pL'.&-]+ ){1,6})` +
	`(?:SINCE (?:19|20)[0-9]{2}|FOR (?:OVER |MORE THAN )?[0-9]{1,3}\+? YEARS)$`)

// isService reports whether part of a line, in upper case, is a service without a condition.
func isService(s string) bool {
	m := service.FindStringSubmatch(s)
	return m != nil && !slices.ContainsFunc(strings.Fields(m[1]), func(w string) bool {
		return w != "AND" && (objections.Has(w) || conditions.Has(w) || ofQuotes.Has(w))
	})
}

// isHours reports whether part of a line, in upper case, has the opening hours of an office.
func isHours(s string) bool {
	name, hours, found := strings.Cut(s, "HOURS")
	name = strings.TrimSpace(name)
	if !found || name != "" && name != "OFFICE" && name != "BUSINESS" {
		return false
	}
	return !slices.ContainsFunc(strings.FieldsFunc(hours, isPause), func(w string) bool {
		return !hourWords.Has(strings.TrimLeft(w, "0123456789")) && digits(w) != len(w)
	})
}

func isPause(r rune) bool { return strings.ContainsRune(" ,.:;&–-", r) }

var hourWords = lazy.Set(`MON TUE TUES WED THU THUR THURS FRI SAT SUN MONDAY TUESDAY WEDNESDAY
	THURSDAY FRIDAY SATURDAY SUNDAY AM PM A P M NOON TO AND THROUGH CLOSED PT PST ET EST CT CST`)
