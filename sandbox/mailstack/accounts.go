package mailstack

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"ppamaild/sandbox"
)

// Account implements sandbox.Host.
func (s *Stack) Account(address string) (user, password string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.indexOf(address)
	if i < 0 {
		return "", ""
	}
	return s.accounts[i].Address, s.accounts[i].Password
}

// indexOf requires mu.
func (s *Stack) indexOf(address string) int {
	return slices.IndexFunc(s.accounts, func(a sandbox.Account) bool { return strings.EqualFold(a.Address, address) })
}

// AddAccount implements sandbox.Host.
func (s *Stack) AddAccount(address, password string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.domains, sandbox.Domain(address)) {
		return fmt.Errorf("adding account %s: its domain is not served", address)
	}
	if s.indexOf(address) >= 0 {
		return fmt.Errorf("adding account %s: it is there already", address)
	}
	more := append(slices.Clone(s.accounts), sandbox.Account{Address: strings.ToLower(address), Password: password})
	return s.setAccounts(context.Background(), more)
}

// setAccounts writes the accounts for both servers. Existing accounts stay. The caller holds
// mu, or the servers do not run yet.
func (s *Stack) setAccounts(ctx context.Context, accounts []sandbox.Account) error {
	var mailboxes bytes.Buffer
	for _, a := range accounts {
		fmt.Fprintf(&mailboxes, "%s ok\n", a.Address)
		if s.indexOf(a.Address) >= 0 {
			continue // a login may be in progress
		}
		if err := s.writeUser(a); err != nil {
			return fmt.Errorf("writing Dovecot's user %s: %w", a.Address, err)
		}
	}
	if err := s.writeMailboxes(ctx, &mailboxes); err != nil {
		return fmt.Errorf("writing Postfix's mailboxes: %w", err)
	}
	s.accounts = accounts
	return nil
}

func (s *Stack) writeUser(a sandbox.Account) error {
	path := filepath.Join(s.dir, "dovecot", "users", a.Address)
	line := a.Address + ":{PLAIN.b64}" + base64.StdEncoding.EncodeToString([]byte(a.Password)) + "\n"
	if err := os.WriteFile(path, []byte(line), 0o600); err != nil {
		return err
	}
	return own(path, "root", "dovecot", 0o640)
}

// writeMailboxes replaces the database file. Postfix notices a new file immediately, but would
// miss a change within a second.
func (s *Stack) writeMailboxes(ctx context.Context, mailboxes *bytes.Buffer) error {
	path := filepath.Join(s.dir, "postfix", "accounts")
	postmap := exec.CommandContext(ctx, postmapPath, "-c", filepath.Dir(path), "-i", "hash:"+path+".new")
	postmap.Stdin = mailboxes
	if out, err := postmap.CombinedOutput(); err != nil {
		return fmt.Errorf("running postmap: %w: %s", err, out)
	}
	return os.Rename(path+".new.db", path+".db")
}
