package config

import (
	"fmt"
	"os"
	"strings"

	"ppamaild/store/crypt"
	"ppamaild/store/postgres/schema"
)

// credentials means the folder of systemd's LoadCredential= (systemd.exec(5)) at the
// start of a path. Only the unit has the folder.
const credentials = "$CREDENTIALS_DIRECTORY"

// check resolves the path of the store and reads the encryption keys.
func (s *Store) check(l *loader) {
	s.Path = l.resolve(s.Path)
	s.checkDSN(l)
	s.checkSchema(l)
	const file, env = "store.encryption_key_file", "store.encryption_key_env"
	switch {
	case !l.Sound(file, env):
	case s.EncryptionKeyFile != "" && s.EncryptionKeyEnv != "":
		l.Report(env, "found together with "+file, "allowed: one of the two")
	case s.EncryptionKeyFile != "":
		s.readKeys(l, file)
	case s.EncryptionKeyEnv != "":
		text := os.Getenv(s.EncryptionKeyEnv)
		switch {
		case text != "":
			s.parseKeys(l, env, text)
		case l.offline:
			s.Keyless = unset(s.EncryptionKeyEnv)
		default:
			l.Report(env, unset(s.EncryptionKeyEnv), "")
		}
	}
}

// checkDSN reads the connection string. Commands need none while the daemon runs, so a command
// does not report that it cannot read the string.
func (s *Store) checkDSN(l *loader) {
	needs := fmt.Sprintf("backend = %q", BackendPostgres)
	k := secretKeys{key: "store.dsn", what: "connection string", needs: needs}
	l.checkSecret(k, s.Backend == BackendPostgres, &s.DSN, s.DSNFile, s.DSNEnv)
	switch {
	case !l.offline:
	case s.DSNEnv != "":
		s.DSN = NewSecret(os.Getenv(s.DSNEnv))
	case s.DSNFile != "":
		if data, err := l.readFile(s.DSNFile); err == nil {
			s.DSN = NewSecret(strings.TrimSpace(string(data)))
		}
	}
}

func (s *Store) checkSchema(l *loader) {
	const key = "store.schema"
	if s.Schema == "" || !l.Sound(key, "store.backend") {
		return
	}
	if _, err := schema.New(s.Schema); err != nil {
		l.Refuse(key, err.Error())
	}
}

// readKeys reads the file of keys. Commands need no keys while the daemon runs, and cannot
// read the credentials of its unit.
func (s *Store) readKeys(l *loader, key string) {
	path, ofUnit := s.EncryptionKeyFile, false
	if strings.HasPrefix(path, credentials+"/") {
		if os.Getenv(credentials[1:]) == "" {
			s.Keyless = fmt.Sprintf("the keys are in %s, which only the daemon's unit has", path)
			return
		}
		ofUnit = true
	}
	data, err := l.readFile(path)
	if err != nil && l.offline {
		s.Keyless = fmt.Sprintf("the file that %s names can't be read here (%v)", key, err)
		return
	}
	if err != nil {
		l.refuseFile(key, path, fmt.Sprintf("a file that holds the keys (%v)", err))
		return
	}
	info, err := os.Stat(l.resolve(path))
	if err == nil && info.Mode().Perm()&0o077 != 0 && !ofUnit { // systemd protects its credentials
		l.Report(key, fmt.Sprintf("other users can read the file (%s)", info.Mode().Perm()), "run chmod 600 "+path)
		return
	}
	s.parseKeys(l, key, string(data))
}

func (s *Store) parseKeys(l *loader, key, text string) {
	keys, err := crypt.Parse(text)
	if err != nil {
		l.Refuse(key, fmt.Sprintf("keys of %d bytes in base64, one per line, the newest first (%v)", crypt.KeySize, err))
	}
	s.Keys = keys
}
