package agency

import (
	"errors"

	"ppamaild/daemon/internal/configured"
	"ppamaild/store"
)

// staffChoices is the name of the record with the choices of staff about their mails.
const staffChoices = "choices of staff"

// LoadChoices reads the choices of staff.
func LoadChoices(tx store.Secrets, choices *configured.Choices) error {
	saved, err := tx.Secret(staffChoices)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return choices.Read(saved)
}

// SaveChoices stores the choices of staff.
func SaveChoices(tx store.Secrets, choices []byte) error {
	return tx.PutSecret(staffChoices, choices)
}
