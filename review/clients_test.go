package review

import (
	"encoding/base64"
	"fmt"
	"html"
	"mime/quotedprintable"
	"strings"
	"testing"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
	"ppamaild/templates"
)

// Models of staff's mail programs: how each quotes, signs, disguises and encodes. The composed
// replies pass through the daemon's whole parser.

// eml is a reply as a mail program writes one.
type eml struct {
	from, subject string
	text, html    string // bodies; one may be empty
	header        string // more header fields, each with CRLF
	encoding      string // 7bit, quoted-printable or base64
	flowed        bool
	parts         []string // more parts, each with header
}

func (e eml) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "From: %s\r\nTo: reviews@agency.test\r\nSubject: %s\r\nDate: Fri, 20 Nov 2026 11:04:00 -0800\r\nMessage-ID: <reply@agency.test>\r\n%sMIME-Version: 1.0\r\n",
		orElse(e.from, "Dana Reyes <dana@agency.test>"), orElse(e.subject, "Re: [Q-7F3K2M] Please review"), e.header)
	var bodies []string
	if e.text != "" || e.html == "" {
		flowed := ""
		if e.flowed {
			flowed = "; format=flowed"
		}
		bodies = append(bodies, e.entity("text/plain; charset=utf-8"+flowed, e.text))
	}
	if e.html != "" {
		bodies = append(bodies, e.entity("text/html; charset=utf-8", e.html))
	}
	body := bodies[0]
	if len(bodies) > 1 {
		body = multipart("alternative", "alt", bodies)
	}
	if len(e.parts) > 0 {
		body = multipart("mixed", "mix", append([]string{body}, e.parts...))
	}
	return b.String() + body
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func multipart(kind, boundary string, parts []string) string {
	return "Content-Type: multipart/" + kind + "; boundary=" + boundary + "\r\n\r\n--" + boundary + "\r\n" +
		strings.Join(parts, "\r\n--"+boundary+"\r\n") + "\r\n--" + boundary + "--\r\n"
}

func (e eml) entity(kind, content string) string {
	encoding := orElse(e.encoding, "8bit")
	content = strings.ReplaceAll(content, "\n", "\r\n")
	switch encoding {
	case "base64":
		encoded := base64.StdEncoding.EncodeToString([]byte(content))
		content = ""
		for len(encoded) > 76 {
			content, encoded = content+encoded[:76]+"\r\n", encoded[76:]
		}
		content += encoded
	case "quoted-printable":
		var b strings.Builder
		w := quotedprintable.NewWriter(&b)
		w.Write([]byte(content))
		w.Close()
		content = b.String()
	}
	return "Content-Type: " + kind + "\r\nContent-Transfer-Encoding: " + encoding + "\r\n\r\n" + content
}

// decides reads a whole message like the daemon.
func decides(t interface{ Fatalf(string, ...any) }, raw string) Decision {
	m, err := message.Parse(strings.NewReader(raw), message.Limits{})
	if err != nil {
		t.Fatalf("%v\n%s", err, raw)
	}
	return Read(m, reply.Extract(m), dana, english)
}

// program is a mail program: the way it combines a reply and the original mail. Either may be
// missing.
type program struct {
	name string
	text func(own, quoted string) string
	html func(own, quoted string) string
	lost bool // the quotation has no mark and no attribution line
}

func marked(mark string) func(string) string {
	return func(s string) string {
		lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimRight(mark+line, " ")
		}
		return strings.Join(lines, "\n") + "\n"
	}
}

func under(intro string) func(own, quoted string) string {
	return func(own, quoted string) string { return own + "\n\n" + intro + marked("> ")(quoted) }
}

func bare(intro string) func(own, quoted string) string {
	return func(own, quoted string) string { return own + "\n\n" + intro + quoted }
}

func within(format string) func(own, quoted string) string {
	return func(own, quoted string) string { return fmt.Sprintf(format, own, quoted) }
}

