package htmltext

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// isHidden reports whether an element hides its content.
func isHidden(t html.Token) bool {
	if isUnshown(t.DataAtom) {
		return true
	}
	for _, attr := range t.Attr {
		if attr.Key == "hidden" || attr.Key == "style" && hidesText(attr.Val) {
			return true
		}
	}
	return false
}

// isUnshown reports whether the text of an element is not body text.
func isUnshown(a atom.Atom) bool {
	switch a {
	case atom.Head, atom.Script, atom.Style, atom.Title, atom.Template, atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript:
		return true
	}
	return false
}

// hidesText reports whether the declarations of a style attribute hide the text.
func hidesText(style string) bool {
	clipped, flat := false, false
	for declaration := range strings.SplitSeq(withoutComments(strings.ToLower(style)), ";") {
		property, value, _ := strings.Cut(declaration, ":")
		value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important"))
		switch strings.TrimSpace(property) {
		case "display":
			if value == "none" {
				return true
			}
		case "visibility":
			if value == "hidden" || value == "collapse" {
				return true
			}
		case "mso-hide":
			if value == "all" {
				return true
			}
		case "font-size":
			if tooSmall(value) {
				return true
			}
		case "opacity", "max-height", "max-width":
			if number, _ := measure(value); number == 0 {
				return true
			}
		case "height", "width":
			number, _ := measure(value)
			flat = flat || number == 0
		case "overflow":
			clipped = clipped || value == "hidden"
		case "text-indent", "left", "top", "margin-left":
			if number, _ := measure(strings.TrimPrefix(value, "-")); strings.HasPrefix(value, "-") && number > 900 {
				return true
			}
		}
	}
	return clipped && flat
}

// tooSmall reports whether a size is too small to read.
func tooSmall(size string) bool {
	number, unit := measure(size)
	return number == 0 || number > 0 && number <= 1 && (unit == "px" || unit == "pt")
}

// measure splits "1.5px" into number and unit. The number is -1 if there is none.
func measure(value string) (number float64, unit string) {
	end := strings.IndexFunc(value, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end < 0 {
		end = len(value)
	}
	number, err := strconv.ParseFloat(value[:end], 64)
	if err != nil {
		return -1, ""
	}
	return number, strings.TrimSpace(value[end:])
}

func withoutComments(css string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(css, "/*")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		_, css, _ = strings.Cut(after, "*/")
	}
}
