package reply

import (
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ppamaild/mailbox/message"
)

// TestUnseen reads replies in the formats of mail programs that no rule was written for. Before
// any rule changed for a set, the rules gave these results. Exact is the share of mails with
// equal lines. F1 compares lines.
//
//	set1: 35 of 40 exact, F1 .958
//	set2: 31 of 42 exact, F1 .907
//	set3: 36 of 40 exact, F1 .953
//	set4: 35 of 36 exact, F1 .986
//	set5: 40 of 46 exact, F1 .945; a mail in a format of no program was taken out later
func TestUnseen(t *testing.T) {
	for _, set := range []string{"set1", "set2", "set3", "set4", "set5"} {
		a, err := txtar.ParseFile("testdata/unseen/" + set + ".txtar")
		if err != nil || len(a.Files) < 2 {
			t.Fatal(len(a.Files), err)
		}
		for i := 0; i+1 < len(a.Files); i += 2 {
			mail, own := a.Files[i], a.Files[i+1]
			t.Run(set+"/"+strings.TrimSuffix(own.Name, ".own"), func(t *testing.T) {
				m := textMail(string(mail.Data))
				if strings.HasSuffix(mail.Name, ".html") {
					m = &message.Message{HTML: string(mail.Data)}
				}
				r := Extract(m)
				if got, want := filled(r.Text), filled(string(own.Data)); got != want {
					t.Errorf("got:\n%s\nwant:\n%s\n%s", got, want, explained(r))
				}
			})
		}
	}
}

var blanks = regexp.MustCompile(`[ \t\p{Zs}]+`)

// filled returns the lines of a text without blank lines and with single spaces.
func filled(s string) string {
	var lines []string
	for l := range strings.Lines(s) {
		if l = strings.TrimSpace(blanks.ReplaceAllString(l, " ")); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}

// TestOwnWordsStay: own words that resemble an added line or a notice are own text.
func TestOwnWordsStay(t *testing.T) {
	for _, s := range []string{
		"Sent the title to Lee yesterday.", "Sent from our house in Portland last week", "Get a quote for the Mac truck",
		"Please print my card, my work environment has no printer.", "Our agency said:\n\nthe deductible is $500.",
		"On Friday 11/20 at 9:39 Lee from quotes@agency.test called: he needs the VIN.",
		"LT> is on the plate of my car.", "The original message was lost.\nFrom: Portland\nTo: Salem",
		"The policy is confidential and privileged, as the addressee knows; any disclosure is prohibited, but I disclose my own claims here for the quote.",
	} {
		if r := Extract(textMail("2019.\n\n" + s)); r.Text != "2019.\n\n"+s {
			t.Errorf("%q: %+v", s, r)
		}
	}
}
