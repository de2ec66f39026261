package charset

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestLabels(t *testing.T) {
	for label, want := range map[string]string{
		`"UTF-8"`: "utf-8", "utf8mb4": "utf-8", "UTF_8": "utf-8", "charset=utf-8": "utf-8", "utf-8;": "utf-8", "cp65001": "utf-8",
		"ISO 8859-1": "iso-8859-1", "8859-15": "iso-8859-15", "iso8859_2": "iso-8859-2", "x-iso-8859-7": "iso-8859-7", "iso-8859-8-I": "iso-8859-8-i",
		"latin-1": "iso-8859-1", "Latin9": "iso-8859-15", "win-1251": "windows-1251", "CP1252": "windows-1252", "windows_1250": "windows-1250",
		"cp932": "shift_jis", "ms949": "euc-kr", "cp936": "gb18030", "_iso-2022-jp$ESC": "iso-2022-jp", "cp50221": "iso-2022-jp", "cp437": "cp437", "": "",
	} {
		if got := clean(label); got != want {
			t.Errorf("%s: %q, not %q", label, got, want)
		}
		if got := clean(want); got != want && want != "" {
			t.Errorf("%s is not clean: %q", want, got)
		}
	}
	for code, want := range map[int]string{1252: "windows-1252", 932: "shift_jis", 28605: "iso-8859-15", 65001: "utf-8", 850: "cp850", 0: "cp0"} {
		if got := CodePage(code); got != want {
			t.Errorf("%d: %q, not %q", code, got, want)
		}
	}
}

func FuzzCharset(f *testing.F) {
	for _, label := range []string{"utf-7", "iso-2022-jp", "iso-2022-kr", "hz-gb-2312", "gb18030", "windows-1251", "utf-16", "x-unknown", "cp-65001", "latin9"} {
		f.Add([]byte("Gr+APw- \x1b$B8+\x1b(B \xe9\xe8"), label)
		f.Add([]byte("Привет"), label)
	}
	f.Fuzz(func(t *testing.T, b []byte, label string) {
		text, _ := Decode(b, label)
		if !utf8.ValidString(text) || len(text) > 4*len(b)+8 {
			t.Errorf("gave %q", text)
		}
		if plain := strings.ToValidUTF8(string(b), ""); strings.ContainsFunc(plain, func(r rune) bool { return unicode.IsControl(r) || r == '\ufeff' || r == utf8.RuneError }) {
			return
		}
		for _, label := range []string{"gb18030", "koi8-r", "windows-1251", "shift_jis", "iso-2022-jp"} {
			encoded, err := lookup(label).NewEncoder().Bytes([]byte(strings.ToValidUTF8(string(b), "")))
			if err != nil || utf8.Valid(encoded) && label != "iso-2022-jp" {
				continue
			}
			if want, err := lookup(label).NewDecoder().String(string(encoded)); err == nil {
				if got, sound := Decode(encoded, label); got != want || !sound {
					t.Errorf("%q came back as %q from %s", want, got, label)
				}
			}
		}
	})
}
