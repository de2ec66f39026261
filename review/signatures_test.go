package review

import (
	"html"
	"os"
	"strings"
	"testing"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

// signer is a member of staff. The signatures name another company than the agency.
var signer = Person{Name: "Dana Reyes", Address: "dana.reyes@blueharbor.test", Lines: []string{"Sunrise Insurance Agency"}}

// signedReply is an own text with a signature without a mark, and the program that sends it.
type signedReply struct{ program, own string }

// signedIn returns the replies of files: a line "=== program" above each own text.
//   - signedreplies.txt, heldback.txt and fresh.txt count.
//   - confirmable.txt stays unclear: "Coverage", "D" or a lone name may belong to a condition. The
//     answer offers SIGNATURE.
//   - conditions.txt stays unclear: some line may be a condition.
func signedIn(t *testing.T, files ...string) (all []signedReply) {
	t.Helper()
	for _, file := range files {
		text, err := os.ReadFile("testdata/signatures/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq(strings.TrimPrefix(string(text), "=== "), "\n=== ") {
			program, own, _ := strings.Cut(part, "\n")
			all = append(all, signedReply{program, strings.TrimSuffix(own, "\n")})
		}
	}
	return all
}

// mail writes the reply as the program sends it, with the review quoted.
func (s signedReply) mail() *message.Message {
	const attribution = "On Fri, Nov 20, 2026 at 10:00 AM Sunrise <reviews@agency.test> wrote:"
	own, page := s.own, strings.ReplaceAll(html.EscapeString(s.own), "\n", "<br>")
	m := &message.Message{From: []message.Address{{Name: "Dana Reyes", Address: signer.Address}}}
	switch s.program {
	case "Outlook":
		m.Text = own + "\n\n________________________________\nFrom: Sunrise <reviews@agency.test>\nSent: Friday, November 20, 2026 10:00 AM\nTo: Dana Reyes <dana.reyes@blueharbor.test>\nSubject: Please review\n\nAnswer ACCEPT or REJECT.\n"
		page = shownApart.ReplaceAllString(own, "")
		m.HTML = `<html><body><div class="WordSection1"><p class="MsoNormal">` + strings.ReplaceAll(html.EscapeString(page), "\n", `</p><p class="MsoNormal">`) +
			`</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> Sunrise &lt;reviews@agency.test&gt;<br><b>Sent:</b> Friday, November 20, 2026 10:00 AM<br><b>To:</b> Dana Reyes<br><b>Subject:</b> Please review</p></div><p>Answer ACCEPT or REJECT.</p></div></body></html>`
	case "Gmail":
		m.Text = own + "\n\n" + attribution + "\n\n> Answer ACCEPT or REJECT.\n"
		m.HTML = `<div dir="ltr">` + page + `</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">` + html.EscapeString(attribution) + `<br></div><blockquote class="gmail_quote">Answer ACCEPT or REJECT.</blockquote></div>`
	case "Apple Mail":
		m.Text = own + "\n\n> " + attribution + "\n> \n> Answer ACCEPT or REJECT.\n"
		m.HTML = `<html><body>` + page + `<br><div><blockquote type="cite"><div>` + html.EscapeString(attribution) + `</div><br><div>Answer ACCEPT or REJECT.</div></blockquote></div></body></html>`
	case "Thunderbird":
		m.Text = own + "\n\nOn 11/20/26 10:00, Sunrise wrote:\n> Answer ACCEPT or REJECT.\n"
	default:
		m.Text = own + "\n\n> On Nov 20, 2026, at 10:00 AM, Sunrise <reviews@agency.test> wrote:\n> \n> Answer ACCEPT or REJECT.\n"
	}
	return m
}

func TestFinding10AcceptCountsAboveASignature(t *testing.T) {
	for _, s := range signedIn(t, "signedreplies.txt", "heldback.txt", "fresh.txt") {
		m := s.mail()
		if d := Read(m, reply.Extract(m), signer, english); d.Verdict != VerdictAccept {
			t.Errorf("%s: %q: %s %s", s.program, s.own, d.Understood, d.Why)
		}
	}
}

func TestFinding10AnUnclearSignatureCanBeConfirmed(t *testing.T) {
	for _, s := range signedIn(t, "confirmable.txt") {
		m, who := s.mail(), signer
		d := Read(m, reply.Extract(m), who, english)
		if d.Verdict != VerdictUnclear || d.Doubt == nil || d.Doubt.Word != "ACCEPT" {
			t.Fatalf("%s: %q: %+v", s.program, s.own, d)
		}
		who.Signatures = []string{d.Doubt.Lines}
		if d := Read(m, reply.Extract(m), who, english); d.Verdict != VerdictAccept {
			t.Errorf("%s: %q is still unclear: %s", s.program, s.own, d.Understood)
		}
		m.Text = "SIGNATURE\n" + strings.SplitN(m.Text, "\n", 2)[1]
		m.HTML = strings.NewReplacer("ACCEPT<", "SIGNATURE<").Replace(m.HTML)
		said := Read(m, reply.Extract(m), signer, english)
		if _, lines := said.Written(); lettersOf(lines) != lettersOf(d.Doubt.Lines) {
			t.Errorf("%s: SIGNATURE above %q is %+v", s.program, s.own, said)
		}
	}
	for _, own := range []string{"ACCEPT\n\nbut wait for Ann\n\nDana", "ACCEPT\n\nDana Reyes\nDoes she drive?", "ACCEPT\n\nDana\nREJECT: no", "REJECT: no\n\nDana Reyes\nBlue Sedan"} {
		m := signedReply{"a phone", own}.mail()
		if d := Read(m, reply.Extract(m), signer, english); d.Doubt != nil {
			t.Errorf("%q offers %+v", own, d.Doubt)
		}
	}
}

func TestFinding10AConditionIsNoSignature(t *testing.T) {
	for _, s := range signedIn(t, "conditions.txt") {
		for _, program := range []string{"Outlook", "Gmail", "Apple Mail", "Thunderbird", "a phone"} {
			m := signedReply{program, s.own}.mail()
			if d := Read(m, reply.Extract(m), signer, english); d.Verdict != VerdictUnclear {
				t.Errorf("%s: %q is %s", program, s.own, d.Verdict)
			}
		}
	}
}

// Found by fuzzing: a line of one mark below ACCEPT made the reader panic.
func TestFinding1ALineOfMarksIsRead(t *testing.T) {
	for _, mark := range []string{",", ", |", "| , |", "()", "-", "\"", "of", "&", "/", "[]", "*", "~"} {
		for _, program := range []string{"Outlook", "Gmail", "Apple Mail", "Thunderbird", "a phone"} {
			for _, own := range []string{"ACCEPT\n\n" + mark, "ACCEPT\n\nDana Reyes\n" + mark + "\n503-555-0142", mark} {
				m := signedReply{program, own}.mail()
				Read(m, reply.Extract(m), signer, english)
			}
		}
	}
}
