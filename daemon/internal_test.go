package daemon

import (
	"testing"

	"ppamaild/daemon/storefile"
)

// Takes returns the bytes in use in the store's file, including freed pages.
func (d *Daemon) Takes(t *testing.T) int {
	t.Helper()
	var all byteCount
	if err := storefile.Copy(t.Context(), d.Store, &all); err != nil {
		t.Fatal(err)
	}
	return int(all)
}

// byteCount counts the bytes written.
type byteCount int

func (o *byteCount) Write(p []byte) (int, error) {
	*o += byteCount(len(p))
	return len(p), nil
}

// Hand gives a mail to a worker, as the outbox does with a due mail.
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
