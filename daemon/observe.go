package daemon

// In the mode observe everything goes its usual way, and nothing leaves for a
// customer. A mail to one is committed as withdrawn, and the outbox refuses any
// that came into it otherwise, as the last thing before it is sent. The mark stays
// with mails and reviews, so a change of the mode (by SIGHUP or a restart) lets
// nothing out that somebody approved because nothing would leave: the mail is
// withdrawn for good, and a review is asked anew when it is answered.
