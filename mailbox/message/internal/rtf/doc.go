// Package rtf reads the text that Outlook puts into a winmail.dat as RTF:
// compressed ([MS-OXRTFCP]), and often with the HTML or the plain text in it that
// it was made of ([MS-OXRTFEX]). It promises time and memory linear in its input
// and a given bound, to leave out what is not shown, and to take whatever is
// damaged as far as it goes. There is no Go library for it that is kept.
package rtf
