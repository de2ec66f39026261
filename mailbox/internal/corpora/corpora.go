// Package corpora finds third-party mail as seeds for fuzz targets, in the folder named by
// PPAMAILD_CORPORA. Without the variable, the package yields nothing: no target and no test
// depends on the folder.
package corpora

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// maxSize is how large a seed may be; larger ones slow a fuzz target down.
const maxSize = 64 << 10

// Mails calls fn with the bytes of every mail in the folders below open/ in the configured
// corpora, until a mail can't be read.
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
