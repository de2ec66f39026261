package reading

import (
	"strings"
	"testing"

	"ppamaild/quote"
	"ppamaild/reading/claims"
)

// askedOfOne and askedOfTwo are first mails, and what is asked about them then.
var (
	askedOfOne = thread{"2019 Hyundai Tucson. 331 Pine St Apt 4, Eugene, OR 97401",
		"drivers[0].date_of_birth drivers[0].years_licensed vehicles[0].use vehicles[0].annual_miles"}

	askedSurname = thread{"2013 Nissan Sentra. I'm 22.",
		"named_insured.surname garaging_address drivers[0].date_of_birth drivers[0].years_licensed vehicles[0].use vehicles[0].annual_miles"}
)

// thread is a first mail and the paths that are asked for thereupon.
type thread struct{ first, paths string }

// reply is a mail of Pat Doe's who answers that.
func (a thread) reply(t *testing.T, text string) claims.Input {
	t.Helper()
	in := letter("Car insurance", a.first)
	if a == askedSurname {
		in.FromName = "pat"
	}
	var c quote.Case
	for _, err := range c.ApplyAll(Read(in).Facts) {
		if err != nil {
			t.Fatal(err)
		}
	}
	in.Subject, in.Text, in.Known, in.Asked = "Re: Car insurance", text, c.Application, strings.Fields(a.paths)
	return in
}
