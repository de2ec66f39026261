package play

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"

	"ppamaild/lazyregexp"
	"ppamaild/sandbox"
)

// consoleAddress is the address of the console in a play.
const consoleAddress = "127.0.0.1:8025"

// AddConsole turns on the console in a configuration, and returns its address. If another
// program has the usual port, the console gets a free port.
func AddConsole(file string) (address string, err error) {
	on, err := net.Listen("tcp", consoleAddress)
	if err != nil {
		on, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return "", fmt.Errorf("adding the console: %w", err)
	}
	address = on.Addr().String()
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return "", errors.Join(err, on.Close())
	}
	_, err = fmt.Fprintf(f, "\n[console]\nlisten = %q\nadmins = [%q]\n", address, Lee)
	return address, errors.Join(err, f.Close(), on.Close())
}

const bob = "bob@customer.test"

const wholeMail = `Hello,

I'm Bob Kim, born 03/04/1985, married, licensed since 2003, no accidents or tickets.
Please quote my 2019 Honda Civic. I own it, drive it to work, 8 miles each way, and
about 9,000 miles a year. It is kept at 1420 SE Taylor St, Portland, OR 97214. I'd like
a $500 deductible for collision. Do you also have a discount for paying in full?

Thank you,
Bob
`

// Customers sends a mail of two customers each, and waits until staff have a review of both.
func (s Stage) Customers(ctx context.Context) error {
	sc := &scene{Stage: s}
	var other *sandbox.Person
	err := errors.Join(sc.cast(ctx, "Alice Moreno", Alice, &sc.alice),
		sc.cast(ctx, "Bob Kim", bob, &other), sc.cast(ctx, "Lee Tran", Lee, &sc.lee))
	if err != nil {
		return err
	}
	sc.say("Alice asks for a quote, with facts missing. Bob asks with all facts.")
	asked := sandbox.Mail{To: []string{Quotes}, Subject: "Car insurance quote", Text: firstMail}
	whole := sandbox.Mail{To: []string{Quotes}, Subject: "Quote for my Honda", Text: wholeMail}
	if err := errors.Join(sc.send(ctx, sc.alice, asked), sc.send(ctx, other, whole)); err != nil {
		return err
	}
	for range 2 {
		if _, err := sc.lee.Wait(ctx, nil); err != nil {
			return fmt.Errorf("waiting for the reviews: %w", err)
		}
	}
	return nil
}

var codeInMail = lazyregexp.MustCompile(`Your code is (\d{6})`)

// Codes calls tell with each sign-in code that staff get, until ctx ends.
func (s Stage) Codes(ctx context.Context, tell func(address, code string)) error {
	sc := &scene{Stage: s}
	if err := errors.Join(sc.cast(ctx, "Lee Tran", Lee, &sc.lee),
		sc.cast(ctx, "Dana Reyes", Dana, &sc.dana)); ctx.Err() != nil {
		return nil // the servers end with the demo
	} else if err != nil {
		return err
	}
	for _, p := range []*sandbox.Person{sc.lee, sc.dana} {
		go p.Follow(ctx, func(m sandbox.Received) {
			if found := codeInMail.FindStringSubmatch(m.Text); found != nil {
				tell(p.Address, found[1])
			}
		})
	}
	<-ctx.Done()
	return nil
}
