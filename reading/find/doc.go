// Package find recognizes values in a text: numbers, amounts, dates, names and kin, cars, insurers,
// addresses, phone numbers, and private numbers.
//
// A recognizer takes a Text and a token, and returns the value that starts there and where the
// value ends. It does not know whose value it is. Mask replaces private numbers; where a text
// cannot be read, every number in it is private.
package find
