package reading

import (
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
)

func FuzzRead(f *testing.F) {
	for _, l := range readLabeled(f, "mails") {
		f.Add(l.in.Subject, l.in.Text, l.in.FromName, strings.Join(l.in.Asked, ","))
	}
	for _, piece := range hostile {
		f.Add("", strings.Repeat(piece, 5), "Ann Lee", "drivers[1].date_of_birth")
	}
	f.Add("Re: quote", "1-3/4/85\n2) 52 3. me; #4 12-13k, the rest i dont know", "Ann Lee", "drivers[0].date_of_birth,drivers[0].years_licensed,vehicles[0].driver,vehicles[0].annual_miles")
	f.Fuzz(func(t *testing.T, subject, text, from, asked string) {
		in := claims.Input{Subject: subject, Text: text, FromName: from, Date: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
		if asked != "" {
			in.Asked = strings.Split(asked, ",")
		}
		for _, known := range []quote.Application{{}, knownCase} {
			in.Known = known
			checkReading(t, in, Read(in))
		}
		in.Began = "Bo Ash" // and so somebody else may write
		checkReading(t, in, Read(in))
		find.Mask(text)
	})
}

// checkReading checks what holds of any reading: words are verbatim, and facts
// apply in their order.
func checkReading(t *testing.T, in claims.Input, got Reading) {
	t.Helper()
	c := quote.Case{Application: in.Known}
	for _, fact := range got.Facts {
		if fact.Words == "" || !strings.Contains(in.Subject, fact.Words) && !strings.Contains(in.Text, fact.Words) && !strings.Contains(in.FromName, fact.Words) {
			t.Errorf("%s rests on %q, which nobody wrote", fact.Path, fact.Words)
		}
		if err := c.Apply(fact); err != nil {
			t.Errorf("applying %s: %v", fact.Path, err)
		}
	}
}
