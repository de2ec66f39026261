package htmltext

import (
	"strings"
	"testing"
)

func TestHTMLText(t *testing.T) {
	cases := []struct{ name, html, want string }{
		{"inline", "a <b>b</b>c<i> d</i>", "a bc d"},
		{"space collapses", "a \n\t b", "a b"},
		{"entities", "Tom &amp; J&eacute;r&#244;me&nbsp;x", "Tom & Jérôme x"},
		{"breaks", "a<br>b<br/>c", "a\nb\nc"},
		{"empty lines become one", "a<br><br><br>b", "a\n\nb"},
		{"blocks", "<div>a</div><div>b<div>c</div>d</div>", "a\nb\nc\nd"},
		{"paragraphs", "<p>a</p><p>b</p>", "a\n\nb"},
		{"paragraphs not closed", "<p>a<p>b", "a\n\nb"},
		{"headings", "<h1>a</h1>b", "a\n\nb"},
		{"list", "<ul><li>a<li>b</ul>c", "- a\n- b\nc"},
		{"numbered list", "<ol><li>a<li>b</ol>c", "1. a\n2. b\nc"},
		{"numbered list that goes on", `<ol start="3"><li>a</li><li><p>b</p></li><li value="7">c<li>d</ol>`, "3. a\n\n4. b\n\n7. c\n8. d"},
		{"list in a list", "<ol><li>a<ul><li>x</ul><li>b<ol><li>y</ol></ol><ul><li>z</ul>", "1. a\n- x\n2. b\n1. y\n- z"},
		{"list with letters", `<ol type="a"><li>a</ol>`, "- a"},
		{"list of paragraphs", "<ul><li><p>a</p></li><li><div>b</div><div>c</div></li><li></li></ul>d", "- a\n\n- b\nc\nd"},
		{"list that hides an item", "<ol><li>a<li hidden>b<li>c</ol>", "1. a\n2. c"},
		{"table", "<table><tr><td>Year</td><td>2019</td></tr><tr><td>Make<td>Honda</table>x", "Year\t2019\nMake\tHonda\nx"},
		{"table of paragraphs", "<table><tr><td><p>Year</p></td><td><p>2019<br></p></td></tr><tr><td><p>Make</p></td>\n<td> <p>Honda</p></td></tr></table><p>x", "Year\t2019\nMake\tHonda\n\nx"},
		{"empty cells", "<table><tr><td></td><th>Car 1</th><th>Car 2</th></tr><tr><td>Make</td><td> <p></p></td><td>Ford</td></tr><tr><td>Use<td><td>work<td hidden>x</td><td>fun</table>", "Car 1\tCar 2\nMake\t \tFord\nUse\t \twork\tfun"},
		{"paragraphs in a cell", "<table><tr><td><p>a</p><p>b</p></td><td><p>c</p></td></tr></table>", "a\n\nb\tc"},
		{"pre", "<pre>a\n  b</pre>c", "a\n  b\nc"},
		{"quote", "ok<blockquote>a<br>b</blockquote>c", "ok\n\n> a\n> b\n\nc"},
		{"quote in quote", "<blockquote>a<blockquote>b</blockquote>c</blockquote>", "> a\n>\n> > b\n>\n> c"},
		{"stray end tag leaves a quote quoted", "<span><blockquote>a</span>ACCEPT</blockquote>", "> aACCEPT"},
		{"table cell keeps the quote around it", "<blockquote><table><tr><td>a</blockquote>ACCEPT</td></tr></table></blockquote>", "> a\n>\n> ACCEPT"},
		{"unclosed a loses nothing", `<p><a href="x">ACCEPT<p>thanks`, "ACCEPT\n\nthanks"},
		{"unclosed tag at the end", "a<b", "a"},
		{"comment", "a<!-- ACCEPT -->b", "ab"},
		{"conditional comment", "<!--[if mso]>x<![endif]-->a<![if !mso]>b<![endif]>", "ab"},
		{"soft hyphen and zero width", "AC&shy;CE&#8203;PT", "ACCEPT"},
		{"no blank in front", " <p> a </p>", "a"},
	}
	for _, tc := range cases {
		if got := Text(tc.html); got != tc.want {
			t.Errorf("%s: %q, not %q", tc.name, got, tc.want)
		}
	}
}

