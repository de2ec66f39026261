package config

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"ppamaild/config/toml"
)

// secretKeys are the three ways to give a secret: key, key_file and key_env.
type secretKeys struct {
	key    string // "smtp.password"
	what   string // it is, in words
	beside string // what it needs
	later  bool   // it is yet to be got, and not read now
}

// checkSecret reads a secret by the one way that was given. Where none is wanted,
// none may be given.
func (l *loader) checkSecret(k secretKeys, wanted bool, secret *Secret, file, env string) {
	var given []string
	for i, value := range []string{secret.Reveal(), file, env} {
		key := k.key + []string{"", "_file", "_env"}[i]
		if !l.Sound(key) {
			return
		}
		if value != "" {
			given = append(given, key)
		}
	}
	name := k.key[strings.LastIndexByte(k.key, '.')+1:]
	one := fmt.Sprintf("exactly one of %s, %[1]s_file, %[1]s_env", name)
	switch {
	case !wanted && len(given) > 0:
		l.Report(given[0], "found without "+k.beside, "allowed: only beside that")
	case !wanted:
	case len(given) == 0:
		l.Report(k.key, "missing", "required: "+one)
	case len(given) > 1:
		l.Report(given[1], "found beside "+given[0], "allowed: "+one)
	case l.offline, k.later:
	case file != "":
		*secret = l.readSecret(given[0], k.what, file)
	case env != "":
		*secret = NewSecret(os.Getenv(env))
		if secret.Reveal() == "" {
			l.Refuse(given[0], "the name of an environment variable that holds the "+k.what+" (this one is unset or empty)")
		}
	default:
		l.warnIfOpen(given[0], "the "+k.what+" in ", l.file)
	}
}

func (l *loader) readSecret(key, what, path string) Secret {
	data, err := l.readFile(path)
	if err != nil {
		l.Refuse(key, fmt.Sprintf("a file that holds the %s (%v)", what, err))
		return Secret{}
	}
	data = bytes.TrimPrefix(data, []byte(toml.ByteOrderMark))
	secret := strings.TrimRight(string(data), "\r\n")
	switch {
	case secret == "":
		l.Refuse(key, "a file that holds the "+what+" (this one is empty)")
	case strings.ContainsAny(secret, "\r\n"):
		l.Refuse(key, "a file that holds the "+what+" alone, on one line (this one has several)")
	}
	l.warnIfOpen(key, "", l.resolve(path))
	return NewSecret(secret)
}

// warnIfOpen warns of a secret that everybody with an account here can read. Its group may
// be how the daemon, with a user of its own, gets to read it.
func (l *loader) warnIfOpen(key, what, path string) {
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&0o007 != 0 {
		l.Warn(key, "found "+what+"a file of mode "+info.Mode().Perm().String(), "whoever has an account on this machine can get at it; chmod o= keeps it to its owner and group")
	}
}
