// Package api serves the desk of the console as JSON under /api/v1, for programs: threads,
// reviews, decisions, tasks and events. The file openapi.json describes every route.
//
// Promises:
//   - A request counts by the token in its Authorization header only. Cookies have no effect.
//   - A token acts as a member of staff, and ends with the membership.
//   - A decision needs the digest of its review, and runs through the same code as a mail.
//   - Every error is a problem of RFC 9457 with a code.
//   - Sizes, times, and failed attempts have limits.
package api