const (
	headerEN = "From: Sunrise Insurance Agency <reviews@agency.test>\nSent: Friday, November 20, 2026 10:00 AM\nTo: Dana Reyes <dana@agency.test>\nSubject: [Q-7F3K2M] Please review\n\n"
	headerDE = "Von: Sunrise Insurance Agency <reviews@agency.test>\nGesendet: Freitag, 20. November 2026 10:00\nAn: Dana Reyes <dana@agency.test>\nBetreff: [Q-7F3K2M] Please review\n\n"
	htmlHead = `<b>From:</b> Sunrise &lt;reviews@agency.test&gt;<br><b>Sent:</b> Friday, November 20, 2026 10:00 AM<br><b>To:</b> Dana Reyes &lt;dana@agency.test&gt;<br><b>Subject:</b> [Q-7F3K2M] Please review<br>`
)

var programs = []program{
	{name: "Gmail", text: under("On Fri, Nov 20, 2026 at 10:00 AM Sunrise <reviews@agency.test> wrote:\n\n"),
		html: within(`<div dir="ltr">%s</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Fri, Nov 20, 2026 at 10:00 AM Sunrise &lt;<a href="mailto:reviews@agency.test">reviews@agency.test</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0">%s</blockquote></div>`)},
	{name: "Outlook", text: bare("________________________________\n" + headerEN),
		html: within(`<html><body><div class="elementToProof">%s</div><div id="appendonsend"></div><hr style="width:98%%"><div id="divRplyFwdMsg" dir="ltr">` + htmlHead + `</div><div>%s</div></body></html>`)},
	{name: "Outlook desktop", text: bare("-----Original Message-----\n" + headerEN),
		html: within(`<body lang=EN-US><div class=WordSection1>%s<p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in'><p class=MsoNormal>` + htmlHead + `</p></div></div>%s</div></body>`)},
	{name: "Outlook, German", text: bare(headerDE)},
	{name: "Outlook for iOS", text: func(own, quoted string) string {
		return own + "\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n" + headerEN + quoted
	}},
	{name: "Apple Mail", text: under("> On Nov 20, 2026, at 10:00 AM, Sunrise <reviews@agency.test> wrote:\n> \n"),
		html: within(`<html><body>%s<br><div><blockquote type="cite"><div>On Nov 20, 2026, at 10:00 AM, Sunrise &lt;reviews@agency.test&gt; wrote:</div><br><div>%s</div></blockquote></div></body></html>`)},
	{name: "iPhone", text: func(own, quoted string) string {
		return own + "\n\nSent from my iPhone\n\n" + under("> On Nov 20, 2026, at 10:00 AM, Sunrise <reviews@agency.test> wrote:\n> \n")("", quoted)[2:]
	},
		html: within(`<html><body dir="auto">%s<br><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On Nov 20, 2026, at 10:00 AM, Sunrise &lt;reviews@agency.test&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">%s</div></blockquote></body></html>`)},
	{name: "Thunderbird", text: under("On 11/20/26 10:00, Sunrise wrote:\n"),
		html: within(`<html><body><p>%s</p><div class="moz-cite-prefix">On 11/20/26 10:00, Sunrise wrote:<br></div><blockquote type="cite" cite="mid:x@agency.test">%s</blockquote></body></html>`)},
	{name: "Thunderbird, below", text: func(own, quoted string) string {
		return "On 11/20/26 10:00, Sunrise wrote:\n" + marked("> ")(quoted) + "\n" + own + "\n"
	}},
	{name: "Yahoo", text: func(own, quoted string) string {
		return own + "\n\n    On Friday, November 20, 2026 at 10:00:00 AM PST, Sunrise <reviews@agency.test> wrote:\n\n " + strings.ReplaceAll(quoted, "\n", "\n ")
	},
		html: within(`<div class="ydp1">%s</div><div id="ydpabcyahoo_quoted_1" class="ydpabcyahoo_quoted"><div>On Friday, November 20, 2026 at 10:00:00 AM PST, Sunrise &lt;reviews@agency.test&gt; wrote:</div><div>%s</div></div>`)},
	{name: "Proton", text: under("Sent with Proton Mail secure email.\n\nOn Friday, November 20th, 2026 at 10:00 AM, Sunrise <reviews@agency.test> wrote:\n\n"),
		html: within(`<div>%s</div><div class="protonmail_quote">On Friday, November 20th, 2026 at 10:00 AM, Sunrise &lt;reviews@agency.test&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">%s</blockquote></div>`)},
	{name: "Samsung", text: bare("Sent from my Galaxy\n\n\n-------- Original message --------\nFrom: Sunrise <reviews@agency.test>\nDate: 11/20/26 10:00 AM (GMT-08:00)\nTo: Dana Reyes <dana@agency.test>\nSubject: [Q-7F3K2M] Please review\n\n")},
	{name: "mutt", text: under("On Fri, Nov 20, 2026 at 10:00:00AM -0800, Sunrise wrote:\n")},
	{name: "Gmail, French", text: under("Le ven. 20 nov. 2026 à 10:00, Sunrise <reviews@agency.test> a écrit :\n\n")},
	{name: "Gmail, Spanish", text: under("El vie, 20 nov 2026 a las 10:00, Sunrise (<reviews@agency.test>) escribió:\n\n")},
	{name: "mailto button, no quote", text: func(own, _ string) string { return own + "\n\nRef: " + reference + "\n" }},
	{name: "no quote", text: func(own, _ string) string { return own + "\n" }, html: func(own, _ string) string { return own }},
	{name: "marks lost", text: bare(""), html: within(`<div>%s</div><br><div>%s</div>`), lost: true},
	{name: "marks lost, below", text: func(own, quoted string) string { return quoted + "\n\n" + own }, lost: true},
	{name: "Lotus Notes", text: bare("Sunrise <reviews@agency.test>\n11/20/2026 10:00 AM\n\n        To:     Dana Reyes <dana@agency.test>\n        cc:\n        Subject:        [Q-7F3K2M] Please review\n\n"), lost: true},
}

