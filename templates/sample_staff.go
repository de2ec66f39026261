package templates

const sampleRef = "Q-7F3K2M-4-k3v9qd2m7xw4t6hzn5rj8pya2b"

const sampleDraftText = `Hello Maria,

Thank you for asking Sunrise Insurance Agency for an auto insurance quote.
We need one more thing to price it.

1. How many miles a year do you drive the 2019 Honda Civic?

Thank you,

Dana Reyes
`

const sampleOldDraftText = `Hello Maria,

Thank you for asking Sunrise Insurance Agency for an auto insurance quote.
We need 2 more things to price it.

1. What is your ZIP code?
2. How many miles a year do you drive the 2019 Honda Civic?

Thank you,

Dana Reyes
`

const sampleDraftHTML = `<p>Hello Maria,</p>
<p>Thank you for asking Sunrise Insurance Agency for an auto insurance quote. We need one more thing to price it.</p>
<ol><li><strong>How many miles a year do you drive the 2019 Honda Civic?</strong></li></ol>
<p>Thank you,</p><p>Dana Reyes</p>`

func sampleReview() Review {
	return Review{
		Thread:       "Q-7F3K2M",
		Number:       4,
		Step:         "info_request",
		StepTitle:    "information request to Maria Lopez",
		What:         `"ACCEPT" sends this mail to m.lopez@elsewhere.test.`,
		CustomerFrom: "Maria Lopez <maria@lopez.test>",
		RepliesTo:    "m.lopez@elsewhere.test",
		Warnings:     []string{"The draft holds an amount that is not in the rated quote: $999."},
		Draft: &DraftView{
			To: "m.lopez@elsewhere.test", Subject: "Re: Car insurance for two cars",
			Text: sampleDraftText, HTML: sampleDraftHTML,
		},
		Followups: []DraftView{{
			When: "after 3 days without an answer", To: "m.lopez@elsewhere.test", Subject: "Re: Car insurance for two cars",
			Text: "Hello Maria,\n\nWe are still glad to price your auto insurance.\n",
		}},
		Data: []Section{{
			Title: "Discounts",
			Items: []Item{{"More than one vehicle", "eligible, verified"}, {"Good student", "eligible, to be documented"}},
			Rows:  []BasisRow{{"Miles a year, the RAV4", "8,000 or 15,000", "8,000 miles, or 15,000 with the trips", "contradicts itself"}},
			Text:  "A student under 25 is listed;\nno transcript has come in.",
		}},
		Questions:    []Question{{"Does Ana live at the same address?", "Every driver of the household has to be listed.", `"yes", or her address`}},
		Basis:        sampleBasis(),
		Assumptions:  []string{"No accidents and no violations in the last 36 months: nobody said so."},
		Rejection:    &Rejection{By: "Lee Park", When: "Nov 20, 2026, 9:05 AM", Reason: "she told us her ZIP code, do not ask again"},
		Changes:      Diff(sampleOldDraftText, sampleDraftText),
		Conversation: sampleConversation(),
		Words:        sampleWords(),
		AcceptURL:    MailtoURL("reviews@agency.test", "Re: [Q-7F3K2M] review 4", "ACCEPT\n\nRef: "+sampleRef),
		RejectURL:    MailtoURL("reviews@agency.test", "Re: [Q-7F3K2M] review 4", "REJECT: \n\nRef: "+sampleRef),
		Deadline:     "Saturday, Nov 21, 2026, 5:00 PM",
		Since:        "Friday, Nov 20, 2026, 9:12 AM",
		Asked:        []string{"Lee Park", "Dana Reyes"},
		Ref:          sampleRef,
	}
}

func sampleBasis() []BasisRow {
	return []BasisRow{
		{"Name", "Maria Lopez", "Thanks, Maria Lopez", "stated"},
		{"ZIP code", "97214", "we are in 97214", "stated"},
		{"Vehicle 1", "2019 Honda Civic", "my '19 Civic", "inferred"},
		{"Accidents", "0", "", "assumed"},
	}
}

func sampleConversation() []Turn {
	return []Turn{
		{"Maria Lopez <maria@lopez.test>", "Nov 19, 2026, 8:47 PM", "Hi, I would like a quote for my '19 Civic and her 2021 RAV4. We are in 97214.\n\nThanks, Maria Lopez"},
		{"Sunrise Insurance Agency", "Nov 19, 2026, 9:30 PM", "Thank you. Who else drives the cars?"},
		{"Maria Lopez <maria@lopez.test>", "Nov 20, 2026, 7:58 AM", "My daughter Ana."},
	}
}

func sampleWords() []Word {
	return []Word{
		{"ACCEPT", "sends the draft exactly as it stands"},
		{"REJECT: reason", "has the draft done again with your reason"},
		{"EDIT: new text", "sends your text in place of the draft's"},
		{"TAKE OVER", "lets you go on with this customer by hand"},
		{"CANCEL: reason", "ends the thread; the customer gets nothing"},
	}
}
