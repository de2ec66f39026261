package templates

import "slices"

// namedNotice is the sample view of one notice.
type namedNotice struct {
	name string
	view Notice
}

// sampleNotices has one entry per notice.
func sampleNotices() []namedNotice {
	return append(append(sampleAnswers(), sampleMailNotices()...), sampleThreadNotices()...)
}

func sampleNotice(fill func(n *Notice)) Notice {
	n := Notice{
		Thread:  "Q-7F3K2M",
		Subject: "Car insurance for two cars",
		Review:  4,
		Step:    "quote",
		Who:     "Dana Reyes",
		When:    "Fri Nov 20, 2026, 9:12 am PST",
	}
	fill(&n)
	return n
}

func sampleTask(fill func(n *Notice)) Notice {
	return sampleNotice(func(n *Notice) {
		n.Thread, n.Subject, n.Step = "T-7F3K2M", "The Hendersons", ""
		fill(n)
	})
}

// sampleAnswers are the notices that answer a staff member's mail.
func sampleAnswers() []namedNotice {
	return []namedNotice{
		{"done", sampleNotice(func(n *Notice) {
			n.Verdict, n.What = "accept", "The mail goes to maria@lopez.test, exactly as shown."
		})},
		{"unclear", sampleNotice(func(n *Notice) {
			n.Understood = `"ACCEPT", and then "Protecting families since 1987".`
			n.NotDone = "The quote was not sent."
			n.Reason = "Only a courtesy, your name or a signature may follow ACCEPT."
			n.Doubt = "Protecting families since 1987\nOffice hours: Mon-Fri 8-5"
			n.Body, n.Words, n.Ref = "ACCEPT\n\nLee Park\n"+n.Doubt, sampleWords(), sampleRef
			n.Words = append(n.Words, Word{"SIGNATURE", "the lines in doubt are your signature, in this mail and in later mails, and your ACCEPT counts"})
			n.Buttons = sampleButtons("SIGNATURE", "My signature", "REJECT", "Reject…", "EDIT", "Edit…",
				"TAKE OVER", "Take over…")
		})},
		{"already_decided", sampleNotice(func(n *Notice) {
			n.Verdict, n.Reason, n.Body = "reject", "the collision deductible should be $500", "ACCEPT"
			n.What = "The quote is being done again."
		})},
		{"decided_by_other", sampleNotice(func(n *Notice) {
			n.Verdict, n.What = "reject", "It went back with this reason, and review 5 has the result."
			n.Body = "The collision deductible should be $500.\nAnd leave out rental."
		})},
		{"superseded", sampleNotice(func(n *Notice) {
			n.ReplacedBy, n.Body, n.Reason = 5, "ACCEPT", "Maria Lopez wrote again: the second car is a 2020."
		})},
		{"not_your_copy", sampleNotice(func(n *Notice) { n.Body = "ACCEPT" })},
		{"reference_misused", sampleNotice(func(n *Notice) {
			n.Who, n.Body = "someone@elsewhere.test", "ACCEPT"
		})},
		{"not_licensed", sampleNotice(func(n *Notice) {
			n.Candidates, n.Body = []Item{{"Dana Reyes", "license no. 0X00000"}}, "ACCEPT"
		})},
		{"not_authenticated", sampleNotice(func(n *Notice) {
			n.Reason, n.Body = "Its signature (DMARC) failed.", "ACCEPT"
		})},
		{"no_review", sampleNotice(func(n *Notice) {
			n.Review, n.Body, n.Reason = 0, "ACCEPT", "Its reference is not complete."
		})},
		{"task_not_available", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Subject, n.Body = "", 0, "Close the books for October", "Please close the books for October."
		})},
	}
}

// sampleMailNotices are the notices about one mail.
func sampleMailNotices() []namedNotice {
	return slices.Concat(
		sampleDeliveryNotices(), sampleUnclearMails(), sampleTaskNotices(), sampleSetAside(),
	)
}

