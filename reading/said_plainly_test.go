package reading

import (
	"testing"
	"time"
)

// TestVINsInPieces: a VIN is read in several pieces, in small letters too where its check digit fits.
func TestVINsInPieces(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"quote on a 2003 honda, vin 1hg cm 826 33 a 004352", `vehicles[0].vin="1HGCM82633A004352"`},
		{"vin 1hgcm-82633-a-004352 for the accord", `vehicles[0].vin="1HGCM82633A004352"`},
		{"no vin yet, i am 43 and drive 9000 miles", `!vehicles[0].vin`},
		{"2015 Kia Soul. Collision 500. Skip the rental car.", `coverages.rental=false`},
		{"2015 Kia Soul. Leave out towing.", `coverages.towing=false`},
		{"2015 Kia Soul. I drop the rental car off on Friday.", `!coverages.rental`},
		{"My personal car is a 2015 Kia Soul.", `!vehicles[0].use`},
		{"2015 Kia Soul, personal use.", `vehicles[0].use="pleasure"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestLoginIsNoName: who is called by the beginning of their address in the header is called as the
// mail says, if it does.
func TestLoginIsNoName(t *testing.T) {
	for text, want := range map[string]string{
		"hi, my names Robin, i drive a 2015 kia soul":  `named_insured.given_name="Robin"`,
		"i drive a 2015 kia soul\n\n- robin":           `named_insured.given_name="Robin"`,
		"I drive a 2015 Kia Soul.\n\nRobin Ash":        `named_insured.given_name="Robin" named_insured.surname="Ash"`,
		"i drive a 2015 kia soul to work":              `named_insured.given_name="Robina"`,
		"My wife is Jo Ash. She drives the 2015 Soul.": `named_insured.given_name="Robina"`,
	} {
		facts := map[string]string{}
		for _, f := range Read(Input{Subject: "quote", Text: text, FromName: "robina", FromAddress: "robina@mail.test", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}).Facts {
			facts[f.Path] = string(f.Value)
		}
		for _, w := range wants(want) {
			checkFact(t, text, w, facts)
		}
	}
}
