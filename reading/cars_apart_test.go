package reading

import (
	"testing"
	"time"
)

// TestCarsApart: what is said of which of several cars, and which of them are no part of the quote.
func TestCarsApart(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Quote please.\n- 2015 Kia Soul\n- my desk is 5 miles from the condo, 6500 miles a year", `vehicles[0].annual_miles=6500`},
		{"1) 2015 Kia Soul, 4,000 miles a year\n2) The condo. 2,000 square feet, 9 miles from town", `vehicles[0].annual_miles=4000 !vehicles[0].commute`},
		{"2015 Kia Soul\nI drive to my job in Bend its 12 miles, in a typical year maybe 9k\n100/300/100", `vehicles[0].annual_miles=9000 vehicles[0].commute_miles_one_way=12`},
		{"2015 Kia Soul and 2012 Honda Fit.\nThe Fit is for work, about 6500 a year. The Soul is for camping, 3500", `vehicles[0].annual_miles=3500 vehicles[1].annual_miles=6500`},
		{"2015 Kia Soul and 2012 Honda Fit. The Fit is for work, about 6500 a year. The Soul is from the lot, 2015", `vehicles[1].annual_miles=6500 !vehicles[0].annual_miles`},
		{"2015 Kia Soul y 2012 Ford Ranger. La troca hace 1,000 millas al mes.", `vehicles[1].annual_miles=12000 !vehicles[0].annual_miles`},
		{"It's a 2015 Kia Sorento, not a 2016, and it is the S not the LX.", `vehicles[0].year=2015 !vehicles[1]`},
		{"2015 Kia Soul. 9-10k a year, let's say 9,500.", `vehicles[0].annual_miles=9500`},
		{"2015 Kia Soul. Not 12,000 any more, 7,000 is nearer.", `vehicles[0].annual_miles=7000`},
		{"2015 Kia Soul. It is for road trips, and I drive Lyft in it.", `vehicles[0].use="business"`},
		{"2015 Kia Soul. I commute 4 miles each way, and I drive Lyft in it.", `vehicles[0].use="commute"`},
		{"2015 Kia Soul. I'm done working.", `vehicles[0].use="pleasure"`},
		{"2015 Kia Soul and 2012 Honda Fit. Forget about the Fit.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"2015 Kia Soul and 2012 Honda Fit. Rental on the Fit please, 5,000 miles a year.", `coverages.rental=true vehicles[1].annual_miles=5000`},
		{"2015 Kia Soul and 2012 Honda Fit. Forget about the rental on the Fit.", `vehicles[1].model="Fit"`},
		{"2015 Kia Soul. We have the Honda Fit as well, but we are selling it.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"2015 Kia Soul. My mother had it, she sold it to me.", `vehicles[0].model="Soul"`},
		{"18 kia soul ann drives to the clinic 12 mi 12k\n20 honda fit mine, I drive it to the mill 19 mi, 15k", `vehicles[0].annual_miles=12000 vehicles[1].annual_miles=15000`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestCarsInReplies: what replies say of a car that only our question names, or nothing does.
func TestCarsInReplies(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"> - Annual miles for the 2016 Soul (we have: 15,000)\nOh dear no. 4,000.", `vehicles[0].annual_miles=4000`},
		{"> - We noted a 2016 Soul, 9,000 miles a year\n> - and no loan\nThanks, that was quick!", `!vehicles[0].annual_miles`},
		{"4. no it isn't used to get to work, just errands.", `vehicles[0].use="pleasure"`},
	} {
		got := Read(Input{Subject: "Re: your quote", Text: tt.text, FromName: "Pat Doe", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)})
		facts := map[string]string{}
		for _, f := range got.Facts {
			facts[f.Path] = string(f.Value)
		}
		for _, want := range wants(tt.want) {
			checkFact(t, tt.text, want, facts)
		}
	}
}

// TestOtherCar tells of the car that is named nothing that is told of another, and finds which of two the other one is.
func TestOtherCar(t *testing.T) {
	const none = "!vehicles[0].use !vehicles[0].commute_miles_one_way !vehicles[0].annual_miles"
	for text, want := range map[string]string{
		"2015 Kia Soul. My girlfriend commutes 30 miles in the other car.":                                                     none,
		"2015 Kia Soul. My girlfriend commutes 30 miles in her own car.":                                                       none,
		"2015 Kia Soul. My girlfriend takes the other car to work, 30 miles each way.":                                         none,
		"2015 Kia Soul. We have another car that she commutes 30 miles in.":                                                    none,
		"2015 Kia Soul. The other car gets 12,000 miles a year.":                                                               none,
		"2015 Kia Soul. My girlfriend commutes 30 miles in the other car, a 2012 Honda Fit.":                                   none + " vehicles[1].commute_miles_one_way=30",
		"2015 Kia Soul. I drive it 5 miles to work and my girlfriend takes the other car.":                                     "vehicles[0].commute_miles_one_way=5",
		"2015 Kia Soul. My wife has her own car and I commute 12 miles each way.":                                              "vehicles[0].commute_miles_one_way=12",
		"2015 Kia Soul. No other car in the house, 12,000 miles a year.":                                                       "vehicles[0].annual_miles=12000",
		"2015 Kia Soul, 2012 Honda Fit, 2009 Ford Ranger. I drive the Soul. My girlfriend commutes 30 miles in the other car.": none,
		"2015 Kia Soul and 2012 Honda Fit. I drive the Soul. My girlfriend commutes 30 miles in the other car.":                none + " vehicles[1].commute_miles_one_way=30",
		"I drive a 2015 Kia Soul, she drives a 2012 Honda Fit. My girlfriend commutes 30 miles in the other car.":              none + " vehicles[1].commute_miles_one_way=30",
		"My girlfriend drives a 2015 Kia Soul, I drive a 2012 Honda Fit. She commutes 30 miles in the other car.":              "vehicles[0].commute_miles_one_way=30 !vehicles[1].commute_miles_one_way",
		"2015 Kia Soul and 2012 Honda Fit. She commutes 30 miles in the Fit. The other car does 4,000 miles a year.":           "vehicles[0].annual_miles=4000 vehicles[1].commute_miles_one_way=30",
	} {
		checkText(t, text, want)
	}
}
