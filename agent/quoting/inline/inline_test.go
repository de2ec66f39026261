package inline

import (
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/reading"
)

// TestApartFromQuestions separates repeated questions from the answers.
func TestApartFromQuestions(t *testing.T) {
	s := &agent.State{}
	s.CustomerInfo.Case.Application = quote.Application{
		NamedInsured: quote.NamedInsured{GivenName: "Tom"},
		Drivers:      []quote.Driver{{GivenName: "Tom", Relationship: quote.Insured}},
		Vehicles:     []quote.Vehicle{{Year: new(2019), Make: "Hyundai", Model: "Tucson"}},
	}
	s.AgentScratchpad.Asked = []string{"named_insured.surname", "drivers[0].years_licensed", "vehicles[0].use"}
	const years = "> 2. How many years have you been licensed to drive?"
	const use = "> 3. What is the 2019 Hyundai Tucson used for: getting to work, pleasure only, or business?"
	for text, want := range map[string]string{
		"2. How many years have you been licensed to drive? 27":                                      years + "\n27\n",
		"Hi!\n\nhow many years have you been\nlicensed to drive?\n\n27\n\nTom":                       "Hi!\n\n" + years + "\n27\n\nTom",
		"- How many years have you been licensed to drive? -- 27":                                    years + "\n27\n",
		"2. How many years have you been licensed to drive?\n   Experience counts in the price.\n27": years + "\n27",
		"Q: How many years have you been licensed to drive? A: 27":                                   "Q\n" + years + "\nA: 27\n",
		years + "\n> Experience counts in the price.\n27":                                            years + "\n> Experience counts in the price.\n27",
		years + " 27": years + "\n27\n",
		"> 3. What is the 2019 Hyundai Tucson used for: getting to work, pleasure only, or\n> business? >>> pleasure": use + "\npleasure\n",
		"What is the 2019 Hyundai Tucson used for: getting to work, pleasure only, or business?\nwork":                use + "\nwork",
		// an older mail from us, or the mark of an older mail
		"> 5. What is the 2019 Hyundai Tucson used for: getting to work, pleasure only, or business?\nwork": use + "\nwork",
		"> 1. What is your date of birth?\n12/1/57":                                                         "> What is your date of birth?\n12/1/57",
		"> 7. Do you rent?\nno": "> 7. Do you rent?\nno",
		">> 2. How many years have you been licensed to drive? 5\n27": ">> 2. How many years have you been licensed to drive? 5\n27",
		// what the customer asks, and what may be a name only by its place
		"How many years must I have been licensed to drive?": "How many years must I have been licensed to drive?",
		"What is your last name?\n\nThanks":                  "> 1. What is your last name?\n\nThanks",
		"27":                                                 "27",
	} {
		if got := Separate(s, text, letters.English()); got != want {
			t.Errorf("%q is\n%q, want\n%q", text, got, want)
		}
	}
}

// TestAnswersBetweenBlankLines reads answers between quoted questions. Text below the last quoted
// line may answer any question.
func TestAnswersBetweenBlankLines(t *testing.T) {
	s := &agent.State{}
	s.CustomerInfo.Case.Application = quote.Application{
		NamedInsured: quote.NamedInsured{GivenName: "Tom", Surname: "Reed"},
		Drivers:      []quote.Driver{{GivenName: "Tom", Surname: "Reed", Relationship: quote.Insured}},
		Vehicles: []quote.Vehicle{{Year: new(2019), Make: "Hyundai", Model: "Tucson"},
			{Year: new(2016), Make: "Mazda", Model: "CX-5"}},
	}
	s.AgentScratchpad.Asked = []string{"vehicles[0].annual_miles", "vehicles[1].annual_miles"}
	const mail = "See below.\n\n" +
		"> 1. About how many miles a year is the 2019 Hyundai Tucson driven?\n" +
		">    Fewer miles cost less.GAP12,000 or so\n\n" +
		"> 2. About how many miles a year is the 2016 Mazda CX-5 driven?\n" +
		">    Fewer miles cost less.GAP6000\n"
	for _, gap := range []string{"\n", "\n\n", "\n>\n", "\n>\n\n", "\n> \n\n\n"} {
		text := strings.ReplaceAll(mail, "GAP", gap)
		for end, want := range map[string]string{
			"\n> Thank you,\n": "12000 6000", "\nTom Reed\n": "12000",
		} {
			in := reading.Input{Text: Separate(s, text+end, letters.English()),
				FromName: "Tom Reed", Known: *s.Application(), Asked: s.AgentScratchpad.Asked,
				Date: time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC), Location: time.UTC}
			var miles []string
			for _, f := range reading.Read(in).Facts {
				if strings.HasSuffix(f.Path, "].annual_miles") {
					miles = append(miles, string(f.Value))
				}
			}
			got := strings.Join(miles, " ")
			if gap == "\n" {
				want = "12000 6000"
			}
			if got != want {
				t.Errorf("%q, %q: %q, want %q", gap, end, got, want)
			}
		}
	}
}

// TestRepeatedQuestionsCostLittle: a mail full of repeated questions takes little time.
func TestRepeatedQuestionsCostLittle(t *testing.T) {
	s := &agent.State{}
	s.AgentScratchpad.Asked = []string{"drivers[0].years_licensed", "drivers[0].date_of_birth", "vehicles[0].use"}
	for _, octets := range []int{maxQuotedScan, 8 << 20} {
		const question = "How many years have you been licensed to drive? "
		begin := time.Now()
		Separate(s, strings.Repeat(question, octets/len(question)), letters.English())
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("%d octets took %v", octets, took)
		}
	}
}
