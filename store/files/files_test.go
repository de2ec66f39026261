package files

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox/raced"
)

// cabinet keeps files by their number.
type cabinet [][]byte

func (c *cabinet) keep(file []byte) (key Key) {
	for i, known := range *c {
		if bytes.Equal(known, file) {
			return Key{byte(i)}
		}
	}
	*c = append(*c, bytes.Clone(file))
	return Key{byte(len(*c) - 1)}
}

func (c *cabinet) get(key Key) ([]byte, error) {
	if int(key[0]) >= len(*c) {
		return nil, errors.New("no file")
	}
	return (*c)[key[0]], nil
}

// file returns bytes that differ for each seed.
func file(seed byte, size int) []byte {
	b := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{seed}).Read(b)
	return b
}

// lined returns a file as base64 with lines of a length.
func lined(file []byte, columns int, between string) string {
	var b strings.Builder
	for line := base64.StdEncoding.EncodeToString(file); ; line = line[columns:] {
		if len(line) <= columns {
			return b.String() + line
		}
		b.WriteString(line[:columns] + between)
	}
}

// One file in JSON and in mails of several programs is one file in the cabinet.
func TestFinding39AFileLeavesEachForm(t *testing.T) {
	for _, size := range []int{3072, 3135, 3136, 3137, 57 * 100, 100_001} {
		pdf := file(1, size)
		asJSON, err := json.Marshal(map[string]any{"name": "quote.pdf", "content": pdf, "n": 1})
		if err != nil {
			t.Fatal(err)
		}
		var c cabinet
		for _, text := range []string{
			string(asJSON),
			"Content-Transfer-Encoding: base64\r\n\r\n" + lined(pdf, 76, "\r\n") + "\r\n--b--\r\n",
			"Content-Transfer-Encoding: base64\n\n" + lined(pdf, 72, "\n") + "\n\n--b--\n",
			"\r\n" + lined(pdf, 60, "\r\n"),
			"word\n" + lined(pdf, 64, "\n") + "\n" + string(asJSON),
		} {
			rest := Cut([][]byte{nil, []byte(text), []byte("more")}, c.keep)
			if len(rest) != 3 || len(rest[1]) > len(text)-size {
				t.Errorf("%d texts, %d bytes, of %.40q", len(rest), len(rest[1]), text)
			}
			got, err := Join(rest, c.get)
			if err != nil || string(bytes.Join(got, []byte("|"))) != "|"+text+"|more" {
				t.Errorf("%.40q comes back as %.40q, %v", text, got, err)
			}
			if keys, err := Keys(rest); err != nil || len(keys) != 1 || keys[0] != (Key{}) {
				t.Errorf("the keys are %v, %v", keys, err)
			}
		}
		if len(c) != 1 || !bytes.Equal(c[0], pdf) {
			t.Errorf("%d files of %d bytes", len(c), size)
		}
	}
}

func TestTextsWithoutFilesStay(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":     "",
		"prose":       strings.Repeat("The customer asks for a quote. ", 1000),
		"small file":  lined(file(1, 2000), 76, "\r\n"),
		"short lines": strings.Repeat("ab\r\n\r\n", 5000),
		"no base64":   strings.Repeat("a", 10_001),
		"loose bits":  strings.Repeat("A", 8190) + "B=",
	} {
		var c cabinet
		if rest := Cut([][]byte{[]byte(text)}, c.keep); rest != nil || len(c) > 0 {
			t.Errorf("%s: %d files, %.40q", name, len(c), rest)
		}
	}
}

func TestSeveralFilesLeaveAText(t *testing.T) {
	a, b := file(1, 9000), file(2, 5000)
	text := lined(a, 76, "\r\n") + "\r\n\r\n" + lined(b, 76, "\r\n") + "\r\n--\r\n" +
		lined(a, 76, "\n")
	var c cabinet
	rest := Cut([][]byte{[]byte(text)}, c.keep)
	keys, err := Keys(rest)
	if len(c) != 2 || len(keys) != 2 || err != nil {
		t.Errorf("%d files, keys %v, %v", len(c), keys, err)
	}
	if got, err := Join(rest, c.get); err != nil || string(got[0]) != text {
		t.Errorf("%.40q, %v", got, err)
	}
	if _, err := Join(rest, func(Key) ([]byte, error) { return nil, malformed() }); err == nil {
		t.Error("a missing file is no error")
	}
}

func FuzzCut(f *testing.F) {
	f.Add([]byte(lined(file(1, 4000), 76, "\r\n")+"\r\n"), uint16(76))
	f.Add([]byte(`{"content":"`+lined(file(1, 4000), 1e6, "")+`"}`), uint16(9))
	f.Fuzz(func(t *testing.T, text []byte, columns uint16) {
		text = append(text, lined(append(text, file(3, 3100)...), int(columns)+1, "\n")...)
		var c cabinet
		texts := [][]byte{text, []byte(lined(file(4, 3100), 99, "\n"))}
		got, err := Join(Cut(texts, c.keep), c.get)
		if err != nil || !slices.EqualFunc(got, texts, bytes.Equal) {
			t.Errorf("%q comes back as %q, %v", texts, got, err)
		}
	})
}

func FuzzJoin(f *testing.F) {
	text := []byte(lined(file(1, 4000), 76, "\r\n"))
	f.Add(Cut([][]byte{text}, func([]byte) Key { return Key{} })[0])
	f.Fuzz(func(t *testing.T, rest []byte) {
		texts := [][]byte{rest}
		text, err := Join(texts, func(Key) ([]byte, error) { return []byte("file"), nil })
		if _, keysErr := Keys(texts); (err == nil) != (keysErr == nil) {
			t.Errorf("%q: %v, %v", text, err, keysErr)
		}
	})
}

// A text of newlines costs a look at each byte, not at each file that could begin.
func TestCutLooksOnce(t *testing.T) {
	const most = raced.Slowdown * 5 * time.Second
	for _, piece := range []string{"\n", "A\r\n", "AB\nA\n", "=\n", "A=", "AAAA\nA"} {
		text, began := []byte(strings.Repeat(piece, 2<<20/len(piece))), time.Now()
		Cut([][]byte{text}, new(cabinet).keep)
		if took := time.Since(began); took > most {
			t.Errorf("%q took %v", piece, took)
		}
	}
}
