// Package charset decodes text in the charsets of mail. The package accepts misspelled labels,
// and guesses the charset when the label is wrong or missing. Decoding never fails: undecodable
// bytes become U+FFFD, and the result reports the damage.
package charset
