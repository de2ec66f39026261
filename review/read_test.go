package review

import (
	"strings"
	"testing"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

// ourMail is a quoted review mail, which contains each word.
const ourMail = `Ann Lake asks for a quote. How to answer, on the first line:
ACCEPT
REJECT: reason
EDIT: new text
CANCEL: reason

Ref: Q-7F3K2M-4-abcdefghijklmnopqrstuvwxyz`

func quoted(text string) string { return "> " + strings.ReplaceAll(text, "\n", "\n> ") }

const (
	wroteLine    = "On Fri, 20 Nov 2026 at 10:00, Sunrise Agency <reviews@agency.test> wrote:\n"
	outlookBlock = "________________________________\nFrom: Sunrise Agency <reviews@agency.test>\nSent: Friday, November 20, 2026 10:00 AM\nTo: Dana Reyes\nSubject: [Q-7F3K2M] Review\n\n"
)

func read(m *message.Message) Decision { return Read(m, reply.Extract(m), dana, english) }

func readText(text string) Decision {
	return read(&message.Message{Text: text})
}

func TestCase17QuotedWordsNeverDecide(t *testing.T) {
	for name, text := range map[string]string{
		"quote only":             quoted(ourMail),
		"attribution and quote":  wroteLine + quoted(ourMail),
		"unmarked quote":         wroteLine + "\n" + ourMail,
		"outlook block only":     outlookBlock + ourMail,
		"signature and quote":    "-- \nDana\n\n" + wroteLine + quoted(ourMail),
		"phone and quote":        "Sent from my iPhone\n\n" + wroteLine + quoted(ourMail),
		"question above":         "What is this?\n\n" + wroteLine + quoted(ourMail),
		"forward":                "---------- Forwarded message ---------\nFrom: Sunrise <reviews@agency.test>\nSubject: x\n\n" + ourMail,
		"wrapped end of a quote": wroteLine + "> To approve this quote for Ann Lake, answer this mail with the word\nACCEPT\n> or with REJECT",
		"wrapped last line":      wroteLine + "> To approve this quote for Ann Lake, answer this mail with the word\nACCEPT\n",
		"among quoted lines":     wroteLine + "> How to answer:\nACCEPT\n> REJECT: reason\n",
		"no mark at all":         ourMail,
	} {
		t.Run(name, func(t *testing.T) {
			if d := readText(text); d.Verdict != VerdictUnclear || d.Why == "" {
				t.Errorf("%+v, want unclear", d)
			}
		})
	}
}

func TestCase17QuotedWordsDoNotDisturb(t *testing.T) {
	for name, text := range map[string]string{
		"above":             "ACCEPT\n\n" + wroteLine + quoted(ourMail),
		"with thanks":       "Accept. Thanks!\n\nDana\n\n" + wroteLine + quoted(ourMail),
		"above, unmarked":   "ACCEPT\n\n" + wroteLine + "\n" + ourMail,
		"outlook":           "ACCEPT\n\n" + outlookBlock + ourMail,
		"phone":             "Approved\n\nSent from my iPhone\n\n" + wroteLine + quoted(ourMail),
		"outlook phone":     "ACCEPT\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n" + outlookBlock + ourMail,
		"signature":         "ACCEPT\n-- \nDana Reyes\nProducer, Sunrise\n\n" + wroteLine + quoted(ourMail),
		"below":             wroteLine + quoted(ourMail) + "\n\nACCEPT\n",
		"mailto, no quote":  "ACCEPT\n\nRef: Q-7F3K2M-4-abcdefghijklmnopqrstuvwxyz\n",
		"corporate notice":  "ACCEPT\n\nCONFIDENTIALITY NOTICE: This e-mail is confidential.\n\n" + wroteLine + quoted(ourMail),
		"forwarded to us":   "ACCEPT\n\n---------- Forwarded message ---------\nFrom: Sunrise <reviews@agency.test>\nSubject: x\n\n" + ourMail,
		"gateway's warning": "CAUTION: This email originated from outside your organization.\n\nACCEPT\n\n" + wroteLine + quoted(ourMail),
	} {
		t.Run(name, func(t *testing.T) {
			if d := readText(text); d.Verdict != VerdictAccept {
				t.Errorf("%+v, want accept", d)
			}
		})
	}
}

func TestCase17HTMLQuote(t *testing.T) {
	page := "<p>How to answer:</p><p>ACCEPT</p><p>REJECT: reason</p>"
	for html, want := range map[string]Verdict{
		`<div>ACCEPT</div><div class="gmail_quote"><div class="gmail_attr">On Friday:</div><blockquote>` + page + `</blockquote></div>`: VerdictAccept,
		`<div class="gmail_quote"><div class="gmail_attr">On Friday:</div><blockquote>` + page + `</blockquote></div>`:                  VerdictUnclear,
		`<div><br></div><div id="divRplyFwdMsg"><b>From:</b> x</div>` + page:                                                            VerdictUnclear,
		`<p>ACCEPT</p><div id="divRplyFwdMsg"><b>From:</b> x</div>` + page:                                                              VerdictAccept,
		`<blockquote>` + page: VerdictUnclear,
	} {
		if d := read(&message.Message{HTML: html}); d.Verdict != want {
			t.Errorf("%s: %+v, want %s", html, d, want)
		}
	}
}

// TestGuessedSignatureDecidesNothing: a guessed signature may be a condition that invalidates
// ACCEPT.
func TestGuessedSignatureDecidesNothing(t *testing.T) {
	for text, want := range map[string]Verdict{
		"ACCEPT\n\n____\nbut only with towing":    VerdictUnclear,
		"ACCEPT\n\n____\nDana Reyes":              VerdictAccept,
		"ACCEPT\n\nSent from my Acme but hold on": VerdictUnclear,
		"REJECT: wrong car\n\n____\nDana, Sales":  VerdictReject,
	} {
		if d := readText(text); d.Verdict != want {
			t.Errorf("%q: %+v, want %s", text, d, want)
		}
	}
}

// Answers between quoted lines have the limit of other decisions.
func TestLongInlineAnswersAreUnclear(t *testing.T) {
	piece := "> 1. How many?\nyes\n"
	d := readText(strings.Repeat(piece, 2*longestText/len("yes\n")))
	if d.Verdict != VerdictUnclear || d.Why != english.Say("reply.too_long") {
		t.Errorf("%.100v", d)
	}
}
