package reply

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"ppamaild/mailbox/message"
)

func TestOwnTextOfHTML(t *testing.T) {
	for name, c := range map[string]struct{ html, want string }{
		"gmail":           {`<div dir="ltr">Yes.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Fredag skrev nogen:<br></div><blockquote class="gmail_quote">ACCEPT</blockquote></div>`, "Yes."},
		"gmail, old":      {`Yes.<br><div class="gmail_quote">Le 20, quelqu'un:<blockquote class="gmail_quote">Puis-je?</blockquote>Below.</div>`, "Yes.\n\nBelow."},
		"gmail forward":   {`<div>See below.</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Bob</div>The VIN.</div>`, "See below."},
		"gmail, above":    {`<div class="gmail_quote"><div>Yes.</div><div>Ann</div><div class="gmail_attr">Fredag skrev nogen:</div><blockquote>May we?</blockquote></div>`, "Yes.\nAnn"},
		"gmail, in line":  {`<div class="gmail_quote"><div>Yes.</div>On Fri, 20 Nov 2026 at 10:00, Lee &lt;lee@agency.test&gt; wrote:<blockquote>May we?</blockquote></div>`, "Yes."},
		"gmail, no line":  {`<div class="gmail_quote"><div>Yes.</div><div>Ann</div><blockquote>May we?</blockquote></div>`, "Yes.\nAnn"},
		"gmail, no quote": {`<div>Yes.</div><div class="gmail_quote">May we?</div>`, "Yes."},
		"gmail, deep":     {`<div>Yes.</div><div class="gmail_quote">Lee:<blockquote><div class="gmail_quote">No.<br>Bo:<blockquote>Well?</blockquote></div></blockquote></div>`, "Yes."},
		"gmail fwd, long": {`See below.<div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Bob</div>The VIN.<blockquote>Which?</blockquote>Bob</div>`, "See below."},
		"gmail fwd, in":   {`<div class="gmail_quote"><div>See below.</div><div>---------- Forwarded message ---------</div>From: Bob<br><br>The VIN.</div>`, "See below."},
		"outlook web":     {`<div>Yes.</div><hr><div id="divRplyFwdMsg"><b>From:</b> Lee<br><b>Sent:</b> Friday</div><div>May we?</div>`, "Yes."},
		"outlook desktop": {`<p>Yes.</p><div style="border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Lee &lt;lee@agency.test&gt;<br><b>Sent:</b> Friday<br><b>To:</b> Ann<br><b>Subject:</b> Quote</p></div><p>May we?</p>`, "Yes."},
		"thunderbird":     {`<p>Yes.</p><div class="moz-cite-prefix">20/11 2026 Lee:<br></div><blockquote type="cite">May we?</blockquote><p>And below.</p><pre class="moz-signature">-- <br>Ann</pre>`, "Yes.\n\nAnd below."},
		"apple":           {`<div>Yes.</div><blockquote type="cite"><div>On Nov 20, Lee wrote:</div>May we?</blockquote>`, "Yes."},
		"yahoo":           {`<div>Yes.</div><div id="ydp1yahoo_quoted_2" class="yahoo_quoted">On Friday Lee wrote:<div>May we?</div></div>`, "Yes."},
		"feishu":          {`<div>Yes.</div><div class="history-quote-wrapper"><div class="lme-line-signal">From: Lee</div>May we?</div>`, "Yes."},
		"lark":            {`<div>Yes.</div><div id="lark-mail-quote-1"><div>May we?</div></div>`, "Yes."},
		"mailspring":      {`<div>Yes.</div><signature id="local-1"><div>Ann</div></signature><div class="gmail_quote">On Nov 20 2026, Lee wrote:<blockquote>May we?</blockquote></div>`, "Yes."},
		"em client":       {`<div>Yes.</div><div id="signature_old"><div>Ann</div></div><div>------ Original Message ------<br>From: Lee</div><blockquote type="cite" class="cite2">May we?</blockquote>`, "Yes."},
		"signature":       {`<div>Yes.</div><div class="gmail_signature" data-smartmail="gmail_signature">Ann<br>503</div>`, "Yes."},
		"indent":          {`<div>Look:</div><blockquote style="margin:0 0 0 40px;border:none;padding:0px">indented</blockquote>`, "Look:\n\nindented"},
		"quote not ended": {`<div>Yes.</div><div class="gmail_quote"><blockquote>May we?<div>ACCEPT</div>`, "Yes."},
		"stray end tags":  {`<b>Yes.</b></div><blockquote>May we?</b></i></span><div>ACCEPT</div></blockquote>`, "Yes."},
		"marks typed":     {`<div>Yes.&#xE001;&#57344;s</div><blockquote>&#xE001;ACCEPT</blockquote>`, "Yes.s"},
	} {
		t.Run(name, func(t *testing.T) {
			got := Extract(&message.Message{HTML: c.html}).Text
			if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(c.want), " ") {
				t.Errorf("own text %q, want %q", got, c.want)
			}
		})
	}
}

