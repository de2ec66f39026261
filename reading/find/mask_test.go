package find

import (
	"testing"

	"ppamaild/reading/text"

	"pgregory.net/rapid"
)

// A text is left alone at first sight only where there is nothing private in it.
func TestMaskOverlooksNothing(t *testing.T) {
	pieces := []string{
		"123", "45", "6789", "123456789", "4111", "1111", "4111111111111111", "97201", "503", "A1234567", "4821973", "-", "–", ".", "+", "/", "#", " ", "\n",
		"ssn", "social", "license", "driver's", " lic ", "dl", "licencia", "numero de", "oregon", "mine", "one two three four five six",
	}
	rapid.Check(t, func(t *rapid.T) {
		body := ""
		for _, piece := range rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 14).Draw(t, "pieces") {
			body += piece + rapid.SampledFrom([]string{"", " "}).Draw(t, "blank")
		}
		d := New(body)
		for i := range d.Tokens {
			if kind, _ := PrivateAt(d, i); kind != "" && !mayHoldPrivate(text.Lex(body)) {
				t.Fatalf("%q holds a private number: %s", body, kind)
			}
		}
	})
}

// BenchmarkMask masks what most mails are: texts with numbers, none of them private.
func BenchmarkMask(b *testing.B) {
	const text = "Hello,\n\nI would like a quote. My name is Ann Lee, born on March 4, 1985. I live at 12 Elm Street,\n" +
		"Salem, OR 97301; call me at 503-555-0123.\n\nThe car is a 2019 Honda Civic. I drive it to work, about 11,000 miles a year.\n"
	b.ReportAllocs()
	for b.Loop() {
		if Mask(text) != text {
			b.Fatal("it was changed")
		}
	}
}