// sampleDeliveryNotices are the notices about the delivery of a mail.
func sampleDeliveryNotices() []namedNotice {
	return []namedNotice{
		{"mail_failed", sampleNotice(func(n *Notice) {
			n.Who, n.Reason = "maria@lopez.test", "550 5.1.1 no such mailbox"
			n.What, n.Body = "Please check the address, or call her.", sampleDraftText
		})},
		{"mail_uncertain", sampleNotice(func(n *Notice) {
			n.Who, n.Body, n.Ref = "maria@lopez.test", sampleDraftText, sampleRef
			n.Words = []Word{{"RESEND", "sends the mail again; the mail may arrive twice"}, {"LEAVE", "counts the mail as sent"}}
		})},
		{"mail_withdrawn", sampleNotice(func(n *Notice) {
			n.Who, n.Reason, n.Body = "maria@lopez.test", "A newer mail of hers came in first.", sampleDraftText
		})},
		{"mail_held", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Who, n.When = "", 0, "bot@shop.test", "Fri Nov 20, 2026, 10:12 am PST"
			n.Reason = "60 mails went there within an hour (mails_per_hour)."
			n.Facts = []Item{{"The first that waits", "Re: Car insurance for two cars"}, {"Its thread", "Q-7F3K2M"}}
		})},
	}
}

// sampleUnclearMails are the notices about a mail that staff have to sort.
func sampleUnclearMails() []namedNotice {
	ask := []Word{
		{"NEW", "opens a new thread for the mail"},
		{"JOIN thread-id", "adds the mail to that thread, and the sender to the participants"},
		{"IGNORE", "leaves the mail unanswered"},
	}
	return []namedNotice{
		{"stranger", sampleNotice(func(n *Notice) {
			n.Who, n.Body, n.Words, n.Ref = "ana@lopez.test", "Hi, Ana here. I drive 9,000 miles a year.", ask, sampleRef
			n.Reason = "It answers a mail of Q-7F3K2M, of which maria@lopez.test sent Ana a copy."
			n.Candidates = []Item{{"Q-7F3K2M", "Car insurance for two cars, Maria Lopez"}}
		})},
		{"conflict", sampleNotice(func(n *Notice) {
			n.Who, n.Words, n.Ref = "maria@lopez.test", ask, sampleRef
			n.Reason = "It answers a mail of Q-7F3K2M, and its text holds the reference of Q-2B8WXN."
			n.Body = "About both of my quotes: please go ahead."
			n.Candidates = []Item{{"Q-7F3K2M", "Car insurance for two cars, Maria Lopez"}, {"Q-2B8WXN", "Truck, Maria Lopez"}}
		})},
		{"forward", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Who, n.Ref = "", 0, "Maria Lopez <maria@lopez.test>", sampleRef
			n.Body = "Hi Lee, could you quote my '17 Civic? We are in 98660."
			n.Facts = []Item{{"From", "Maria Lopez <maria@lopez.test>"}, {"Sent", "Thu Nov 19, 2026, 8:47 pm PST"}, {"Subject", "Car insurance"}, {"Forwarded by", "lee@agency.test"}}
			n.Words = []Word{
				{"NEW", "opens a thread for maria@lopez.test; answers go there"},
				{"NEW name@example.test", "opens a thread for that address instead"},
				{"JOIN thread-id", "adds the mail to that thread, and the sender to the participants"},
				{"IGNORE", "drops the mail without an answer"},
			}
		})},
		{"forward_refused", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Subject, n.Reason, n.Body = "", 0, "Fwd: Car insurance", "Its signature (DMARC) failed.", "Please quote her."
		})},
	}
}

// sampleTaskNotices are the notices about a task.
func sampleTaskNotices() []namedNotice {
	return []namedNotice{
		{"task", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Ref, n.Subject, n.Body = "", 0, sampleRef, "The Hendersons", "What do we know about the Hendersons: mails, unpaid invoices?"
			n.Facts = []Item{{"From", "lee@agency.test"}, {"Subject", "The Hendersons"}, {"Why you are asked", "its signature (DMARC) failed"}}
			n.Words = []Word{{"NEW", "it is yours: the task starts"}, {"IGNORE", "the message is ignored"}}
		})},
		{"task_handed_over", sampleTask(func(n *Notice) {
			n.Ref, n.Reason = sampleRef, "the planner has nothing else to propose than what was rejected"
			n.Words = []Word{
				{"HAND BACK", "lets the agent continue"},
				{"CANCEL: reason", "ends the task"},
				{"CLAIM", "makes this thread yours: only you get its mails and decide"},
			}
		})},
		{"task_export", sampleTask(func(n *Notice) { n.Step = "final_results" })},
		{"task_begun", sampleTask(func(n *Notice) {
			n.What = "Lee approved the plan: mailbox, crm, analysis. It usually takes about 12 seconds."
		})},
		{"task_completed", sampleTask(func(n *Notice) {
			n.What = "Dana Reyes approved the results."
			n.Sections = []Section{{Title: "Executive summary", Text: "1 contact.\nNothing is overdue."}, sampleTable()}
		})},
	}
}

