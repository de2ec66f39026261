package reading

import "testing"

// TestRecordsOfEach: a sentence that tells of one person's tickets or accidents, and then of another's.
func TestRecordsOfEach(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"No tickets for me, Linda has one.", "drivers[0].violations=0 drivers[1].violations=1"},
		{"No tickets for me, but Linda has two.", "drivers[0].violations=0 drivers[1].violations=2"},
		{"No accidents for me, Linda had one last year.", "drivers[0].accidents=0 drivers[1].accidents=1"},
		{"No accidents for me, Linda had one in 2018.", "drivers[0].accidents=0"},
		{"No accidents for me, Linda had one, not her fault.", "drivers[0].accidents=0"},
		{"No tickets or accidents for me, Linda has one.", "drivers[0].accidents=0 drivers[0].violations=0"},
		{"No tickets or accidents for me, Linda has one ticket.", "drivers[0].accidents=0 drivers[0].violations=0 drivers[1].violations=1"},
		{"No tickets for me. Linda has one.", "drivers[0].violations=0 drivers[1].violations=1"},
		{"No tickets for Linda, I have one.", "drivers[0].violations=1 drivers[1].violations=0"},
		{"I had two tickets in 2025 and Linda had one.", "drivers[0].violations=2 drivers[1].violations=1"},
		{"I had two tickets in 2025, Linda had one in 2019.", "drivers[0].violations=2"},
		{"I have one ticket and Linda has one too.", "drivers[0].violations=1 drivers[1].violations=1"},
		{"I had an accident in 2025 and Linda had one in March.", "drivers[0].accidents=1 drivers[1].accidents=1"},
		{"Linda got a speeding ticket last May and I had a fender bender in 2024, my fault.", "drivers[0].accidents=1 drivers[1].violations=1"},
		{"I got a speeding ticket last May and Linda had a fender bender in 2024, her fault.", "drivers[0].violations=1 drivers[1].accidents=1"},
		{"I have one ticket, Linda has none.", "drivers[0].violations=1 drivers[1].violations=0"},
		{"Linda has a ticket and I have an accident.", "drivers[0].accidents=1 drivers[1].violations=1"},
		{"Tickets: Linda 1, me 0.", "drivers[0].violations=0 drivers[1].violations=1"},
		{"I'm clean but Linda has had two accidents.", "drivers[0].accidents=0 drivers[0].violations=0 drivers[1].accidents=2"},
		{"No tickets for me, Linda has one car.", "drivers[0].violations=0"},
		{"No tickets for me, Linda has two jobs.", "drivers[0].violations=0"},
		{"I had two tickets in 2025 and Linda has one speeding ticket.", "drivers[0].violations=2 drivers[1].violations=1"},
		{"I had two tickets in 2025 and Linda had one parking ticket.", "drivers[0].violations=2"},
		{"I had two tickets and an accident in 2025, Linda had one.", "drivers[0].violations=2 drivers[0].accidents=1"},
		{"No tickets for me, Linda has one of those phones.", "drivers[0].violations=0"},
		{"No tickets for me, Linda may have one.", "drivers[0].violations=0"},
		{"No tickets for me, my neighbor has one.", "drivers[0].violations=0"},
		{"No tickets for me, my sister has one.", `drivers[0].violations=0 drivers[2].relationship="other"`},
		{"No tickets for Linda, I think.", "drivers[1].violations=0"},
		{"No tickets for me, Linda one.", "drivers[0].violations=0"},
		{"No tickets for me or Linda.", "drivers[0].violations=0 drivers[1].violations=0"},
		{"No tickets for me and Linda in the last five years.", "drivers[0].violations=0 drivers[1].violations=0"},
		{"No tickets for me, Linda had a speeding ticket in May.", "drivers[0].violations=0 drivers[1].violations=1"},
		{"I don't think Tom and Linda had a ticket.", "drivers[0].violations=0 drivers[1].violations=0"},
		{"No accidents for me, my wife had one in 2025.", "drivers[0].accidents=0 drivers[1].accidents=1"},
		{"I have had no accidents but Linda has had one last year.", "drivers[0].accidents=0 drivers[1].accidents=1"},
		{"No tickets for me, Linda had one but it was dismissed.", "drivers[0].violations=0"},
		{"I had two tickets, Linda got one of them.", "drivers[0].violations=2"},
		{"No tickets for me, my car is old and Linda has one.", "drivers[0].violations=0"},
		{"Linda got a ticket in Bend and I had two accidents in 2024.", "drivers[0].accidents=2 drivers[1].violations=1"},
		{"Linda and I had two accidents in 2024.", "drivers[0].accidents=2 drivers[1].accidents=2"},
	} {
		checkAnswered(t, tt.text, answered(ofTwoCars(), recordsAsked, tt.text), tt.want)
	}
}

// recordsAsked are the questions for the accidents and tickets of both drivers.
var recordsAsked = []string{"drivers[0].accidents", "drivers[0].violations", "drivers[1].accidents", "drivers[1].violations"}
