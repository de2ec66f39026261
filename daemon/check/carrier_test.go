package check

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ppamaild/carrier"
	"ppamaild/carrier/sandbox"
	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
)

func TestConfiguredCarrier(t *testing.T) {
	api, err := sandbox.New(sandbox.Options{Now: time.Now, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	byKey := config.Default().Carrier
	byKey.Kind, byKey.Name, byKey.BaseURL = config.CarrierHTTP, "Sandbox Mutual", server.URL+"/v1"
	byToken := byKey
	byKey.APIKey = config.NewSecret(sandbox.APIKey)
	byToken.Auth, byToken.TokenURL, byToken.ClientID = config.CarrierOAuth2, server.URL+"/token", sandbox.ClientID
	byToken.ClientSecret = config.NewSecret(sandbox.ClientSecret)
	wrong := byKey
	wrong.APIKey = config.NewSecret("guess")
	noPath := byKey // of the API
	noPath.BaseURL = server.URL
	for name, tt := range map[string]struct {
		with  config.Carrier
		taken bool
	}{"reference": {config.Default().Carrier, true}, "by key": {byKey, true}, "by token": {byToken, true}, "a wrong key": {wrong, false}, "no path": {noPath, false}} {
		c, err := configured.Carrier(tt.with, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		if _, isReference := c.(*carrier.Reference); isReference != c.Local() || isReference != (name == "reference") {
			t.Errorf("%s: %T", name, c)
		}
		r := checkCarrier(t.Context(), tt.with)
		if (r.Err == nil) != tt.taken || !tt.taken && !strings.Contains(r.Say(), tt.with.BaseURL) {
			t.Errorf("%s: %s", name, r.Say())
		}
	}
}
