// Package agency holds what every station of the daemon needs to know of the agency: its
// configuration, staff, accounts, keys and clock.
//
// The methods answer questions about an address, a time of day or a reply of staff. They
// read transactions, and never write.
package agency
