// Package signals finds what a customer's message says apart from values of the application:
// acceptance of a quote, a sign-off, thanks, and facts that staff must know before the next mail.
package signals
