package daemon

import (
	"context"
	"fmt"
	"log/slog"

	"ppamaild/carrier"
	"ppamaild/carrier/client"
	"ppamaild/config"
)

// newCarrier returns the configured carrier.
func newCarrier(c config.Carrier, log *slog.Logger) (carrier.Carrier, error) {
	if c.Kind == config.CarrierReference {
		return carrier.NewReference(), nil
	}
	return newCarrierClient(c, log)
}

func newCarrierClient(c config.Carrier, log *slog.Logger) (*client.Client, error) {
	o := client.Options{
		Name: c.Name, BaseURL: c.BaseURL, APIKey: c.APIKey.Reveal(), RootCAs: c.RootCAs,
		Timeout: c.Timeout.Duration, GiveUpAfter: c.GiveUpAfter.Duration, Logger: log.With("component", "carrier"),
	}
	if c.Auth == config.CarrierOAuth2 {
		o.OAuth = client.OAuth{TokenURL: c.TokenURL, ClientID: c.ClientID, ClientSecret: c.ClientSecret.Reveal(), Scopes: c.Scopes}
	}
	return client.New(o)
}

// checkCarrier asks a carrier that is reached over HTTP whether it takes our credentials.
func checkCarrier(ctx context.Context, c config.Carrier) CheckResult {
	if c.Kind == config.CarrierReference {
		return CheckResult{What: "carrier", Detail: "reference, embedded; its rates are illustrative"}
	}
	r := CheckResult{What: "carrier", Detail: fmt.Sprintf("%s answers at %s", c.Name, c.BaseURL)}
	client, err := newCarrierClient(c, slog.New(slog.DiscardHandler))
	if err == nil {
		err = client.Probe(ctx)
	}
	r.Err = err
	return r
}
