package signature

import (
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// Shape is the part of a signature that a line, or a part of a line, can be.
type Shape int

const (
	None    Shape = iota
	Proper        // a name that is not the person's: a company, a department
	Role          // a title of other words than the usual ones
	Company       // the agency, or a company by its last word or its web page
	Detail        // a title, a license, pronouns
	Place
	Personal // the person's name
	Phone
	WebLink // a web page, or the person's address
)

// LongestPart limits a part of a line, in bytes.
const LongestPart = 160

// ShapeOf returns the shape of a part of a line, without knowledge of the person and the agency. in
// is the part in upper case.
func ShapeOf(part, in string) Shape {
	switch {
	case len(in) > LongestPart || strings.ContainsAny(in, "?~"):
		return None
	case phoneLine.MatchString(in) && digits(in) >= 10:
		return Phone
	case webLine.MatchString(in) && !saysLimit(in):
		return WebLink
	case picture.MatchString(in), pronouns.MatchString(in), isTitle(in), isLicensed(in),
		isHours(in), isMotto(in), isService(in), SaysNothing(in):
		return Detail
	case isPlace(in):
		return Place
	case IsProper(part, in) && isRole(in):
		return Role
	case IsProper(part, in):
		return Proper
	}
	return None
}

// ListsProducts reports whether a line, in upper case, is a list of the products of an agency.
func ListsProducts(line string) bool { return products.MatchString(line) }

// Shapes are the shapes in the lines of a signature.
type Shapes map[Shape]bool

// Reachable reports whether the lines have a number and a link.
func (s Shapes) Reachable() bool { return s[Phone] && s[WebLink] }

// Settled reports whether no name and no role may still be a request.
func (s Shapes) Settled() bool { return !s[Proper] && !s[Role] }

// Settle accepts names and roles as parts of a signature. A role needs contact details below. A
// name needs contact details on its own line, a title on its own line and contact details below,
// or a signature with three kinds of other lines.
func (s Shapes) Settle(onLine Shapes) {
	contact := onLine[Phone] || onLine[WebLink]
	if contact {
		s[Role] = false
	}
	if onLine[Proper] && (contact || onLine[Detail]) {
		s[Proper], s[Role] = false, s[Role] || !contact
	}
	kinds := 0
	for _, kind := range []Shape{Detail, Place, Phone, WebLink} {
		if s[kind] {
			kinds++
		}
	}
	if kinds >= 3 {
		s[Proper] = false
	}
}

// saysLimit reports whether an address without a path, in upper case, has a word that Limits:
// "NOT.YET.COM".
func saysLimit(s string) bool {
	words := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == '-' })
	return !strings.Contains(s, "/") && slices.ContainsFunc(words, Limits)
}

var pronouns = lazyregexp.MustCompile(`^\(?(?:PRONOUNS:? )?(?:SHE|HER|HE|HIM|THEY|THEM|ELLA|EL)(?: ?/ ?(?:HER|HERS|HIM|HIS|THEY|THEM|THEIRS|ELLA|ELLE)){1,2}\)?$`)

var (
	phoneLine = lazyregexp.MustCompile(`^(?:(?:(?:TEL|TELEPHONE|PHONE|PH|MOBILE|CELL|FAX|OFFICE|DIRECT(?:\sLINE)?|MAIN|TOLL[-\s]FREE|TEXT|WHATSAPP|[TMPCFOD])(?:/(?:TEXT|CELL|MOBILE|FAX))?[.:]{0,2} ?)?\+?[0-9(][0-9 ()./-]{8,20}[0-9](?:,? ?(?:X|EXT(?:ENSION)?\.?):? ?[0-9]{1,5})?(?: ?\(?(?:TEL|PHONE|MOBILE|CELL|FAX|OFFICE|DIRECT|MAIN|WORK|TEXT|[TMPCFOD])\)?)?(?:[,/]? |$)){1,3}$`)
	webLine   = lazyregexp.MustCompile(`^(?:(?:WEB(?:SITE)?|W|VISIT US(?: AT)?|(?:BOOK|SCHEDULE) (?:TIME|A CALL|A MEETING)(?: WITH ME)?|(?:CONNECT WITH|FOLLOW|FIND|LIKE) (?:US|ME) ON):? ?)?<?(?:HTTPS?://[^ ]+|(?:WWW\.)?[A-Z0-9-]{3,}\.(?:[A-Z0-9-]+\.)?(?:COM|NET|ORG|US|BIZ|INFO|INSURANCE|INSURE|AGENCY|TEST|EXAMPLE)(?:/[^ ]*)?|WWW\.[^ ]+|FACEBOOK|LINKEDIN|INSTAGRAM|YELP)>?(?: ?<HTTPS?://[^ >]+>)?$`)
	picture   = lazyregexp.MustCompile(`^\[(?:CID:|HTTPS?://)[^ \]]+\](?:<HTTPS?://[^ >]+>)?$`) // pictures in Outlook's plain text
	box       = lazyregexp.MustCompile(`^P\.? ?O\.? BOX [0-9]{1,6}(?:, [\pL .'-]{2,30}, ` +
		`[A-Z]{2} [0-9]{5}(?:-[0-9]{4})?)?$`)
	street = lazyregexp.MustCompile(`^(?:(?:SUITE|STE\.?|UNIT) [0-9]{1,5}, )?[0-9]{1,6} (?:[NESW]{1,2}\.? )?(?:[\pL0-9'.-]+ ){1,4}(?:ST|STREET|AVE|AVENUE|RD|ROAD|BLVD|BOULEVARD|DR|DRIVE|LN|LANE|WAY|CT|COURT|PL|PLACE|PKWY|HWY|SQ|SQUARE)\.?(?:,? (?:SUITE|STE\.?|UNIT|FLOOR|FL|#) ?[0-9A-Z]{1,6})?(?:, [\pL .'-]{2,30},? [A-Z]{2} [0-9]{5}(?:-[0-9]{4})?)?$`)
	town   = lazyregexp.MustCompile(`^[\pL .'-]{2,30}, [A-Z]{2} [0-9]{5}(?:-[0-9]{4})?$`)
	// postal matches a house with its town and ZIP code: "2200 NE Broadway, Suite 10, Portland, OR
	// 97232". A town in the line needs no word for a street.
	postal = lazyregexp.MustCompile(`^[0-9]{1,6} ((?:[\pL0-9'.-]+ ?){1,5})(?:, (?:SUITE|STE\.?|` +
		`UNIT|FLOOR|FL|#) ?[0-9A-Z]{1,6})?, [\pL .'-]{2,30},? [A-Z]{2} [0-9]{5}(?:-[0-9]{4})?$`)
	// products matches the usual list of a footer: "Auto | Home | Life | Business".
	products = lazyregexp.MustCompile(`^(?:(?:AUTO|HOME|HOMEOWNERS|RENTERS|LIFE|HEALTH|FARM|BOAT|` +
		`MOTORCYCLE|UMBRELLA|BUSINESS|COMMERCIAL)(?: ?[|•·,/&-] ?|$)){3,9}$`)
)

