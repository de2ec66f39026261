package templates

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/lazyregexp"
)

// styles are declarations by element ("p") or class (".total"). Some mail programs drop the
// head of a page but keep style attributes. All rules except those in media.css therefore
// become style attributes.
type styles map[string][]declaration

type declaration struct{ property, value string }

var (
	cssComment  = lazyregexp.MustCompile(`(?s)/\*.*?\*/`)
	cssRule     = lazyregexp.MustCompile(`(?s)^\s*([^{}]+?)\s*\{([^{}]*)\}`)
	cssSelector = lazyregexp.MustCompile(`^\.?[a-z][a-z0-9-]*$`)
	startTag    = lazyregexp.MustCompile(`<([a-z][a-z0-9]*)((?:\s[^<>]*)?)>`)
	classes     = lazyregexp.MustCompile(`\sclass="([a-z0-9 -]+)"`)
)

// parseStyles reads flat rules for single elements and classes.
func parseStyles(files []source) (styles, error) {
	s := styles{}
	for _, file := range files {
		if err := s.parse(file); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s styles) parse(file source) error {
	blank := func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) }
	rest := cssComment.ReplaceAllStringFunc(file.text, blank)
	for strings.TrimSpace(rest) != "" {
		line := 1 + strings.Count(file.text, "\n") - strings.Count(strings.TrimLeft(rest, " \t\r\n"), "\n")
		m := cssRule.FindStringSubmatch(rest)
		if m == nil {
			return fmt.Errorf("%s:%d: a rule is not complete", file.path, line)
		}
		for selector := range strings.SplitSeq(m[1], ",") {
			selector = strings.TrimSpace(selector)
			if !cssSelector.MatchString(selector) {
				return fmt.Errorf("%s:%d: %q is neither an element nor a class", file.path, line, selector)
			}
			s[selector] = append(s[selector], declarations(m[2])...)
		}
		rest = rest[len(m[0]):]
	}
	return nil
}

func declarations(s string) (all []declaration) {
	for d := range strings.SplitSeq(s, ";") {
		if property, value, found := strings.Cut(d, ":"); found {
			all = append(all, declaration{oneLine(property), oneLine(value)})
		}
	}
	return all
}

// inline adds the rules of name and classes to each element of a template. A later declaration
// replaces an earlier one, because style attributes are most of a mail's size.
func (s styles) inline(html string) string {
	return startTag.ReplaceAllStringFunc(html, func(tag string) string {
		m := startTag.FindStringSubmatch(tag)
		style := s[m[1]]
		if c := classes.FindStringSubmatch(m[2]); c != nil {
			for class := range strings.FieldsSeq(c[1]) {
				style = slices.Concat(style, s["."+class])
			}
		}
		if len(style) == 0 {
			return tag
		}
		return "<" + m[1] + m[2] + ` style="` + attribute(style) + `">`
	})
}

// attribute formats declarations for a style attribute.
func attribute(style []declaration) string {
	var last []string
	for i, d := range style {
		again := func(later declaration) bool { return later.property == d.property }
		if !slices.ContainsFunc(style[i+1:], again) {
			last = append(last, d.property+":"+strings.ReplaceAll(d.value, `"`, `'`))
		}
	}
	return strings.Join(last, ";")
}
