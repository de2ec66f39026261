// Package quoting has the tools of the workflow quote: reading a message, discounts, the
// carrier's calls, and mails to the customer. Toolbox makes the tools. A tool's Run changes
// no state; its Apply is pure.
package quoting
