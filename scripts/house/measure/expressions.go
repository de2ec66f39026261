package measure

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"
)

// expressions returns a line for each expression of package lazyregexp that does not compile, and
// for each package variable without a constant expression. Such a variable costs code at the
// start of the program.
func expressions(fset *token.FileSet, files []*ast.File, info *types.Info) (bad []string) {
	for _, f := range files {
		for _, d := range f.Decls {
			_, variable := d.(*ast.GenDecl)
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncLit:
					variable = false // it runs later
				case *ast.CallExpr:
					if !compilesLazily(n, info) {
						return true
					}
					if err := wrong(info.Types[n.Args[0]].Value, variable); err != nil {
						bad = append(bad, fmt.Sprintf("%s: %v", fset.Position(n.Pos()), err))
					}
				}
				return true
			})
		}
	}
	return bad
}

// wrong explains what is wrong with an expression; v is nil where the expression is no constant.
func wrong(v constant.Value, variable bool) error {
	switch {
	case v != nil:
		_, err := regexp.Compile(constant.StringVal(v))
		return err
	case variable:
		return fmt.Errorf("a package variable needs a constant expression")
	}
	return nil
}

func compilesLazily(call *ast.CallExpr, info *types.Info) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	o, ok := info.Uses[f.Sel].(*types.Func)
	return ok && o.Pkg() != nil && o.Name() == "MustCompile" && strings.HasSuffix(o.Pkg().Path(), "/lazyregexp")
}
