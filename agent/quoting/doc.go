// Package quoting has the tools of the quote workflow: reading messages, checking discounts,
// calling the carrier, and writing mails to the customer. Toolbox makes the tools. Run of a tool
// does not change the state. Apply of a tool is pure.
package quoting
