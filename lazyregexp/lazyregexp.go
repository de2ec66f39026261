// Package lazyregexp compiles a regular expression on first use. All expressions of the program
// take tens of milliseconds, and most commands use few of them. It promises the results of package
// regexp.
//
// A variable with an expression needs no code at the start of the program. The expression must be
// a constant, and the house test compiles every expression.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression that any number of goroutines may use.
type Regexp struct {
	expression string
	once       sync.Once
	re         *regexp.Regexp // set by once
}

// MustCompile returns the expression. Its first use panics where the expression is not valid.
// The compiler inlines MustCompile, which makes a package variable static data.
func MustCompile(expression string) *Regexp { return &Regexp{expression: expression} }

func (r *Regexp) compiled() *regexp.Regexp {
	r.once.Do(func() { r.re = regexp.MustCompile(r.expression) })
	return r.re
}

// MatchString calls MatchString of package regexp.
func (r *Regexp) MatchString(text string) bool {
	return r.compiled().MatchString(text)
}

// String returns the expression.
func (r *Regexp) String() string {
	return r.compiled().String()
}

// FindString calls FindString of package regexp.
func (r *Regexp) FindString(text string) string {
	return r.compiled().FindString(text)
}

// FindStringIndex calls FindStringIndex of package regexp.
func (r *Regexp) FindStringIndex(text string) []int {
	return r.compiled().FindStringIndex(text)
}

// FindStringSubmatch calls FindStringSubmatch of package regexp.
func (r *Regexp) FindStringSubmatch(text string) []string {
	return r.compiled().FindStringSubmatch(text)
}

// FindStringSubmatchIndex calls FindStringSubmatchIndex of package regexp.
func (r *Regexp) FindStringSubmatchIndex(text string) []int {
	return r.compiled().FindStringSubmatchIndex(text)
}

// FindAllString calls FindAllString of package regexp.
func (r *Regexp) FindAllString(text string, most int) []string {
	return r.compiled().FindAllString(text, most)
}

// FindAllStringIndex calls FindAllStringIndex of package regexp.
func (r *Regexp) FindAllStringIndex(text string, most int) [][]int {
	return r.compiled().FindAllStringIndex(text, most)
}

// FindAllStringSubmatch calls FindAllStringSubmatch of package regexp.
func (r *Regexp) FindAllStringSubmatch(text string, most int) [][]string {
	return r.compiled().FindAllStringSubmatch(text, most)
}

// FindAllStringSubmatchIndex calls FindAllStringSubmatchIndex of package regexp.
func (r *Regexp) FindAllStringSubmatchIndex(text string, most int) [][]int {
	return r.compiled().FindAllStringSubmatchIndex(text, most)
}

// Match calls Match of package regexp.
func (r *Regexp) Match(text []byte) bool {
	return r.compiled().Match(text)
}

// FindAll calls FindAll of package regexp.
func (r *Regexp) FindAll(text []byte, most int) [][]byte {
	return r.compiled().FindAll(text, most)
}

// FindAllIndex calls FindAllIndex of package regexp.
func (r *Regexp) FindAllIndex(text []byte, most int) [][]int {
	return r.compiled().FindAllIndex(text, most)
}

// FindAllSubmatch calls FindAllSubmatch of package regexp.
func (r *Regexp) FindAllSubmatch(text []byte, most int) [][][]byte {
	return r.compiled().FindAllSubmatch(text, most)
}

// ReplaceAll calls ReplaceAll of package regexp.
func (r *Regexp) ReplaceAll(text, with []byte) []byte {
	return r.compiled().ReplaceAll(text, with)
}

// ReplaceAllString calls ReplaceAllString of package regexp.
func (r *Regexp) ReplaceAllString(text, with string) string {
	return r.compiled().ReplaceAllString(text, with)
}

// ReplaceAllStringFunc calls ReplaceAllStringFunc of package regexp.
func (r *Regexp) ReplaceAllStringFunc(text string, with func(string) string) string {
	return r.compiled().ReplaceAllStringFunc(text, with)
}

// Split calls Split of package regexp.
func (r *Regexp) Split(text string, most int) []string {
	return r.compiled().Split(text, most)
}
