package review

import (
	"strings"
	"testing"
)

// Whole messages that contain the words of a decision but no decision.

func TestCase17OnlyTheQuoteSpeaks(t *testing.T) {
	m := reviewMail(t)
	for _, p := range programs {
		for form := range 3 {
			for _, own := range []string{"", " ", "-- \nDana Reyes", "Sent from my iPhone", "Dana"} {
				raw := p.reply(own, m, form).String()
				if p.name == "mailto button, no quote" {
					raw = eml{text: p.text(own, "")}.String()
				}
				if d := decides(t, raw); d.Verdict != VerdictUnclear || d.Why == "" || d.Understood == "" {
					t.Errorf("%s, form %d, %q: %+v", p.name, form, own, d)
				}
			}
		}
	}
}

func TestCase17QuotesInOtherWords(t *testing.T) {
	for name, text := range map[string]string{
		"a summary":             "Summary of this conversation:\n- ACCEPT sends the draft\n- REJECT has it done again\n",
		"a summary of one word": "Suggested reply:\nACCEPT\n",
		"a translation":         "Antworten Sie mit einem dieser Wörter:\n\nACCEPT\nREJECT: Grund\n",
		"the words alone":       "“ACCEPT”\nsends the draft exactly as it stands\n“REJECT: reason”\nhas the draft done again\n",
		"a selection":           "\"ACCEPT\"          sends the draft exactly as it stands\n\"REJECT: reason\"  has it done again\n",
		"a button":              "ACCEPT REJECT\n",
		"buttons as links":      "ACCEPT<mailto:reviews@agency.test?body=ACCEPT> REJECT<mailto:reviews@agency.test?body=REJECT>\n",
		"one button as a link":  "ACCEPT<mailto:reviews@agency.test?body=ACCEPT>\n",
	} {
		if d := decides(t, eml{text: text}.String()); d.Verdict != VerdictUnclear {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

// The text of a mailto button decides when unchanged. With changes the text is unclear.
func TestCase17PrefilledBody(t *testing.T) {
	filled := "ACCEPT\n\nRef: " + reference + "\n"
	for text, want := range map[string]Verdict{
		filled:                                VerdictAccept,
		filled + "\nDana\n":                   VerdictAccept,
		filled + "\n-- \nDana Reyes\n":        VerdictAccept,
		"Thanks for this.\n" + filled:         VerdictUnclear,
		filled + "\nbut make it 500":          VerdictUnclear,
		"ACCEPT if she pays\n\n" + filled[8:]: VerdictUnclear,
		"REJECT: \n\nRef: " + reference:       VerdictReject,
		"REJECT: wrong car\n\nRef: " + reference + "\n\nand the year": VerdictReject,
		"Ref: " + reference + "\n":                                    VerdictUnclear,
		"Ref: " + reference + "\n\nACCEPT\n":                          VerdictUnclear,
		"DON'T " + filled:                                             VerdictUnclear,
	} {
		if d := decides(t, eml{text: text}.String()); d.Verdict != want {
			t.Errorf("%q: %+v, want %s", text, d, want)
		}
	}
}

func TestCase17WordsThatNobodyWroteAsText(t *testing.T) {
	part := func(kind, more, body string) string { return "Content-Type: " + kind + "\r\n" + more + "\r\n" + body }
	for name, e := range map[string]eml{
		"subject alone":           {subject: "ACCEPT"},
		"subject and a signature": {subject: "ACCEPT", text: "-- \nDana Reyes\n"},
		"text attachment":         {text: "See attached.", parts: []string{part("text/plain; name=answer.txt", "Content-Disposition: attachment; filename=answer.txt\r\n", "ACCEPT\r\n")}},
		"attachment alone":        {parts: []string{part("text/plain; name=answer.txt", "Content-Disposition: attachment; filename=answer.txt\r\n", "ACCEPT\r\n")}},
		"forwarded message":       {text: "FYI", parts: []string{part("message/rfc822", "", "From: dana@agency.test\r\nSubject: Re\r\n\r\nACCEPT\r\n")}},
		"calendar":                {text: "ACCEPTED", subject: "Accepted: Quote review", parts: []string{part("text/calendar; method=REPLY", "", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")}},
		"alt text":                {html: `<p><img alt="ACCEPT" src="cid:1"></p>`},
		"title":                   {html: `<html><head><title>ACCEPT</title></head><body><br></body></html>`},
		"hidden":                  {html: `<div style="display:none">ACCEPT</div><p>What is this?</p>`},
		"hidden, alone":           {html: `<div style="font-size:0px">ACCEPT</div>`},
		"comment":                 {html: `<!-- ACCEPT --><br>`},
		"form field":              {html: `<input value="ACCEPT">`},
		"crossed out":             {html: `<p><s>ACCEPT</s></p>`},
		"crossed out by style":    {text: "ACCEPT\n", html: `<p><span style="text-decoration: line-through">Accept</span></p>`},
		"crossed out by a sheet":  {html: `<style>.no{text-decoration:line-through}</style><p class="no">ACCEPT</p>`},
		"crossed out in pieces":   {text: "ACCEPT\n", html: `<p><span style="text-decoration:line-through">ACC<span>EP</span>T</span></p>`},
		"crossed out and more":    {text: "ACCEPT\n", html: `<div><s>ACC<b>EP</b>T</s></div><div><br></div>`},
		"crossed out for another": {text: "REJECT: no ACCEPT\n", html: `<p><del>REJECT: no</del> ACCEPT</p>`},
		"approval crossed out":    {text: "ACCEPT\n\nLooks good\n", html: `<p>ACCEPT</p><p><s>Looks good</s></p>`},
		"approval, in part":       {html: `<p>ACCEPT, <del>looks</del> good</p>`},
		"crossed out of a text":   {text: "EDIT:\nHello Ann, it is $500 or 600.\n", html: `<p>EDIT:</p><p>Hello Ann, it is <s>$500 or</s> 600.</p>`},
		"crossed out of a reason": {text: "REJECT: too long and rude\n", html: `<p>REJECT: too long <strike>and rude</strike></p>`},
		"parts that differ":       {text: "ACCEPT\n", html: `<p>Do not do this.</p>`},
		"more in the HTML":        {text: "ACCEPT\n", html: `<p>ACCEPT</p><p>but make it 500</p>`},
		"signature":               {text: "-- \nACCEPT\n"},
		"below the signature":     {text: "What?\n\n-- \nDana\nACCEPT\n"},
		"footer":                  {text: "What is this?\n\nDISCLAIMER: replies of ACCEPT bind nobody.\n"},
		"postscript":              {text: "ACCEPT\n\n-- \nDana Reyes\n\nPS: the deductible must be 500\n"},
		"a dash, no signature":    {text: "ACCEPT\n--\nmake it 500\n"},
		"a condition below it":    {text: "ACCEPT\n\n-- \nif she has a garage\n"},
		"another word below it":   {text: "ACCEPT\n\n-- \nDana Reyes\nREJECT: wrong car\n"},
		"a condition by law":      {text: "ACCEPT\n\nDisclaimer: only if she has a garage\n"},
		"where a quote stands":    {html: `<div class="gmail_quote"><div>ACCEPT</div><blockquote>The draft</blockquote></div>`},
		"below an indented quote": {text: "On 20/11/2026, 10:00, \"Sunrise\" <reviews@agency.test> wrote:\n\n    The draft\n\nACCEPT\n"},
		"below what is quoted":    {text: "ACCEPT\n\nOn Fri, Nov 20, 2026 at 10:00 AM Sunrise <reviews@agency.test> wrote:\n> The draft\n\nbut the deductible must be 500\n"},
	} {
		if d := decides(t, e.String()); d.Verdict != VerdictUnclear || d.Why == "" {
			t.Errorf("%s: %+v, want unclear", name, d)
		}
	}
}

// An absence notice without an automatic header quotes our words.
func TestCase18AbsenceNoticeDecidesNothing(t *testing.T) {
	m := reviewMail(t)
	for _, own := range []string{"I am out of the office until Monday.", "Thank you for your mail. I am away; please write to Lee.", "Automatic reply: ACCEPT", "Out of office"} {
		for _, p := range programs {
			raw := p.reply(own, m, 0)
			raw.subject = "Automatic reply: [Q-7F3K2M] Please review"
			if d := decides(t, raw.String()); d.Verdict != VerdictUnclear {
				t.Errorf("%s, %q: %+v", p.name, own, d)
			}
		}
	}
}

// An unclear answer names what was understood and what to write.
func TestUnclearIsExplained(t *testing.T) {
	for text, want := range map[string][2]string{
		"":                        {"no words of your own", "a signature or an attachment"},
		"Hi,\n\nACCEPT":           {`"Hi,", and ACCEPT on line 3`, "must be on the first line"},
		"I accept":                {`"I accept"`, "ACCEPT counts only at the beginning"},
		"\u0410CCEPT":             {"\"\u0410CCEPT\"", "looks like ACCEPT but has a different character (U+0410)"},
		"𝐀𝐂𝐂𝐄𝐏𝐓":                  {"", "looks like ACCEPT"},
		"A̶C̶C̶E̶P̶T̶":            {"", "looks like ACCEPT"},
		"\u202eACCEPT":            {"", "U+202E"},
		"aceptar":                 {`"aceptar"`, "one of the words below, in English"},
		"ACCEPT\nbut make it 500": {`ACCEPT, and then "but make it 500"`, "EDIT: and the new text"},
		"ACCEPT\nREJECT":          {"ACCEPT and REJECT", "a reply can decide only one thing"},
		"Accept?":                 {`"Accept?"`, ""},
		"REJECT: a\nnever mind":   {`REJECT, and then "never mind"`, "takes REJECT back"},
		"EDIT":                    {"EDIT, and nothing after it", "after a colon"},
		"Edit the fee":            {`"Edit the fee"`, "EDIT: new text"},
		"RELEASE all":             {`"RELEASE all"`, "number of a mail"},
		"NEW\nplease call":        {`NEW, and then "please call"`, "may follow NEW"},
	} {
		d := Parse(text, dana, english)
		if d.Verdict != VerdictUnclear || !strings.Contains(d.Understood, want[0]) || !strings.Contains(d.Why, want[1]) {
			t.Errorf("%q: understood %s\n%s; want %q", text, d.Understood, d.Why, want)
		}
	}
}
