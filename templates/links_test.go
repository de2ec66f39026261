package templates

import (
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// Mail scanners follow links and may run scripts. A mail to staff therefore has no link with an
// effect, and loads nothing. Its buttons open a mail that a person must send.
func TestCase19NothingInAReviewActsWhenItIsFollowed(t *testing.T) {
	eachSample(t, func(t *testing.T, k kind, m Mail) {
		if !k.staff() {
			return
		}
		if strings.Contains(strings.ReplaceAll(m.Text, sampleConsole, ""), "://") {
			t.Errorf("the text has a link:\n%s", m.Text)
		}
		buttons := 0
		for z := html.NewTokenizer(strings.NewReader(m.HTML)); z.Next() != html.ErrorToken; {
			tag := z.Token()
			switch tag.Data {
			case "form", "script", "iframe", "object", "embed", "img", "link", "base", "area", "video", "audio":
				t.Errorf("there is a <%s>", tag.Data)
			}
			for _, a := range tag.Attr {
				if a.Key == "href" && a.Val != sampleConsole {
					buttons++
					opensAMail(t, a.Val)
				}
				if a.Key == "src" || a.Key == "action" || a.Key == "background" || strings.HasPrefix(a.Key, "on") || strings.Contains(a.Val, "url(") {
					t.Errorf("<%s %s=%q>", tag.Data, a.Key, a.Val)
				}
			}
		}
		if k.name == "review" && buttons != 4 {
			t.Errorf("%d buttons, want ACCEPT, REJECT, EDIT and TAKE OVER", buttons)
		}
	})
}

func opensAMail(t *testing.T, href string) {
	t.Helper()
	u, err := url.Parse(href)
	if err != nil || u.Scheme != "mailto" {
		t.Errorf("the link %q opens no mail (%v)", href, err)
		return
	}
	if body := u.Query().Get("body"); !strings.Contains(body, "\r\n\r\nRef: ") {
		t.Errorf("the body %q has no reference", body)
	}
}
