package reading

import "testing"

// TestRecordOfAll: denials of even one, what else there is, and answers for everybody.
func TestRecordOfAll(t *testing.T) {
	const couple = "2012 Kia Rio. My wife Lu drives too.\n"
	const none = `drivers[0].accidents=0 drivers[0].violations=0 drivers[1].accidents=0 drivers[1].violations=0`
	for text, want := range map[string]string{
		"2012 Kia Rio. I have not gotten one ticket or accident since I was a kid.":                     `drivers[0].accidents=0 drivers[0].violations=0`,
		"2012 Kia Rio. We haven't had even one accident or citation.":                                   `drivers[0].accidents=0 drivers[0].violations=0`,
		"2012 Kia Rio. I had one accident and not a single ticket.":                                     `drivers[0].accidents=1 drivers[0].violations=0`,
		"2012 Kia Rio. No accidents, and the speeding ticket of May 2026 is all I have.":                `drivers[0].accidents=0`,
		couple + "Lu had a crash in May, her fault. Otherwise none of us has had tickets or accidents.": `drivers[1].accidents=1 drivers[0].accidents=0 drivers[0].violations=0 drivers[1].violations=0`,
		couple + "Lu had a ticket in 2025, apart from that she has no tickets.":                         `drivers[1].violations=1`,
		couple + "Accidents/tickets: none for either of us":                                             none,
		couple + "Tickets/accidents: none, both":                                                        none,
		couple + "> Any accidents or tickets?\nNothing for us":                                          none,
		couple + "> Any accidents or tickets so far?\nNo":                                               none,
		couple + "> Has Lu had any tickets?\nNo":                                                        `drivers[1].violations=0 !drivers[0].violations`,
	} {
		checkText(t, text, want)
	}
}
