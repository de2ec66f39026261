// Package factcheck checks mails before a customer sees them. It finds amounts, days, limits,
// VINs and names that are neither in the application nor in the quote, and phrases that only
// a licensed producer may use.
package factcheck
