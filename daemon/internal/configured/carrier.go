package configured

import (
	"log/slog"

	"ppamaild/carrier"
	"ppamaild/carrier/client"
	"ppamaild/config"
)

// Carrier returns the carrier.
func Carrier(c config.Carrier, log *slog.Logger) (carrier.Carrier, error) {
	if c.Kind == config.CarrierReference {
		return carrier.NewReference(), nil
	}
	return CarrierClient(c, log)
}

// CarrierClient returns who asks a carrier over HTTP.
func CarrierClient(c config.Carrier, log *slog.Logger) (*client.Client, error) {
	o := client.Options{
		Name: c.Name, BaseURL: c.BaseURL, APIKey: c.APIKey.Reveal(), RootCAs: c.RootCAs,
		Timeout: c.Timeout.Duration, GiveUpAfter: c.GiveUpAfter.Duration, Logger: log.With("component", "carrier"),
	}
	if c.Auth == config.CarrierOAuth2 {
		o.OAuth = client.OAuth{TokenURL: c.TokenURL, ClientID: c.ClientID, ClientSecret: c.ClientSecret.Reveal(), Scopes: c.Scopes}
	}
	return client.New(o)
}
