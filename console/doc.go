// Package console serves the web pages for staff: the inbox, reviews, threads and sessions.
// The console is a second door to the same decisions as a mail.
//
// Each page has a file with its handler and its view. The page itself is a template in the
// folder console of package templates. desk.go and task.go have the interfaces that the console
// needs.
//
// Promises:
//   - Every form works without JavaScript. Scripts only refresh pages and add keys.
//   - No page runs a script or a style from a mail. Mail HTML is in a sandboxed frame with a
//     policy of its own.
//   - The sign-in page tells no stranger who is on the staff.
//   - A member who leaves the staff is out with the next request.
//   - The console decides nothing: each decision becomes an event in the queue of its thread.
package console
