package review

import (
	"testing"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

// The HTML shows the signature if the plain text has no mark. Outlook never writes a mark, and
// Gmail has an option without one.
func TestASignatureThatOnlyTheHTMLMarks(t *testing.T) {
	const signature = "Dana Reyes\nSunrise Insurance Agency\n\"Protecting what matters most since 1987\"\nOffice hours: Mon-Fri 8am-5pm\n"
	const signed = `Dana Reyes<div>Sunrise Insurance Agency</div><div>"Protecting what matters most since 1987"</div><div>Office hours: Mon-Fri 8am-5pm</div>`
	gmail := func(own string) string {
		return `<div dir="ltr">` + own + `<div><br></div><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr">` + signed + `</div></div></div>`
	}
	outlook := `<div class="elementToProof">ACCEPT</div><div class="elementToProof"><br></div><div id="Signature"><div>` + signed + `</div><img alt="x"></div>`
	quoted := "\nOn Sun, Nov 22, 2026 at 1:40 PM Sunrise <reviews@agency.test> wrote:\n\n> Answer ACCEPT\n"
	quote := `<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Sun, Nov 22, 2026 at 1:40 PM Sunrise &lt;<a href="mailto:reviews@agency.test">reviews@agency.test</a>&gt; wrote:<br></div><blockquote class="gmail_quote">Answer ACCEPT</blockquote></div>`
	for name, tt := range map[string]struct {
		text, html string
		want       Verdict
	}{
		"Gmail":                     {"ACCEPT\n\n" + signature, gmail("ACCEPT"), VerdictAccept},
		"Gmail, with a quote":       {"ACCEPT\n\n" + signature + quoted, gmail("ACCEPT") + quote, VerdictAccept},
		"Outlook, with a picture":   {"ACCEPT\n\n" + signature + "[A logo]\n", outlook, VerdictAccept},
		"a bare word":               {"Take over.\n\n" + signature, gmail("Take over."), VerdictCommand},
		"more than a word":          {"ACCEPT\nbut 500\n\n" + signature, gmail("ACCEPT<div>but 500</div>"), VerdictUnclear},
		"the text says more":        {"ACCEPT\nbut 500\n\n" + signature, gmail("ACCEPT"), VerdictUnclear},
		"the HTML says more":        {"ACCEPT\n\n" + signature, gmail("ACCEPT<div>but 500</div>"), VerdictUnclear},
		"no mark":                   {"ACCEPT\n\n" + signature, "<div>ACCEPT</div><div>" + signed + "</div>", VerdictUnclear},
		"a mark for something else": {"ACCEPT\n\n" + signature + "only if towing is in\n", gmail("ACCEPT") + "<div>only if towing is in</div>", VerdictUnclear},
		"an objection in it":        {"ACCEPT\n\nDana\nbut not yet\n", `ACCEPT<div class="gmail_signature"><div>Dana</div><div>but not yet</div></div>`, VerdictUnclear},
		"a condition in it":         {"ACCEPT\n\nDana\n\nonly if towing is in\n", `ACCEPT<div id="Signature"><div>Dana</div><div><br></div><div>only if towing is in</div></div>`, VerdictUnclear},
		"an order in it":            {"ACCEPT\n\nDana\n\nUse 250 for collision\n", `ACCEPT<div id="Signature"><div>Dana</div><div><br></div><div>Use 250 for collision</div></div>`, VerdictUnclear},
		"a limit at its end":        {"ACCEPT\n\nDana\nHome only\n", `ACCEPT<div id="Signature"><div>Dana</div><div>Home only</div></div>`, VerdictUnclear},
		"a ban in it":               {"ACCEPT\n\nDana\nIt is confidential, do not send it\n", `ACCEPT<div id="Signature"><div>Dana</div><div>It is confidential, do not send it</div></div>`, VerdictUnclear},
		"appointments in it":        {"ACCEPT\n\nDana\nBy appointment only\n", `ACCEPT<div id="Signature"><div>Dana</div><div>By appointment only</div></div>`, VerdictAccept},
		"a word in it":              {"ok\n\nACCEPT\n", `ok<div class="gmail_signature">ACCEPT</div>`, VerdictUnclear},
		"nothing but it":            {"ACCEPT\nxyz\n", `<div class="gmail_signature"><div>ACCEPT</div><div>xyz</div></div>`, VerdictUnclear},
		"hidden words":              {"ACCEPT\n\n" + signature, gmail(`ACCEPT<span style="display:none">, but not yet</span>`), VerdictAccept},

		"a wish in it": {"ACCEPT\n\nIn Spanish please\n",
			`ACCEPT<div id="Signature">In Spanish please</div>`, VerdictUnclear},
	} {
		m := &message.Message{Text: tt.text, HTML: tt.html}
		if d := Read(m, reply.Extract(m), dana, english); d.Verdict != tt.want {
			t.Errorf("%s: %+v, want %s", name, d, tt.want)
		}
	}
}
