package htmltext

import (
	"strings"

	"golang.org/x/net/html"
)

// colors are the colors of text and of the background, each in one spelling. An empty color is
// the default: black text, white background.
type colors struct{ text, behind string }

// same reports whether the text has the color of its background.
func (c colors) same() bool {
	return c.text != "" && (c.text == c.behind || c.behind == "" && c.text == white)
}

const white = "#ffffff"

// of returns the colors inside an element, given the colors around it.
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

// color returns one spelling of a color. It returns outer if value does not change the color,
// and value itself if it cannot parse value.
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
