package confirmed

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ppamaild/store"
)

// A commit that the disk does not take is noted before the next commit, which waits for the disk.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ppamaild.confirmed")
	f, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	disk := f.file
	if f.file, err = os.OpenFile("/dev/full", os.O_RDWR, 0); err != nil {
		t.Fatal(err)
	}
	defer f.file.Close()
	f.Put(7)
	if err := f.Check(7); !errors.Is(err, store.ErrDisk) {
		t.Errorf("another commit may begin: %v", err)
	}
	f.file = disk
	if err := errors.Join(f.Check(7), f.Close()); err != nil {
		t.Error(err)
	}
	read, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := read.Check(6); !errors.Is(err, ErrLost) {
		t.Errorf("the file does not know commit 7: %v", err)
	}
}
