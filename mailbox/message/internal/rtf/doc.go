// Package rtf reads the RTF that Outlook puts into winmail.dat. Such RTF is compressed
// ([MS-OXRTFCP]) and often contains the original HTML or plain text ([MS-OXRTFEX]).
//
// Time and memory are linear in the input and in a given limit. Hidden text is left out.
// Damaged input is read as far as possible. No maintained Go library does this.
package rtf
