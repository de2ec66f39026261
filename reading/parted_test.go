package reading

import (
	"testing"
	"time"
)

// TestPartedAndMoved: a former spouse and who moved away drive no more.
func TestPartedAndMoved(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"My wife and I are getting divorced so I need my own policy for the 2014 Honda Fit I drive.", `!drivers[1]`},
		{"2014 Honda Fit. My husband and I split up in March, he drives the van. My dad Joe drives my Fit too.", `drivers[1].given_name="Joe" !drivers[2]`},
		{"Mi esposo y yo nos separamos, manejo un Honda Fit 2014.", `!drivers[1]`},
		{"2014 Honda Fit. My wife Kim and I are separated but keep one policy, her birthday is 5/5/1984.", `drivers[1].given_name="Kim" drivers[1].date_of_birth="1984-05-05"`},
		{"2014 Honda Fit. My nephew Joe used to drive me to church but he moved to Reno.", `!drivers[1]`},
		{"2014 Honda Fit. Our son Joe moved out but still drives it.", `drivers[1].given_name="Joe"`},
		{"2014 Honda Fit. Our son Joe drives it too. We moved to Reno.", `drivers[1].given_name="Joe"`},
		{"2014 honda fit. my mom kim drives too, her birthday is 5/5/1964. i am 3/3/1990, driving 15 yrs. we live in salem or.", `drivers[0].years_licensed=15 !drivers[1].years_licensed`},
		{"I have a 2014 Honda Fit.\nOne accident in 2023\nFit: 9,000 miles a year", `vehicles[0].year=2014 vehicles[0].annual_miles=9000`},
		{"2014\nHonda Fit\n9,000 miles a year", `vehicles[0].year=2014 vehicles[0].annual_miles=9000`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestMilesAnswered: miles in sentences of their own below a quoted question for them.
func TestMilesAnswered(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"> 2. What do you use the car for, and how many miles\n> a year?\n\nFun. The dash says I did 5,200.\n\n> 3. Any tickets?\n\nNone.", `vehicles[0].annual_miles=5200`},
		{"> How many miles a year?\n\nHard to tell, call it five thousand.", `vehicles[0].annual_miles=5000`},
		{"> Mileage per year?\n\nThe mechanic wrote 5,200, I'd have guessed 4,000.", `!vehicles[0].annual_miles`},
		{"> How many miles a year?\n\nI bought it in 2015, so I don't know.", `!vehicles[0].annual_miles`},
		{"> How many miles to work, one way?\n\nThe bus line is the 5200.", `!vehicles[0].annual_miles`},
		{"> What did you pay?\n\nI think it was 5,200.", `!vehicles[0].annual_miles`},
	} {
		trap(t, Input{Subject: "Re: quote", Text: tt.text, Replies: true, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}, tt.want)
	}
}
