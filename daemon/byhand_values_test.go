package daemon_test

import (
	"strings"
	"testing"

	"ppamaild/sandbox"
	"ppamaild/store"
)

// handedOver has the agent hand a quote over: Alice writes about a bill.
func (a *agency) handedOver() sandbox.Received {
	a.t.Helper()
	a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.gets(a.lee, "Quote for")
	a.writes(a.alice, sandbox.Mail{Subject: "My bill", Text: "There is a mistake on my last bill.", InReplyTo: a.aliceWrote})
	return a.gets(a.lee, "Over to you")
}

// Finding D1: lines "name: value" in a thread that the agent handed over correct the values. They
// are never mailed, also not after SEND.
func TestFindingD1ValuesInAThreadThatTheAgentHandedOverAreNoMail(t *testing.T) {
	parallel(t)
	for _, word := range []string{"EDIT:", "SEND:\n"} {
		t.Run(word[:4], func(t *testing.T) {
			a := open(t, inProcess(t))
			over := a.handedOver()
			says(t, over, "EDIT: name: value", "corrects these values")
			lacks(t, over, "does the same")
			a.replies(a.lee, over, word+" year of the Civic: 2018")
			says(t, a.gets(a.lee, "Done: you edited"), "replace the earlier values", "the agent continues with them", "Nothing was sent to the customer.")
			again := a.gets(a.lee, "Quote for")
			says(t, again, "2018 Honda Civic")
			a.getsNothing(a.alice)
			a.replies(a.lee, again, "ACCEPT")
			says(t, a.gets(a.alice, "Quote please"), "2018 Honda Civic")
			if got := a.threads()[0].Status; got != store.ThreadAwaitingCustomer {
				t.Errorf("it is %s", got)
			}
		})
	}
}

func TestFindingD1ALineWithAnUnknownNameIsAskedBack(t *testing.T) {
	a := open(t, inProcess(t))
	over := a.handedOver()
	for _, text := range []string{"EDIT: nonsense: 12", "SEND: nonsense: 12"} {
		a.replies(a.lee, over, text)
		says(t, a.gets(a.lee, "Not clear"), `no value is called "nonsense"`, "Close names: ")
	}
	a.getsNothing(a.alice)
	if got := a.threads()[0].Status; got != store.ThreadHandedOver {
		t.Errorf("it is %s", got)
	}
}

// Finding D1: a draft's EDIT has the same answer to such a line.
func TestFindingD1ALineWithAnUnknownNameIsNoDraft(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "EDIT: nonsense: 12")
	says(t, a.gets(a.lee, "Not clear"), `no value is called "nonsense"`)
	a.getsNothing(a.alice)
}

// Finding D1: a value without a colon below a draft's EDIT is no mail to the customer.
func TestFindingD1AFewWordsForADraftComeBackOnce(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "EDIT: zip 97209")
	says(t, a.gets(a.lee, "Not done: you edited"), "does not greet", "EDIT: name: value")
	back := a.gets(a.lee, "Questions to")
	says(t, back, "does not greet")
	a.getsNothing(a.alice)
	a.replies(a.lee, back, "ACCEPT")
	says(t, a.gets(a.alice, "Quote please"), "zip 97209")
}

// SEND: in a review of a draft mails no words about the draft, and no signature. The review stays
// open.
func TestSendInAReviewNeedsAMail(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	for _, text := range []string{"Send: yes", "SEND\n\nLee Tran", "SEND: this to Dana first", "Send: as is"} {
		a.replies(a.lee, review, text)
		says(t, a.gets(a.lee, "Not clear"), "SEND: mails your own text in place of the draft", "Write ACCEPT to send the draft")
	}
	a.getsNothing(a.alice)
	a.replies(a.lee, review, "SEND: Hi, Alice! I will call you at noon. Lee\n(503) 555-0100<tel:5035550100>")
	says(t, a.gets(a.alice, "Quote please"), "I will call you at noon.")
}

// A doubtful mail below SEND in a review comes back to its writer, who now has the thread.
func TestADoubtfulMailBelowSendComesBackOnce(t *testing.T) {
	parallel(t)
	for text, why := range map[string]string{
		"Hello, I will call you at noon":                                                  "does not greet the customer by name",
		"Hi, please ask her for the VIN first":                                            "does not greet the customer by name",
		"I will call you at noon tomorrow, and we go through the price line by line. Lee": "does not greet the customer by name",
		"Dear [name], we got your mail.":                                                  "the placeholder [name]",
	} {
		t.Run(text, func(t *testing.T) {
			a := open(t, inProcess(t))
			a.replies(a.lee, a.asks(), "SEND: "+text)
			back := a.gets(a.lee, "Mail to Alice")
			says(t, back, why)
			lacks(t, back, "EDIT:")
			says(t, a.gets(a.lee, "Done: you took over"), "The text returns to Lee Tran")
			a.getsNothing(a.alice)
			a.replies(a.lee, back, "ACCEPT")
			says(t, a.gets(a.alice, "Quote please"), strings.TrimSuffix(text, " Lee"))
		})
	}
}

