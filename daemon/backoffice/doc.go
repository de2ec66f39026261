// Package backoffice carries out the orders of admins in the console. The orders are the orders
// of package admin, and their journal entries have via: console.
package backoffice
