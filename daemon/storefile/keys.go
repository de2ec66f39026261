package storefile

import (
	"crypto/rand"
	"errors"
	"slices"

	"ppamaild/store"
)

// Keys are what the store keeps for proving that something is our own.
type Keys struct {
	References []byte // of reviews
	MessageIDs []byte // of our mails
}

// The names of the keys, and how many octets each has.
const (
	keyReference = "reference"
	keyMessageID = "message_id"
	keySize      = 32
)

// LoadKeys reads the keys, or makes them at the first start.
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
