package mailstack

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"
	"time"
)

//go:embed conf
var conf embed.FS

// maxDir keeps the paths of Unix sockets below the kernel's limit of 107 characters.
const maxDir = 70

// makeDir creates a directory that the servers' users can access.
func makeDir() (string, error) {
	dir, err := os.MkdirTemp("", "mailstack-")
	if err != nil {
		return "", fmt.Errorf("making the mail servers' directory: %w", err)
	}
	if len(dir) > maxDir {
		return "", fmt.Errorf("%s is too long a path for Unix sockets: set TMPDIR to a shorter one", dir)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", err
	}
	for d := dir; d != "/"; d = filepath.Dir(d) {
		info, err := os.Stat(d)
		if err != nil {
			return "", err
		}
		if info.Mode()&0o001 == 0 {
			return "", fmt.Errorf("%s can't be reached by the mail servers' users: chmod o+x it, or set TMPDIR", d)
		}
	}
	return dir, nil
}

// folder is a folder of the stack. Postfix's own set-up creates the spool folders with the same
// owners but takes a second.
type folder struct {
	paths string // separated by spaces
	mode  os.FileMode
	user  string
	group string
}

var folders = []folder{
	{"tls log dovecot dovecot/users dovecot/run dovecot/state postfix spool spool/pid", 0o755, "root", "root"},
	{"mail", 0o770, "mail", "mail"},
	{"postfix/data", 0o700, "postfix", "root"},
	{"spool/active spool/bounce spool/corrupt spool/defer spool/deferred spool/flush spool/hold " +
		"spool/incoming spool/saved spool/trace spool/private", 0o700, "postfix", "root"},
	{"spool/public", 0o710, "postfix", "postdrop"},
	{"spool/maildrop", os.ModeSticky | 0o730, "postfix", "postdrop"},
}

func (s *Stack) makeTree() error {
	for _, f := range folders {
		for path := range strings.FieldsSeq(f.paths) {
			path = filepath.Join(s.dir, path)
			if err := os.Mkdir(path, f.mode); err != nil {
				return err
			}
			if err := own(path, f.user, f.group, f.mode); err != nil {
				return err
			}
		}
	}
	return nil
}

// own changes owner, group and mode of a path, regardless of the umask.
func own(path, userName, groupName string, mode os.FileMode) error {
	uid, gid, err := lookup(userName, groupName)
	if err != nil {
		return err
	}
	if err := os.Chown(path, uid, gid); err != nil {
		return err
	}
	return os.Chmod(path, mode)
}

func lookup(userName, groupName string) (uid, gid int, err error) {
	u, err := user.Lookup(userName)
	if err != nil {
		return 0, 0, err
	}
	g, err := user.LookupGroup(groupName)
	if err != nil {
		return 0, 0, err
	}
	if uid, err = strconv.Atoi(u.Uid); err != nil {
		return 0, 0, err
	}
	gid, err = strconv.Atoi(g.Gid)
	return uid, gid, err
}

// writeConfig executes the templates of conf.
func (s *Stack) writeConfig() error {
	data := struct {
		ports
		Dir, Name, DaemonDir, DomainList string
		Tokens                           tokens
	}{s.ports, s.dir, s.greeting(), s.tools.daemonDir, strings.Join(s.domains, ", "), s.tokens}
	templates, err := template.ParseFS(conf, "conf/*")
	if err != nil {
		return err
	}
	for name, path := range map[string]string{
		"oauth2.conf":  "dovecot/oauth2.conf",
		"dovecot.conf": "dovecot/dovecot.conf",
		"main.cf":      "postfix/main.cf",
		"master.cf":    "postfix/master.cf",
	} {
		var text bytes.Buffer
		if err := templates.ExecuteTemplate(&text, name, data); err != nil {
			return err
		}
		path = filepath.Join(s.dir, path)
		if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
			return err
		}
		// Postfix ignores files younger than two seconds, because they may still change.
		old := time.Now().Add(-time.Minute)
		if err := os.Chtimes(path, old, old); err != nil {
			return err
		}
	}
	return nil
}

// tokens is the configuration of token logins; empty if there are none.
type tokens struct {
	Introspect string
	Mechanisms string // separated by spaces
}

func newTokens(o Options) tokens {
	t := tokens{o.Introspect, strings.Join(o.TokenMechanisms, " ")}
	if t.Introspect != "" && t.Mechanisms == "" {
		t.Mechanisms = "oauthbearer xoauth2"
	}
	return t
}

// greeting is a unique word in the greetings of this stack's servers.
func (s *Stack) greeting() string { return filepath.Base(s.dir) }
