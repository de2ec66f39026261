package storefile

import (
	"crypto/rand"
	"errors"
	"slices"

	"ppamaild/store"
)

// Keys are the secret keys of references and Message-IDs.
type Keys struct {
	References []byte // for references of reviews
	MessageIDs []byte // for Message-IDs of our mails
}

// The names of the keys, and their size in bytes.
const (
	keyReference = "reference"
	keyMessageID = "message_id"
	keySize      = 32
)

// LoadKeys reads the keys. At the first start LoadKeys creates them.
func LoadKeys(tx store.Secrets) (k Keys, err error) {
	if k.References, err = loadKey(tx, keyReference); err != nil {
		return k, err
	}
	k.MessageIDs, err = loadKey(tx, keyMessageID)
	return k, err
}

func loadKey(tx store.Secrets, name string) ([]byte, error) {
	key, err := tx.Secret(name)
	if errors.Is(err, store.ErrNotFound) {
		key = newKey()
		err = tx.PutSecret(name, key)
	}
	return slices.Clone(key), err
}

func newKey() []byte {
	key := make([]byte, keySize)
	rand.Read(key) // never fails
	return key
}
