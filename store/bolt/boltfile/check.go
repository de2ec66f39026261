package boltfile

import (
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"ppamaild/store"
)

// maxProblems is the maximum number of problems that CheckPages lists.
const maxProblems = 20

// CheckPages lists damaged pages. It holds a write transaction, because bbolt's check must not run
// during another one.
func CheckPages(db *bbolt.DB) error {
	b, err := db.Begin(!db.IsReadOnly())
	if err != nil {
		return fmt.Errorf("checking pages: %w", err)
	}
	var problems []error
	for p := range b.Check() {
		if len(problems) < maxProblems {
			problems = append(problems, fmt.Errorf("checking pages: %w: %w", store.ErrCorrupt, p))
		}
	}
	return errors.Join(errors.Join(problems...), b.Rollback())
}
