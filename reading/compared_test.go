package reading

import "testing"

// TestYearsBesideAnothers: how long somebody has been licensed, said only beside how long another has.
func TestYearsBesideAnothers(t *testing.T) {
	const ines = "My wife Ines (7/8/1981) drives too. I was born 5/6/1980. "
	for _, tt := range []struct{ text, want string }{
		{ines + "I been driving since I was 18, she has had hers about 9 years.", `drivers[0].years_licensed=28 drivers[1].years_licensed=9`},
		{ines + "I've had a license 20 years and hers she got when she was twenty.", `drivers[0].years_licensed=20 drivers[1].years_licensed=25`},
		{ines + "I've had my license since I was eighteen and her fourteen years easy, no accidents.", `drivers[0].years_licensed=28 drivers[1].years_licensed=14`},
		{ines + "I've got 20 years behind the wheel and Ines has 12.", `drivers[0].years_licensed=20 drivers[1].years_licensed=12`},
		{ines + "She got licensed at 18, me not until I was 30.", `drivers[1].years_licensed=27 drivers[0].years_licensed=16`},
		{ines + "I passed my test in 2009 and she passed hers in 2003.", `drivers[0].years_licensed=17 drivers[1].years_licensed=23`},
		{"me and my wife Ines we live in Salem I have been licensed for 24 years and Ines 27 neither of us has had a ticket", `drivers[0].years_licensed=24 drivers[1].years_licensed=27`},
		{"Nací el 5 de junio de 1980 y llevo 12 años con mi licencia.", `drivers[0].years_licensed=12`},
		{"Tengo licencia desde hace 9 años. Mi esposa se llama Inés, tiene 36 años y licencia desde hace 5.", `drivers[0].years_licensed=9 drivers[1].years_licensed=5`},
		{ines + "I've been licensed 20 years, she is 45.", `drivers[0].years_licensed=20 !drivers[1].years_licensed`},
		{ines + "I've been licensed 20 years and she had 2 tickets.", `drivers[0].years_licensed=20 !drivers[1].years_licensed`},
		{ines + "I've been licensed 20 years and she drives 9 miles.", `drivers[0].years_licensed=20 !drivers[1].years_licensed`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
