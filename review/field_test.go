package review

import "testing"

// underAnswer is the quoted review below an answer.
const underAnswer = "\n\n" + wroteLine + "> ACCEPT    sends the draft\n> REJECT: reason\n> Ref: " + reference + "\n"

func TestAcceptAsStaffWriteIt(t *testing.T) {
	for _, own := range []string{
		"Accept ✅", "ACCEPT 👍🏽", "accept :)", "ACCEPT 😊", "approved 👌", "ＡＣＣＥＰＴ", "\u200fACCEPT\u200f", "ACCEPT - thanks", "ACCEPT — Dana", "Accept\n.", "ACCEPT\n\n***", "ACCEPT\n\n🙂",
		"ACCEPT\n\nEnvoyé de mon iPhone", "ACCEPT\n\nVon meinem iPhone gesendet", "ACCEPT\n\nGesendet mit der GMX Mail App", "ACCEPT\n\nEnviado do meu iPhone", "ACCEPT\n\nОтправлено с iPhone",
		"ACCEPT\n\n从我的iPhone发送", "ACCEPT\n\niPhoneから送信", "ACCEPT\n\nSent via BlackBerry Hub+ Inbox for Android", "ACCEPT\n\nSent from my T-Mobile 5G Device", "ACCEPT\n\nSent from my iPhone - please excuse any typos",
		"ACCEPT\n\nSent from Mail<https://go.microsoft.com/fwlink/?LinkId=550986> for Windows", "ACCEPT\n\nSent from my mobile, please excuse brevity",
		"ACCEPT\n\nViele Grüße\nDana", "ACCEPT\n\nMit freundlichen Grüßen\nDana Reyes", "ACCEPT\n\nSaludos,\nDana", "ACCEPT\n\nCordialement,\nDana",
		"ACCEPT\n\nBest,\n\nDana Reyes (she/her)", "ACCEPT\n\n--\nDana Reyes (she/her)\nSunrise Insurance Agency", "ACCEPT\n\nDana Reyes | Senior Agent | Sunrise Insurance Agency | 503-555-0123",
		"ACCEPT\n\nDana Reyes, CIC | (503) 555-0123", "ACCEPT\n\nDana Reyes\nOffice 503.555.0123 Cell 503.555.0199", "ACCEPT\n\nDana Reyes\n[cid:image001.png@01D8]\nBook a call with me: https://calendar.test/dana",
		"ACCEPT\n\nDana Reyes\nConnect with us on Facebook", "ACCEPT\n\nVirus-free.www.avast.com", "[EXTERNAL]\n\nACCEPT", "ACCEPT\n\nDana Reyes\n\nP Please consider the environment before printing",
		"ACCEPT\n\nNOTICE: This e-mail message and any attachments are confidential and may be privileged. If you are not the intended recipient, please delete it.",
		"ACCEPT\n\n________________________________\n\nDisclaimer\n\nThe information contained in this communication is confidential and intended solely for the recipient.",
	} {
		if d := decides(t, eml{text: own + underAnswer}.String()); d.Verdict != VerdictAccept {
			t.Errorf("%q: %+v", own, d)
		}
	}
}

func TestNoAcceptAsStaffWriteIt(t *testing.T) {
	for _, own := range []string{
		">ACCEPT", " > ACCEPT", "|ACCEPT", "Accept ❌", "ACCEPT ✗", "ACCEPT 👎🏽", "ACCEPT 🤔", "ACCEPT ⁉️", "ACCEPT？", "ACCEPT 🛑", "❌ ACCEPT", "ACCEPT\n❌", "ACCEPT :(", "ACCEPT ~~", "~~ACCEPT~~", "ACCEPT\n~~~~", "ACCEPT :-/", "ACCEPT (pending)",
		"ACCEPT w/ changes", "ACCEPT*\n\n*after changes", "ACCEPT¹\n\n¹ if paid", "ACCEPT #2", "ACCEPT: no", "ACCEPT the first", "Approved by Lee", "APPROVED subject to review", "ACCEPT\n1. yes", "ACCEPT\u2028REJECT",
		"ACCEPT\vREJECT", "ACCEPT\u200bno", "ACCEPT\u202e ton", "Decision: ACCEPT", "do not\nACCEPT", "ACC\nEPT", "𝗔𝗖𝗖𝗘𝗣𝗧", "ⒶⒸⒸⒺⓅⓉ", "Accepté", "[ ] ACCEPT\n[x] REJECT", "☐ ACCEPT", "✓ ACCEPT\n✓ REJECT",
		"ACCEPT\n\nSent from my iPhone, wait for Lee", "ACCEPT\n\nSent from my iPhone\nbut not today", "ACCEPT\n\nSent from my iPhone - excuse the mistakes, not ready", "ACCEPT\n\nGet Outlook for iOS and call Lee", "ACCEPT\n\nGesendet von Lee, nicht senden",
		"ACCEPT\n\nDana\nPS hold the Civic", "ACCEPT\n\n-- \nDana\nnot the truck", "ACCEPT\n\nNot Dana", "ACCEPT\n\nLee Tran\nSunrise Insurance Agency", "ACCEPT\n\nDana Reyes | hold it | 503-555-0123", "ACCEPT\n\nDana Reyes (not really)",
		"ACCEPT\n\nDana\nBook a call with me first: https://x.test", "ACCEPT\n\nDana\nCell 503-555-0123 not office", "ACCEPT\n\n[cid:change.png]", "ACCEPT\n\n[not really]", "ACCEPT\n\nvirus-free.but wait", "ACCEPT\n\nP please consider the second car",
		"ACCEPT\n\nDisclaimer: I have not read it", "ACCEPT\n\nPlease note: do not send to client yet", "ACCEPT\n\nConfidential: do not send yet", "ACCEPT\n\nThis email is not an approval", "ACCEPT\n\n___\nunless Ann calls", "ACCEPT\n\nDana\nRemove towing, OK 50000", "ACCEPT\n\nDana\nLower the limit, OR 25000", "ACCEPT\n\nDana\n500 deductible the other way", "ACCEPT\n\n—\nno",
	} {
		for form, e := range []eml{{text: own + underAnswer}, {text: own}, {html: "<div>" + own + "</div>"}} {
			if d := decides(t, e.String()); d.Verdict == VerdictAccept {
				t.Errorf("form %d of %q is accepted", form, own)
			}
		}
	}
}

