package message

import (
	"maps"
	"testing"
)

func TestMediaType(t *testing.T) {
	type params = map[string]string
	for value, want := range map[string]struct {
		kind   string
		params params
	}{
		`Text/Plain; Charset="utf-8"; format=flowed`: {"text/plain", params{"charset": "utf-8", "format": "flowed"}},
		` text/plain `:                                    {"text/plain", params{}},
		`text/html charset=utf-8`:                         {"text/html", params{"charset": "utf-8"}},
		`text/plain; charset=utf-8 (Plain text)`:          {"text/plain", params{"charset": "utf-8"}},
		`text/plain (a; b=c); charset=utf-8`:              {"text/plain", params{"charset": "utf-8"}},
		`text/plain; charset="utf-8" format=flowed`:       {"text/plain", params{"charset": "utf-8", "format": "flowed"}},
		`text/plain;; charset=utf-8; charset=latin1`:      {"text/plain", params{"charset": "utf-8"}},
		`multipart/mixed; boundary="a;b=c"`:               {"multipart/mixed", params{"boundary": "a;b=c"}},
		`multipart/mixed; boundary="never closed`:         {"multipart/mixed", params{"boundary": "never closed"}},
		`a/b; name=two words.pdf; x=y`:                    {"a/b", params{"name": "two words.pdf", "x": "y"}},
		`a/b; name="C:\dir\a \"b\".pdf"`:                  {"a/b", params{"name": `C:\dir\a "b".pdf`}},
		`a/b; name*=utf-8'en'Gr%C3%BC%C3%9Fe.pdf`:         {"a/b", params{"name": "Grüße.pdf"}},
		`a/b; name*=koi8-r''%C1.pdf`:                      {"a/b", params{"name": "а.pdf"}},
		`a/b; name*=Gr%C3%BC.pdf; name=other`:             {"a/b", params{"name": "Grü.pdf"}},
		`a/b; name*1="b.pdf"; name*0="a "`:                {"a/b", params{"name": "a b.pdf"}},
		`a/b; name*0*=utf-8''a%C3; name*1*=%A9; name*3=x`: {"a/b", params{"name": "aé"}},
		`a/b; name*x=y; name*-1=z; =w`:                    {"a/b", params{"": "w"}},
		`;;;`:                                             {"", params{}},
		``:                                                {"", params{}},
	} {
		if kind, got := mediaType(value); kind != want.kind || !maps.Equal(got, want.params) {
			t.Errorf("%s: %q %q", value, kind, got)
		}
	}
}
