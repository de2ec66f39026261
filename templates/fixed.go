package templates

import (
	"html/template"
	"slices"
	"strings"
	texttemplate "text/template"
	"text/template/parse"
)

// Most of what a layout says is the same whatever the view. It is written into the
// layout when that is read: a phrase that is said as a mail is rendered costs a call
// through reflection, and in HTML another to escape it.

// fixed are the phrases that hold text alone, as say gives them.
func fixed(words *texttemplate.Template) map[string]string {
	all := map[string]string{}
	for _, t := range words.Templates() {
		if !slices.ContainsFunc(t.Root.Nodes, func(n parse.Node) bool { return n.Type() != parse.NodeText }) {
			all[t.Name()] = oneLine(t.Root.String())
		}
	}
	return all
}

// settle writes what is fixed into a list of nodes, where place says how it is written
// at the node of an index, if it can be.
func (p *page) settle(list *parse.ListNode, place func(nodes []parse.Node, i int, text string) (string, bool)) {
	if list == nil {
		return
	}
	for i, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.ActionNode:
			text, is := p.settled(n.Pipe)
			if is {
				text, is = place(list.Nodes, i, text)
			}
			if is {
				list.Nodes[i] = &parse.TextNode{NodeType: parse.NodeText, Pos: n.Pos, Text: []byte(text)}
			}
		case *parse.IfNode:
			p.settle(n.List, place)
			p.settle(n.ElseList, place)
		case *parse.WithNode:
			p.settle(n.List, place)
			p.settle(n.ElseList, place)
		case *parse.RangeNode:
			p.settle(n.List, place)
			p.settle(n.ElseList, place)
		}
	}
}

// settled is what a pipeline gives that says a fixed phrase, and may underline it.
func (p *page) settled(pipe *parse.PipeNode) (text string, is bool) {
	if len(pipe.Decl) > 0 {
		return "", false
	}
	for i, command := range pipe.Cmds {
		name, word := called(command)
		switch {
		case i == 0 && name == "say":
			text, is = p.fixed[word]
		case i == 1 && name == "underline" && is:
			text = underline(word, text)
		default:
			return "", false
		}
	}
	return text, is
}

// called is the function that a command calls with a string, and perhaps with the view;
// "" where it does another thing.
func called(c *parse.CommandNode) (name, word string) {
	if len(c.Args) == 3 && c.Args[2].String() != "." && c.Args[2].String() != "$" || len(c.Args) < 2 || len(c.Args) > 3 {
		return "", ""
	}
	function, isFunction := c.Args[0].(*parse.IdentifierNode)
	argument, isString := c.Args[1].(*parse.StringNode)
	if !isFunction || !isString {
		return "", ""
	}
	return function.Ident, argument.Text
}

func inText(_ []parse.Node, _ int, text string) (string, bool) { return text, true }

// escaper writes a text as html/template does.
var escaper = template.Must(template.New("text").Parse("{{.}}"))

// inHTML writes a text that stands alone in an element. What stands in a tag, or in an
// element that is not text, is left to html/template, which knows its place.
func inHTML(nodes []parse.Node, i int, text string) (string, bool) {
	var before, behind string
	if i > 0 && i+1 < len(nodes) && nodes[i-1].Type() == parse.NodeText && nodes[i+1].Type() == parse.NodeText {
		before, behind = nodes[i-1].String(), nodes[i+1].String()
	}
	tag := before[strings.LastIndexByte(before, '<')+1:]
	other := slices.ContainsFunc([]string{"style", "script", "title", "textarea"}, func(name string) bool { return strings.HasPrefix(tag, name) })
	if !strings.HasSuffix(before, ">") || !strings.HasPrefix(behind, "</") || other {
		return "", false
	}
	var b strings.Builder
	err := escaper.Execute(&b, text)
	return b.String(), err == nil
}
