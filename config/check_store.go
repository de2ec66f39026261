package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ppamaild/store/crypt"
)

// credentials is how a path names the folder in which systemd puts what LoadCredential=
// gives a unit (systemd.exec(5)). Nobody but the unit has it.
const credentials = "$CREDENTIALS_DIRECTORY"

// checkStore resolves the store's path and reads the keys it is encrypted with.
func (s *Store) check(l *loader) {
	s.Path = l.resolve(s.Path)
	const file, env = "store.encryption_key_file", "store.encryption_key_env"
	switch {
	case !l.Sound(file, env):
	case s.EncryptionKeyFile != "" && s.EncryptionKeyEnv != "":
		l.Report(env, "found beside "+file, "allowed: one of the two")
	case s.EncryptionKeyFile != "":
		s.readKeys(l, file)
	case s.EncryptionKeyEnv != "":
		text := os.Getenv(s.EncryptionKeyEnv)
		switch {
		case text != "":
			s.parseKeys(l, env, text)
		case l.offline:
			s.Keyless = "the variable that " + env + " names is unset or empty here"
		default:
			l.Refuse(env, "the name of an environment variable that holds the keys (this one is unset or empty)")
		}
	}
}

// readKeys reads the file of keys. Who runs a command beside the daemon needs none while
// that runs, and one of the unit's credentials is not there for them.
func (s *Store) readKeys(l *loader, key string) {
	path, ofUnit := s.EncryptionKeyFile, false
	if rest, is := strings.CutPrefix(path, credentials+"/"); is {
		folder := os.Getenv(credentials[1:])
		if folder == "" {
			s.Keyless = fmt.Sprintf("the keys are in %s, which only the daemon's unit has", path)
			return
		}
		path, ofUnit = filepath.Join(folder, rest), true
	}
	data, err := l.readFile(path)
	if err != nil && l.offline {
		s.Keyless = fmt.Sprintf("the file that %s names can't be read here (%v)", key, err)
		return
	}
	if err != nil {
		l.Refuse(key, fmt.Sprintf("a file that holds the keys (%v)", err))
		return
	}
	info, err := os.Stat(l.resolve(path))
	if err == nil && info.Mode().Perm()&0o077 != 0 && !ofUnit { // systemd has ways of its own
		l.Refuse(key, fmt.Sprintf("a file that only its owner can read: chmod 600 (this one has %s)", info.Mode().Perm()))
		return
	}
	s.parseKeys(l, key, string(data))
}

func (s *Store) parseKeys(l *loader, key, text string) {
	keys, err := crypt.Parse(text)
	if err != nil {
		l.Refuse(key, fmt.Sprintf("keys of %d octets in base64, one a line, the newest first (%v)", crypt.KeySize, err))
	}
	s.Keys = keys
}
