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

func TestLabels(t *testing.T) {
	for label, want := range map[string]string{
		`"UTF-8"`: "utf-8", "utf8mb4": "utf-8", "UTF_8": "utf-8", "charset=utf-8": "utf-8", "utf-8;": "utf-8", "cp65001": "utf-8",
		"ISO 8859-1": "iso-8859-1", "8859-15": "iso-8859-15", "iso8859_2": "iso-8859-2", "x-iso-8859-7": "iso-8859-7", "iso-8859-8-I": "iso-8859-8-i",
		"latin-1": "iso-8859-1", "Latin9": "iso-8859-15", "win-1251": "windows-1251", "CP1252": "windows-1252", "windows_1250": "windows-1250",
		"cp932": "shift_jis", "ms949": "euc-kr", "cp936": "gb18030", "_iso-2022-jp$ESC": "iso-2022-jp", "cp50221": "iso-2022-jp", "cp437": "cp437", "": "",
	} {
		if got := cleanLabel(label); got != want {
			t.Errorf("%s: %q, not %q", label, got, want)
		}
		if got := cleanLabel(want); got != want && want != "" {
			t.Errorf("%s is not clean: %q", want, got)
		}
	}
	for code, want := range map[int]string{1252: "windows-1252", 932: "shift_jis", 28605: "iso-8859-15", 65001: "utf-8", 850: "cp850", 0: "cp0"} {
		if got := codePageLabel(code); got != want {
			t.Errorf("%d: %q, not %q", code, got, want)
		}
	}
}
