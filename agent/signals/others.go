package signals

import (
	"strings"
	"time"

	"ppamaild/lazyregexp"
)

// MayNameOther reports whether words may be about several people, or name a person who is no
// driver. Known is an application in JSON, and has the names of the drivers.
func MayNameOther(said, known string) bool {
	said = samePerson.ReplaceAllString(said, "")
	for _, found := range otherPerson.FindAllStringSubmatch(said, -1) {
		_, err := time.Parse("January", found[1])
		if err != nil && !strings.Contains(known, `"`+found[1]+`"`) {
			return true
		}
	}
	return false
}

// samePerson matches an "and" before the writer, or before more about the same person.
var samePerson = lazyregexp.MustCompile(`(?i)\band (?:I|me|she|he|is|has|drives|uses|borrows|` +
	`shares|works|helps|also|often|sometimes|occasionally)\b`)

// otherPerson matches a name within a sentence, or a word for several people.
var otherPerson = lazyregexp.MustCompile(`[^.!?…] ["(]?(\p{Lu}\pL+)|(?i:&|mates\b|\b(?:and|y|` +
	`both|two|three|dos|tres|children|kids|parents|(?:son|daughter|brother|sister)s)\b)`)
