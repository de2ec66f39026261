// Package lazy holds values that are made on first use, because each start of the program would
// otherwise make the maps and sets of all packages. Any number of goroutines may use a value.
//
// A package variable that is a literal of Value or Result, or a result of Set or Replacing, needs
// no code at the start.
package lazy

import (
	"strings"
	"sync"
)

// Value is a value that New makes on first use.
type Value[T any] struct {
	New  func() T
	once sync.Once
	made T // set by once
}

// Get returns the value. Callers must not change a map or a slice.
func (v *Value[T]) Get() T {
	v.once.Do(func() { v.made = v.New() })
	return v.made
}

// Result is a value or an error that New makes on first use.
type Result[T any] struct {
	New  func() (T, error)
	once sync.Once
	made T     // set by once
	err  error // set by once
}

// Get returns the value or the error. Callers must not change a map or a slice.
func (r *Result[T]) Get() (T, error) {
	r.once.Do(func() { r.made, r.err = r.New() })
	return r.made, r.err
}

// Words is a set of words.
type Words struct {
	text    string
	once    sync.Once
	set     map[string]bool // set by once
	lengths [256]uint32     // set by once; by first byte, the lengths of words, a bit each
}

// Set returns the set of the words in a text.
func Set(text string) *Words { return &Words{text: text} }

// Has reports whether a word is in the set. Most words have another first letter or length, so
// they need no look into the map.
func (w *Words) Has(word string) bool {
	w.once.Do(w.fill)
	return word != "" && w.lengths[word[0]]&lengthBit(word) != 0 && w.set[word]
}

func (w *Words) fill() {
	w.set = map[string]bool{}
	for word := range strings.FieldsSeq(w.text) {
		w.set[word] = true
		w.lengths[word[0]] |= lengthBit(word)
	}
}

func lengthBit(word string) uint32 { return 1 << min(len(word), 31) }

// Replacer is a strings.Replacer that is made on first use.
type Replacer struct {
	pairs []string
	once  sync.Once
	made  *strings.Replacer // set by once
}

// Replacing returns a replacer for pairs of old and new strings.
func Replacing(pairs ...string) *Replacer { return &Replacer{pairs: pairs} }

// Replace returns a text with all replacements.
func (r *Replacer) Replace(text string) string {
	r.once.Do(func() { r.made = strings.NewReplacer(r.pairs...) })
	return r.made.Replace(text)
}