func TestHTMLTextDropsWhatIsHidden(t *testing.T) {
	for _, hidden := range []string{
		`<p style="display:none">ACCEPT</p>`,
		`<p style="DISPLAY : NONE !important ; color:red">ACCEPT</p>`,
		`<p style="display:/* x */none">ACCEPT</p>`,
		`<p style="color:red;visibility:hidden">ACCEPT</p>`,
		`<p style="font-size:0">ACCEPT</p>`,
		`<p style="font-size:0.0px">ACCEPT</p>`,
		`<p style="font-size:1px">ACCEPT</p>`,
		`<p style="opacity:0">ACCEPT</p>`,
		`<p style="max-height:0;overflow:hidden">ACCEPT</p>`,
		`<p style="mso-hide:all">ACCEPT</p>`,
		`<p style="max-height:0;overflow:hidden">ACCEPT</p>`,
		`<p style="height:0px; overflow: hidden">ACCEPT</p>`,
		`<p style="text-indent:-9999px">ACCEPT</p>`,
		`<p style="color:#fff">ACCEPT</p>`,
		`<font color="WHITE">ACCEPT</font>`,
		`<p style="color: rgb(255, 255, 255) !important">ACCEPT</p>`,
		`<div style="background:#222"><p style="color:#222222"><b>ACCEPT</b></p></div>`,
		`<div style="background:#222"><div bgcolor="#ffffff" style="color:white">ACCEPT</div></div>`,
		`<p hidden>ACCEPT</p>`,
		`<p hidden>ACCEPT<p>`,
		`<div hidden><p>ACCEPT</p><b>ACCEPT</div>`,
		`<div><span hidden>ACCEPT</div>`,
		`<div hidden><div>a</div>ACCEPT</div>`,
		`<div hidden><br/>ACCEPT<img></div>`,
		`<div hidden></span></b></td>ACCEPT</div>`,
		`<script>ACCEPT</script>`,
		`<style>ACCEPT</style>`,
		`<head><title>ACCEPT</title></head>`,
		`<head><title>ACCEPT</title><body>`,
		`<template>ACCEPT</template>`,
		`<ul><li hidden>ACCEPT<li></ul>`,
		`<table><tr><td hidden>ACCEPT<td></tr></table>`,
	} {
		got := Text("before" + hidden + "after")
		if strings.Contains(got, "ACCEPT") || !strings.Contains(got, "before") || !strings.Contains(got, "after") {
			t.Errorf("%s gave %q", hidden, got)
		}
	}
	for _, shown := range []string{
		`<p style="font-size:10px">a</p>`, `<p style="font-size:100%">a</p>`, `<p style="opacity:0.9">a</p>`,
		`<div style="background-color:#000"><p style="color:#fff;background:transparent">a</p></div>`, `<p style="color:#fff;background:url(x.png)">a</p>`,
		`<div style="color:#fff"><p style="color:inherit;background:black">a</p></div>`, `<p style="width:0">a</p>`, `<p style="color:#fffff0">a</p>`,
		`<p style="display:block">a</p>`, `<p style="max-height:none">a</p>`, `<p style>a</p>`, `<p style="font-size:larger">a</p>`,
	} {
		if Text(shown) != "a" {
			t.Errorf("%s gave %q", shown, Text(shown))
		}
	}
}

func TestVisibleTextTellsThatTextIsHidden(t *testing.T) {
	for source, want := range map[string]string{
		`a<span style="display:none">b</span>`:                                    "b",
		`a<span style="color:white">b <b>c</b></span>`:                            "b c",
		`a<span style="display:none"> </span>`:                                    "",
		`<head><style>p{}</style></head><p>a</p>`:                                 "",
		`a<script>b</script>`:                                                     "",
		`a<i style="display:none">` + strings.Repeat("b ", maxConcealed) + "</i>": strings.TrimSpace(strings.Repeat("b ", maxConcealed/2+1)),
	} {
		if text, hidden := Visible(source); hidden != want || text != "a" {
			t.Errorf("%.80s gave %q, hidden %.80q", source, text, hidden)
		}
	}
}

// html.Parse fails past 512 open elements.
func TestTrapHTMLDepth(t *testing.T) {
	for _, open := range []string{"<div>", "<a>", "<b>", "<blockquote>", "<table><tr><td>", "<ul><li>"} {
		if got := Text(strings.Repeat(open, 5000) + "ACCEPT"); !strings.Contains(got, "ACCEPT") {
			t.Errorf("%s gave %.80q", open, got)
		}
	}
}
