// Package templates writes every mail that ppamaild sends: those to customers,
// in English and Spanish, and those to staff; and the page that tells a thread's
// story.
//
// What it promises: a mail is a function of its view alone (no clock, no
// randomness, no network), so the same view always gives the same bytes; its
// subject is one line; its text reads well in a terminal, with prose at 76
// columns or less; its HTML needs nothing from outside; and whatever a view
// holds comes out escaped. In a mail to staff no line of text is a bare decision
// word, so a quoted copy of it can't be taken for a decision.
//
// A mail is put together from files of the folder mail. A file of the same name
// in the override folder replaces a layout or a style; of words it replaces those
// phrases that it defines.
//
//	quote.en.words    what the mail says, as named phrases; plain text
//	quote.txt         how its text is laid out
//	quote.html        how its HTML is laid out
//	common.en.words   phrases that mails share: terms, greetings, footers
//	parts.txt         pieces of layout that mails share
//	parts.html
//	page.html         the HTML page around each mail
//	style.css         rules for elements and classes, written into each element
//	media.css         rules for dark mode and phones, in the head of each page
//
// The folder page has a page to itself, laid out in report.html and report.css.
//
// The folder words has phrases that Go code puts into mails and pages, such as labels,
// questions and reasons: letters.en.words for customers, staff.en.words and report.en.words
// in English only. Phrases gives them; a phrase takes up to three arguments as {{.A}}, {{.B}}
// and {{.C}}. The override folder replaces them phrase by phrase, too.
//
// A language needs no Go code. The override folder adds it with common.fr.words,
// letters.fr.words and the words of each mail to customers, such as quote.fr.words. A phrase
// that the new language lacks is said in English.
//
// Notices to staff have words of their own and share notice.txt and notice.html.
package templates
