// Package storefile sees to the file that the configured store is kept in: it is
// opened, copied while it is used, backed up, checked, made small and put back from a
// backup. Nothing of that name is ever half written: a backup, a compacted store or a
// restored one is there once it was checked, and until then what was there stays. While
// the disk is full, whoever changes a patient store waits.
//
// The keys by which we know our own references and Message-IDs lie in the store; one
// that is restored gets a new key of references, and none made since its backup counts.
//
// It alone knows which backend keeps the store.
package storefile

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"ppamaild/config"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// Open opens the configured store, and makes it where there is none.
func Open(cfg *config.Config) (store.Store, error) {
	s, err := open(cfg, cfg.Store.Path, false)
	if err != nil { // not a store that holds nil
		return nil, err
	}
	return s, nil
}

// OpenExisting opens the configured store; fs.ErrNotExist where there is none.
func OpenExisting(cfg *config.Config) (store.Store, error) {
	if _, err := os.Stat(cfg.Store.Path); err != nil {
		return nil, fmt.Errorf("opening the store: %w", err)
	}
	return Open(cfg)
}

// open opens a store in a file as the configuration says, be it a copy.
func open(cfg *config.Config, path string, readOnly bool) (*bolt.Store, error) {
	s, err := bolt.Open(path, bolt.Options{Keys: cfg.Store.Keys, ReadOnly: readOnly})
	switch {
	case errors.Is(err, syscall.EROFS):
		return nil, fmt.Errorf("%w\nMachines make a disk so after an error of it, of which dmesg tells. store check and backup work all the same", err)
	case !errors.Is(err, store.ErrKey):
		return s, err
	case cfg.Store.Keyless != "":
		return nil, fmt.Errorf("%w\n%s", err, cfg.Store.Keyless)
	}
	return nil, fmt.Errorf("%w\nGive it by store.encryption_key_file or store.encryption_key_env", err)
}
