package console

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net/http"

	"ppamaild/store"
)

// pages are the templates by the name of the page.
type pages map[string]*template.Template

// frame is the data of the shell of every page.
type frame struct {
	Agency string
	Member string // name of the reader; "" before sign-in
	Admin  bool
	At     string // path of the page
	Last   uint64 // number of the last change that the page shows
	Posted string // page of the form that this page answers; "" for other pages
	View   any
}

// views has a zero view of each page, to check the templates.
func views() map[string]any {
	return map[string]any{
		"signin": signInView{}, "code": codeView{}, "ended": endedView{}, "problem": problemView{},
		"me": meView{}, "inbox": inboxView{}, "review": reviewView{}, "thread": threadView{},
		"newtask": newTaskView{}, "tasks": tasksView{}, "task": taskView{},
	}
}

// checkPages renders each page with its zero view.
func (c *Console) checkPages() error {
	all := views()
	for _, more := range c.More {
		maps.Copy(all, more.Views())
	}
	for name, view := range all {
		if err := c.write(io.Discard, name, frame{View: view}); err != nil {
			return err
		}
	}
	return nil
}

func (c *Console) write(w io.Writer, name string, f frame) error {
	page, is := c.pages[name]
	if !is {
		return fmt.Errorf("the console has no page %q", name)
	}
	if err := page.ExecuteTemplate(w, "console.html", f); err != nil {
		return fmt.Errorf("rendering the page %s of the console: %w", name, err)
	}
	return nil
}

// show answers with a page. m is the zero member before sign-in.
func (c *Console) show(
	w http.ResponseWriter, r *http.Request, m member, status int, name string, view any,
) {
	var b bytes.Buffer
	f := frame{Agency: c.Agency, At: r.URL.Path, View: view}
	if m.Address != "" {
		f.Member, f.Last = called(m.Member), m.last
		f.Admin = c.isAdmin(m)
		if r.Method == http.MethodPost {
			f.Posted = c.pageOf(r)
		}
	}
	if err := c.write(&b, name, f); err != nil {
		c.Log.Error("console", "error", err)
		broken(w)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // a browser may hang up
}

// broken answers a request without a page.
func broken(w http.ResponseWriter) {
	http.Error(w, "Internal Server Error", http.StatusInternalServerError)
}

// problemView is the page of an error.
type problemView struct {
	Kind string // "missing", "forged", "host", "store", "down", "long", "admin" or "broken"
	Text string // typed text, to keep
}

// fail answers a failed request. The log has the reason.
func (c *Console) fail(w http.ResponseWriter, r *http.Request, m member, err error) {
	if errors.Is(err, ErrNotFound) || errors.Is(err, store.ErrNotFound) {
		c.show(w, r, m, http.StatusNotFound, "problem", problemView{Kind: "missing"})
		return
	}
	if r.Context().Err() != nil {
		return // the browser is gone
	}
	c.Log.Error("console", "path", r.URL.Path, "error", err)
	view := problemView{Kind: "broken", Text: typed(r)}
	if errors.Is(err, store.ErrDisk) {
		view.Kind = "store"
	} else if errors.Is(err, store.ErrUnavailable) {
		view.Kind = "down"
	}
	c.show(w, r, m, http.StatusServiceUnavailable, "problem", view)
}

func (c *Console) notFound(w http.ResponseWriter, r *http.Request, m member) {
	c.show(w, r, m, http.StatusNotFound, "problem", problemView{Kind: "missing"})
}

// sendFile answers with a file to download, and notes the download in the log.
func (c *Console) sendFile(w http.ResponseWriter, file File, details ...any) {
	c.Log.Info("console: download", append(details, "file", file.Name)...)
	w.Header().Set("Content-Type", file.Type)
	w.Header().Set("Content-Disposition", `attachment; filename="`+file.Name+`"`)
	_, _ = w.Write(file.Content) // a browser may hang up
}
