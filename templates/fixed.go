package templates

import (
	"html/template"
	"slices"
	"strings"
	texttemplate "text/template"
	"text/template/parse"

	"ppamaild/lazy"
)

// Most phrases of a layout do not depend on the view. inlineFixed writes these phrases into the
// layout when the layout is read. A phrase at rendering time would cost a reflection call, and
// in HTML a second call for escaping.

// fixed returns the phrases without actions, as say returns them.
func fixed(words *texttemplate.Template) map[string]string {
	all := map[string]string{}
	for _, t := range words.Templates() {
		if !slices.ContainsFunc(t.Root.Nodes, func(n parse.Node) bool { return n.Type() != parse.NodeText }) {
			all[t.Name()] = oneLine(t.Root.String())
		}
	}
	return all
}

// inlineFixed replaces the actions in list that print a fixed phrase. place returns the text for
// the node at an index, or false if the node must stay.
func (p *page) inlineFixed(list *parse.ListNode, place func(nodes []parse.Node, i int, text string) (string, bool)) {
	if list == nil {
		return
	}
	for i, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.ActionNode:
			text, is := p.fixedText(n.Pipe)
			if is {
				text, is = place(list.Nodes, i, text)
			}
			if is {
				list.Nodes[i] = &parse.TextNode{NodeType: parse.NodeText, Pos: n.Pos, Text: []byte(text)}
			}
		case *parse.IfNode:
			p.inlineFixed(n.List, place)
			p.inlineFixed(n.ElseList, place)
		case *parse.WithNode:
			p.inlineFixed(n.List, place)
			p.inlineFixed(n.ElseList, place)
		case *parse.RangeNode:
			p.inlineFixed(n.List, place)
			p.inlineFixed(n.ElseList, place)
		}
	}
}

// fixedText returns the text of a pipeline that prints a fixed phrase, optionally underlined.
func (p *page) fixedText(pipe *parse.PipeNode) (text string, is bool) {
	if len(pipe.Decl) > 0 {
		return "", false
	}
	for i, command := range pipe.Cmds {
		name, word := callOf(command)
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

// callOf returns the name of a function that a command calls with a string and optionally the
// view. Otherwise callOf returns "".
func callOf(c *parse.CommandNode) (name, word string) {
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

// escaper escapes a text like html/template.
var escaper = lazy.Value[*template.Template]{New: func() *template.Template {
	return template.Must(template.New("text").Parse("{{.}}"))
}}

// inHTML escapes a text that is the only content of an element. Text in a tag, or in script and
// style elements, stays with html/template, which knows the context.
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
	err := escaper.Get().Execute(&b, text)
	return b.String(), err == nil
}
