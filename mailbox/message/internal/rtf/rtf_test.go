package rtf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"pgregory.net/rapid"
)

// pack compresses as Outlook does: the longest match in the window.
func pack(text []byte) []byte {
	window := append([]byte(preset), text...)
	var out, run []byte
	var control byte
	tokens := 0
	token := func(bit byte, octets ...byte) {
		control |= bit << tokens
		run = append(run, octets...)
		if tokens++; tokens == 8 {
			out = append(append(out, control), run...)
			run, control, tokens = nil, 0, 0
		}
	}
	for at := len(preset); at < len(window); {
		from, length := 0, 0
		for i := max(0, at-4000); i < at; i++ {
			n := 0
			for n < 17 && at+n < len(window) && window[i+n] == window[at+n] {
				n++
			}
			if n > length {
				from, length = i, n
			}
		}
		if length < 2 {
			token(0, window[at])
			at++
			continue
		}
		ref := uint16(from%4096)<<4 | uint16(length-2)
		token(1, byte(ref>>8), byte(ref))
		at += length
	}
	token(1, byte(len(window)%4096>>4), byte(len(window)%4096<<4))
	out = append(append(out, control), run...)
	return append(header(len(out)+12, len(text), compressed), out...)
}

func header(size, raw int, kind uint32) []byte {
	var h []byte
	for _, n := range []uint32{uint32(size), uint32(raw), kind, 0} {
		h = binary.LittleEndian.AppendUint32(h, n)
	}
	return h
}

func TestDecompress(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{`{\rtf1\ansi`, `\par `, "Hello ", "a", `\'e9`, "}\r\n", strings.Repeat("x", 300), "The quick brown fox. "}), 0, 200).Draw(t, "pieces")
		want := []byte(strings.Join(pieces, ""))
		got, err := Decompress(pack(want), 1<<20)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%q, %v", got, err)
		}
	})
}

func TestDecompressWhatIsDamaged(t *testing.T) {
	text := []byte(`{\rtf1\ansi Hello, this is a text that is long enough.\par}`)
	packed := pack(text)
	for name, c := range map[string]struct {
		data []byte
		most int
		want string
		err  error
	}{
		"stored":      {append(header(0, 5, stored), "Hello there"...), 100, "Hello", nil},
		"stored, cut": {append(header(0, 50, stored), "Hello"...), 100, "Hello", errCut},
		"cut":         {packed[:len(packed)-20], 100, string(text[:30]), errCut},
		"no end":      {packed[:len(packed)-2], 100, string(text), nil},
		"too much":    {packed, 20, string(text[:20]), nil},
		"foreign":     {append(header(0, 5, 7), "Hello"...), 100, "", errForeign},
		"short":       {packed[:15], 100, "", errForeign},
	} {
		got, err := Decompress(c.data, c.most)
		if !errors.Is(err, c.err) || !strings.HasPrefix(string(got), c.want) || len(got) > c.most {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func decode(octets []byte, page int) string {
	var out []byte
	switch page {
	case 1252:
		out, _ = charmap.Windows1252.NewDecoder().Bytes(octets)
	case 1251:
		out, _ = charmap.Windows1251.NewDecoder().Bytes(octets)
	case 932:
		out, _ = japanese.ShiftJIS.NewDecoder().Bytes(octets)
	default:
		return fmt.Sprintf("[%d]", page)
	}
	return string(out)
}

func TestRead(t *testing.T) {
	const begin = `{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fnil\fcharset204 Arial Cyr;}{\f2\fcharset128 MS Gothic{\*\falt x};}}{\colortbl\red0;}{\*\generator Riched20;}`
	for name, c := range map[string]struct{ source, want string }{
		"paragraphs":     {`\pard\plain\f0\fs20 ACCEPT\par` + "\r\n" + `\par Gr\'fc\'dfe,\line Dana\par}`, "ACCEPT\n\nGrüße,\nDana\n"},
		"symbols":        {`a\tab b\~c\_d\-e\{f\}\\\emdash\lquote x\rquote\bullet}`, "a\tb\u00a0c-de{f}\\—‘x’•"},
		"fonts":          {`\f1\'c4\'e0\f0  yes {\f1 \'cd\'e5\'f2} no\plain\'e9}`, "Да yes Нет noé"},
		"two octets":     {`\f2\'93\'fa\'8aO}`, "日外"},
		"Unicode":        {`\uc1\u8364?5 \u-10179\'3f\u-8704\'3f {\uc0\u233}t\u233 e}`, "€5 😀 été"},
		"Unicode, uc2":   {`\uc2\u22909\'8d\'44!}`, "好!"},
		"crossed out":    {`{\strike ACCEPT} no \strike1 x\strike0  y \deleted z}`, "~~ACCEPT~~ no ~~x~~ y ~~z~~"},
		"hidden":         {`a{\v b}c\v d\v0 e{\fs2 f}\fs20 g}`, "aceg"},
		"destinations":   {`{\*\unknown no}{\info{\title no}}{\pict\bin4 {{{{}{\field{\*\fldinst HYPERLINK "x"}{\fldrslt a link}}{\footer no}}`, "a link"},
		"cells":          {`\trowd a\cell b\cell\row}`, "a\tb\t\n"},
		"of plain text":  {`\fromtext yes\par}`, "yes\n"},
		"broken":         {`a}}}b{\'zz\`, "ab"},
		"number missing": {`\u? \uc-5 \u65 B\'4}`, "? AB"},
	} {
		if got, isHTML := Read([]byte(begin+c.source), decode); got != c.want || isHTML {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestReadHTML(t *testing.T) {
	const source = `{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0\fswiss Arial;}}` + "\r\n" +
		`{\*\htmltag64 <p class="a\'22>}\htmlrtf {\htmlrtf0 ACCEPT{\*\htmltag84 &nbsp;}\htmlrtf \'a0\htmlrtf0 {\*\htmltag4 \par }Gr\'fc\'dfe` + "\r\n" +
		`{\*\htmltag116 <s>}\htmlrtf {\strike\htmlrtf0 no{\*\htmltag124 </s>}\htmlrtf }\htmlrtf0 {\*\mhtmltag64 <p>}{\*\htmltag72 </p>}\htmlrtf }\htmlrtf0 }`
	const want = `<p class="a">ACCEPT&nbsp;` + "\n" + `Grüße<s>no</s></p>`
	if got, isHTML := Read([]byte(source), decode); got != want || !isHTML {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzRTF(f *testing.F) {
	f.Add([]byte(`{\rtf1\ansi\fromhtml1{\fonttbl{\f1\fcharset204 x;}}{\*\htmltag64 <p>}\f1 a\'e9\u233?\strike b}`))
	f.Add(pack([]byte(`{\rtf1 Hello Hello Hello}`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 1 << 16
		source, err := Decompress(data, most)
		if err != nil && len(source) == 0 {
			source = data
		}
		if len(source) > most && err == nil {
			t.Errorf("%d octets", len(source))
		}
		if text, _ := Read(source, decode); len(text) > 8*len(source)+8 {
			t.Errorf("%d octets of %d", len(text), len(source))
		}
	})
}
