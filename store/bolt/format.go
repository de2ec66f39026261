package bolt

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"ppamaild/store"
	"ppamaild/store/bolt/boltfile"
	"ppamaild/store/crypt"
)

// formatVersion counts the layout changes that older programs cannot read. Version 1 had no
// correspondents. Version 2 had other indexes for waiting mail and reviews. Version 3 had no
// Names in the journal and no holds. Version 4 had plain addresses as keys, no run times and no
// encryption. Version 5 had no indexes of threads, and no references from a thread to its
// records. Version 6 had no compressed records. Version 7 had payloads and ends of journals in
// buckets of their own. Version 8 compressed without a dictionary.
const formatVersion = 9

// format is the record that distinguishes a store from other bbolt files.
type format struct {
	Program string `json:"program"`
	Version int    `json:"version"`
	// Keys are the keys that a record may be encrypted with.
	Keys []crypt.ID `json:"keys,omitempty"`
	// Upgrading is the progress of the upgrade to the version; nil once it is complete.
	Upgrading *upgrade `json:"upgrading,omitempty"`
}

// old reports whether the store lacks parts of the layout. Format 8 has all parts.
func (f format) old() bool { return f.Version < 8 || f.Upgrading != nil }

func formatKey() []byte { return []byte("format") }

// layOut creates a new store.
func (t *records) layOut() error {
	for _, b := range buckets() {
		if _, err := t.CreateBucket([]byte(b)); err != nil {
			return fmt.Errorf("making bucket %s: %w", b, err)
		}
	}
	return errors.Join(t.makeAddressKey(), put(t, about, formatKey(), format{Program: "ppamaild", Version: formatVersion}))
}

const secretAddresses = "addresses"

func (t *records) makeAddressKey() error {
	t.addresses = make([]byte, sha256.Size)
	if _, err := io.ReadFull(t.rand, t.addresses); err != nil {
		return fmt.Errorf("making a key: %w", err)
	}
	return t.put(secrets, []byte(secretAddresses), t.addresses)
}

// checkFormat refuses a format that this program cannot read, and upgrades an older one.
func (t *records) checkFormat() error {
	if t.bucket(about) == nil {
		return boltfile.ErrNotOurs
	}
	f, err := get[format](t, about, formatKey())
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && f.Program != "ppamaild":
		return boltfile.ErrNotOurs
	case err != nil:
		return fmt.Errorf("reading the format: %w", err)
	case f.Version > formatVersion:
		return fmt.Errorf("the store has format %d, but this program reads up to %d; use a newer program, or restore an older backup: %w", f.Version, formatVersion, store.ErrVersion)
	case (f.old() || f.Version < formatVersion) && !t.Writable():
		return nil // opening it for writing adds the missing parts
	case f.Version < formatVersion:
		err = t.beginUpgrade(f)
	}
	if err != nil {
		return err
	}
	for _, b := range buckets() {
		if t.bucket(b) == nil {
			return fmt.Errorf("bucket %s is missing: %w", b, store.ErrCorrupt)
		}
	}
	return nil
}
