package message

import (
	"encoding/json"
	"strings"
	"unicode"
)

// longestEmoji is in octets. Flags and families consist of several characters.
const longestEmoji = 64

// reacted reads Gmail's part for an emoji reaction to another mail. It reports whether the mail
// is a reaction. Gmail writes the rest of the mail, with a link.
func (p *parser) reacted(content []byte) bool {
	var chosen struct {
		Emoji string `json:"emoji"`
	}
	if json.Unmarshal(content, &chosen) != nil || len(chosen.Emoji) > longestEmoji || !isEmoji(chosen.Emoji) {
		return false
	}
	p.reaction = chosen.Emoji
	p.problem("its author chose an emoji as a reaction to a mail, and wrote nothing")
	return true
}

func isEmoji(s string) bool {
	const joiner = '\u200d'
	wordy := func(r rune) bool { return unicode.IsLetter(r) || !unicode.IsGraphic(r) && r != joiner }
	return !strings.ContainsFunc(s, wordy) && strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}
