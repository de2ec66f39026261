package templates

import (
	"net/mail"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestWrapLine(t *testing.T) {
	words := strings.TrimSpace(strings.Repeat("word ", 20))
	for _, c := range []struct{ name, line, next string }{
		{"prose", words, "word"},
		{"bullet", "- " + words, "  word"},
		{"number", "12. " + words, "    word"},
		{"fence", "| " + words, "| word"},
		{"fenced bullet", "|   - " + words, "|     word"},
		{"indent", "    " + words, "    word"},
	} {
		lines := wrapLine(c.line)
		if len(lines) != 2 || !strings.HasPrefix(lines[1], c.next) {
			t.Errorf("%s: %q", c.name, lines)
		}
	}
	link := "https://agency.test/" + strings.Repeat("x", 90)
	if lines := wrapLine("See " + link + " for more"); len(lines) != 3 || lines[1] != link {
		t.Errorf("a long link was broken: %q", lines)
	}
	if lines := wrapLine(words[:74] + ` "TAKE OVER".`); isDecisionWord(lines[1]) {
		t.Errorf("a line is a bare decision word: %q", lines)
	}
}

func TestTidyKeepsEveryWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("ab é-1.|\n ")), 0, 400, -1).Draw(t, "text")
		got := tidy(text)
		strip := func(s string) string { return strings.NewReplacer(" ", "", "\n", "", "|", "").Replace(s) }
		if strip(got) != strip(text) {
			t.Fatalf("tidy(%q) = %q", text, got)
		}
		if again := tidy(got); again != got {
			t.Fatalf("tidy(%q) = %q, and then %q", text, got, again)
		}
	})
}

func TestRow(t *testing.T) {
	got := row([]int{10, -8}, "Uninsured motorist", "$36")
	if want := "  Uninsured        $36\n  motorist"; got != want {
		t.Errorf("row = %q, want %q", got, want)
	}
}

func TestDiff(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"same", "a\nb", "a\nb", ""},
		{"changed", "a\nb\nc", "a\nx\nc", " a|-b|+x| c"},
		{"added", "a\nb", "a\nx\nb", " a|+x| b"},
		{"removed", "a\nx\nb", "a\nb", " a|-x| b"},
		{"all", "a\nb", "x\ny", "-a|-b|+x|+y"},
		{"far apart", "1\n2\n3\n4\n5\n6\n7\n8\n9\na\nb", "1\nx\n3\n4\n5\n6\n7\n8\n9\ny\nb",
			" 1|-2|+x| 3| 4| 5|…| 7| 8| 9|-a|+y| b"},
		{"moved", "a\nb\nc", "c\na\nb", "+c| a| b|-c"},
		{"from nothing", "", "ACCEPT", "-|+ACCEPT"},
	} {
		var got []string
		for _, l := range Diff(c.old, c.new) {
			got = append(got, l.Op+l.Text)
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

func TestMailtoURL(t *testing.T) {
	got := MailtoURL("reviews+1@agency.test", "Re: [Q-7F3K2M] 100%", "ACCEPT\n\nRef: Q-7F3K2M-4-ab & é")
	want := "mailto:reviews%2B1@agency.test?subject=Re%3A%20%5BQ-7F3K2M%5D%20100%25" +
		"&body=ACCEPT%0D%0A%0D%0ARef%3A%20Q-7F3K2M-4-ab%20%26%20%C3%A9"
	if got != want {
		t.Errorf("MailtoURL =\n%s, want\n%s", got, want)
	}
	u, err := url.Parse(got)
	if err != nil {
		t.Fatal(err)
	}
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil || q.Get("body") != "ACCEPT\r\n\r\nRef: Q-7F3K2M-4-ab & é" {
		t.Errorf("body = %q, %v", q.Get("body"), err)
	}
	to, err := url.PathUnescape(u.Opaque)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := mail.ParseAddress(to); err != nil || a.Address != "reviews+1@agency.test" {
		t.Errorf("to = %q, %v", to, err)
	}
}

func FuzzDiff(f *testing.F) {
	f.Add("a\nb", "b\na")
	f.Fuzz(func(t *testing.T, a, b string) {
		if (len(Diff(a, b)) == 0) != (a == b) {
			t.Errorf("Diff(%q, %q)", a, b)
		}
	})
}

func FuzzNotice(f *testing.F) {
	s, err := New("")
	if err != nil {
		f.Fatal(err)
	}
	f.Add("x\rACCEPT", "a\u2028b")
	f.Add("x\u2028ACCEPT\x1b[2J", "ACCEPT")
	f.Add("\u202e000,1$ yap", "\u2066TPECCA\u2069")
	f.Fuzz(func(t *testing.T, body, who string) {
		m, err := s.Render("unclear", Notice{Body: body, Who: who, Reason: who, Subject: who})
		if err != nil {
			t.Fatal(err)
		}
		all := m.Subject + m.Text + m.HTML
		if strings.Contains(m.Subject, "\n") || strings.ContainsAny(all, "\r\x00\x1b\u2028\u202e\u2066") || !utf8.ValidString(all) {
			t.Errorf("%q", all)
		}
		for line := range strings.Lines(m.Text) {
			if isDecisionWord(strings.TrimSuffix(line, "\n")) {
				t.Errorf("a line is a bare decision word: %q", line)
			}
		}
	})
}

// TestTextKeepsItsDirection: a customer's text appears in reading order, and words of
// right-to-left scripts stay unchanged.
func TestTextKeepsItsDirection(t *testing.T) {
	for text, want := range map[string]string{
		"pay \u202e000,1$\u202c now":          "pay 000,1$ now",
		"\u2067ACCEPT\u2069":                  "ACCEPT",
		"\u05e9\u05dc\u05d5\u05dd\u200f, Ann": "\u05e9\u05dc\u05d5\u05dd\u200f, Ann",
	} {
		if got := oneLine(text); got != want {
			t.Errorf("in a line %q is %q", text, got)
		}
		if got := printable(text); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
}
