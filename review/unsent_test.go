package review

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

func TestLeftNamesWhatATextCanNotTakeAlong(t *testing.T) {
	pdf := message.Attachment{Name: "brochure.pdf", Type: "application/pdf", Size: 2100}
	logo := message.Attachment{Name: "image001.png", Type: "image/png", Size: 900, ID: "image001.png@01D"}
	photo := message.Attachment{Name: "car.jpg", Type: "image/jpeg", Size: 900}
	wrapped := message.Attachment{Name: "winmail.dat", Type: "application/ms-tnef", Size: 900}
	send := func(text string) Decision {
		return Decision{Verdict: VerdictCommand, Commands: []Command{{Word: wordSend, Argument: text}}}
	}
	edit := func(text string) Decision { return Decision{Verdict: VerdictEdit, EditText: text} }
	const linked = `<p>See <a href="https://sunrise.test/discounts?a=1&amp;b=2">our <b>discounts</b></a>.</p>`
	for name, tt := range map[string]struct {
		d     Decision
		html  string
		files []message.Attachment
		want  string // in the one sentence; empty: nothing to report
	}{
		"a file beside SEND":          {d: send("Hi, it is attached."), files: []message.Attachment{pdf}, want: "brochure.pdf (application/pdf, 2 KB)"},
		"a file beside EDIT":          {d: edit("Hi, it is attached."), files: []message.Attachment{pdf}, want: "brochure.pdf"},
		"a picture that is attached":  {d: send("Hi."), html: "<p>SEND: Hi.</p>", files: []message.Attachment{photo}, want: "car.jpg"},
		"a picture in a signature":    {d: send("Hi."), html: `<img src="cid:image001.png@01D">`, files: []message.Attachment{logo}},
		"what Outlook wraps mail in":  {d: send("Hi."), files: []message.Attachment{wrapped}},
		"a file beside REJECT":        {d: Decision{Verdict: VerdictReject, Reason: "see the file"}, files: []message.Attachment{pdf}},
		"a file beside ACCEPT":        {d: Decision{Verdict: VerdictAccept}, files: []message.Attachment{pdf}},
		"a link":                      {d: send("See our discounts."), html: linked, want: "https://sunrise.test/discounts?a=1&b=2"},
		"a link, written out":         {d: send("See our discounts <https://sunrise.test/discounts?a=1&b=2>."), html: linked},
		"an address made a link":      {d: send("See www.sunrise.test."), html: `See <a href="http://www.sunrise.test/">www.sunrise.test</a>.`},
		"a link of what is quoted":    {d: send("Please call us."), html: linked},
		"a word within a word":        {d: send("It is there."), html: `<a href="https://sunrise.test">here</a>`},
		"a word that comes once more": {d: send("It is there, or hehere, or here."), html: `<a href="https://sunrise.test">here</a>`, want: "https://sunrise.test"},
		"a mailbox":                   {d: send("Ask Dana."), html: `Ask <a href="mailto:dana@agency.test">Dana</a>.`},
	} {
		t.Run(name, func(t *testing.T) {
			left := tt.d.Unsent(&message.Message{HTML: tt.html, Attachments: tt.files}, english)
			if got := strings.Join(left, "; "); (tt.want == "") != (len(left) == 0) || !strings.Contains(got, tt.want) {
				t.Errorf("left %q, want %q", got, tt.want)
			}
		})
	}
}

// The sender is not authenticated yet when links are searched, and all mail waits for the
// search.
func TestManyLinksAreSaidToBeMany(t *testing.T) {
	var linked, text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&linked, `<a href="https://x%d.test">word%d</a> `, i, i)
	}
	for text.Len() < longestText/2 {
		text.WriteString("and nothing of that sort ")
	}
	begun := time.Now()
	left := Decision{Verdict: VerdictEdit, EditText: text.String()}.Unsent(&message.Message{HTML: linked.String()}, english)
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
	if len(left) != 1 || !strings.Contains(left[0], "more than 200") {
		t.Errorf("left %q", left)
	}
}

// Lines that are only similar to a signature may be the end of the mail.
func TestFinding11AnEditKeepsItsLastParagraph(t *testing.T) {
	const mail = "Hello Ann,\n\nplease call us."
	who := dana
	who.Signatures = []string{"Dana Reyes\nProducer"}
	for below, want := range map[string]string{
		"":                                    "",
		"\n\n___\nSunrise Insurance Agency":   "Sunrise Insurance Agency",
		"\n\n--\nSunrise Insurance Agency":    "Sunrise Insurance Agency",
		"\n\n—\nThe team at Sunrise":          "The team at Sunrise",
		"\n\n--\nDana Reyes\nProducer":        "", // remembered
		"\n\n-- \nDana Reyes\nSunrise":        "", // the mark of signatures
		"\n\nSent from my iPhone":             "",
		"\n\n> Please review\n> Ref: R-1":     "",
		"\n\n___\nSunrise\nSent from my iPad": "Sunrise",
	} {
		for _, word := range []string{"EDIT:\n", "SEND: "} {
			m := &message.Message{Text: word + mail + below}
			d := Read(m, reply.Extract(m), who, english)
			text, full := d.mailText(), mail
			if want != "" {
				full += "\n\n" + want
			}
			if text == nil || *text != full || d.Kept != want || (len(d.Unsent(m, english)) > 0) != (want != "") {
				t.Errorf("%q: %+v, want %q", m.Text, d, full)
			}
		}
	}
	m := &message.Message{Text: "EDIT: zip: 97214\n\n--\nDana Reyes\nSunrise"}
	if d := Read(m, reply.Extract(m), dana, english); d.EditText != "zip: 97214" {
		t.Errorf("values are %q", d.EditText)
	}
}
