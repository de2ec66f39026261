package browser

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Harmful lists the forbidden parts of a page of the console: scripts, pictures and objects from
// elsewhere, handlers in attributes, and addresses with scripts.
func Harmful(page io.Reader) (found []string, err error) {
	root, err := html.Parse(page)
	if err != nil {
		return nil, err
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for _, a := range n.Attr {
			if isHarmful(a) {
				found = append(found, fmt.Sprintf("<%s %s=%q>", n.Data, a.Key, a.Val))
			}
		}
		foreign := []string{"img", "object", "embed", "base"}
		if slices.Contains(foreign, n.Data) || n.Data == "script" && !isOurs(n) {
			found = append(found, "<"+n.Data+">")
		}
	}
	return found, nil
}

func isHarmful(a html.Attribute) bool {
	address := slices.Contains([]string{"href", "src", "action", "formaction"}, a.Key)
	value := strings.ToLower(strings.TrimSpace(a.Val))
	return strings.HasPrefix(a.Key, "on") || address && strings.HasPrefix(value, "javascript:")
}

// isOurs reports whether a script is a file of the console.
func isOurs(script *html.Node) bool {
	return slices.ContainsFunc(script.Attr, func(a html.Attribute) bool {
		return a.Key == "src" && strings.HasPrefix(a.Val, "/assets/")
	})
}
