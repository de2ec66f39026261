package templates

import (
	"bytes"
	"fmt"
	"html/template"
)

// Results is the view of the page with a task's results.
type Results struct {
	Thread   string
	Subject  string
	Agency   string
	Task     string // text by staff
	When     string
	Sections []Section
}

// Results renders the page of a task's results: a complete document without scripts and
// external files.
func (s *Set) Results(v Results) (string, error) {
	var b bytes.Buffer
	if err := s.results.Execute(&b, v); err != nil {
		return "", fmt.Errorf("rendering the results of %s: %w", v.Thread, err)
	}
	return tidyHTML(printable(b.String())), nil
}

// newResults reads the page of results and renders the page with sample data and with a zero
// view.
func newResults(files sources) (*template.Template, error) {
	page := files["results.html"][0]
	t, err := template.New(page.path).Funcs(pageFuncs(files)).Parse(page.text)
	if err != nil {
		return nil, fmt.Errorf("reading templates of results: %w", err)
	}
	s := Set{results: t}
	for _, v := range []Results{{}, {Thread: "T-7F3K2M", Subject: "The Hendersons", Sections: append(sampleData(), sampleTable())}} {
		if _, err := s.Results(v); err != nil {
			return nil, fmt.Errorf("checking templates of results%s: %w", files.overridden(), err)
		}
	}
	return t, nil
}
