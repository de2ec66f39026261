package message

import (
	"slices"
	"strings"
	"testing"
)

// reaction is a mail as Gmail makes it of an emoji.
func reaction(emoji string) string {
	return soundHeader + multi("alternative", "b",
		"Content-Type: text/plain; charset=utf-8\r\n\r\n"+emoji+"\r\nAnn reacted via Gmail <https://mail.test/?from=reaction>",
		"Content-Type: text/vnd.google.email-reaction+json; charset=utf-8\r\n\r\n{\"emoji\":\""+emoji+"\",\"version\":1}",
		"Content-Type: text/html; charset=utf-8\r\n\r\n<p>"+emoji+"</p><p>Ann reacted via <a href=\"https://mail.test/?from=reaction\">Gmail</a></p>")
}

// Of a reaction only the emoji is its author's, who is said to have written nothing.
func TestReactionIsItsEmoji(t *testing.T) {
	said := func(m *Message) bool {
		return slices.ContainsFunc(m.Problems, func(p string) bool { return strings.Contains(p, "a reaction to a mail, and wrote nothing") })
	}
	for _, emoji := range []string{"👍", "❤️", "👍🏽", "👩‍👩‍👧", "🇺🇸", "1️⃣"} {
		if m := mustParse(t, reaction(emoji)); m.Text != emoji || m.HTML != "" || !said(m) {
			t.Errorf("%s: text %q, HTML %q, problems %q", emoji, m.Text, m.HTML, m.Problems)
		}
	}
	for _, none := range []string{"", "ACCEPT", "👍 ACCEPT", "42", strings.Repeat("👍", 20)} {
		if m := mustParse(t, reaction(none)); !strings.Contains(m.Text, "Ann reacted") || said(m) {
			t.Errorf("%q: text %q, problems %q", none, m.Text, m.Problems)
		}
	}
}
