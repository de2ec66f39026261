package reading

import "testing"

// TestMilesAsked reads bare numbers of miles where we asked for them, and not where they are money or of a license.
func TestMilesAsked(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Both cars are just for pleasure, 8000 each.", `vehicles[0].annual_miles=8000 vehicles[1].annual_miles=8000 vehicles[1].use="pleasure"`},
		{"We drive both for fun, 4,500 each.", `vehicles[0].annual_miles=4500 vehicles[1].annual_miles=4500`},
		{"Civic and Forester are both commuter cars (12k and 14k)", `vehicles[0].annual_miles=12000 vehicles[1].annual_miles=14000 vehicles[1].use="commute"`},
		{"Forester and Civic are both for errands (14,000, 12,000 miles)", `vehicles[0].annual_miles=12000 vehicles[1].annual_miles=14000`},
		{"The Civic I use for work about 12k a year and hers is just around town 8k", `vehicles[0].use="commute" vehicles[0].annual_miles=12000 vehicles[1].use="pleasure" vehicles[1].annual_miles=8000`},
		{"Both cars have 2000 each left on the loan.", `!vehicles[0].annual_miles !vehicles[1].annual_miles`},
		{"Civic and Forester are both commuter cars (2017 and 2020)", `!vehicles[0].annual_miles !vehicles[1].annual_miles`},
		{"The Civic is for work (12k and 14k)", `!vehicles[1].annual_miles`},
		{"The Civic I drive to work and hers since 2001.", `!vehicles[1]`},
	} {
		in := answerOf("Tom Becker", tt.text)
		in.Asked = []string{"vehicles[0].use", "vehicles[0].annual_miles", "vehicles[1].use", "vehicles[1].annual_miles"}
		trap(t, in, tt.want)
	}
}
