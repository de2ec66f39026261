package charset

import (
	"strconv"
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// codePages are the charsets of Windows code pages, which TNEF uses, when the name does not
// follow from the number.
var codePages = lazy.Value[map[int]string]{New: func() map[int]string {
	return map[int]string{
		932: "shift_jis", 936: "gb18030", 949: "euc-kr", 950: "big5", 1200: "utf-16le", 1201: "utf-16be",
		10000: "macintosh", 10007: "x-mac-cyrillic", 20127: "us-ascii", 20866: "koi8-r", 20932: "euc-jp", 21866: "koi8-u",
		50220: "iso-2022-jp", 50221: "iso-2022-jp", 50222: "iso-2022-jp", 50225: "iso-2022-kr", 51932: "euc-jp",
		51936: "gb18030", 51949: "euc-kr", 52936: "hz-gb-2312", 54936: "gb18030", 65000: "utf-7", 65001: "utf-8",
	}
}}

// CodePage returns the name of the charset of a Windows code page.
func CodePage(number int) string {
	switch name, ok := codePages.Get()[number]; {
	case ok:
		return name
	case 28591 <= number && number <= 28606:
		return "iso-8859-" + strconv.Itoa(number-28590)
	case number == 874, 1250 <= number && number <= 1258:
		return "windows-" + strconv.Itoa(number)
	}
	return "cp" + strconv.Itoa(number)
}

// latinParts are the parts of ISO 8859 for Latin-1 to Latin-9.
var latinParts = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
		"1": "iso-8859-1", "2": "iso-8859-2", "3": "iso-8859-3", "4": "iso-8859-4", "5": "iso-8859-9",
		"6": "iso-8859-10", "7": "iso-8859-13", "8": "iso-8859-14", "9": "iso-8859-15",
	}
}}

// Patterns of misspelled labels: "cp-1252", "iso8859_15", "latin-1".
var (
	codePageForm = lazyregexp.MustCompile(`^(?:x-)?(?:cp|win|windows|ms|ibm|codepage)[-_ ]?0*([1-9][0-9]{1,4})\b`)
	isoForm      = lazyregexp.MustCompile(`^(?:x-)?(?:iso)?[-_ ]?8859[-_ ]?([0-9]{1,2})`)
	latinForm    = lazyregexp.MustCompile(`^latin[-_ ]?([1-9])`)
)

// clean returns the usual form of a charset label, if it can tell which charset is meant.
func clean(label string) string {
	label = strings.Trim(strings.ToLower(label), " \t\\\"'<>=;,")
	label = strings.TrimLeft(strings.TrimPrefix(label, "charset="), `"'`)
	if found := codePageForm.FindStringSubmatch(label); found != nil {
		number, _ := strconv.Atoi(found[1]) // at most five digits
		return CodePage(number)
	}
	if found := isoForm.FindStringSubmatch(label); found != nil {
		if strings.HasPrefix(label, "iso-8859-8-") { // -i and -e name a text direction
			return label
		}
		return "iso-8859-" + found[1]
	}
	if found := latinForm.FindStringSubmatch(label); found != nil {
		return latinParts.Get()[found[1]]
	}
	for _, prefix := range []string{"utf-8", "utf8", "utf_8"} {
		if strings.HasPrefix(label, prefix) {
			return "utf-8"
		}
	}
	if strings.HasPrefix(label, "iso-2022-jp") || strings.HasPrefix(label, "_iso-2022-jp") {
		return "iso-2022-jp" // its variants differ in rare characters
	}
	label, _, _ = strings.Cut(label, " ")
	return strings.TrimRight(label, `"';,:`)
}

func isUTF8Label(label string) bool {
	return label == "" || label == "utf-8" || label == "us-ascii" || label == "ascii"
}

// lookup returns nil for an unknown charset. Labels of the web come first, because mail
// programs write such labels, and because the web reads iso-8859-1 as Windows-1252, the usual
// meaning. label must be clean.
func lookup(label string) encoding.Encoding {
	switch label {
	case "", "x-user-defined":
		return nil
	case "gb2312", "gbk", "x-gbk", "gb_2312-80", "euc-cn": // all are subsets of GB 18030
		return simplifiedchinese.GB18030
	case "hz-gb-2312":
		return simplifiedchinese.HZGB2312
	}
	if enc, err := htmlindex.Get(label); err == nil && enc != encoding.Replacement {
		return enc
	}
	if enc, err := ianaindex.MIME.Encoding(label); err == nil {
		return enc
	}
	return nil
}

// charsetNames matches the name of a charset in parameters, in encoded words and in HTML.
var charsetNames = lazyregexp.MustCompile(`(?i)charset\s*=\s*["']?([\w-]{3,40})|=\?([\w-]{3,40})\?[bq]\?`)

// Named returns the first charset other than UTF-8 and ASCII that a message names near its
// beginning.
func Named(raw []byte) string {
	const near, names = 64 << 10, 50
	for _, found := range charsetNames.FindAllSubmatch(raw[:min(len(raw), near)], names) {
		label := clean(string(found[1]) + string(found[2]))
		if !isUTF8Label(label) && lookup(label) != nil {
			return label
		}
	}
	return ""
}
