package measure

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
)

// longestList is the largest number of words that Go code in reading may list. Longer lists
// belong in data files.
const longestList = 4

// wordLists counts the lists of more than longestList words: elements or keys of a literal,
// arguments of a call, and cases. Punctuation is no word.
func wordLists(files []*ast.File) (n int) {
	for _, f := range files {
		ast.Inspect(f, func(node ast.Node) bool {
			var list []ast.Expr
			switch node := node.(type) {
			case *ast.CompositeLit:
				list = node.Elts
			case *ast.CallExpr:
				list = node.Args
			case *ast.CaseClause:
				list = node.List
			}
			if words(list) > longestList {
				n++
			}
			return true
		})
	}
	return n
}

func words(list []ast.Expr) (n int) {
	for _, e := range list {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Key
		}
		lit, ok := e.(*ast.BasicLit)
		if ok && lit.Kind == token.STRING && letter.MatchString(lit.Value) {
			n++
		}
	}
	return n
}

var (
	letter = regexp.MustCompile(`\pL`)
	phrase = regexp.MustCompile(`"[^"]+"`) // an example in a comment
)

// phrasePredicates counts the unexported functions with a bool result, a single use, and a
// single phrase in quotation marks in the comment.
func phrasePredicates(files []*ast.File, info *types.Info) (n int) {
	uses := map[types.Object]int{}
	for _, o := range info.Uses {
		uses[o]++
	}
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Name.IsExported() || len(phrase.FindAllString(fn.Doc.Text(), -1)) != 1 {
				continue
			}
			if o := info.Defs[fn.Name]; uses[o] == 1 && isPredicate(o) {
				n++
			}
		}
	}
	return n
}

func isPredicate(o types.Object) bool {
	results := o.Type().(*types.Signature).Results()
	return results.Len() == 1 && types.Identical(results.At(0).Type(), types.Typ[types.Bool])
}
