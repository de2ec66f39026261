package config

import (
	"crypto/x509"
	"slices"
	"strings"

	"ppamaild/config/toml"
	"ppamaild/lazy"
)

// checkOAuth reads the OAuth settings. It refuses them if the server takes a password.
func (l *loader) checkOAuth(prefix string, s *Server) {
	if s.Auth != AuthOAuth2 {
		l.checkNoOAuth(prefix)
		return
	}
	needed := `auth = "oauth2"`
	if s.Username == "" {
		l.Report(prefix+".username", "missing", "required with "+needed)
	}
	l.checkURL(prefix+".token_url", s.TokenURL, needed, "https://oauth2.googleapis.com/token")
	if s.ClientID == "" {
		l.Report(prefix+".client_id", "missing", "required with "+needed)
	}
	l.checkOptional(secretKeys{key: prefix + ".client_secret", what: "client secret", needs: needed}, &s.ClientSecret, s.ClientSecretFile, s.ClientSecretEnv)
	l.checkOptional(secretKeys{prefix + ".refresh_token", refreshToken(s.DeviceURL), needed, l.logsIn}, &s.RefreshToken, s.RefreshTokenFile, s.RefreshTokenEnv)
	if !s.hasGrant() && l.Sound(secretsOf(prefix)...) {
		l.Report(prefix+".refresh_token", "missing", "required with "+needed+": a refresh token, or a client secret of an application with access of its own")
	}
	for i, scope := range s.Scopes {
		if scope == "" || strings.ContainsAny(scope, " \t\r\n\"\\") { // RFC 6749 §3.3
			l.Refuse(toml.Element(prefix+".scopes", i), "one scope, without blanks")
		}
	}
	refuseRepeated(l, prefix+".scopes", s.Scopes, "each scope once")
	if s.DeviceURL != "" {
		l.checkURL(prefix+".device_url", s.DeviceURL, needed, "https://login.microsoftonline.com/TENANT/oauth2/v2.0/devicecode")
	}
	if l.logsIn {
		s.RefreshTokenFile = l.resolve(s.RefreshTokenFile)
	}
	s.TokenCAs = l.withSystemCAs(s)
}

// refreshToken names the refresh token in messages.
func refreshToken(deviceURL string) string {
	if deviceURL != "" {
		return "refresh token, as ppamaild login gets it"
	}
	return "refresh token"
}

// checkNoOAuth refuses OAuth settings that have no effect.
func (l *loader) checkNoOAuth(prefix string) {
	for _, name := range oauthKeys.Get() {
		key := toml.Join(prefix, name)
		if l.Filled(key) && l.Sound(prefix+".auth") {
			l.refuseWithout(key, `auth = "oauth2"`)
		}
	}
}

// oauthKeys lists the keys that only AuthOAuth2 uses.
var oauthKeys = lazy.Value[[]string]{New: func() []string {
	return slices.Concat([]string{"token_url", "device_url", "client_id", "scopes"},
		ways("client_secret"), ways("refresh_token"))
}}

// ways returns the three keys that can state a secret.
func ways(key string) []string { return []string{key, key + "_file", key + "_env"} }

func secretsOf(prefix string) (keys []string) {
	for _, name := range slices.Concat(ways("client_secret"), ways("refresh_token")) {
		keys = append(keys, toml.Join(prefix, name))
	}
	return keys
}

// hasGrant reports whether the file states a refresh token or a client secret.
func (o OAuth) hasGrant() bool {
	return o.ClientSecret.Reveal()+o.ClientSecretFile+o.ClientSecretEnv+o.RefreshToken.Reveal()+o.RefreshTokenFile+o.RefreshTokenEnv != ""
}

// withSystemCAs returns the CAs for the token endpoint: the CAs of the system, for public
// providers, and the CAs of ca_file, for private servers.
func (l *loader) withSystemCAs(s *Server) *x509.CertPool {
	if s.RootCAs == nil {
		return nil
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		return s.RootCAs
	}
	if data, err := l.readFile(s.CAFile); err == nil { // loadCAs reports the error
		pool.AppendCertsFromPEM(data)
	}
	return pool
}

// checkGrants refuses accounts that share a refresh token but not the client. If the endpoint
// replaces the token at each use, one account would keep a void token.
func (l *loader) checkGrants(sections []Section) {
	for i, one := range sections {
		for _, other := range sections[:i] {
			a, b := one.OAuth, other.OAuth
			if token := a.RefreshToken.Reveal(); token == "" || token != b.RefreshToken.Reveal() || sameGrant(a, b) {
				continue
			}
			l.Report(one.Name+".refresh_token", "found in "+other.Name+" too, with another token_url, client_id, client_secret or scopes", "allowed: equal values in both, because a refresh token belongs to one client and its scopes")
			break
		}
	}
}

// sameGrant reports whether a and b get the same tokens from the same endpoint.
func sameGrant(a, b OAuth) bool {
	return a.TokenURL == b.TokenURL && a.ClientID == b.ClientID && a.ClientSecret.Reveal() == b.ClientSecret.Reveal() && slices.Equal(a.Scopes, b.Scopes)
}
