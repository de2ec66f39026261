// Package templates renders all mails of ppamaild, and the HTML pages of threads and results.
// Mails to customers are in English and Spanish, mails to staff in English.
//
// A mail depends only on its view: no clock, no randomness, no network. The subject is one
// line. The text part has at most 76 columns of prose. The HTML part loads nothing from
// outside. All values of a view are escaped. No line of a mail to staff is a bare decision
// word, so that a quoted copy never decides.
//
// The files of a mail are in the folder mail. An override folder may replace them: a layout or
// style as a whole, words phrase by phrase.
//
//	quote.en.words    the phrases of the mail, by name; plain text
//	quote.txt         the layout of the text part
//	quote.html        the layout of the HTML part
//	common.en.words   shared phrases: terms, greetings, footers
//	parts.txt         shared pieces of layout
//	parts.html
//	page.html         the HTML page around each mail
//	style.css         rules for elements and classes, inlined into each element
//	media.css         rules for dark mode and phones, in the head of each page
//
// The folder page has the pages of threads and results: report.html, results.html and
// report.css.
//
// The folder console has the pages of the web console: console.html is the shell of each page,
// console_parts.html has shared pieces, and console_NAME.html is the page NAME.
//
// The folder words has the phrases that Go code puts into mails and pages, such as labels,
// questions and reasons. letters.en.words is for customers. fields.en.words has the names of values
// that staff and customers write. The other files are for staff, in English only; see phraseFiles.
// Phrases returns these phrases. A phrase takes up to five arguments, {{.A}} to {{.E}}. The
// override folder may replace single phrases.
//
// A new language needs no Go code. The override folder adds common.fr.words, letters.fr.words
// and the words of each mail to customers, such as quote.fr.words. A missing phrase appears in
// English.
//
// Notices to staff have their own words and share notice.txt and notice.html.
package templates
