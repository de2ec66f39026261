// Package login gets the refresh token by which an account that has no password is logged
// in to: somebody consents in a browser, and the token lies in a file that nobody else reads.
package login

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ppamaild/config"
	"ppamaild/daemon/refusal"
	"ppamaild/daemon/storefile"
	"ppamaild/mailbox/oauth"
)

// Section gets a refresh token for a section of the configuration and writes it into the file
// that the section names; tell is told where consent has to be given, and by which code.
func Section(ctx context.Context, cfg *config.Config, section string, tell func(url, code string)) (config.Section, error) {
	s, err := sectionNamed(cfg, section)
	if err != nil {
		return s, err
	}
	file, err := fileToReplace(s.RefreshTokenFile)
	if err != nil {
		return s, fmt.Errorf("writing the refresh token: %w", err)
	}
	var refused error
	err = storefile.Replace(file, func(part string) error { // before anybody is asked it shows whether it can be written
		token, err := oauth.Consent(ctx, oauth.Options{
			TokenURL: s.TokenURL, ClientID: s.ClientID, ClientSecret: s.ClientSecret.Reveal(), Scopes: s.Scopes, RootCAs: s.TokenCAs,
		}, s.DeviceURL, tell)
		if refused = err; err != nil {
			return err
		}
		return os.WriteFile(part, []byte(token+"\n"), 0o600)
	})
	if err != nil && refused == nil {
		err = fmt.Errorf("writing the refresh token: %w", err)
	}
	return s, err
}

func sectionNamed(cfg *config.Config, name string) (config.Section, error) {
	all := cfg.Sections()
	i := slices.IndexFunc(all, func(s config.Section) bool { return s.Name == name })
	if i < 0 {
		var names []string
		for _, s := range all {
			names = append(names, s.Name)
		}
		return config.Section{}, refusal.Errorf("there is no section %q to log in for; there are %s", name, strings.Join(names, ", "))
	}
	s := all[i]
	if s.Auth != config.AuthOAuth2 {
		return s, refusal.Errorf("there is nothing to get for %s: it logs in by a password (auth = %q), which ppamaild check tries. "+
			"To log in by tokens instead, as Gmail and Microsoft 365 want it, set auth = %q there, with token_url, client_id, device_url and refresh_token_file; "+
			"then run this again", name, string(s.Auth), string(config.AuthOAuth2))
	}
	for _, needed := range []struct{ key, found, wanted string }{
		{"device_url", s.DeviceURL, "it has to be where the provider begins a device's authorization, such as \"https://login.microsoftonline.com/TENANT/oauth2/v2.0/devicecode\""},
		{"refresh_token_file", s.RefreshTokenFile, "it has to name the file to write the refresh token into"},
	} {
		if needed.found == "" {
			return s, refusal.Errorf("%s.%s is %q; %s", name, needed.key, needed.found, needed.wanted)
		}
	}
	return s, nil
}

// fileToReplace is what path stands for: not a link to it.
func fileToReplace(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil
	}
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(real); err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is no regular file", real)
	}
	return real, nil
}
