// Package sections lays out the data of a task for reviews and result mails. It masks private
// numbers.
package sections