func TestTextGoesBeforeHTML(t *testing.T) {
	r := Extract(&message.Message{Text: "from the text", HTML: "<p>from the HTML</p>"})
	if r.Text != "from the text" {
		t.Errorf("own text %q", r.Text)
	}
}

// TestLinearTime_Slow reads inputs of just under 1 MiB that made other parsers slow. Each takes
// about a tenth of a second of processor time. The bound allows for slow machines and the race
// detector.
func TestLinearTime_Slow(t *testing.T) {
	const size = 1 << 20
	text := func(unit string) *message.Message { return textMail(strings.Repeat(unit, size/len(unit))) }
	page := func(unit string) *message.Message {
		return &message.Message{HTML: strings.Repeat(unit, size/len(unit))}
	}
	for name, m := range map[string]*message.Message{
		"one long line":       text("wrote: "),
		"attributions":        text("On 20 Nov 2026 at 10:00 Lee <lee@agency.test>\n"),
		"dated lines":         text("On 20 Nov 2026 at 10:00 a\n"),
		"attribution, quoted": text("Yes. On 20 Nov 2026 at 10:00 Lee <lee@agency.test> wrote:\n> a\n"),
		"led":                 text(strings.Repeat("On 2 ", 100) + "lee@agency.test 10:00 wrote:\n> a\n"),
		"verbs":               text("lee@agency.test wrote\n"),
		"verb and date":       text("Lee wrote 20 Nov 2026\n"),
		"addresses alone":     text("Lee\n<lee@agency.test> wrote:\n"),
		"quote marks":         textMail(strings.Repeat(">", size)),
		"header labels":       text("From: a\n\n"),
		"labels on a line":    text("From: a Sent: b To: c Subject: d "),
		"label lines":         text(strings.Repeat("From: a ", 60) + "\n"),
		"rules":               text("-----\n"),
		"box rules":           text("**********\nx\n\n"),
		"boxes":               text("**********\n" + strings.Repeat("this email\n\n", 100)),
		"notices":             text("this email is confidential and\n\n"),
		"notice words":        text("please note that messages "),
		"list rules":          text("__\n"),
		"device words":        text("sent from my iphone x y z\n"),
		"separators":          text("---- message ----x\n"),
		"brackets":            text("<a@b\n> c:\n"),
		"alternating quotes":  text("a\n> b\n"),
		"answers between":     text("> a?\n\nyes\n\n"),
		"answers by number":   textMail("1. yes\n2. no\n\n" + "> 1. What?\n" + strings.Repeat("> and more\n", size/50) + "> 2. What?\n" + strings.Repeat("> and other things\n", size/50)),
		"bars":                text("On 20 Nov 2026 Lee <lee@agency.test>\n| a\n"),
		"nested block quotes": page("<blockquote>x"),
		"bare block quotes":   page("<blockquote>x</blockquote>y"),
		"unclosed elements":   {HTML: strings.Repeat("<div>", size/10) + strings.Repeat("</b></table>", size/24)},
		"end tags":            {HTML: "<table>" + strings.Repeat("<div>", size/10) + strings.Repeat("</table><table>", size/30)},
		"quote containers":    page(`<div class="gmail_quote">x<blockquote>y</blockquote>`),
		"signature spans":     page(`<span class="gmail_signature_prefix">x`),
		"rules drawn":         page("<hr>x"),
		"borders":             page(`<div style="border-top:solid">x`),
		"class names":         {HTML: `<div class="` + strings.Repeat("x_", size/4) + `">x</div><div class="` + strings.Repeat("a ", size/4) + `">`},
		"marks typed":         page("&#57344;"),
		"white on white":      page(`<font color="#fff">x`),
		"text beside HTML":    {Text: strings.Repeat("x", size), HTML: strings.Repeat("x<br>", size/5)},
	} {
		start := processorTime(t)
		r := Extract(m)
		_, _ = r.Answers(), r.Forwarded()
		took := processorTime(t) - start
		t.Logf("%s: %v", name, took)
		if took > 4*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

// processorTime returns the processor time of this process.
func processorTime(t *testing.T) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		t.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
