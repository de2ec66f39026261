package reading

import "testing"

// TestRecordsOfTheRest: what somebody had, told together with what the others did not.
func TestRecordsOfTheRest(t *testing.T) {
	const us = "I'm Ann Reed. My husband Tom drives, and our son Max drives. "
	const tomOnly = `drivers[0].violations=0 drivers[1].violations=1 drivers[2].violations=0`
	for _, tt := range []struct{ text, want string }{
		{us + "Tom had a speeding ticket last year, the rest of us have no tickets.", tomOnly},
		{us + "Tom has one ticket, the others nothing.", tomOnly},
		{us + "Tom got a ticket in May. Nobody else has any tickets.", tomOnly},
		{us + "No tickets other than one for Tom in 2025.", tomOnly},
		{us + "No tickets except Tom's speeding ticket in 2025.", tomOnly},
		{us + "No tickets apart from one of Tom's last year.", tomOnly},
		{us + "No tickets or accidents except Tom's in 2025.", `!drivers[1].violations !drivers[1].accidents`},
		{us + "No accidents or tickets besides Tom's fender bender in 2025.", `drivers[0].accidents=0 drivers[1].accidents=1 drivers[2].accidents=0`},
		{us + "No accidents other than Tom's in 2014.", `!drivers[1].accidents`},
		{us + "No accidents except my husband's fender bender in May.", `drivers[1].accidents=1`},
		{us + "No tickets for Tom and me. Max had one in June.", `drivers[0].violations=0 drivers[1].violations=0`},
		{us + "No tickets or accidents for us.", `drivers[0].accidents=0 drivers[1].accidents=0 drivers[2].violations=0`},
		{us + "Tom had one ticket in May. The speeding is my only violation.", `drivers[0].violations=1 drivers[1].violations=1`},
		{us + "I have neither accidents nor tickets. Tom backed into a wall in 2025, so that is one accident.", `drivers[0].accidents=0 drivers[1].accidents=1`},
		{us + "One ticket in May which was Tom's.", `drivers[1].violations=1 !drivers[0].violations`},
		{"Drivers are myself, Ann Reed, born 5/4/1970, and my husband Tom Reed, born 6/5/1971. No tickets or accidents.", `drivers[0].accidents=0 drivers[1].accidents=0`},
		{"I had a DUI in 2025. No accidents, the DUI is my only violation.", `drivers[0].accidents=0 drivers[0].violations=1`},
		{"Licensed 20 years, accidents none, tickets one.", `drivers[0].accidents=0 drivers[0].violations=1`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
