package review

import (
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/review/signature"
)

// A signature without a mark begins with the name, or with a company that has a number
// and a link. Its lines have names, titles, licenses, addresses, links and numbers, but no
// sentence. A possible request ("500 deductible") never fits.

// block returns how many of the first lines belong to a signature. signed means that the name is
// above.
func (c closing) block(lines []string, signed bool) (n int) {
	lines = lines[:min(len(lines), longestSignature)]
	seen := signature.Shapes{}
	for i, line := range lines {
		onLine, text := signature.Shapes{}, normalizedText(line)
		if signature.ListsProducts(upper(text)) {
			text = "" // fits as a blank line does
		}
		for _, part := range strings.FieldsFunc(text, isDivider) {
			if part = strings.Trim(part, "*_ "); part == "" {
				continue
			}
			shapes := c.shapesOf(part, lines)
			if shapes == nil {
				return n
			}
			for _, s := range shapes {
				begun := signed || seen[signature.Personal] ||
					seen[signature.Company] && s > signature.Role
				if !begun && s != signature.Personal && s != signature.Company {
					return n
				}
				seen[s], onLine[s] = true, true
			}
		}
		seen.Settle(onLine)
		signed = signed || seen[signature.Personal] || seen[signature.Company] && seen.Reachable()
		if signed && seen.Settled() {
			n = i + 1
		}
	}
	return n
}

func isDivider(r rune) bool { return strings.ContainsRune("|•·‖◦", r) }

// shapesOf returns the shapes of a part of a line, or nil. all has the lines around the part.
func (c closing) shapesOf(part string, all []string) (found []signature.Shape) {
	if one := c.shapeOf(part, all); one != signature.None {
		return []signature.Shape{one}
	}
	for _, one := range between.Split(part, -1) {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		shape := c.shapeOf(one, all)
		if shape == signature.None {
			return nil
		}
		found = append(found, shape)
	}
	return found
}

// between divides a line into a name, a title, a signature.Company and so on.
var between = lazyregexp.MustCompile(`, ?| -+ ?| / | ?[()] ?| {2,}`)

// shapeOf returns the shape of a part that is not divided. The known names, addresses and companies
// come before the forms of lines.
func (c closing) shapeOf(part string, all []string) signature.Shape {
	s := upper(part)
	shape := signature.ShapeOf(part, s)
	switch {
	case len(s) > signature.LongestPart || strings.ContainsAny(s, "?~"):
		return signature.None
	case c.isName(part):
		return signature.Personal
	case shape == signature.Phone:
		return shape
	case c.isOwnAddress(s):
		return signature.WebLink
	case shape == signature.WebLink:
		return shape
	case c.lines[phraseOf(part)], c.isCompany(part, all):
		return signature.Company
	case c.logo(s):
		return signature.Detail
	}
	return shape
}

// isCompany reports whether a part is a company by its last word, or by a link or an address in
// the lines: "Blue Harbor" and blueharbor.com.
func (c closing) isCompany(part string, all []string) bool {
	words := strings.Fields(strings.Map(withoutMarks, upper(part)))
	plain := strings.ReplaceAll(part, ",", "")
	if len(words) < 2 || !signature.IsProper(plain, upper(plain)) {
		return false
	}
	last := words[len(words)-1]
	if legalForms.Has(last) || last == "INSURANCE" && c.hasOwnName(words) {
		return true
	}
	letters := strings.Join(words, "")
	for _, line := range append([]string{c.email}, all...) {
		for _, m := range domain.FindAllStringSubmatch(upper(line), -1) {
			name := strings.ReplaceAll(m[1], "-", "")
			if len(name) > 4 && (strings.HasPrefix(letters, name) || strings.HasPrefix(name, letters)) {
				return true
			}
		}
	}
	return false
}

// hasOwnName reports whether a company has the person's last name: "Pratt & Sons Insurance".
func (c closing) hasOwnName(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		for known := range c.names {
			if strings.HasSuffix(known, " "+w) && len(w) > 2 {
				return true
			}
		}
		return false
	})
}

var (
	legalForms = lazy.Set(`LLC INC CORP LTD LLP PLLC PC PLC LP CO AGENCY AGENCIES
		GROUP BROKERAGE BROKERS ASSOCIATES PARTNERS ADVISORS`)
	domain = lazyregexp.MustCompile(`(?:@|//|WWW\.|^)(?:WWW\.)?([A-Z0-9-]+)\.[A-Z]{2,}`)
)

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
// quotes, a suffix or a short given name: "Dana M. Reyes", "Dana "Dee" Reyes Jr.", "Cliff".
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
	name := strings.Join(words, " ")
	if len(words) == 1 && len(name) > 2 && !signature.Limits(name) {
		for known := range c.names {
			if strings.HasPrefix(known, name) {
				return true
			}
		}
	}
	if len(words) < 2 || len(words) > 4 || !signature.IsProper(name, name) {
		return false
	}
	first, last := words[0], words[len(words)-1]
	for known := range c.names {
		given, same := strings.CutSuffix(known, " "+last)
		if same && (given == first || len(first) > 2 && strings.HasPrefix(given, first)) {
			return true
		}
	}
	return false
}

func withoutMarks(r rune) rune {
	if strings.ContainsRune(`.,"()`, r) {
		return ' '
	}
	return r
}

var suffixes = lazy.Set(`JR SR II III IV`)

var (
	mailAddress = lazyregexp.MustCompile(`^(?:(?:E-?MAIL|E)[:.]? ?)?<?([A-Z0-9._+-]+)@([A-Z0-9.-]+)>?(?: ?<MAILTO:[^ >]+>)?$`)
	made        = lazyregexp.MustCompile(` (?:DESCRIPTION AUTOMATICALLY GENERATED(?: WITH [A-Z]+ CONFIDENCE)?|AI-GENERATED CONTENT MAY BE INCORRECT)\.?$`) // picture descriptions by Outlook
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