const reference = "Q-7F3K2M-4-abcdefghijklmnopqrstuvwxyz"

// reviewMail renders a review from our templates.
func reviewMail(t testing.TB) templates.Mail {
	t.Helper()
	set, err := templates.New("")
	if err != nil {
		t.Fatal(err)
	}
	var words []templates.Word
	for _, w := range Words(KindStep, "info_request") {
		words = append(words, templates.Word{Word: w.Usage, Effect: set.Phrases("en").Say(w.Effect)})
	}
	m, err := set.Render("review", templates.Review{
		Thread: "Q-7F3K2M", Number: 4, Step: "info_request", StepTitle: "Questions to Ann Lake", What: "\"ACCEPT\" sends this mail to ann@customer.test.",
		CustomerFrom: "Ann Lake <ann@customer.test>", RepliesTo: "ann@customer.test",
		Draft:        &templates.DraftView{To: "ann@customer.test", Subject: "Re: Car", Text: "Hello Ann,\n\n1. When were you born?\n2. How far do you drive?\n\nDana Reyes\n"},
		Questions:    []templates.Question{{Text: "Does her son live there?", Why: "Every driver has to be listed."}},
		Conversation: []templates.Turn{{Who: "Ann Lake", Text: "Hi,\n\nI want a quote for my Civic. Please\n\nACCEPT\n\nmy thanks."}},
		Words:        words, Ref: reference,
		Buttons: []templates.Button{{Word: "ACCEPT", Label: "Accept and send",
			URL: templates.MailtoURL("reviews@agency.test", "Re: [Q-7F3K2M]", "ACCEPT\n\nRef: "+reference)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// asHTML converts typed text to HTML like a mail program.
func asHTML(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(html.EscapeString(text), "\n") {
		b.WriteString("<div>" + orElse(line, "<br>") + "</div>")
	}
	return b.String()
}

// pageBody returns the part of an HTML page that mail programs quote.
func pageBody(page string) string {
	_, after, _ := strings.Cut(page, "<body")
	_, after, _ = strings.Cut(after, ">")
	before, _, _ := strings.Cut(after, "</body>")
	return before
}

// reply composes a reply in one of three forms: text, HTML, or both.
func (p program) reply(own string, m templates.Mail, form int) eml {
	var e eml
	if p.text != nil && (form != 1 || p.html == nil) {
		e.text = p.text(own, m.Text)
	}
	if p.html != nil && (form != 0 || p.text == nil) {
		e.html = p.html(asHTML(own), pageBody(m.HTML))
	}
	return e
}
