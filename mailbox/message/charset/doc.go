// Package charset decodes text in the charsets that mail uses. It accepts misspelled
// labels, and it guesses the charset when the label is wrong or missing. It never fails:
// bytes that it cannot decode become U+FFFD, and the result says so.
package charset
