// Package lazyregexp compiles a regular expression on first use. All expressions of the program
// take tens of milliseconds, and most commands use few of them. It promises the results of package
// regexp.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression that any number of goroutines may use.
type Regexp struct {
	compiled func() *regexp.Regexp
}

// MustCompile returns the expression. Its first use panics where the expression is not valid.
func MustCompile(expression string) *Regexp {
	return &Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })}
}

// MatchString calls MatchString of package regexp.
func (r *Regexp) MatchString(text string) bool {
	return r.compiled().MatchString(text)
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

// ReplaceAllString calls ReplaceAllString of package regexp.
func (r *Regexp) ReplaceAllString(text, with string) string {
	return r.compiled().ReplaceAllString(text, with)
}

// ReplaceAllLiteralString calls ReplaceAllLiteralString of package regexp.
func (r *Regexp) ReplaceAllLiteralString(text, with string) string {
	return r.compiled().ReplaceAllLiteralString(text, with)
}

// ReplaceAllStringFunc calls ReplaceAllStringFunc of package regexp.
func (r *Regexp) ReplaceAllStringFunc(text string, with func(string) string) string {
	return r.compiled().ReplaceAllStringFunc(text, with)
}

// Split calls Split of package regexp.
func (r *Regexp) Split(text string, most int) []string {
	return r.compiled().Split(text, most)
}
