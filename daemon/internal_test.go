package daemon

import (
	"testing"

	"ppamaild/daemon/storefile"
)

// Takes is how many octets of the store's file are in use, or were.
func (d *Daemon) Takes(t *testing.T) int {
	t.Helper()
	var all octets
	if err := storefile.Copy(t.Context(), d.Store, &all); err != nil {
		t.Fatal(err)
	}
	return int(all)
}

// octets counts what is written to it.
type octets int

func (o *octets) Write(p []byte) (int, error) {
	*o += octets(len(p))
	return len(p), nil
}

// Hand hands a mail to a worker, as the outbox does with one that it found to be due.
func (d *Daemon) Hand(t *testing.T, id uint64) {
	t.Helper()
	if err := d.outbox.Send(t.Context(), id); err != nil {
		t.Fatal(err)
	}
}

// Reference is the reference of one member of staff's copy of a review.
func (d *Daemon) Reference(thread string, number int, staff string) string {
	return d.References.Mint(thread, number, staff)
}

// CustomerReference is the reference in a thread's mails to its customer.
func (d *Daemon) CustomerReference(thread string) string { return d.Minter.ThreadRef(thread) }
