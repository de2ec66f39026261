package templates

import (
	"fmt"
	"html/template"
	"path"
	"strings"
)

// consoleShell has the files around and inside the pages of the console.
var consoleShell = []string{"report_story.html", "console_parts.html", "console.html"}

// Console returns the pages of the console by name, such as "inbox". A page executes
// "console.html", the shell around the page.
func (s *Set) Console() map[string]*template.Template { return s.console }

// ConsoleAsset returns a file that the pages of the console load; "" for an unknown name.
func (s *Set) ConsoleAsset(name string) string { return s.assets[name] }

// Opening returns the heading and the first paragraphs of a mail without the mail, for a page.
func (s *Set) Opening(name string, view any) (heading string, lead []string, err error) {
	p, err := s.page(name, view)
	if err != nil {
		return "", nil, fmt.Errorf("rendering %s: %w", name, err)
	}
	view = p.pointer(view)
	if heading, err = p.say("heading", view); err != nil {
		return "", nil, fmt.Errorf("rendering %s: %w", name, err)
	}
	lead, err = p.paragraphs("lead", view)
	return heading, lead, err
}

// newConsole reads the pages of the console. The console checks the pages with its own views.
func (s *Set) newConsole(files sources) error {
	funcs := pageFuncs(files)
	funcs["say"] = s.Phrases(english).Say
	funcs["capital"], funcs["inc"] = capital, func(n int) int { return n + 1 }
	shell := template.New("console").Funcs(funcs)
	for _, name := range consoleShell {
		if _, err := shell.New(name).Parse(files[name][0].text); err != nil {
			return fmt.Errorf("reading templates of the console: %w", err)
		}
	}
	s.console = make(map[string]*template.Template)
	for file := range files {
		name, isPage := strings.CutPrefix(strings.TrimSuffix(file, ".html"), "console_")
		if !isPage || path.Ext(file) != ".html" || name == "parts" {
			continue
		}
		page, err := shell.Clone()
		if err == nil {
			_, err = page.New(files[file][0].path).Parse(files[file][0].text)
		}
		if err != nil {
			return fmt.Errorf("reading templates of the console: %w", err)
		}
		s.console[name] = page
	}
	s.assets = map[string]string{
		"console.css": files["report.css"][0].text + files["console.css"][0].text +
			files["console_task.css"][0].text,
		"console.js": files["console.js"][0].text + files["console_task.js"][0].text,
		"icon.svg":   files["icon.svg"][0].text,
	}
	return nil
}
