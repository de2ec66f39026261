package review

import (
	"maps"
	"strings"
	"testing"
)

var dana = Person{Name: "Dana Reyes", Address: "dana@agency.test", Lines: []string{"Sunrise Insurance Agency"}}

// If several answers are missing, Parse names the first, in each run.
func TestParseNamesTheFirstMissingAnswer(t *testing.T) {
	for range 20 {
		if d := Parse("1. yes\n2.\n3.\n4.\n5.", dana, english); d.Verdict != VerdictUnclear || d.Why != "Number 2 has no answer." {
			t.Fatalf("%+v", d)
		}
	}
}

func TestAccept(t *testing.T) {
	for _, text := range []string{
		"ACCEPT", "accept", "Accept.", "ACCEPTED", "approve", "Approved!", "ACCEPT!!!", "  ACCEPT  ", "\n\n\u00a0\nACCEPT\n",
		"*ACCEPT*", "**Accept**", "_accept_", "\"ACCEPT\"", "\u201cACCEPT\u201d", "`ACCEPT`", "*ACCEPT*.", "ＡＣＣＥＰＴ",
		"\u200bACCEPT\ufeff", "\u202aACCEPT\u202c", "ACC\u00adEPT", "ACCEPT\u00a0", "ACCEPT, thanks", "Accept thanks!", "ACCEPT \u2013 Dana",
		"ACCEPT\n\nThanks,\nDana", "ACCEPT\nThank you!\n\nBest regards,\nDana Reyes\n", "Approved\r\n\r\nThanks\r\n",
		"ACCEPT\n\nDana Reyes\nSunrise Insurance Agency\n+1 503 555 0123\ndana@agency.test",
		"ACCEPT\n\nDana\nPhone: (503) 555-0123", "accept\n\nthanks dana", "ACCEPT\n\nRef: Q-7F3K2M-4-abcdefghijklmnopqrstuvwxyz",
		"Accept, looks good", "ACCEPT. Looks good to me! Thanks, Dana", "Accept - go ahead", "ACCEPT\n\nAll good.\nDana Reyes", "Approved, LGTM", "Accept, send it",
		"ACCEPT\nREF: q-7f3k2m-4-ABCDEFGHIJKLMNOPQRSTUVWXYZ\nThanks", "Accept...", "ACCEPT\n\n---\n",
	} {
		if d := Parse(text, dana, english); d.Verdict != VerdictAccept {
			t.Errorf("%q: %s (%s), want accept", text, d.Verdict, d.Why)
		}
	}
}

// A line of a signature may begin like an approval.
func TestASignatureIsNoApproval(t *testing.T) {
	who := dana
	who.Lines = []string{"Great, Inc."}
	for _, text := range []string{"ACCEPT\n\nGreat, Inc.", "ACCEPT, OK\n\nDana Reyes\nGreat, Inc.",
		"ACCEPT\n\nDana Reyes\nGreat-West Insurance Agency\n(503) 555-0123"} {
		if d := Parse(text, who, english); d.Verdict != VerdictAccept {
			t.Errorf("%q: %s (%s), want accept", text, d.Verdict, d.Why)
		}
	}
}

// The text after an approval stays whole in the explanation and in a doubtful signature.
func TestUnclearNamesTheWholeLine(t *testing.T) {
	d := Parse("ACCEPT\nOK, Salem", dana, english)
	if d.Verdict != VerdictUnclear || !strings.Contains(d.Understood, `"OK, Salem"`) ||
		d.Doubt == nil || d.Doubt.Lines != "OK, Salem" {
		t.Errorf("%+v, %+v", d, d.Doubt)
	}
	d = Parse("ACCEPT\nSend it, Portland, OR 97214", dana, english)
	if d.Verdict != VerdictUnclear || d.Doubt != nil {
		t.Errorf("%+v, %+v", d, d.Doubt)
	}
}

