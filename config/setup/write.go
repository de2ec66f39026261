package setup

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"ppamaild/lazy"
)

//go:embed ppamaild.toml.tmpl
var fileText string

var fileTemplate = lazy.Value[*template.Template]{New: func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"q": quoted, "list": quotedList, "words": words,
	}).Parse(fileText))
}}

// Write writes the configuration and the typed passwords into files with mode 0600. Write never
// overwrites a file. Before the configuration gets its name, check may refuse the configuration.
// After a killed Write, another Write with the same passwords succeeds.
func (a *Answers) Write(path string, check func(path string) error) (err error) {
	if err := CheckNew(path); err != nil {
		return err
	}
	var made []string
	defer func() {
		if err != nil {
			for _, file := range made {
				err = errors.Join(err, os.Remove(file))
			}
		}
	}()
	stem := strings.TrimSuffix(path, filepath.Ext(path))
	for _, s := range []struct {
		file, password string
		named          *string
	}{
		{stem + ".secret", a.Password, &a.PasswordFile},
		{stem + "-agency.secret", a.AgencyPassword, &a.AgencyPasswordFile},
	} {
		if s.password == "" {
			continue
		}
		created, err := keepSecret(s.file, s.password+"\n")
		if err != nil {
			return err
		}
		if created {
			made = append(made, s.file)
		}
		*s.named = filepath.Base(s.file)
	}
	return a.writeConfig(path, check)
}

// writeConfig writes the configuration as a draft, checks the draft, and names the draft path.
func (a *Answers) writeConfig(path string, check func(path string) error) (err error) {
	text, err := a.render(path)
	if err != nil {
		return err
	}
	draft, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.new") // mode 0600
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(draft.Name())) }()
	if err := fill(draft, text); err != nil {
		return err
	}
	if err := check(draft.Name()); err != nil {
		return err
	}
	if err := os.Link(draft.Name(), path); err != nil { // fails if path exists
		return fmt.Errorf("writing the configuration: %w", err)
	}
	return nil
}

// CheckNew returns an error if a file exists.
func CheckNew(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists; init never overwrites a file", path)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// keepSecret creates a file with a password. A file with the same password stays. A killed program
// may have written only a part.
func keepSecret(path, text string) (created bool, err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		if old, unread := os.ReadFile(path); unread == nil && strings.HasPrefix(text, string(old)) {
			return false, os.WriteFile(path, []byte(text), 0o600)
		}
		return false, fmt.Errorf("%w, with another password; init never overwrites a file", err)
	}
	if err != nil {
		return false, err
	}
	return true, fill(file, text)
}

func fill(file *os.File, text string) error {
	_, err := file.WriteString(text)
	return errors.Join(err, file.Sync(), file.Close())
}

// view is the data of the template.
type view struct {
	Answers
	Provider   Provider
	IMAP, SMTP Server
	IMAPLogin  string // of the first mailbox
	SecondIMAP string // of the second mailbox
	OneAccount bool
	TokenURL   string
	DeviceURL  string
	TokenFile  string
	Store      string // path; empty: next to the configuration
}

// systemFolder is the folder of the Debian package. The service may not write there.
const systemFolder = "/etc/ppamaild"

// Second returns the view for the login of the second mailbox.
func (v view) Second() view {
	v.PasswordFile = v.AgencyPasswordFile
	if v.AgencyUsername != v.Username {
		v.TokenFile = strings.TrimSuffix(v.TokenFile, ".token") + "-agency.token"
	}
	return v
}

// render returns the text of the configuration in a file.
func (a *Answers) render(file string) (string, error) {
	p, err := find(a.Provider)
	if err != nil {
		return "", err
	}
	v := view{Answers: *a, Provider: p, OneAccount: a.oneAccount()}
	v.TokenFile = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) + ".token"
	if filepath.Dir(file) == systemFolder {
		v.Store = "/var/lib/ppamaild/ppamaild.db"
	}
	v.AgencyUsername = cmp.Or(a.AgencyUsername, a.Username)
	v.AgencyPasswordFile = cmp.Or(a.AgencyPasswordFile, a.PasswordFile)
	v.IMAPLogin, v.SecondIMAP = p.login(v.Username), p.login(v.AgencyUsername)
	v.TokenURL = strings.ReplaceAll(p.TokenURL, "TENANT", a.Tenant)
	v.DeviceURL = strings.ReplaceAll(p.DeviceURL, "TENANT", a.Tenant)
	if v.IMAP, err = parseServer("imap", a.IMAP); err != nil {
		return "", err
	}
	if v.SMTP, err = parseServer("smtp", a.SMTP); err != nil {
		return "", err
	}
	var text strings.Builder
	err = fileTemplate.Get().Execute(&text, v)
	return text.String(), err
}

// login returns the user name for IMAP.
func (p Provider) login(username string) string {
	if p.ShortLogin {
		username, _, _ = strings.Cut(username, "@")
	}
	return username
}

// quoted returns a string of TOML. plain has refused control characters.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

func quotedList(list []string) string {
	parts := make([]string, len(list))
	for i, s := range list {
		parts[i] = quoted(s)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// linkedZone returns the name of the zone that a link names, or "".
func linkedZone(path string) string {
	target, err := os.Readlink(path)
	if err != nil {
		return ""
	}
	_, name, _ := strings.Cut(target, "/zoneinfo/")
	return name
}
