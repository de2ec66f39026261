package message

import (
	"encoding/json"
	"strings"
	"unicode"
)

// longestEmoji is in bytes. Flags and families consist of several characters.
const longestEmoji = 64

// emojiReaction reads Gmail's part for an emoji reaction to another mail, and returns the emoji.
// Gmail writes the rest of such a mail, with a link.
func emojiReaction(content []byte) (emoji string, ok bool) {
	var chosen struct {
		Emoji string `json:"emoji"`
	}
	err := json.Unmarshal(content, &chosen)
	ok = err == nil && len(chosen.Emoji) <= longestEmoji && isEmoji(chosen.Emoji)
	return chosen.Emoji, ok
}

func isEmoji(s string) bool {
	const joiner = '\u200d'
	wordy := func(r rune) bool { return unicode.IsLetter(r) || !unicode.IsGraphic(r) && r != joiner }
	return !strings.ContainsFunc(s, wordy) && strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}
