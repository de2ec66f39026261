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
	file, err := newSecretFile(s.RefreshTokenFile)
	if err != nil {
		return s, fmt.Errorf("writing the refresh token: %w", err)
	}
	token, err := oauth.Consent(ctx, oauth.Options{
		TokenURL: s.TokenURL, ClientID: s.ClientID, ClientSecret: s.ClientSecret.Reveal(), Scopes: s.Scopes, RootCAs: s.TokenCAs,
	}, s.DeviceURL, tell)
	if err != nil {
		return s, errors.Join(err, file.drop())
	}
	if err := file.put(token); err != nil {
		return s, fmt.Errorf("writing the refresh token: %w", errors.Join(err, file.drop()))
	}
	return s, nil
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

// secretFile is a file that is there whole, or as it was before.
type secretFile struct {
	part *os.File
	path string
}

// newSecretFile finds out whether the file can be written.
func newSecretFile(path string) (*secretFile, error) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		path = real
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", path)
	}
	part, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part") // 0600
	if err != nil {
		return nil, err
	}
	return &secretFile{part, path}, nil
}

func (f *secretFile) drop() error { return errors.Join(f.part.Close(), os.Remove(f.part.Name())) }

func (f *secretFile) put(secret string) error {
	_, err := f.part.WriteString(secret + "\n")
	if err = errors.Join(err, f.part.Sync(), storefile.BelongAs(f.part.Name(), f.path)); err != nil {
		return err
	}
	return errors.Join(os.Rename(f.part.Name(), f.path), f.part.Close())
}