func TestUnclear(t *testing.T) {
	for _, text := range []string{
		"", " \n\u200b\n", "Hi,\nACCEPT", "I accept", "please accept", "ACCEPT?", "accept? thanks", "Accepting", "ACCEPTABLE", "un-accept", "ACCEPTED?!",
		"ACCEPT but make the deductible 500", "ACCEPT\n\nbut make the deductible 500", "ACCEPT with changes", "ACCEPT, except the car",
		"ACCEPT\n\nDana\nbut make the deductible 500", "ACCEPT\nREJECT", "REJECT\nACCEPT", "REJECT: wrong car\n\nACCEPT", "ACCEPT\nCANCEL: no",
		"ACCEPT\nnever mind", "ACCEPT\nwait", "ACCEPT\nno", "ACCEPT\n\nACCEPT", "ACCEPT/REJECT", "ACCEPT or REJECT", "ACCEPT REJECT", "ACCEPT\nThanks?",
		"REJECT: wrong car\nActually, accept it", "REJECT: wrong car\nnever mind, it's fine", "REJECT\non second thought - send it", "REJECT - no wait, accept",
		"Reject?", "Rejected by the carrier?", "rejected by the carrier", "cancel my lunch", "~~ACCEPT~~", "- ACCEPT", "> ACCEPT", "[ ] ACCEPT", "1ACCEPT",
		"ACCEРT", "\u0410CCEPT", "acceſs", "ACCEPT\n500", "ACCEPT\n5035550123", "ACCEPT \U0001F44E", "ACCEPT thx but no", "Thanks\nACCEPT", "ACCEPT\nThanks, Lee",
		"ACCEPT, looks good but make it 500", "ACCEPT, looks good. Make it 500", "ACCEPT, looks good?", "ACCEPT\nOK once she pays", "REJECT: wrong car\nAccept, looks good",
		"LGTM", "looks good", "go ahead", "👍", "EDIT:", "EDIT", "Edit the deductible to 500", "EDIT: Dear Ann\n\nREJECT", "EDIT: Dear Ann\nnever mind",
		"SEND but say Friday", "SEND", "TAKE OVER\nSEND: hello", "TAKE OVER please call her first", "ORDER", "ORDER mailbox, crm", "ORDER: ", "SKIP: crm\nSKIP: mailbox",
		"REVISE crm", "REVISE: something", "JOIN", "JOIN Q-7F3K2", "JOIN Q-7F3K2M and Q-7F3K2N", "NEW\nIGNORE", "new car please", "RELEASE", "RELEASE all", "RETRY", "RETRY crm, it is up again", "RETRY crm? thanks", "SKIP: thanks?",
		"ORDER: crm\nand do it fast", "1. yes\n1. no", "1.", "1. yes\n2.", "ANSWER:", "*ACC*EPT", "ACCEPT\vbut not now", "ACCEPT\u2028REJECT", "ACCEPT\rREJECT",
	} {
		if d := Parse(text, dana, english); d.Verdict != VerdictUnclear || d.Why == "" {
			t.Errorf("%q: %s (%q), want unclear and why", text, d.Verdict, d.Why)
		}
	}
}

func TestCase14DisapproveIsNotApprove(t *testing.T) {
	wantUnclear(t, "no, don't approve", "disallow", "DISAPPROVE", "DISAPPROVED", "don't accept", "Not approved", "NOT ACCEPTED", "unapproved", "APPROVE not")
}

func TestCase15YesIsNotAnApproval(t *testing.T) {
	wantUnclear(t, "ok", "yes", "OK, approve", "Yes!", "sure", "fine by me", "y", "okay thanks", "yes, accept", "👍")
}

func TestCase16SendButSayFriday(t *testing.T) {
	wantUnclear(t, "send but say Friday", "SEND but say Friday", "Send it", "accept but say Friday", "ACCEPT\nbut say Friday")
}

func wantUnclear(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if d := Parse(text, dana, english); d.Verdict != VerdictUnclear {
			t.Errorf("%q: %+v, want unclear", text, d)
		}
	}
}

