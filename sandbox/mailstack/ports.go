package mailstack

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
)

// ports on 127.0.0.1.
type ports struct{ IMAP, IMAPS, SMTP, Submission, SMTPS int }

// The free ports are below 32768, because Linux assigns higher ports itself, and below the ports
// of package network. A free low port stays free until the servers bind the port.
const lowestPort, highestPort = 10_240, 19_999

func freePorts() (ports, error) {
	var p ports
	var held []net.Listener
	for _, port := range []*int{&p.IMAP, &p.IMAPS, &p.SMTP, &p.Submission, &p.SMTPS} {
		l, err := listenAnywhere()
		if err != nil {
			return ports{}, errors.Join(err, closeAll(held))
		}
		held = append(held, l)
		*port = l.Addr().(*net.TCPAddr).Port
	}
	return p, closeAll(held)
}

func listenAnywhere() (net.Listener, error) {
	var err error
	for range 100 {
		var l net.Listener
		port := lowestPort + rand.IntN(highestPort-lowestPort+1)
		if l, err = net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			return l, nil
		}
	}
	return nil, fmt.Errorf("looking for a free port: %w", err)
}

func closeAll(held []net.Listener) error {
	var errs []error
	for _, l := range held {
		errs = append(errs, l.Close())
	}
	return errors.Join(errs...)
}