// An order to the agent below EDIT is no mail to the customer, however long.
func TestAnOrderBelowEditComesBackOnce(t *testing.T) {
	for text, why := range map[string]string{
		"EDIT: question 1 should be about the birth date of the driver, otherwise it is ok to send": "does not greet the customer by name",
		"EDIT: Hi, please also ask her for the VIN before sending this":                             "does not greet the customer by name",
		"EDIT: Dear Alice,\n\n<insert greeting>\n\nPlease send us your date of birth.\n\nLee":       "the placeholder <insert greeting>",
	} {
		a := open(t, inProcess(t))
		a.replies(a.lee, a.asks(), text)
		says(t, a.gets(a.lee, "Not done: you edited"), why)
		a.getsNothing(a.alice)
	}
}

// Finding D1: the author previews a short text without a greeting, and any text under EDIT. A mail
// under SEND leaves without a preview.
func TestFindingD1ATextThatMayBeNoMailComesBackOnce(t *testing.T) {
	a := open(t, inProcess(t))
	over := a.handedOver()
	for text, why := range map[string]string{
		"SEND: 26 years":                         "he text has no greeting and only 2 words",
		"EDIT: Hello Alice, please call us.\n\n": "EDIT: corrects values in this thread",
	} {
		a.replies(a.lee, over, text)
		back := a.gets(a.lee, "Mail to Alice")
		says(t, back, why)
		a.getsNothing(a.alice)
		a.replies(a.lee, back, "REJECT")
		a.gets(a.lee, "Done: you rejected the answer")
	}
	a.replies(a.lee, over, "EDIT: Hello Alice, please call us.")
	a.replies(a.lee, a.gets(a.lee, "Mail to Alice"), "ACCEPT")
	says(t, a.gets(a.alice, "Quote please"), "please call us")
	a.replies(a.lee, over, "SEND: Hello Alice, please call us again.")
	says(t, a.gets(a.alice, "Quote please"), "please call us again")
}

// Finding D1: EDIT is SEND where staff took the thread over, also after the customer wrote again.
// Lines with values come back there.
func TestFindingD1EditIsSendWhereStaffTookOver(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "TAKE OVER")
	over := a.gets(a.lee, "Over to you")
	says(t, over, "EDIT: does the same")
	a.replies(a.lee, over, "EDIT: I will call you.")
	says(t, a.gets(a.alice, "Quote please"), "I will call you.")
	a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: "Are you there?", References: []string{a.aliceWrote}})
	over = a.gets(a.lee, "Over to you")
	a.replies(a.lee, over, "EDIT: Yes, I am.")
	says(t, a.gets(a.alice, "Quote please"), "Yes, I am.")
	a.replies(a.lee, over, "EDIT: zip: 97202")
	says(t, a.gets(a.lee, "Mail to Alice"), `only lines of the form "name: value"`)
	a.getsNothing(a.alice)
}

// Finding D1: values may answer a returned text, and the thread continues.
func TestFindingD1ValuesInPlaceOfATextThatCameBack(t *testing.T) {
	a := open(t, inProcess(t))
	over := a.handedOver()
	a.replies(a.lee, over, "SEND: 2018")
	a.replies(a.lee, a.gets(a.lee, "Mail to Alice"), "EDIT: year of the Civic: 2018")
	says(t, a.gets(a.lee, "Quote for"), "2018 Honda Civic")
	a.replies(a.lee, over, "SEND: Hello Alice, please call us.")
	if text := a.gets(a.lee, "Replaced").Text; !strings.Contains(text, "Please answer review") {
		t.Errorf("Lee is told:\n%s", text)
	}
	a.getsNothing(a.alice)
}

// HAND BACK takes corrected values or a reason, and a reason without an effect is asked back.
func TestFindingD3HandBackTakesValuesOrAReason(t *testing.T) {
	parallel(t)
	for reply, want := range map[string][]string{
		"HAND BACK: years licensed: 21":          {"21", "Changed by staff"},
		"HAND BACK:\nmiles of the Civic: 12,000": {"12,000"},
		"HAND BACK: ask for her phone number":    {"phone"},
		"HAND BACK":                              {"$"},
	} {
		t.Run(reply, func(t *testing.T) {
			a := open(t, inProcess(t))
			a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
			a.replies(a.lee, a.gets(a.lee, "Quote for"), "TAKE OVER")
			over := a.gets(a.lee, "Over to you")
			a.replies(a.lee, over, "HAND BACK: sing it to her")
			says(t, a.gets(a.lee, "Not clear"), "I can't do this", "SEND:")
			a.replies(a.lee, over, "HAND BACK: years licensed: many")
			says(t, a.gets(a.lee, "Not clear"), "Years licensed, Alice: a number from 0 to 85")
			a.replies(a.lee, over, reply)
			a.gets(a.lee, "Done: you ")
			says(t, a.gets(a.lee, "Alice Moreno"), want...)
			a.getsNothing(a.alice)
		})
	}
}