// Less common mail programs, and their ways to combine an answer with the original.
func TestAcceptFromOtherPrograms(t *testing.T) {
	const quoted = "REJECT: reason\n"
	for name, e := range map[string]eml{
		"answer in a table":    {html: `<table><tr><td>ACCEPT</td></tr></table><blockquote type="cite">REJECT: x</blockquote>`},
		"signature in a table": {html: `<div>ACCEPT</div><table><tr><td>Dana Reyes</td></tr><tr><td>T:</td><td>(503) 555-0123</td></tr></table><blockquote type="cite">REJECT: x</blockquote>`},
		"bold in part":         {html: `<b>AC</b>CEPT`},
		"right to left":        {html: `<div dir="rtl">ACCEPT</div>`},
		"Outlook, no rule":     {html: `<div>ACCEPT</div><div><b>From:</b> Sunrise &lt;reviews@agency.test&gt;<br><b>Sent:</b> Friday, November 20, 2026 10:00<br><b>To:</b> Dana<br><b>Subject:</b> Review</div><div>REJECT: x</div>`},
		"Outlook, Spanish":     {text: "ACCEPT\n\nDe: Sunrise <reviews@agency.test>\nEnviado el: viernes, 20 de noviembre de 2026 10:00\nPara: Dana\nAsunto: Review\n\n" + quoted},
		"Outlook, Japanese":    {text: "ACCEPT\n\n差出人: Sunrise <reviews@agency.test>\n送信日時: 2026年11月20日 10:00\n宛先: Dana\n件名: Review\n\n" + quoted},
		"Outlook, bilingual":   {text: "ACCEPT\n\nFrom / De: Sunrise <reviews@agency.test>\nSent / Envoyé: Friday\nTo / À: Dana\nSubject / Objet: Review\n\n" + quoted},
		"Gmail, Vietnamese":    {text: "ACCEPT\n\nVào Th 6, 20 thg 11, 2026 vào lúc 10:00 Sunrise <reviews@agency.test> đã viết:\n\n> REJECT: x\n"},
		"Gmail, Tagalog":       {text: "ACCEPT\n\nNoong Biy, Nob 20, 2026 nang 10:00 AM, sinulat ni Sunrise <reviews@agency.test> ang:\n\n> REJECT: x\n"},
		"bilingual line":       {text: "ACCEPT\n\nOn Fri, Nov 20, 2026 / Le ven. 20 nov. 2026, Sunrise <reviews@agency.test> wrote / a écrit :\n\n> REJECT: x\n"},
		"Spark":                {html: `<div name="messageBodySection"><div>ACCEPT</div></div><div name="messageSignatureSection"><br>Dana</div><div name="messageReplySection">On Nov 20, 2026, 10:00 AM, Sunrise wrote:<br><blockquote type="cite">REJECT: x</blockquote></div>`},
		"Fastmail":             {html: `<div>ACCEPT</div><div id="sig1"><div>--<br></div><div>Dana Reyes</div></div><div>On Fri, Nov 20, 2026, at 10:00 AM, Sunrise wrote:<br></div><blockquote type="cite" id="qt">REJECT: x</blockquote>`},
		"Roundcube":            {html: `<p>ACCEPT</p><p id="reply-intro">On 2026-11-20 10:00, Sunrise wrote:</p><blockquote type="cite">REJECT: x</blockquote>`},
		"Windows Mail":         {html: `<div>ACCEPT</div><p>Sent from <a href="https://go.microsoft.com/fwlink/">Mail</a> for Windows</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From: </b>Sunrise<br><b>Sent: </b>Friday<br><b>To: </b>Dana<br><b>Subject: </b>Review</p></div><p>REJECT: x</p>`},
		"AOL":                  {html: `<div>ACCEPT</div><div>-----Original Message-----<br>From: Sunrise &lt;reviews@agency.test&gt;<br>Sent: Fri, Nov 20, 2026 10:00 am<br>Subject: Review<br><br>REJECT: x</div>`},
		"K-9":                  {text: "ACCEPT\n\nOn November 20, 2026 10:00:00 AM PST, Sunrise <reviews@agency.test> wrote:\n>REJECT: x\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.\n"},
		"Claws, below":         {text: "On Fri, 20 Nov 2026 10:00:00 -0800\nSunrise <reviews@agency.test> wrote:\n\n> REJECT: x\n\nACCEPT\n"},
		"GroupWise":            {text: "ACCEPT\n\n>>> Sunrise <reviews@agency.test> 11/20/2026 10:00 AM >>>\n" + quoted},
	} {
		if d := decides(t, e.String()); d.Verdict != VerdictAccept {
			t.Errorf("%s: %+v", name, d)
		}
	}
}
