package templates

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestHTMLIsWellFormed(t *testing.T) {
	eachSample(t, func(t *testing.T, _ kind, m Mail) {
		if err := wellFormed(m.HTML); err != nil {
			t.Error(err)
		}
	})
}

// Outlook on Windows knows no max-width, and no padding of a link. Each mail has a table of its own
// for Outlook, and the cell around a button has the padding.
func TestOutlookShowsWidthAndButtons(t *testing.T) {
	buttons := 0
	eachSample(t, func(t *testing.T, _ kind, m Mail) {
		opened := strings.Count(m.HTML, `<!--[if mso]><table role="presentation" width="`)
		closed := strings.Count(m.HTML, `<!--[if mso]></td></tr></table><![endif]-->`)
		if opened == 0 || opened != closed {
			t.Errorf("%d tables for Outlook open and %d close", opened, closed)
		}
		all, padded := strings.Count(m.HTML, `<a class="button`), len(paddedButton.FindAllString(m.HTML, -1))
		if buttons += all; all != padded {
			t.Errorf("%d of %d buttons have a cell with padding", padded, all)
		}
	})
	if buttons == 0 {
		t.Error("no sample has a button")
	}
}

var paddedButton = regexp.MustCompile(`<td class="pad[^>]*padding:0 \d+px[^>]*><a class="button`)

func TestWellFormedFindsWhatIsNot(t *testing.T) {
	for _, bad := range []string{"<p>a", "<p><b>a</p></b>", "</p>", "a & b"} {
		if wellFormed(bad) == nil {
			t.Errorf("%s passes", bad)
		}
	}
}

var bareAmpersand = regexp.MustCompile(`&([^#\pL]|$|#?\w*[^;#\w]|#?\w*$)`)

// wellFormed checks that elements are closed in order and that each & begins a character
// reference.
func wellFormed(page string) error {
	void := map[string]bool{"meta": true, "br": true}
	var open []string
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if !errors.Is(z.Err(), io.EOF) {
				return z.Err()
			}
			if len(open) > 0 {
				return fmt.Errorf("%s is not closed", open)
			}
			return nil
		case html.TextToken:
			raw := string(z.Raw())
			inStyle := len(open) > 0 && open[len(open)-1] == "style"
			if !inStyle && bareAmpersand.MatchString(raw) {
				return fmt.Errorf("a bare & in %q", raw)
			}
		case html.StartTagToken:
			t := z.Token()
			if !void[t.Data] {
				open = append(open, t.Data)
			}
		case html.EndTagToken:
			t := z.Token()
			if len(open) == 0 || open[len(open)-1] != t.Data {
				return fmt.Errorf("</%s> closes %s", t.Data, open)
			}
			open = open[:len(open)-1]
		}
	}
}
