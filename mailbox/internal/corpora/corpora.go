// Package corpora finds mail of others for fuzz targets to begin from, in a folder
// that PPAMAILD_CORPORA names. It promises to yield nothing where that is unset:
// no target and no test depends on it.
package corpora

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// maxSize is how large a seed may be; larger ones slow a fuzz target down.
const maxSize = 64 << 10

// Mails calls fn with the bytes of every mail in the folders below open/ in the
// corpora that are named, until the first that can't be read.
func Mails(tb testing.TB, fn func(raw []byte), folders ...string) {
	tb.Helper()
	root := os.Getenv("PPAMAILD_CORPORA")
	if root == "" {
		return
	}
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, "open", folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			if info, err := d.Info(); err != nil || info.Size() > maxSize {
				return err
			}
			raw, err := os.ReadFile(path)
			if err == nil {
				fn(raw)
			}
			return err
		})
		if err != nil {
			tb.Fatalf("reading the corpora: %v", err)
		}
	}
}
