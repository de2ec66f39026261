package signals

import "testing"

func TestReadSignOff(t *testing.T) {
	for text, want := range map[string]SignOffKind{
		"Thanks!": SignOffThanks, "Thank you so much, Dana.\n\nMaria": SignOffThanks, "Muchas gracias por la respuesta.": SignOffThanks,
		"Got it, thanks. Have a great weekend!": SignOffThanks,

		"No thanks.": SignOffDeclined, "No, thank you.\nMaria Lopez": SignOffDeclined, "Thanks, but no thanks.": SignOffDeclined,
		"Thanks, but we bought elsewhere.": SignOffDeclined, "Hi Dana, I’ve already found a better rate somewhere else. Have a good day!": SignOffDeclined,
		"Thank you for your time, but we have decided to go with another company.": SignOffDeclined, "Thanks, but we went with Geico.": SignOffDeclined,
		"We decided to stay with State Farm, thanks for your help": SignOffDeclined, "We're staying with our current insurer. Thanks!": SignOffDeclined,
		"Not interested any more, thanks.": SignOffDeclined, "I no longer need a quote, I already bought a policy with another agency.": SignOffDeclined,
		"Thanks, we'll pass. You can close our file.": SignOffDeclined, "Please close my request. Thank you!": SignOffDeclined,
		"No, gracias.": SignOffDeclined, "Gracias, pero ya contratamos con otra compañía.": SignOffDeclined, "Muchas gracias, ya no me interesa la cotización.": SignOffDeclined,

		"Never mind, I went with Geico. Thanks anyway.": SignOffDeclined, "Nevermind, I found something cheaper.": SignOffDeclined,
		"I no longer need the quote, went with another company": SignOffDeclined, "Please withdraw my request.": SignOffDeclined,
		"Sorry, please cancel our quote request, we found something better.": SignOffDeclined, "Never mind, thanks.": SignOffDeclined,

		"I will look at the odometer tonight and let you know.": SignOffLater, "Great, thanks so much! I'll talk to my husband and get back to you next week.\n\nMaria": SignOffLater,
		"Let me check with my wife first.": SignOffLater, "Thanks, we'll think about it": SignOffLater, "I'd have to look that up, will let you know tomorrow": SignOffLater,
		"Gracias, lo reviso con mi esposo y le aviso.":                                SignOffLater,
		"Not now, thanks. My current policy runs until March, I'll write again then.": SignOffLater, "Not right now, thank you.": SignOffLater,
		"Gracias, por ahora no. Lo voy a pensar.": SignOffLater, "Maybe later, thanks": SignOffLater,
		"Not now, but take the rental off": "", "My policy runs until March, please start it then": "",
		"Thank you ever so much. I will show it to my son who handles these things for me. God bless.": SignOffLater,
		"Hold off for now please. My lease got extended, so I'm not buying it until spring.":           SignOffLater,
		"wtf that's insane. forget it": SignOffDeclined, "I went with Geico, they were cheaper. Thanks for your help though.": SignOffDeclined,
		"Please hold off, and add my son first.": "", "That's insane.": "",
		"Thanks, I'll share it with my wife":                     SignOffLater,
		"Thank you kindly. I'll show this to my daughter first.": SignOffLater, "Thank you kindly for your time and patience": SignOffThanks,
		"I'll show you my policy": "",
		"Thank you for the quick turnaround. I will talk to Susan tonight and let you know.":  SignOffLater,
		"Thank you for the lower deductible. Add towing. I will let you know about the rest.": "",
		"Thank you for getting me covered today. I'll talk to Erik and let you know.":         "",
		"Thanks for the quote but it is wrong. I will get back to you.":                       "",

		"I'll let you know if you can lower the price": "", "I need to talk to somebody about this": "", "Let me talk to an agent please": "", "I'll look elsewhere.": "",
		"I'll look it up tonight. My wife needs rental too.": "", "I will find out about the miles, but the year is 2018": "", "I'll check. Can you call me?": "", "I have to talk to you": "",
		"I'll think about it and cancel my policy then": "", "We need to ask you to remove the Civic": "",
		"Never mind the towing, thanks.": "", "Please cancel my policy": "", "Never mind, it is a 2018.": "", "I found something better to ask about": "",
		"": "", "ok": "", "Sorry": "", "Perfect, thank you!": "", "Sounds good, thanks": "", "Thanks, ok.": "", // may be an acceptance
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
		if got := ReadSignOff(Message{Text: text, FromName: "Maria Lopez"}, "Dana", ""); got.Kind != want {
			t.Errorf("%q takes leave as %q, want %q", text, got.Kind, want)
		}
	}
}

func TestNoSignOffWithOtherContent(t *testing.T) {
	for name, m := range map[string]Message{
		"a document": {Attachments: []string{"transcript.pdf"}}, "answers between": {Answers: "> 4. Rental?\nNo thanks."},
		"a mail passed on": {Subject: "Fwd: Policy"}, "what can't be read": {Unread: "x"},
	} {
		for _, text := range []string{"Thanks!", "No thanks."} {
			m.Text = text
			if got := ReadSignOff(m, "", text); got != (SignOff{}) {
				t.Errorf("%q with %s takes leave as %+v", text, name, got)
			}
		}
	}
}

// Many mail programs quote the answered mail below the answer.
func TestSignOffAboveAQuotedMail(t *testing.T) {
	for text, want := range map[string]SignOffKind{"Thanks!": SignOffThanks, "No thanks, we bought elsewhere.": SignOffDeclined} {
		m := Message{Text: text, Answers: "> 1. What is your date of birth?\n>\n> 2. How many miles?\n\n" + text}
		if got := ReadSignOff(m, "", ""); got.Kind != want {
			t.Errorf("%q above a quotation takes leave as %q, want %q", text, got.Kind, want)
		}
		m.Answers = "> 1. What is your date of birth?\nMay 1, 1980\n\n" + text
		if got := ReadSignOff(m, "", ""); got != (SignOff{}) {
			t.Errorf("%q below an answer takes leave as %+v", text, got)
		}
	}
}

func TestPlannersWordForANoIsTheCustomers(t *testing.T) {
	m := Message{Text: "We sold the Civic, so there is no point any more."}
	if got := ReadSignOff(m, "", "no point  any more"); got != (SignOff{SignOffDeclined, "no point  any more"}) {
		t.Errorf("%+v", got)
	}
	for _, words := range []string{"", " ", "we bought elsewhere", "poin"} {
		if got := ReadSignOff(m, "", words); got != (SignOff{}) {
			t.Errorf("%q: %+v", words, got)
		}
	}
}