func TestReasons(t *testing.T) {
	for _, c := range []struct {
		text    string
		verdict Verdict
		reason  string
	}{
		{"REJECT: wrong car", VerdictReject, "wrong car"},
		{"REJECT - wrong car", VerdictReject, "wrong car"},
		{"Reject \u2014 wrong car", VerdictReject, "wrong car"},
		{"Rejected. Wrong car", VerdictReject, "Wrong car"},
		{"*REJECT*: wrong car", VerdictReject, "wrong car"},
		{"**REJECT:** wrong car", VerdictReject, "wrong car"},
		{"REJECT wrong car", VerdictReject, "wrong car"},
		{"reject the year is 2019", VerdictReject, "the year is 2019"},
		{"REJECTED because the year is 2019", VerdictReject, "because the year is 2019"},
		{"REJECT\n\nIt is a 2019.\nAsk again.\n\nThanks,\nDana", VerdictReject, "It is a 2019.\nAsk again."},
		{"REJECT:\nwrong car\n\nRef: Q-7F3K2M-4-abcdefghijklmnopqrstuvwxyz", VerdictReject, "wrong car"},
		{"REJECT: the “Civic” isn’t a 2018", VerdictReject, "the “Civic” isn’t a 2018"},
		{"REJECT: is it a 2019?", VerdictReject, "is it a 2019?"},
		{"REJECT: never mind the car, fix the address", VerdictReject, "never mind the car, fix the address"},
		{"REJECT", VerdictReject, ""},
		{"REJECT\nThanks", VerdictReject, ""},
		{"CANCEL: she bought elsewhere", VerdictCancel, "she bought elsewhere"},
		{"CANCEL", VerdictCancel, ""},
		{"Cancel.\nShe bought elsewhere", VerdictCancel, "She bought elsewhere"},
	} {
		d := Parse(c.text, dana, english)
		if d.Verdict != c.verdict || d.Reason != c.reason {
			t.Errorf("%q: %s %q (%s), want %s %q", c.text, d.Verdict, d.Reason, d.Why, c.verdict, c.reason)
		}
	}
}

func TestEdit(t *testing.T) {
	for text, want := range map[string]string{
		"EDIT: Dear Ann,\n\n  it is $500.\n\nThanks,\nDana":                      "Dear Ann,\n\n  it is $500.\n\nThanks,\nDana",
		"edit:\nDear Ann,\nit is Friday":                                         "Dear Ann,\nit is Friday",
		"EDIT\nvehicles[0].year: 2019":                                           "vehicles[0].year: 2019",
		"*EDIT:* “Dear” Ann\nRef: Q-7F3K2M-4-abcdefghijklmnopqrstuvwxyz\n":       "“Dear” Ann",
		"EDIT: Dear Ann\nNew\nContinue\nOrder: 5 forms\nLeave the rest as it is": "Dear Ann\nNew\nContinue\nOrder: 5 forms\nLeave the rest as it is",
	} {
		if d := Parse(text, dana, english); d.Verdict != VerdictEdit || d.EditText != want {
			t.Errorf("%q: %s %q (%s), want %q", text, d.Verdict, d.EditText, d.Why, want)
		}
	}
}

// A signature below values is no value. Below a mail to the customer, the closing stays.
func TestEditOfValuesWithASignature(t *testing.T) {
	for text, want := range map[string]string{
		"EDIT: zip: 97214\n\nDana Reyes":                                "zip: 97214",
		"EDIT\nzip: 97214\nmiles: 8,500\n\nThanks,\nDana":               "zip: 97214\nmiles: 8,500",
		"EDIT: zip: 97214\n\nDana Reyes\nLicensed Agent\n503-555-0190":  "zip: 97214",
		"EDIT: zip: 97214\n\nask her about the truck":                   "zip: 97214\n\nask her about the truck",
		"EDIT:\nHello Ann,\nwe need one thing: your ZIP.\n\nDana Reyes": "Hello Ann,\nwe need one thing: your ZIP.\n\nDana Reyes",
	} {
		if d := Parse(text, dana, english); d.Verdict != VerdictEdit || d.EditText != want {
			t.Errorf("%q: %s %q (%s), want %q", text, d.Verdict, d.EditText, d.Why, want)
		}
	}
}

func TestAnswers(t *testing.T) {
	for text, want := range map[string]map[int]string{
		"1. yes\n2. a 2019 Civic\nin blue\n\nThanks": {1: "yes", 2: "a 2019 Civic\nin blue"},
		"ANSWER: she said Friday":                    {0: "she said Friday"},
		"ANSWER:\n1) yes\n3) no":                     {1: "yes", 3: "no"},
		"answer: 2: no":                              {2: "no"},
		"2. only this":                               {2: "only this"},
		"ANSWER: 1. yes\n2. no\nDana":                {1: "yes", 2: "no"},
		"1. the Civic\n2.5 miles each way":           {1: "the Civic\n2.5 miles each way"},
		"1. a coupe\n2-door":                         {1: "a coupe\n2-door"},
	} {
		if d := Parse(text, dana, english); d.Verdict != VerdictAnswer || !maps.Equal(d.Answers, want) {
			t.Errorf("%q: %s %v (%s), want %v", text, d.Verdict, d.Answers, d.Why, want)
		}
	}
}

