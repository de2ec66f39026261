package config

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ppamaild/sandbox/mutation"
)

// FuzzLoad checks that every file gives a Config or Problems. Problems are in order and inside
// the file.
func FuzzLoad(f *testing.F) {
	for _, text := range files(f) {
		f.Add([]byte(text))
	}
	f.Add([]byte("a.b = [[{c = 1}]]\n[[a.d]]\n[a.d.e]\n[[review.staff]]\n"))
	f.Fuzz(func(t *testing.T, data []byte) { checkParse(t, string(data)) })
}

// files returns configurations: with all keys, with few keys, and with mistakes.
func files(t testing.TB) (all []string) {
	t.Helper()
	names, err := filepath.Glob("testdata/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(names, exampleFile) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(data), leftOut.ReplaceAllString(string(data), "$1"))
	}
	return append(all, sound)
}

func checkParse(t *testing.T, text string) {
	cfg, err := parse("fuzz.toml", []byte(text), toServe)
	ps, ok := errors.AsType[Problems](err)
	switch {
	case err == nil && cfg != nil:
	case cfg != nil || !ok || len(ps) == 0:
		t.Fatalf("%v, %v", cfg, err)
	}
	last := 1 + strings.Count(text, "\n")
	if !slices.IsSortedFunc(ps, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) }) {
		t.Errorf("out of order: %v", err)
	}
	for _, p := range ps {
		if p.Line < 1 || p.Line > last || p.Column < 1 || p.Found == "" {
			t.Errorf("%v in %d lines", p, last)
		}
	}
}

// configurations makes variants of configurations.
func configurations(t testing.TB) mutation.Maker {
	return mutation.Text{Samples: files(t), Odd: strings.Split("[|]|[[|]]|{|}|=|\"|\"\"\"|'|,|.|#|\n|\\|0x|1e9|-1|true|inf|25MB|2026-11-20|[mailbox]\n|[[agents]]\n|staff = |kind = |\x00|\xff", "|")}
}

func TestMutatedConfigurations(t *testing.T) { mutation.Test(t, configurations(t), 300, checkParse) }

func FuzzMutatedConfigurations(f *testing.F) { mutation.Fuzz(f, configurations(f), checkParse) }
