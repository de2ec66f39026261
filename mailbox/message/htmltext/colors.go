package htmltext

import (
	"strings"

	"golang.org/x/net/html"
)

// colors are those of text and of what is behind it, in one spelling; empty where
// no one said, which is black on white.
type colors struct{ text, behind string }

// same reports whether the text can't be told from what is behind it.
func (c colors) same() bool {
	return c.text != "" && (c.text == c.behind || c.behind == "" && c.text == white)
}

const white = "#ffffff"

// of returns the colors within an element that stands where c are.
func (c colors) of(t html.Token) colors {
	for _, a := range t.Attr {
		switch a.Key {
		case "color":
			c.text = color(a.Val, c.text)
		case "bgcolor", "background":
			c.behind = color(a.Val, c.behind)
		case "style":
			c = c.styled(a.Val)
		}
	}
	return c
}

func (c colors) styled(style string) colors {
	if !strings.Contains(style, "olor") && !strings.Contains(style, "OLOR") && !strings.Contains(style, "ackground") {
		return c
	}
	for declaration := range strings.SplitSeq(withoutComments(strings.ToLower(style)), ";") {
		property, value, _ := strings.Cut(declaration, ":")
		switch strings.TrimSpace(property) {
		case "color":
			c.text = color(value, c.text)
		case "background", "background-color", "background-image":
			c.behind = color(value, c.behind)
		}
	}
	return c
}

// color returns one spelling of a color, or outer where the value leaves it as it
// is. What it can't read stays as it is written.
func color(value, outer string) string {
	value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(strings.ToLower(value)), "!important"))
	value = strings.ReplaceAll(value, " ", "")
	switch {
	case value == "white", value == "rgb(255,255,255)", strings.HasPrefix(value, "rgba(255,255,255,1"):
		return white
	case value == "", value == "inherit", value == "transparent", value == "none":
		return outer
	case len(value) == 4 && value[0] == '#':
		return string([]byte{'#', value[1], value[1], value[2], value[2], value[3], value[3]})
	}
	return value
}
