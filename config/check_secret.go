package config

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"

	"ppamaild/config/toml"
	"ppamaild/lazyregexp"
)

// secretKeys describes the three keys of a secret: key, key_file and key_env.
type secretKeys struct {
	key   string // "smtp.password"
	what  string // the name of the secret in messages
	needs string // the setting that the secret requires
	later bool   // the program obtains the secret later and does not read it now
}

// checkSecret reads a secret from the key that states it. If the secret is not wanted, no key
// may state it.
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
		l.refuseWithout(given[0], k.needs)
	case !wanted:
	case len(given) == 0:
		l.Report(k.key, "missing", "required: "+one)
	case len(given) > 1:
		l.Report(given[1], "found together with "+given[0], "allowed: "+one)
	case l.offline, k.later:
	case file != "":
		*secret = l.readSecret(given[0], k.what, file)
	case env != "":
		*secret = NewSecret(os.Getenv(env))
		if secret.Reveal() == "" {
			l.Report(given[0], unset(env), "")
		}
	default:
		l.warnIfOpen(given[0], "contains the "+k.what+" and ", l.file)
	}
}

// checkOptional reads a secret that may be missing.
func (l *loader) checkOptional(k secretKeys, secret *Secret, file, env string) {
	if secret.Reveal()+file+env != "" {
		l.checkSecret(k, true, secret, file, env)
	}
}

// unset describes an environment variable without a value. A name that could be the
// secret itself is not printed.
func unset(name string) string {
	if !variable.MatchString(name) {
		name = masked
	}
	return "environment variable " + name + " is not set"
}

// variable matches the usual names of environment variables.
var variable = lazyregexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$`)

// refuseFile reports a file of a secret. A name that could be the secret itself is not printed.
func (l *loader) refuseFile(key, path, allowed string) {
	found := masked
	if fileName.MatchString(path) {
		found = strconv.Quote(path)
	}
	l.Report(key, "found "+found, "allowed: "+allowed)
}

// fileName matches the usual names of secret files: a path from the root, or a known extension.
var fileName = lazyregexp.MustCompile(`^(/[a-z0-9][a-z0-9._-]*){2,}$` +
	`|^[a-z0-9._/-]+\.(secret|key|keys|txt|token|password)$`)

func (l *loader) readSecret(key, what, path string) Secret {
	data, err := l.readFile(path)
	if err != nil {
		l.refuseFile(key, path, fmt.Sprintf("a file that holds the %s (%v)", what, err))
		return Secret{}
	}
	data = bytes.TrimPrefix(data, []byte(toml.ByteOrderMark))
	secret := strings.TrimRight(string(data), "\r\n")
	switch {
	case secret == "":
		l.Report(key, "the "+what+" file is empty", "")
	case strings.ContainsAny(secret, "\r\n"):
		l.Report(key, "the "+what+" file has several lines", "keep only the "+what)
	}
	l.warnIfOpen(key, "", l.resolve(path))
	return NewSecret(secret)
}

// warnIfOpen warns of a secret that every user of the machine can read. Group access is
// allowed, because the daemon may run as another user of the group.
func (l *loader) warnIfOpen(key, what, path string) {
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&0o007 != 0 {
		l.open[key] = true
		found := "this file " + what + "is world-readable (" + info.Mode().Perm().String() + ")"
		l.Warn(key, found, "run chmod o= "+path)
	}
}
