package boltfile

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"go.etcd.io/bbolt"
)

// copyStep is how many bytes one transaction of a copy holds.
const copyStep = 4 << 20

// CopyTo writes a copy of a store without free pages to the empty file at path.
func CopyTo(path string, from *bbolt.DB) error {
	o := bbolt.Options{Timeout: openTimeout, FreelistType: bbolt.FreelistMapType}
	to, err := bbolt.Open(path, 0o600, &o)
	if err != nil {
		return err
	}
	return errors.Join(Copy(to, from), to.Close())
}

// Copy copies all records. It syncs once, at the end: an incomplete copy is useless.
func Copy(to, from *bbolt.DB) (err error) {
	defer func() { // bbolt panics on damaged pages, and faults on missing ones
		if p := recover(); p != nil {
			err = Unfit(fmt.Sprintf("the pages are damaged (%v); restore a backup", p))
		}
	}()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	to.NoSync = true
	err = bbolt.Compact(to, from, copyStep)
	to.NoSync = false
	// The file has two metas, and the older one counts if the newer one is damaged. One
	// more empty transaction makes both describe all records.
	return errors.Join(err, to.Update(func(*bbolt.Tx) error { return nil }))
}

// CopyInfix is in the name of a copy that replaces the store: PATH.compact.NUMBER.part.
const CopyInfix = ".compact."

// RemoveCopies removes the copies that crashes left of the store at path. The caller has
// locked the store.
func RemoveCopies(path string) error {
	folder, name := filepath.Split(path)
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), name+CopyInfix) && strings.HasSuffix(e.Name(), PartSuffix) {
			err = errors.Join(err, os.Remove(folder+e.Name()))
		}
	}
	if err != nil {
		return fmt.Errorf("removing an incomplete copy of the store: %w", err)
	}
	return nil
}

// IsAt reports whether file has the path.
func IsAt(path string, file *os.File) bool {
	there, err := os.Stat(path)
	have, haveErr := file.Stat()
	return err == nil && haveErr == nil && os.SameFile(there, have)
}
