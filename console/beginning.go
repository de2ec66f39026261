package console

import (
	"context"
	"strings"
)

// Beginner begins threads for customers who called or came by.
type Beginner interface {
	// Begin returns the new thread. A second order with the same Once gets the first thread, or
	// ErrOtherBody for other words. An impossible order returns Refused.
	Begin(ctx context.Context, b Beginning) (thread string, err error)
}

// Beginning is the request of a customer, as a member of staff writes it down.
type Beginning struct {
	By            string // canonical address of the member
	Address, Name string // of the customer
	Subject, Text string
	Program       bool   // through the API
	Once          string // "" for none
}

// Tidy returns the request with each value on one line, except the text.
func (b Beginning) Tidy() Beginning {
	b.Address = strings.ToLower(oneLine(b.Address))
	b.Name, b.Subject = short(oneLine(b.Name)), short(oneLine(b.Subject))
	b.Text = plain(b.Text)
	return b
}

// Refused is the reason why an order is impossible, in words for the reader. Nothing was done.
type Refused string

// Error implements error.
func (r Refused) Error() string { return string(r) }
