package message

import (
	"strings"
	"testing"
)

// both returns a message with alternative text and HTML parts.
func both(text, html string) string {
	return strings.ReplaceAll("From: ann@customer.test\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n"+
		"--b\nContent-Type: text/plain; charset=utf-8\n\n"+text+"\n--b\nContent-Type: text/html; charset=utf-8\n\n"+html+"\n--b--\n", "\n", "\r\n")
}

// departure returns the problem of a message with different HTML.
func departure(t *testing.T, raw string) (said string) {
	t.Helper()
	m, err := Parse(strings.NewReader(raw), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range m.Problems {
		if strings.HasPrefix(p, "its HTML, which most people see, ") {
			said += p
		}
	}
	return said
}

func TestHTMLThatSaysSomethingElseIsToldOf(t *testing.T) {
	for name, c := range map[string]struct{ text, html, line string }{
		"another number":   {"I have a 2015 Honda Civic.", "<p>I have a 2019 Honda Civic.</p>", "I have a 2019 Honda Civic."},
		"one more":         {"I have a Honda Civic.", "<div>I have a Honda Civic.<br>It has 5 seats.</div>", "It has 5 seats."},
		"another name":     {"My wife is Marta.", "<p>My wife is <b>Maria</b>.</p>", "My wife is Maria."},
		"text says little": {"Hello,", "<p>Hello,</p><p>I was born on 3/4/1985.</p>", "I was born on 3/4/1985."},
		"a long line":      {"Hello.", "<p>Hello 7 " + strings.Repeat("and on ", 60) + "</p>", "has numbers or names that its plain text"},
	} {
		if said := departure(t, both(c.text, c.html)); !strings.HasSuffix(said, c.line) && !strings.Contains(said, c.line+",") || said == "" {
			t.Errorf("%s: %q", name, said)
		}
	}
}

// Variants of the same words by mail programs, and their replacements, are no difference.
func TestHTMLThatSaysTheSameIsNotToldOf(t *testing.T) {
	const quoted = "\n\nOn Fri, Nov 20, 2026 at 10:00 AM Sunrise <quotes@agency.test> wrote:\n"
	for name, c := range map[string]struct{ text, html string }{
		"the same":       {"I have a 2019 Honda Civic.", "<p>I have a 2019 <b>Honda</b>&nbsp;Civic.</p>"},
		"marks":          {"*Yes*, _both_ of them: 2019 and 2020", "<b>Yes</b>, <i>both</i> of them: 2019 and 2020"},
		"a list":         {"   1. Maria\n   2. Jon\n", "<ol><li>Maria</li><li>Jon</li></ol>"},
		"a table":        {"Year\nMake\n2019\nHonda\n", "<table><tr><td>Year</td><td>Make</td></tr><tr><td>2019</td><td>Honda</td></tr></table>"},
		"a link":         {"See our page <https://customer.test/a/42?x=7>.", `<a href="https://customer.test/a/42?x=7">See our page</a>.`},
		"a picture":      {"Ann\n[image: Logo 2026.png]\n[cid:image001.png@01D9]", `Ann<br><img src="cid:image001.png@01D9" alt="Logo 2026">`},
		"a quote":        {"Thanks." + quoted + "> Your premium is $1,016.", "Thanks.<div>On Fri, Nov 20, 2026 at 10:00 AM Sunrise &lt;<a>quotes@agency.test</a>&gt; wrote:</div><blockquote><p>Your premium is $1,016.</p><p>Ref 55</p></blockquote>"},
		"quote left out": {"Thanks." + quoted + "> Your premium is $1,016.", "<p>Thanks.</p>"},
		"signed":         {"Thanks.\n-- \nAnn Example\n555-0100", "<p>Thanks.</p><p>-- </p><p>Ann Example<br>555-0100</p>"},
		"a newsletter":   {"View this in your browser.", "<h1>Sale</h1><p>50% off until December 24</p>"},
		"hidden":         {"Hello.", `<p>Hello.</p><div style="display:none">Order 66</div>`},
	} {
		if said := departure(t, both(c.text, c.html)); said != "" {
			t.Errorf("%s: %q", name, said)
		}
	}
	apart := strings.Replace(both("The form is attached.", "<p>Form 17</p>"), "multipart/alternative", "multipart/mixed", 1)
	if said := departure(t, apart); said != "" {
		t.Errorf("beside each other: %q", said)
	}
}
