package frozen_test

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the code does now, in place of what it did")

// maxShown bounds the lines of a printed difference.
const maxShown = 60

// compare fails if a file does not have the text got. A name that ends in .gz is compressed.
func compare(t *testing.T, file, got string) {
	t.Helper()
	want, err := read(file)
	switch {
	case err == nil && want == got:
	case *update:
		must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(t, write(file, got))
	case err != nil:
		t.Error(err)
	default:
		t.Errorf("%s differs (make frozen UPDATE=-update takes the change):\n%s", file, diff(want, got))
	}
}

func read(file string) (string, error) {
	raw, err := os.ReadFile(file)
	if err != nil || !strings.HasSuffix(file, ".gz") {
		return string(raw), err
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	text, err := io.ReadAll(z)
	return string(text), err
}

func write(file, text string) error {
	raw := []byte(text)
	if strings.HasSuffix(file, ".gz") {
		var b bytes.Buffer
		z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := z.Write(raw); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		raw = b.Bytes()
	}
	return os.WriteFile(file, raw, 0o644)
}

// diff shows the lines that differ, each with the number in the old or the new text.
func diff(old, now string) string {
	a, b := strings.Split(old, "\n"), strings.Split(now, "\n")
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	toA, toB := len(a), len(b)
	for toA > from && toB > from && a[toA-1] == b[toB-1] {
		toA, toB = toA-1, toB-1
	}
	var out []string
	i, j := from, from
	for _, same := range append(common(a[from:toA], b[from:toB]), [2]int{toA - from, toB - from}) {
		for ; i < from+same[0]; i++ {
			out = append(out, fmt.Sprintf("%5d - %s", i+1, clip(a[i])))
		}
		for ; j < from+same[1]; j++ {
			out = append(out, fmt.Sprintf("%5d + %s", j+1, clip(b[j])))
		}
		i, j = i+1, j+1
	}
	if n := len(out) - maxShown; n > 0 {
		out = append(out[:maxShown], fmt.Sprintf("      … and %d lines more", n))
	}
	return strings.Join(out, "\n")
}

// common returns the places of the lines in a longest common subsequence, or none for very long
// texts.
func common(a, b []string) (same [][2]int) {
	if len(a)*len(b) > 4_000_000 {
		return nil
	}
	longest := make([][]int32, len(a)+1)
	for i := range longest {
		longest[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			if a[i] == b[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			same = append(same, [2]int{i, j})
			i, j = i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return same
}

func clip(line string) string {
	if r := []rune(line); len(r) > 400 {
		return string(r[:400]) + "…"
	}
	return line
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// nothingElse fails if a folder has files that no test made.
func nothingElse(t *testing.T, pattern string, made map[string]bool) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	must(t, err)
	for _, file := range files {
		if made[file] {
			continue
		}
		if *update {
			must(t, os.Remove(file))
			continue
		}
		t.Errorf("%s is of nothing that is frozen", file)
	}
}
