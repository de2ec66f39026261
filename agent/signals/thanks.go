package signals

import (
	"slices"
	"strings"
	"unicode"

	"ppamaild/lazy"
)

// thanksWords are the words in a mail of thanks.
var thanksWords = lazy.Value[[]string]{New: func() []string {
	return strings.Fields(`thanks thank you so very much many again for your the a quick turnaround reply response help email mail message answer ok okay
	great perfect wonderful awesome sounds good got it received noted cheers hi hello dear all team best regards kind sincerely appreciated appreciate
	this that i we is will be have nice day one weekend too ever god bless kindly indeed and time patience folks guys everyone
	gracias muchas mil por su la el respuesta ayuda correo mensaje perfecto recibido de acuerdo bien muy amable saludos hola buenos buenas días dias tardes
	cordiales un saludo atentamente lo`)
}}

// maxThanksWords is the number of words in the longest mail of thanks.
const maxThanksWords = 20

// IsOnlyThanks reports whether a text contains only thanks. names are words in the signature.
func IsOnlyThanks(text string, names ...string) bool {
	words := wordsOf(text)
	known := append(wordsOf(strings.Join(names, " ")), thanksWords.Get()...)
	return len(words) > 0 && len(words) <= maxThanksWords && !strings.Contains(text, "?") &&
		!slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(known, w) })
}

// wordsOf returns the words and numbers of a text in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}
