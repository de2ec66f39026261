package daemon

import "ppamaild/store"

// Store lets a test look into the store of a daemon that runs.
func (d *Daemon) Store() store.Store { return d.store }

// Reference is the reference of one member of staff's copy of a review.
func (d *Daemon) Reference(thread string, number int, staff string) string {
	return d.refs.Mint(thread, number, staff)
}

// CustomerReference is the reference in a thread's mails to its customer.
func (d *Daemon) CustomerReference(thread string) string { return d.minter.ThreadRef(thread) }
