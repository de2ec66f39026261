package reply

import (
	"strings"
	"testing"
	"time"

	"ppamaild/mailbox"
)

func TestOwnTextOfHTML(t *testing.T) {
	for name, c := range map[string]struct{ html, want string }{
		"gmail":           {`<div dir="ltr">Yes.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Fredag skrev nogen:<br></div><blockquote class="gmail_quote">ACCEPT</blockquote></div>`, "Yes."},
		"gmail, old":      {`Yes.<br><div class="gmail_quote">Le 20, quelqu'un:<blockquote class="gmail_quote">Puis-je?</blockquote>Below.</div>`, "Yes.\n\nBelow."},
		"gmail forward":   {`<div>See below.</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Bob</div>The VIN.</div>`, "See below."},
		"outlook web":     {`<div>Yes.</div><hr><div id="divRplyFwdMsg"><b>From:</b> Lee<br><b>Sent:</b> Friday</div><div>May we?</div>`, "Yes."},
		"outlook desktop": {`<p>Yes.</p><div style="border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Lee &lt;lee@agency.test&gt;<br><b>Sent:</b> Friday<br><b>To:</b> Ann<br><b>Subject:</b> Quote</p></div><p>May we?</p>`, "Yes."},
		"thunderbird":     {`<p>Yes.</p><div class="moz-cite-prefix">20/11 2026 Lee:<br></div><blockquote type="cite">May we?</blockquote><p>And below.</p><pre class="moz-signature">-- <br>Ann</pre>`, "Yes.\n\nAnd below."},
		"apple":           {`<div>Yes.</div><blockquote type="cite"><div>On Nov 20, Lee wrote:</div>May we?</blockquote>`, "Yes."},
		"yahoo":           {`<div>Yes.</div><div id="ydp1yahoo_quoted_2" class="yahoo_quoted">On Friday Lee wrote:<div>May we?</div></div>`, "Yes."},
		"signature":       {`<div>Yes.</div><div class="gmail_signature" data-smartmail="gmail_signature">Ann<br>503</div>`, "Yes."},
		"indent":          {`<div>Look:</div><blockquote style="margin:0 0 0 40px;border:none;padding:0px">indented</blockquote>`, "Look:\n\nindented"},
		"quote not ended": {`<div>Yes.</div><div class="gmail_quote"><blockquote>May we?<div>ACCEPT</div>`, "Yes."},
		"stray end tags":  {`<b>Yes.</b></div><blockquote>May we?</b></i></span><div>ACCEPT</div></blockquote>`, "Yes."},
		"marks typed":     {`<div>Yes.&#xE001;&#57344;s</div><blockquote>&#xE001;ACCEPT</blockquote>`, "Yes.s"},
	} {
		t.Run(name, func(t *testing.T) {
			got := Extract(&mailbox.Message{HTML: c.html}).Text
			if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(c.want), " ") {
				t.Errorf("own text %q, want %q", got, c.want)
			}
		})
	}
}

func TestTextGoesBeforeHTML(t *testing.T) {
	r := Extract(&mailbox.Message{Text: "from the text", HTML: "<p>from the HTML</p>"})
	if r.Text != "from the text" {
		t.Errorf("own text %q", r.Text)
	}
}

// TestLinearTime feeds what has brought other parsers to their knees. Twice the
// size must not take much more than twice the time.
func TestLinearTime(t *testing.T) {
	const n = 50_000
	for name, m := range map[string]*mailbox.Message{
		"one long line":       textMail(strings.Repeat("wrote: ", n)),
		"attributions":        textMail(strings.Repeat("On 20 Nov 2026 at 10:00 Lee <lee@agency.test>\n", n)),
		"verbs":               textMail(strings.Repeat("lee@agency.test wrote\n", n)),
		"quote marks":         textMail(strings.Repeat(">", 8*n)),
		"header labels":       textMail(strings.Repeat("From: a\n\n", n)),
		"rules":               textMail(strings.Repeat("-----\n", n)),
		"alternating quotes":  textMail(strings.Repeat("a\n> b\n", n)),
		"nested block quotes": {HTML: strings.Repeat("<blockquote>x", n)},
		"unclosed elements":   {HTML: strings.Repeat("<div>", n) + strings.Repeat("</b></table>", n)},
		"end tags":            {HTML: "<table>" + strings.Repeat("<div>", n) + strings.Repeat("</table><table>", n)},
		"quote containers":    {HTML: strings.Repeat(`<div class="gmail_quote">x<blockquote>y</blockquote>`, n)},
	} {
		start := time.Now()
		Extract(m)
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}
