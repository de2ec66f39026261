package reading

import "testing"

// TestMilesInOtherWords: miles in a year, and to work, said in other words, and of which of several vehicles.
func TestMilesInOtherWords(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2015 Kia Soul. I'd guess 9000 or so miles per year.", `vehicles[0].annual_miles=9000`},
		{"2015 Kia Soul. does 15k+ a year", `vehicles[0].annual_miles=15000`},
		{"2015 Kia Soul. 15,000+ miles/year", `vehicles[0].annual_miles=15000`},
		{"2015 Kia Soul. say 7,500 for the year", `vehicles[0].annual_miles=7500`},
		{"2015 Kia Soul. miles: 9000", `vehicles[0].annual_miles=9000`},
		{"2015 Kia Soul. 6.000 miles a year", `vehicles[0].annual_miles=6000`},
		{"2015 Kia Soul. como 8 mil al año", `vehicles[0].annual_miles=8000`},
		{"2015 Kia Soul. cada semana hago 150 millas", `vehicles[0].annual_miles=7800`},
		{"2015 Kia Soul. The odometer says 84,000.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. It has 84,000 miles on it.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. 28,000 miles on it so far.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. It has 22,500 miles.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. I guess 9 or 10 thousand miles a year.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. 800 miles a month, call it 10k a year", `vehicles[0].annual_miles=10000`},
		{"2015 Kia Soul. I drive 30 miles a day.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. Probably 7k on the year.", `vehicles[0].annual_miles=7000`},
		{"2015 Kia Soul. I paid 340 a month for insurance.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. I pay $1,800 a year now.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. Geico wants 1900 a year.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. My premium is 2,400 per year.", `!vehicles[0].annual_miles`},
		{"My car is a 2015 Kia Soul and my wife's is a 2012 Honda Fit. Mine gets about 8k a year, hers 5k.", `vehicles[0].annual_miles=8000 vehicles[1].annual_miles=5000`},
		{"My car is a 2015 Kia Soul and my wife's is a 2012 Honda Fit. My car gets 8k a year, hers gets 5k.", `vehicles[0].annual_miles=8000 vehicles[1].annual_miles=5000`},
		{"My car is a 2015 Kia Soul and my wife's is a 2012 Honda Fit. My car gets 8k a year and her car gets 5k a year.", `vehicles[0].annual_miles=8000 vehicles[1].annual_miles=5000`},
		{"My car is a 2015 Kia Soul and my wife's is a 2012 Honda Fit. I put 8,000 miles a year on mine and she puts 5,000 on hers.", `vehicles[0].annual_miles=8000 vehicles[1].annual_miles=5000`},
		{"2015 Kia Soul and 2012 Honda Fit. About 8,000 miles a year for the Soul, 5,000 for the Fit.", `vehicles[0].annual_miles=8000 vehicles[1].annual_miles=5000`},
		{"2015 Kia Soul. For the year I reckon with 7.500 miles.", `vehicles[0].annual_miles=7500`},
		{"2015 Kia Soul. 60 miles a week. Last insurer had 9,000 a year.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. I drive 7,000 miles a year... no, nearer to 9,500.", `vehicles[0].annual_miles=9500`},
		{"2015 Kia Soul. 7,000 miles a year. My brother says it is more like 9,500, and I don't know which is right.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. 7,000 miles a year. I don't know which coverage is right.", `vehicles[0].annual_miles=7000`},
		{"2015 Kia Soul and 2012 Honda Fit. Between 8,000 and 10,000 a year.", `!vehicles[0].annual_miles !vehicles[1].annual_miles`},
		{"2015 Kia Soul. Low miles on it, 22,000.", `!vehicles[0].annual_miles`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestOwnershipInOtherWords: how a vehicle is held, said in other words.
func TestOwnershipInOtherWords(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2015 Kia Soul. My dad gave it to me.", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. Just finished paying it off.", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. loan free", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. lien free", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. Free & clear.", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. I don't owe anything on it.", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. I don't owe a dime on it.", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. Owner: me, no bank.", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. Lo compré en efectivo.", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. No tiene préstamo.", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. I have payments.", `vehicles[0].ownership="financed"`},
		{"2015 Kia Soul. It has payments.", `vehicles[0].ownership="financed"`},
		{"2015 Kia Soul. Almost paid off.", `vehicles[0].ownership="financed"`},
		{"2015 Kia Soul. It'll be paid off next year.", `vehicles[0].ownership="financed"`},
		{"2015 Kia Soul. It's on finance.", `vehicles[0].ownership="financed"`},
		{"2015 Kia Soul. Tiene préstamo del banco.", `vehicles[0].ownership="financed"`},
		{"2015 Kia Soul. Debo todavía al banco.", `vehicles[0].ownership="financed"`},
		{"2015 Kia Soul. Hago pagos mensuales.", `vehicles[0].ownership="financed"`},
		{"2015 Kia Soul. I have already paid it full.", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. It's my first, I bought my own car last week.", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. Every month I pay the bank for it.", `vehicles[0].ownership="financed"`},
		{"2015 Kia Soul. The lease was up, and I bought it.", `!vehicles[0].ownership`},
		{"2015 Kia Soul. I am in the market for a loan-free life.", `vehicles[0].model="Soul"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
