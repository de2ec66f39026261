// Package boltfile handles the file of a bolt store from outside: its first pages, the
// process that locks the file, and the safe replacement of the file.
package boltfile