// isPlace reports whether part of a line, in upper case, is a street or a town. Text that
// begins like an order is no place, even with a fitting end ("Drop towing, OK 50000", "2
// changes by the way").
func isPlace(s string) bool {
	words := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) == 0 || Limits(words[0]) || slices.ContainsFunc(words, ofQuotes.Has) {
		return false
	}
	return street.MatchString(s) && !strings.Contains(s, " THE ") || isPostal(s) ||
		town.MatchString(s) || box.MatchString(s)
}

// isPostal reports whether part of a line, in upper case, is a house with a town, and no word of
// the street limits: "500 each, Portland, OR 97232" may be a condition.
func isPostal(s string) bool {
	m := postal.FindStringSubmatch(s)
	return m != nil && !slices.ContainsFunc(strings.Fields(m[1]), Limits)
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

// SaysNothing reports whether a line, in upper case, is a usual sentence of a signature.
func SaysNothing(line string) bool { return idle.MatchString(line) || isExcuse(line) }

// idle matches a wish for less paper, the hours of visits, the states of a license and the
// languages of an office.
var idle = lazyregexp.MustCompile(`^(?:PLEASE )?(?:CONSIDER|THINK OF) THE ENVIRONMENT BEFORE ` +
	`PRINTING(?: THIS E-?MAIL)?\.?$|^(?:BY|VISITS BY) APPOINTMENT ONLY\.?$|` +
	`^LICENSED IN (?:[A-Z]{2}(?:,? AND |, ?| & |$)){1,12}$|^(?:(?:WE|I) SPEAK|` +
	`SE HABLA|HABLAMOS|HABLO)(?:(?:,? AND|,| ?&| Y)? (?:ENGLISH|SPANISH|ESPA[ñÑN]OL|ARABIC|` +
	`CHINESE|` +
	`CANTONESE|FARSI|FRENCH|GERMAN|HINDI|ITALIAN|JAPANESE|KOREAN|MANDARIN|POLISH|PORTUGUESE|` +
	`PUNJABI|RUSSIAN|TAGALOG|UKRAINIAN|VIETNAMESE)){1,6}[.!]?$`)

// isExcuse reports whether a line, in upper case, excuses short text and errors: "Typed with
// thumbs, please forgive typos".
func isExcuse(line string) bool {
	words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,.;!–-", r) })
	isOther := func(w string) bool { return !excuses.Has(w) && !excusing.Has(w) }
	return slices.ContainsFunc(words, excuses.Has) && !slices.ContainsFunc(words, isOther)
}

var (
	excuses  = lazy.Set(`BREVITY TYPO TYPOS ERRORS THUMBS THUMB AUTOCORRECT`)
	excusing = lazy.Set(`PLEASE EXCUSE FORGIVE PARDON ANY MY THE AND OR TYPED SENT WRITTEN WITH BY
		ON USING BIG FAT SPELLING`)
)

// isMotto reports whether part of a line, in upper case, is a motto in quotation marks, with no
// number and no word that limits or is about quotes.
func isMotto(s string) bool {
	words := strings.Fields(strings.Trim(s, `"“”`))
	return len(s) > 2 && strings.HasPrefix(s, `"`) && strings.HasSuffix(s, `"`) && digits(s) == 0 &&
		len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool {
		w = strings.Trim(w, ".,;!")
		return Objections.Has(w) || Conditions.Has(w) || Orders.Has(w) || ofQuotes.Has(w)
	})
}

// service matches the place and the years of an office: "Serving Linn County since 1974".
var service = lazyregexp.MustCompile(`^(?:PROUDLY )?SERVING ((?:[\pL'.&-]+ ){1,6})` +
	`(?:SINCE (?:19|20)[0-9]{2}|FOR (?:OVER |MORE THAN )?[0-9]{1,3}\+? YEARS)$`)

// isService reports whether part of a line, in upper case, is a service without a condition.
func isService(s string) bool {
	m := service.FindStringSubmatch(s)
	return m != nil && !slices.ContainsFunc(strings.Fields(m[1]), func(w string) bool {
		return w != "AND" && (Objections.Has(w) || Conditions.Has(w) || ofQuotes.Has(w))
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
	THURSDAY FRIDAY SATURDAY SUNDAY M T W TH F SA SU AM PM A P NOON TO AND THROUGH CLOSED
	PT PST ET EST CT CST`)
