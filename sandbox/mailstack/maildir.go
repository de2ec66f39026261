package mailstack

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// DeliverMaildir writes messages into the Maildir of an account's INBOX, without SMTP, for
// speed. Their INTERNALDATE is now.
func (s *Stack) DeliverMaildir(address string, raw ...[]byte) error {
	user, _ := s.Account(address)
	if user == "" {
		return fmt.Errorf("delivering to %s: no such account", address)
	}
	uid, gid, err := lookup("mail", "mail")
	if err != nil {
		return fmt.Errorf("delivering to %s: %w", user, err)
	}
	d := delivery{filepath.Join(s.dir, "mail", user, "Maildir"), uid, gid}
	if err := d.makeFolders(); err != nil {
		return fmt.Errorf("making the Maildir of %s: %w", user, err)
	}
	for _, message := range raw {
		name := fmt.Sprintf("%d.M%09d.mailstack", time.Now().Unix(), s.delivered.Add(1))
		if err := d.write(name, message); err != nil {
			return fmt.Errorf("delivering to %s: %w", user, err)
		}
	}
	return nil
}

type delivery struct {
	maildir  string
	uid, gid int // user and group of Dovecot's mail files
}

func (d delivery) makeFolders() error {
	for _, path := range []string{filepath.Dir(d.maildir), d.maildir, d.in("tmp"), d.in("new"), d.in("cur")} {
		if err := os.MkdirAll(path, 0o700); err != nil {
			return err
		}
		if err := os.Chown(path, d.uid, d.gid); err != nil {
			return err
		}
	}
	return nil
}

func (d delivery) in(names ...string) string {
	return filepath.Join(append([]string{d.maildir}, names...)...)
}

// write creates the file in tmp and moves the file to new, as the Maildir format requires.
func (d delivery) write(name string, message []byte) error {
	if err := os.WriteFile(d.in("tmp", name), message, 0o600); err != nil {
		return err
	}
	if err := os.Chown(d.in("tmp", name), d.uid, d.gid); err != nil {
		return err
	}
	return os.Rename(d.in("tmp", name), d.in("new", name))
}