// sampleSetAside are the notices about mails that were not handled.
func sampleSetAside() []namedNotice {
	return []namedNotice{
		{"quarantined", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Who, n.Subject = "", 0, "maria@lopez.test", "My documents"
			n.Reason = "It is larger than the limit of 25 MB."
			n.What = "It is attached. It is answered by nobody but you; to have it read once more: ppamaild threads retry 12 --config FILE"
			n.Facts = []Item{{"Message", "12"}, {"From", "maria@lopez.test"}, {"Subject", "My documents"}, {"Size", "48.2 MB"}, {"Where it lies", "quotes@agency.test, folder INBOX, UID 4711"}}
		})},
		{"set_aside", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Subject, n.Reason = "", 0, "My documents", "I called her."
			n.Who, n.Facts = "lee@agency.test", []Item{{"Message", "12"}, {"From", "maria@lopez.test"}}
		})},
		{"digest", sampleNotice(func(n *Notice) {
			n.Sections = []Section{
				{Title: "Waiting for a decision", Items: []Item{{"2 days", "Q-7F3K2M: Car insurance for two cars (maria@lopez.test), quote; asked: lee@agency.test, dana@agency.test"}}},
				{Title: "Waiting for the customer", Items: []Item{{"5 hours", "Q-2B8WXN: Truck (joe@park.test); until Fri Dec 4, 2026"}}, Text: "and 3 more"},
				{Title: "Mail that has not left", Items: []Item{{"1 hour", "retrying, to joe@park.test: Re: Truck (451 greylisted)"}}},
				{Title: "Messages that could not be read", Items: []Item{{"3 hours", "message 12, from maria@lopez.test: it is larger than max_message_size"}}},
			}
			n.Thread, n.Review, n.When, n.Ref = "", 0, "Nov 20, 2026", sampleRef
			n.Candidates = []Item{{"1", "news@shop.test: Sale! (a mailing list)"}, {"2", "ana@lopez.test: Out of office (an automatic answer)"}}
			n.Words = []Word{{"RELEASE number, number", "handles these mails like mail from a customer"}}
		})},
		{"released", sampleNotice(func(n *Notice) {
			n.Review, n.Subject, n.Who, n.What = 0, "Sale! My car needs a policy", "lee@agency.test", "It opened the thread Q-7F3K2M."
			n.Facts = []Item{{"From", "ana@lopez.test"}, {"Set aside as", "a mailing list (List-Unsubscribe)"}}
		})},
		{"not_released", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Subject, n.Ref = "", 0, "", sampleRef
			n.Candidates = []Item{{"1", "It is a bounce, and nobody wrote it."}, {"9", "The list has no such number."}}
			n.Words = []Word{{"RELEASE number, number", "handles these mails like mail from a customer"}}
		})},
		{"flood", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Who, n.Reason = "", 0, "bot@shop.test", "100 messages came within an hour (messages_per_hour)."
			n.Facts = []Item{{"The first that is set aside", "Car insurance for two cars"}}
		})},
	}
}