func TestCommands(t *testing.T) {
	for text, want := range map[string]string{
		"TAKE OVER":         "TAKE OVER||",
		"Take over, thanks": "TAKE OVER||",
		"HAND BACK.":        "HAND BACK||",
		"HAND BACK:":        "HAND BACK||",
		"HAND BACK: ask for her phone\n\nThanks,\nDana": "HAND BACK||ask for her phone",
		"Hand back:\nyears licensed: 26\nyear: 2018":    "HAND BACK||years licensed: 26\nyear: 2018",
		"SEND: Dear Ann,\nit is Friday.\n\nDana":        "SEND||Dear Ann,\nit is Friday.\n\nDana",
		"ORDER: mailbox, crm, analysis":                 "ORDER||mailbox, crm, analysis",
		"ORDER: mailbox, crm\nSKIP: analysis\nThanks":   "ORDER||mailbox, crm;SKIP||analysis",
		"skip: crm.": "SKIP||crm",
		"REVISE crm: last year too\nand this one\nREVISE analysis: shorter": "REVISE|crm|last year too\nand this one;REVISE|analysis|shorter",
		"REPLAN: only the invoices":                                         "REPLAN||only the invoices",
		"EXPORT":                                                            "EXPORT||",
		"RETRY crm":                                                         "RETRY|crm|crm",
		"retry: crm\nRETRY mailbox":                                         "RETRY|crm|crm;RETRY|mailbox|mailbox",
		"RETRY crm, thanks":                                                 "RETRY|crm|crm",
		"RETRY crm please!\nDana":                                           "RETRY|crm|crm",
		"RETRY thanks-desk":                                                 "RETRY|thanks-desk|thanks-desk",
		"SKIP: crm, thanks":                                                 "SKIP||crm",
		"ORDER: crm, mailbox. Thank you, Dana":                              "ORDER||crm, mailbox",
		"CONTINUE":                                                          "CONTINUE||",
		"resend":                                                            "RESEND||",
		"LEAVE\nThanks":                                                     "LEAVE||",
		"NEW":                                                               "NEW||",
		"Join q-7f3k2m":                                                     "JOIN||Q-7F3K2M",
		"IGNORE":                                                            "IGNORE||",
		"RELEASE 3":                                                         "RELEASE||3",
		"RELEASE 3, 5 and 8\nDana":                                          "RELEASE||3;RELEASE||5;RELEASE||8",
	} {
		d := Parse(text, dana, english)
		var got []string
		for _, c := range d.Commands {
			got = append(got, c.Word+"|"+c.Name+"|"+c.Argument)
		}
		if d.Verdict != VerdictCommand || strings.Join(got, ";") != want {
			t.Errorf("%q: %s %q (%s), want %q", text, d.Verdict, got, d.Why, want)
		}
	}
}

func TestCommandsAsWritten(t *testing.T) {
	for text, want := range map[string][2]string{
		"TAKE OVER":                           {"TAKE OVER", ""},
		"RETRY crm":                           {"RETRY", "crm"},
		"RELEASE 3, 5 and 8":                  {"RELEASE", "3, 5, 8"},
		"REVISE crm: last year too":           {"REVISE", "crm: last year too"},
		"REVISE crm: a\nREVISE analysis: b":   {"REVISE", "crm: a\nREVISE analysis: b"},
		"ORDER: mailbox, crm\nSKIP: analysis": {"ORDER", "mailbox, crm\nSKIP: analysis"},
		"SEND: Dear Ann: it is $5\n\nYours":   {"SEND", "Dear Ann: it is $5\n\nYours"},
	} {
		if word, argument := Parse(text, dana, english).Written(); word != want[0] || argument != want[1] {
			t.Errorf("%q: %s %q, want %q", text, word, argument, want)
		}
	}
}
