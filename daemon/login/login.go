// Package login gets the refresh token of an account without a password. A person consents in a
// browser, and the token goes to a file that only its owner can read.
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

// Section gets a refresh token for a section of the configuration and writes the token to the
// section's file. Section calls tell with the address for the consent and the code to enter.
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
	err = storefile.Replace(file, func(part string) error { // before the consent, to find out whether the file is writable
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
		return s, refusal.Errorf("%s logs in with a password (auth = %q) and needs no token. "+
			"For tokens, as Gmail and Microsoft 365 require them, set auth = %q, token_url, "+
			"client_id, device_url and refresh_token_file, and run this command again",
			name, string(s.Auth), string(config.AuthOAuth2))
	}
	for _, needed := range []struct{ key, found, wanted string }{
		{"device_url", s.DeviceURL, "set the device authorization endpoint of the " +
			"provider, such as \"https://login.microsoftonline.com/TENANT/oauth2/v2.0/devicecode\""},
		{"refresh_token_file", s.RefreshTokenFile, "set the file for the refresh token"},
	} {
		if needed.found == "" {
			return s, refusal.Errorf("%s.%s is %q; %s", name, needed.key, needed.found, needed.wanted)
		}
	}
	return s, nil
}

// fileToReplace resolves a symbolic link at path.
func fileToReplace(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil
	}
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(real); err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a regular file", real)
	}
	return real, nil
}
