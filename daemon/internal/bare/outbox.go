package bare

import (
	"errors"
	"fmt"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Outbox is an SMTP connection.
type Outbox struct{ client *smtp.Client }

// OpenOutbox connects, without TLS, and logs in.
func OpenOutbox(addr, user, password string) (*Outbox, error) {
	client, err := smtp.Dial(addr)
	if err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", addr, err)
	}
	if err := client.Auth(sasl.NewPlainClient("", user, password)); err != nil {
		return nil, errors.Join(fmt.Errorf("logging in as %s: %w", user, err), client.Close())
	}
	return &Outbox{client}, nil
}

// Send returns once the server has taken m.
func (o *Outbox) Send(m Mail) error {
	if err := o.client.Mail(m.From, nil); err != nil {
		return err
	}
	for _, to := range m.To {
		if err := o.client.Rcpt(to, nil); err != nil {
			return err
		}
	}
	data, err := o.client.Data()
	if err != nil {
		return err
	}
	if _, err := data.Write(m.Raw); err != nil {
		return errors.Join(err, o.client.Close()) // closing data would send a part as the whole
	}
	return data.Close()
}

// Close ends the connection.
func (o *Outbox) Close() error { return o.client.Close() }
