package signals

import "testing"

func TestParting(t *testing.T) {
	for text, want := range map[string]PartingKind{
		"Thanks!": PartingThanks, "Thank you so much, Dana.\n\nMaria": PartingThanks, "Muchas gracias por la respuesta.": PartingThanks,
		"Got it, thanks. Have a great weekend!": PartingThanks,

		"No thanks.": PartingDeclined, "No, thank you.\nMaria Lopez": PartingDeclined, "Thanks, but no thanks.": PartingDeclined,
		"Thanks, but we bought elsewhere.": PartingDeclined, "Hi Dana, I’ve already found a better rate somewhere else. Have a good day!": PartingDeclined,
		"Thank you for your time, but we have decided to go with another company.": PartingDeclined, "Thanks, but we went with Geico.": PartingDeclined,
		"We decided to stay with State Farm, thanks for your help": PartingDeclined, "We're staying with our current insurer. Thanks!": PartingDeclined,
		"Not interested any more, thanks.": PartingDeclined, "I no longer need a quote, I already bought a policy with another agency.": PartingDeclined,
		"Thanks, we'll pass. You can close our file.": PartingDeclined, "Please close my request. Thank you!": PartingDeclined,
		"No, gracias.": PartingDeclined, "Gracias, pero ya contratamos con otra compañía.": PartingDeclined, "Muchas gracias, ya no me interesa la cotización.": PartingDeclined,

		"Never mind, I went with Geico. Thanks anyway.": PartingDeclined, "Nevermind, I found something cheaper.": PartingDeclined,
		"I no longer need the quote, went with another company": PartingDeclined, "Please withdraw my request.": PartingDeclined,
		"Sorry, please cancel our quote request, we found something better.": PartingDeclined, "Never mind, thanks.": PartingDeclined,

		"I will look at the odometer tonight and let you know.": PartingLater, "Great, thanks so much! I'll talk to my husband and get back to you next week.\n\nMaria": PartingLater,
		"Let me check with my wife first.": PartingLater, "Thanks, we'll think about it": PartingLater, "I'd have to look that up, will let you know tomorrow": PartingLater,
		"Gracias, lo reviso con mi esposo y le aviso.":                                PartingLater,
		"Not now, thanks. My current policy runs until March, I'll write again then.": PartingLater, "Not right now, thank you.": PartingLater,
		"Gracias, por ahora no. Lo voy a pensar.": PartingLater, "Maybe later, thanks": PartingLater,
		"Not now, but take the rental off": "", "My policy runs until March, please start it then": "",
		"Thank you ever so much. I will show it to my son who handles these things for me. God bless.": PartingLater,
		"Hold off for now please. My lease got extended, so I'm not buying it until spring.":           PartingLater,
		"wtf that's insane. forget it": PartingDeclined, "I went with Geico, they were cheaper. Thanks for your help though.": PartingDeclined,
		"Please hold off, and add my son first.": "", "That's insane.": "",
		"Thanks, I'll share it with my wife":                     PartingLater,
		"Thank you kindly. I'll show this to my daughter first.": PartingLater, "Thank you kindly for your time and patience": PartingThanks,
		"I'll show you my policy": "",

		"I'll let you know if you can lower the price": "", "I need to talk to somebody about this": "", "Let me talk to an agent please": "", "I'll look elsewhere.": "",
		"I'll look it up tonight. My wife needs rental too.": "", "I will find out about the miles, but the year is 2018": "", "I'll check. Can you call me?": "", "I have to talk to you": "",
		"I'll think about it and cancel my policy then": "", "We need to ask you to remove the Civic": "",
		"Never mind the towing, thanks.": "", "Please cancel my policy": "", "Never mind, it is a 2018.": "", "I found something better to ask about": "",
		"": "", "ok": "", "Sorry": "", "Perfect, thank you!": "", "Sounds good, thanks": "", "Thanks, ok.": "", // may be a yes
		"Thanks, but make the deductible 500": "", "Thanks?": "",
		"No thanks, too expensive. What if the deductible is 1000?":    "",
		"No thanks to rental, but go ahead.":                           "",
		"We have not bought elsewhere.":                                "",
		"If we went with another company, would it be cheaper":         "",
		"We went with Option B, thanks.":                               "",
		"We are going with another option, thanks.":                    "",
		"My husband is not interested, but I am.":                      "",
		"Not interested in towing. Thanks":                             "",
		"We bought another car elsewhere.":                             "",
		"1. March 4, 1985\n2. no thanks":                               "",
		"We found a better price elsewhere, can you match it":          "",
		"Cancel my policy, we bought elsewhere.":                       "",
		"No thanks. I had an accident yesterday.":                      "",
		"Ya no necesito el Civic en la cotización, gracias.":           "",
		"Thanks, we went with Maria's advice and take the full quote.": "",
	} {
		if got := ReadParting(Message{Text: text, FromName: "Maria Lopez"}, "Dana", ""); got.Kind != want {
			t.Errorf("%q takes leave as %q, want %q", text, got.Kind, want)
		}
	}
}

func TestWhatComesWithPartingWordsIsNotPassedOver(t *testing.T) {
	for name, m := range map[string]Message{
		"a document": {Attachments: []string{"transcript.pdf"}}, "answers between": {Answers: "> 4. Rental?\nNo thanks."},
		"a mail passed on": {Subject: "Fwd: Policy"}, "what can't be read": {Unread: "x"},
	} {
		for _, text := range []string{"Thanks!", "No thanks."} {
			m.Text = text
			if got := ReadParting(m, "", text); got != (Parting{}) {
				t.Errorf("%q with %s takes leave as %+v", text, name, got)
			}
		}
	}
}

// A mail program quotes what is answered below the answer, whatever that asks.
func TestPartingAboveWhatItQuotes(t *testing.T) {
	for text, want := range map[string]PartingKind{"Thanks!": PartingThanks, "No thanks, we bought elsewhere.": PartingDeclined} {
		m := Message{Text: text, Answers: "> 1. What is your date of birth?\n>\n> 2. How many miles?\n\n" + text}
		if got := ReadParting(m, "", ""); got.Kind != want {
			t.Errorf("%q above a quotation takes leave as %q, want %q", text, got.Kind, want)
		}
		m.Answers = "> 1. What is your date of birth?\nMay 1, 1980\n\n" + text
		if got := ReadParting(m, "", ""); got != (Parting{}) {
			t.Errorf("%q below an answer takes leave as %+v", text, got)
		}
	}
}

func TestPlannersWordForANoIsTheCustomers(t *testing.T) {
	m := Message{Text: "We sold the Civic, so there is no point any more."}
	if got := ReadParting(m, "", "no point  any more"); got != (Parting{PartingDeclined, "no point  any more"}) {
		t.Errorf("%+v", got)
	}
	for _, words := range []string{"", " ", "we bought elsewhere", "poin"} {
		if got := ReadParting(m, "", words); got != (Parting{}) {
			t.Errorf("%q: %+v", words, got)
		}
	}
}
