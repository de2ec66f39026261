package boltfile

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"go.etcd.io/bbolt"

	"ppamaild/store"
)

// Uncommitted explains why a commit failed. A full disk, an exhausted quota or limit, and a
// read-only disk are not damage: bbolt has undone the transaction. For some errors bbolt keeps
// only the text.
func Uncommitted(err error) error {
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS} {
		if errors.Is(err, full) || strings.HasSuffix(err.Error(), full.Error()) {
			return fmt.Errorf("committing: %w: %w", store.ErrDisk, err)
		}
	}
	return fmt.Errorf("committing: %w", err)
}

// maxFreeList is the number of free pages up to which each commit stores their list. The list has
// 8 bytes for a page. In a large store it would be most of the bytes that a commit writes.
const maxFreeList = 1024

// LimitFreeList decides for the present write transaction whether the commit stores the list of
// free pages. After a crash without the list, the next Open finds the free pages by reading all
// pages.
func LimitFreeList(db *bbolt.DB) {
	stats := db.Stats()
	db.NoFreelistSync = stats.FreePageN+stats.PendingPageN > maxFreeList
}

// SaveFreeList stores the list of free pages if the last commit did not, so that the next Open
// need not read all pages.
func SaveFreeList(db *bbolt.DB) error {
	if db.IsReadOnly() {
		return nil
	}
	b, err := db.Begin(true)
	if err != nil {
		return err
	}
	if !db.NoFreelistSync {
		return b.Rollback()
	}
	db.NoFreelistSync = false
	return b.Commit()
}
