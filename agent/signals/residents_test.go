package signals

import "testing"

// A person of driving age at home, or with the keys, is a question to the customer. Words that say
// what to do about the person are none.
func TestResidents(t *testing.T) {
	for text, kind := range map[string]string{
		"My roommate borrows the car each weekend.":       "other",
		"My 17 year old daughter has a learner's permit.": "child",
		"Wife Nora.":                    "spouse",
		"Spouse: Nora":                  "spouse",
		"It is for me and Nora (wife).": "spouse",
		"wife = Nora":                   "spouse",
		"My husband, Luis":              "spouse",
		"Nora is my wife.":              "spouse",
		"Mi esposa se llama Nora.":      "spouse",
		"Kids: Tom 12, Ana 17":          "child",
		"Son Max, 16":                   "child",
		"wife = Nora, no license":       "",
		"Spouse: None":                  "",
		"Spouse Name:\nSpouse DOB: __\nVehicle: Honda":                     "",
		"Spouse Name: Nora Park":                                           "spouse",
		"Spouse: Not applicable":                                           "",
		"Husband: Deceased":                                                "",
		"Ex-wife: Nora":                                                    "",
		"My late husband, Luis, had the car.":                              "",
		"Nora is my wife's cousin.":                                        "",
		"My ex-husband, Luis, moved. My wife, Nora, did not.":              "spouse",
		"Kids: Tom 9, Ana 12":                                              "",
		"My wife's Honda needs a quote.":                                   "",
		"My son drives 15 miles to school.":                                "",
		"I live with my parents.":                                          "parent",
		"Our daughter turns 16 in May.":                                    "child",
		"We have a 15 year old and a 9 year old.":                          "child",
		"There are two adults and a teenager in my household.":             "child",
		"My husband Erik has his own car and his own insurance.":           "spouse",
		"My brother stays with us for a while.":                            "other",
		"Mi hijo de 17 años vive con nosotros.":                            "child",
		"Vivo con mi suegra.":                                              "other",
		"My mom sometimes uses it.":                                        "parent",
		"I let my boyfriend drive on trips.":                               "other",
		"My mother lives with us but she doesn't drive.":                   "",
		"Please exclude my son Max, who lives with us.":                    "",
		"My 9 year old son lives with us.":                                 "",
		"My daughter is 12.":                                               "",
		"My son moved out last year, he used to drive my car.":             "",
		"I live alone.":                                                    "",
		"Nobody else drives my car.":                                       "",
		"I drive my mom to the doctor.":                                    "",
		"My son recommended you.":                                          "",
		"My dad's name is on the old policy.":                              "",
		"My friend at work has you too.":                                   "",
		"The other driver was at fault, my daughter was home.":             "",
		"I have been licensed for 17 years, and my kids are in preschool.": "",
	} {
		found := Watch(text).Residents
		got := ""
		if len(found) > 0 {
			got = found[0].Kind
		}
		if got != kind {
			t.Errorf("%q: %q, want %q", text, got, kind)
		}
	}
}

func TestSettlesResidents(t *testing.T) {
	for text, want := range map[string]bool{
		"Please leave him out.":                     true,
		"Leave my roommate off the policy.":         true,
		"She doesn't drive and has no license.":     true,
		"Exclude both.":                             true,
		"He moved out, so it is just me.":           true,
		"Déjelo fuera, por favor. Nadie más maneja": true,
		"No maneja.":                                true,
		"Thanks, 9,000 miles a year.":               false,
		"List him, please.":                         false,
		"":                                          false,
	} {
		if Watch(text).Settles != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}
