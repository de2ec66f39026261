package reading

import (
	"slices"
	"testing"

	"ppamaild/quote"
)

// askedWhoDrives is a first mail of two cars, and the question who drives one of them.
var askedWhoDrives = thread{"2014 Chevrolet Silverado. 90 Elm Dr, Reno, NV 89501. And a 2021 Toyota Camry.", "drivers[0].date_of_birth drivers[0].years_licensed vehicles[1].driver"}

// TestNameAnswersWhoDrives: somebody new whose name answers our question who drives a car is a driver.
func TestNameAnswersWhoDrives(t *testing.T) {
	onlyThat := thread{askedWhoDrives.first, "vehicles[1].driver"}
	replies{
		{askedWhoDrives, "1. 6-6-60\n2. 50\n3. Rosa", `d0.born="1960-06-06" d1.given_name="Rosa" v1.driver=1`},
		{askedWhoDrives, "1. 6-6-60\n2. 50\n3. rosa", `d1.given_name="Rosa" v1.driver=1`},
		{askedWhoDrives, "1. 6-6-60\n2. 50\n3. Mostly Rosa, 5/2/62", `d0.born="1960-06-06" d1.given_name="Rosa" d1.born="1962-05-02" v1.driver=1`},
		{askedWhoDrives, "1. 6-6-60\n2. 50\n3. Rosa drives it", `d1.given_name="Rosa" v1.driver=1`},
		{askedWhoDrives, "1. 6-6-60\n2. 50\n3. Rosa\nThanks!\nPat", `d0.born="1960-06-06" d1.given_name="Rosa" v1.driver=1`},
		{onlyThat, "Rosa. She was born 5/2/62 and has had a license for 45 years.", `d1.given_name="Rosa" d1.born="1962-05-02" d1.years=45 v1.driver=1 !d0.date_of_birth`},
		{askedWhoDrives, "1. 6-6-60\n2. 50\n3. Depends", `d0.born="1960-06-06" !d1`},
		{askedWhoDrives, "1. 6-6-60\n2. 50\n3. idk", `d0.born="1960-06-06" !d1`},
		{askedWhoDrives, "1. 6-6-60\n2. 50\n3. Both", `d0.born="1960-06-06" !d1`},
		{askedWhoDrives, "1. 6-6-60\n2. 50\n3. Pat", `v1.driver=0 !d1`},
	}.check(t)
}

// TestKilometersInWords: miles are miles, wherever their period stands.
func TestKilometersInWords(t *testing.T) {
	replies{
		{askedOfOne, "In one year I make approximately 15 000 km.", `v0.miles=9323`},
		{askedOfOne, "In a month I do 1500 km", `v0.miles=11187`},
		{askedOfOne, "Every week 300 km", `v0.miles=9695`},
		{askedOfOne, "In one year I make approximately 15,000 miles.", `v0.miles=15000`},
	}.check(t)
}

