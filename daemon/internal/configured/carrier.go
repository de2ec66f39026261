package configured

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"ppamaild/carrier"
	"ppamaild/carrier/client"
	"ppamaild/config"
	"ppamaild/daemon/internal/guard"
)

// Prober is a carrier that can check the connection and the credentials.
type Prober interface {
	Probe(ctx context.Context) error
}

// Carrier returns the carrier. A remote carrier is a Prober.
func Carrier(c config.Carrier, log *slog.Logger) (carrier.Carrier, error) {
	if c.Kind == config.CarrierReference {
		return carrier.NewReference(), nil
	}
	remote, err := newClient(c, log)
	if err != nil {
		return nil, err
	}
	return waitingCarrier{remote, log}, nil
}

// waitingCarrier is a remote carrier. The watchdog does not count the time of a call, because
// the client has its own limits.
type waitingCarrier struct {
	*client.Client
	log *slog.Logger
}

// Call implements carrier.Carrier.
func (c waitingCarrier) Call(
	ctx context.Context, key carrier.Key, s carrier.Session, call carrier.Call,
) (carrier.Session, carrier.Result, error) {
	defer guard.Wait(ctx)()
	began := time.Now()
	session, result, err := c.Client.Call(ctx, key, s, call)
	c.log.Debug("called the carrier", "component", "carrier", "call", call.Name(), "key", key.ID,
		"session", session.ID, "result", fmt.Sprintf("%T", result), "error", err,
		"took", time.Since(began))
	if down := carrier.Outage(result, err); down != nil && ctx.Err() == nil {
		c.log.Warn("a call of the carrier failed; run ppamaild check",
			"component", "carrier", "call", call.Name(), "error", down)
	}
	return session, result, err
}

// newClient returns a carrier over HTTP.
func newClient(c config.Carrier, log *slog.Logger) (*client.Client, error) {
	o := client.Options{
		Name: c.Name, BaseURL: c.BaseURL, APIKey: c.APIKey.Reveal(), RootCAs: c.RootCAs,
		Timeout: c.Timeout.Duration, GiveUpAfter: c.GiveUpAfter.Duration, Logger: log.With("component", "carrier"),
	}
	if c.Auth == config.CarrierOAuth2 {
		o.OAuth = client.OAuth{TokenURL: c.TokenURL, ClientID: c.ClientID, ClientSecret: c.ClientSecret.Reveal(), Scopes: c.Scopes}
	}
	return client.New(o)
}
