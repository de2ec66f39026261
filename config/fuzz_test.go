package config

import (
	"bytes"
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// FuzzLoad checks that every file gives a Config or Problems. Problems are in order and inside
// the file.
func FuzzLoad(f *testing.F) {
	files, err := filepath.Glob("testdata/*.toml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range append(files, exampleFile) {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		f.Add(leftOut.ReplaceAll(data, []byte("$1")))
	}
	f.Add([]byte(sound))
	f.Add([]byte("a.b = [[{c = 1}]]\n[[a.d]]\n[a.d.e]\n[[review.staff]]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		cfg, err := parse("fuzz.toml", data, toServe)
		ps, ok := errors.AsType[Problems](err)
		switch {
		case err == nil && cfg != nil:
		case cfg != nil || !ok || len(ps) == 0:
			t.Fatalf("%v, %v", cfg, err)
		}
		last := 1 + bytes.Count(data, []byte("\n"))
		if !slices.IsSortedFunc(ps, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) }) {
			t.Errorf("out of order: %v", err)
		}
		for _, p := range ps {
			if p.Line < 1 || p.Line > last || p.Column < 1 || p.Found == "" {
				t.Errorf("%v in %d lines", p, last)
			}
		}
	})
}
