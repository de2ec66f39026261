package signals

import (
	"slices"
	"strings"
	"unicode"
)

// courtesies are the words of a mail that says nothing but thanks.
var thanksWords = strings.Fields(`thanks thank you so very much many again for your the a quick reply response help email mail message answer ok okay
	great perfect wonderful awesome sounds good got it received noted cheers hi hello dear all team best regards kind sincerely appreciated appreciate
	this that i we is will be have nice day one weekend too ever god bless kindly indeed and time patience folks guys everyone
	gracias muchas mil por su la el respuesta ayuda correo mensaje perfecto recibido de acuerdo bien muy amable saludos hola buenos buenas días dias tardes
	cordiales un saludo atentamente lo`)

// mostCourteous is how many words a mere courtesy has at most.
const maxThanksWords = 20

// IsCourtesy reports whether a text says nothing but thanks, in any order. names
// are words that sign it.
func IsOnlyThanks(text string, names ...string) bool {
	words := wordsOf(text)
	known := append(wordsOf(strings.Join(names, " ")), thanksWords...)
	return len(words) > 0 && len(words) <= maxThanksWords && !strings.Contains(text, "?") &&
		!slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(known, w) })
}

// wordsOf returns the words of a text in lower case; numbers are words too.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}
