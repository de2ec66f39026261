package office

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"ppamaild/console"
	"ppamaild/templates"
)

// Settings shows the configuration.
type Settings interface {
	// Settings lists the effective values, with masked secrets.
	Settings() []templates.Item
	// Check tries all servers and files of the configuration. It returns nil if the daemon can't.
	Check(ctx context.Context) []Part
}

type settingsView struct {
	Groups  []group
	Checked []Part
	Tried   bool
	Mails   []template
}

// group has the keys of a section of the configuration.
type group struct {
	Name  string
	Items []templates.Item
}

// template is a mail with its languages.
type template struct {
	Name      string
	Languages []string
}

// groups divides settings by section.
func groups(all []templates.Item) (groups []group) {
	for _, s := range all {
		section, key := "", s.Label
		if at := strings.LastIndexByte(s.Label, '.'); at >= 0 {
			section, key = s.Label[:at], s.Label[at+1:]
		}
		at := slices.IndexFunc(groups, func(g group) bool { return g.Name == section })
		if at < 0 {
			at = len(groups)
			groups = append(groups, group{Name: section})
		}
		groups[at].Items = append(groups[at].Items, templates.Item{Label: key, Value: s.Value})
	}
	return groups
}

func (c pages) settings(w http.ResponseWriter, r *http.Request, m console.Reader) {
	c.showSettings(w, r, m, settingsView{})
}

// check shows the settings with the result of a check.
func (c pages) check(w http.ResponseWriter, r *http.Request, m console.Reader) {
	c.showSettings(w, r, m, settingsView{Checked: c.Check(r.Context()), Tried: true})
}

func (c pages) showSettings(
	w http.ResponseWriter, r *http.Request, m console.Reader, view settingsView,
) {
	view.Groups = groups(c.Office.Settings())
	for _, name := range templates.Names() {
		view.Mails = append(view.Mails, template{name, c.languagesOf(name)})
	}
	c.Show(w, r, m, http.StatusOK, "settings", view)
}

// The looks of a previewed mail.
const (
	lookPhone = "phone"
	lookDesk  = "desk"
	lookDark  = "dark"
)

func looks() []string { return []string{lookPhone, lookDesk, lookDark} }

type previewView struct {
	Name, Language, Look string
	Languages, Looks     []string
	Subject              string
}

// languagesOf lists the languages of a mail, English first. Mails to staff are in English: their
// samples are the same in each language.
func (c pages) languagesOf(name string) []string {
	all := c.Templates().Languages()
	english := all[0]
	sample := templates.Sample(name, english)
	return slices.DeleteFunc(all, func(language string) bool {
		return language != english && reflect.DeepEqual(sample, templates.Sample(name, language))
	})
}

// sample renders the sample of the mail that a request names. ok is false for an unknown mail.
func (c pages) sample(r *http.Request) (v previewView, mail templates.Mail, ok bool) {
	v = previewView{Name: r.FormValue("name"), Language: r.FormValue("language"), Looks: looks()}
	v.Languages = c.languagesOf(v.Name)
	if !slices.Contains(v.Languages, v.Language) {
		return v, mail, false
	}
	mail, err := c.Templates().Render(v.Name, templates.Sample(v.Name, v.Language))
	return v, mail, err == nil
}

// preview shows a mail with sample data.
func (c pages) preview(w http.ResponseWriter, r *http.Request, m console.Reader) {
	view, mail, ok := c.sample(r)
	if !ok {
		c.Fail(w, r, m, console.ErrNotFound)
		return
	}
	view.Subject, view.Look = mail.Subject, r.FormValue("look")
	if !slices.Contains(view.Looks, view.Look) {
		view.Look = lookDesk
	}
	c.Show(w, r, m, http.StatusOK, "preview", view)
}

// previewMail is the mail inside the frame of the preview.
func (c pages) previewMail(w http.ResponseWriter, r *http.Request, m console.Reader) {
	_, mail, ok := c.sample(r)
	if !ok {
		c.Fail(w, r, m, console.ErrNotFound)
		return
	}
	console.WriteMail(w, colored(mail.HTML, r.FormValue("look") == lookDark))
}

// colored applies or removes the dark colors of a mail, for any setting of the browser.
func colored(html string, dark bool) string {
	const query = "(prefers-color-scheme: dark)"
	if dark {
		return strings.ReplaceAll(html, query, "all")
	}
	return strings.ReplaceAll(html, query, "not all")
}