// sampleThreadNotices are the notices about a thread or about the daemon.
func sampleThreadNotices() []namedNotice {
	return []namedNotice{
		{"handed_over", sampleNotice(func(n *Notice) {
			n.Reason = `the step "info request" was rejected 3 times; the last reason: shorter`
			n.What = "What you write as SEND: goes to maria@lopez.test."
			n.Console = sampleConsole
			turns := sampleConversation()
			n.Who, n.When, n.Body, n.Conversation = turns[2].Who, turns[2].When, turns[2].Text, turns[:2]
			n.Decisions = []Decided{
				{"Dana Reyes", "Thu Nov 19, 2026, 9:30 pm PST", "info_request", "accept", ""},
				{"Lee Tran", "Fri Nov 20, 2026, 9:05 am PST", "info_request", "reject",
					"she told us her ZIP code, do not ask again"},
			}
			n.Facts = []Item{{"The full story", "attached, as a page for your browser"}}
			n.Sections = sampleData()[:1]
			n.Basis, n.Ref = sampleBasis(), sampleRef
			n.Draft = &DraftView{To: "maria@lopez.test", Subject: "Re: Car insurance for two cars", Text: sampleDraftText, HTML: sampleDraftHTML}
			n.Buttons = sampleButtons("SEND", "Write the answer…", "EDIT", "Edit…", "HAND BACK", "Hand back")
			n.Words = []Word{
				{"SEND: text", "sends your text to the customer, as you wrote it"},
				{"EDIT: name: value", "corrects these values and lets the agent continue; one per line, and nothing else"},
				{"HAND BACK", "lets the agent continue"},
				{"CANCEL: reason", "ends the thread; the customer gets no more mail"},
				{"CLAIM", "makes this thread yours: only you get its mails and decide"},
			}
		})},
		{"approver_absent", sampleNotice(func(n *Notice) {
			n.Reason, n.What = "Automatic reply: I am back on Monday.", "lee@agency.test was asked too, and has not answered yet."
		})},
		{"expired", sampleNotice(func(n *Notice) { n.What = "Mail by the customer opens it again." })},
		{"customer_expired", sampleNotice(func(n *Notice) {
			n.Who, n.What = "Maria Lopez", "She was sent the reminder and the close that you approved."
		})},
		{"cancelled", sampleNotice(func(n *Notice) { n.Reason = "she bought elsewhere" })},
		{"mailbox_silent", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Who, n.Reason = "", 0, "quotes@agency.test", "The server refuses the password."
			n.What = "Please run: ppamaild check --config FILE"
		})},
		{"mailbox_read_again", sampleNotice(func(n *Notice) { n.Thread, n.Review, n.Who = "", 0, "quotes@agency.test" })},
		{"copies_missing", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Who, n.What = "", 0, "quotes@agency.test", "Sent"
			n.Reason = `filing a copy in "Sent": the mailbox is full`
			n.Facts = []Item{{"Copies that are missing", "3"}, {"The oldest is of thread", "Q-7F3K2M"}}
		})},
		{"copies_filed_again", sampleNotice(func(n *Notice) { n.Thread, n.Review, n.Who, n.What = "", 0, "quotes@agency.test", "Sent" })},
		{"twin_works", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Who, n.Reason = "", 0, "quotes@agency.test", ""
			n.Facts = []Item{{"Subject", "Re: Car insurance"}, {"To", "maria@lopez.test"}}
		})},
		{"twin_gone", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Who = "", 0, "quotes@agency.test"
		})},
		{"clock_leapt", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Subject, n.Who = "", 0, "", ""
			n.What, n.When = "The clock was put back by 365 days.", "Fri Nov 20, 2026, 9:12 am PST"
		})},
		{"sign_in", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Subject, n.Step, n.Who, n.What = "", 0, "", "", "", "402917"
			n.Buttons = sampleButtons("ACCEPT", "Fill in the code")
		})},
		{"restored", sampleNotice(func(n *Notice) {
			n.Thread, n.Review, n.Subject, n.Who, n.When, n.Ref = "", 0, "", "root", "Fri Nov 20, 2026, 9:12 am PST", sampleRef
			n.What = "The backup was /backup/ppamaild-2026-11-19.db."
			n.Sections = []Section{
				{Title: "Mails to customers that were about to leave", Items: []Item{{"2 days", "to maria@lopez.test: Re: Car insurance (found in Sent, so counts as sent)"}}},
				{Title: "Messages that came in since the backup and are set aside", Items: []Item{{"5 hours", "joe@park.test: Truck (an answer is in Sent)"}}, Text: "You get them in a digest once you accept this."},
			}
			n.Words = []Word{{"ACCEPT", "resumes sending, and mails you the list of mail set aside"}}
		})},
	}
}
