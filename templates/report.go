package templates

import (
	"bytes"
	"fmt"
	"html/template"
)

// Report renders the page of a thread: a complete document without scripts and external files.
func (s *Set) Report(v Report) (string, error) {
	var b bytes.Buffer
	if err := s.report.Execute(&b, v); err != nil {
		return "", fmt.Errorf("rendering the report of %s: %w", v.Thread, err)
	}
	return tidyHTML(printable(b.String())), nil
}

// newReport reads the page of a report and renders the page with sample data and with a zero
// view.
func newReport(files sources) (*template.Template, error) {
	root, page := template.New("report").Funcs(pageFuncs(files)), files["report.html"][0]
	_, err := root.Parse(files["report_story.html"][0].text)
	t := root.New(page.path)
	if err == nil {
		_, err = t.Parse(page.text)
	}
	if err != nil {
		return nil, fmt.Errorf("reading templates of the report: %w", err)
	}
	s := Set{report: t}
	for _, v := range []Report{{}, sampleReport()} {
		if _, err := s.Report(v); err != nil {
			return nil, fmt.Errorf("checking templates of the report%s: %w", files.overridden(), err)
		}
	}
	return t, nil
}

// pageFuncs returns the functions for pages.
func pageFuncs(files sources) map[string]any {
	return map[string]any{
		"css":   func() template.CSS { return template.CSS(files["report.css"][0].text) },
		"short": func(v StateChange) bool { return len(v.Before)+len(v.After) <= shortChange },
	}
}

// shortChange is the largest size in bytes of a change that appears unfolded.
const shortChange = 160
