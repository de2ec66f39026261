// Package notify writes the mails of the agency.
//
// A Writer composes a mail for the outbox: notices to staff, and the frame of mails to
// customers. Private numbers are masked in every notice. No mail to a customer holds a
// review reference, because a reference is the permission to decide.
//
// Every mail says that a program sent it (RFC 3834 §5), so no other program answers. Mail
// leaves under the address of its account and not under the null return path of RFC 3834
// §3.3. Submission servers refuse or replace another return path (RFC 6409 §6.1), and a
// bounce names the person who was not reached.
package notify