// TestRepliesAsPeopleWriteThem reads what stands around plain answers.
func TestRepliesAsPeopleWriteThem(t *testing.T) {
	ofTwo := thread{"2021 Toyota RAV4 and 2015 Honda Civic. My wife Carmen. 88 Maple Ave, Bend, OR 97701", askedOfTwo.paths}
	civic := thread{askedOfTwo.first, "vehicles[0].annual_miles"}
	replies{
		// exclamations name nobody
		{askedOfOne, "5k miles a year. Oh and I had one speeding ticket in 2024.", `v0.miles=5000 d0.violations=1 !d1`},
		{askedOfOne, "5k miles a year. Linda and I had one speeding ticket each in 2024.", `d0.violations=1 d1.violations=1`},
		// the last of numbered answers on one line ends with its sentence
		{askedOfOne, "Hi! 1) 12/1/57 2) 52 years 3) pleasure 4) 6000. Also, I checked the registration, and my Geico runs out on the 30th of this month.", allFour},
		// a number for the car whose miles were asked
		{civic, "OK let's say 5000 for the Civic. Linda had a ticket last year.", `v0.miles=5000 d1.violations=1`},
		// whose record it is
		{askedOfTwo, "Neither Linda nor I has had a ticket or accident.", `d0.accidents=0 d0.violations=0 d1.accidents=0 d1.violations=0`},
		{askedOfTwo, "I don't drive much, nor does Linda. I had a ticket.", `d0.violations=1 !d1.violations`},
		{ofTwo, "Carmen: 3/10/1984, licencia 8 años.\nNo hemos tenido choques ni tickets.", `d0.accidents=0 d0.violations=0 d1.accidents=0 d1.violations=0 d1.years=8`},
		{ofTwo, "Yo uso el RAV4 para ir a trabajar.", `v0.driver=0 v0.use="commute"`},
		{askedOfTwo, "My bday 10/10/1978, Linda's 1/8/1980.", `d0.born="1978-10-10" d1.born="1980-01-08"`},
		// a street is no town and state
		{askedOfOne, "12/1/57. The street should be Lakeview Ct., unit 3.", `d0.born="1957-12-01" !garaging_address`},
		{askedOfOne, "We moved to 5 Elm St in Hartford Ct.", `garaging_address.state="CT"`},
		// work that carries things
		{askedOfOne, "3. para el trabajo, soy pintor y llevo mi material", `v0.use="business"`},
	}.check(t)
}

// TestStudentIsNoGoodStudent: "a student" tells of no grades.
func TestStudentIsNoGoodStudent(t *testing.T) {
	trap(t, letter("Quote", "2011 Subaru Impreza, I'm a student in Eugene."), `!discounts`)
	trap(t, letter("Quote", "2011 Subaru Impreza, I'm an A student in Eugene."), `discounts=["good_student"]`)
}

// TestOthersWithoutLicense: who is only spoken of needs none, also where nobody knows them.
func TestOthersWithoutLicense(t *testing.T) {
	for text, want := range map[string]string{
		"5k miles. Dev doesn't drive, he never got a license.": "",
		"5k miles. I never got a license.":                     "unlicensed",
	} {
		if got := Read(askedOfOne.reply(t, text)).Refer; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestLessCoverIsAsked: who asks what it comes to with less gets a price, and no question stays open.
func TestLessCoverIsAsked(t *testing.T) {
	one, two := thread{askedOfOne.first, ""}, thread{askedOfTwo.first, ""}
	for _, tt := range []struct {
		to         thread
		text, want string
		open       int
	}{
		{one, "That's high lol. what if i just do liability", provideInfo, 0},
		{one, "What would it be with just liability?", provideInfo, 0},
		{two, "What about if I drop full coverage on the Civic, liability only on that one", provideInfo, 0},
		{one, "My dob is 1/2/1950. Do you give a discount for senior drivers?", provideInfo, 1},
		{one, "My dob is 1/2/1950. Any discounts?", provideInfo, 0},
		{one, "Does just liability cover a rental?", question, 0},
	} {
		got := Read(tt.to.reply(t, tt.text))
		if got.Intent != tt.want || len(got.Questions) != tt.open {
			t.Errorf("%q: %s, open %q; want %s and %d open", tt.text, got.Intent, got.Questions, tt.want, tt.open)
		}
	}
}

// TestMailBeginsWithACompanion: whom a mail names first, beside its writer, is to be insured as well.
func TestMailBeginsWithACompanion(t *testing.T) {
	got := Read(Input{Subject: "Quote", Text: "Joyce and I would like a quote for our 2020 Chevrolet Equinox.\n\nBob Lang", FromName: "Bob Lang"})
	if !slices.ContainsFunc(got.Facts, func(f quote.Fact) bool { return f.Path == "drivers[1].given_name" && string(f.Value) == `"Joyce"` }) {
		t.Errorf("Joyce is no driver: %+v", got.Facts)
	}
}
