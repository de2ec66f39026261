//go:build frozenadd

package frozen_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/report"
)

// TestAdd freezes the exports in the folder FROZEN_ADD: go test -tags frozenadd -run TestAdd.
// TestAdd keeps the lines that a replay needs, and leaves out raw mails.
func TestAdd(t *testing.T) {
	add := os.Getenv("FROZEN_ADD")
	if add == "" {
		t.Fatal("FROZEN_ADD names no folder of exports")
	}
	files, err := filepath.Glob(filepath.Join(add, "*.jsonl"))
	must(t, err)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		must(t, err)
		thread, err := report.Read(bytes.NewReader(raw))
		must(t, err)
		thread.Messages, thread.Mails, thread.Timers = nil, nil, nil
		for i := range thread.Reviews {
			thread.Reviews[i].MIME = nil
		}
		var b bytes.Buffer
		z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		must(t, err)
		must(t, thread.Write(z))
		must(t, z.Close())
		must(t, os.WriteFile(filepath.Join("testdata/threads", strings.TrimSuffix(filepath.Base(file), ".jsonl")+".jsonl.gz"), b.Bytes(), 0o644))
	}
}
