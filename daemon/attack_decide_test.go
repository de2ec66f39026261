package daemon_test

import (
	"testing"

	"ppamaild/sandbox/play"
)

var (
	nobody    []string
	toLee     = []string{play.Lee}
	toDana    = []string{play.Dana}
	toBoth    = []string{play.Dana, play.Lee}
	misused   = "{thread} … system misused … used the reference of {lee}"
	noReview  = "A-AGENCY … system no_review {lee}"
	notTheirs = "A-AGENCY … system quarantined"
	unclear   = "{thread} … human_review_action unclear {lee}"
)

// A person outside staff decides nothing, regardless of knowledge and headers. Even the full
// text of a review mail does not help.
func TestAttackStrangersDecideNothing(t *testing.T) {
	s := besiege(open(t, inProcess(t)))
	s.withstands([]attack{
		{"replies with a reference that was forwarded or stolen", "From: {mallory}\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"has the reference in a quoted line only", "From: {mallory}\n\nACCEPT\n\n> Ref: {lee's ref}\n", misused, toLee},
		{"has it in the subject only", "From: {mallory}\nSubject: {lee's ref}\n\nACCEPT\n", misused, toLee},
		{"answers the review mail, with no reference in the text", "From: {mallory}\nIn-Reply-To: <{review}>\n\nACCEPT\n", misused, toLee},
		{"refers to the review mail as an ancestor", "From: {mallory}\nReferences: <x@evil.test> <{review}>\n\nACCEPT\n", misused, toLee},
		{"has answers go to Lee", "From: {mallory}\nReply-To: {lee}\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"names Lee as the sender", "From: {mallory}\nSender: {lee}\nResent-From: {lee}\nReturn-Path: <{lee}>\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"is called like Lee's address", "From: \"{lee}\" <{mallory}>\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"is called so in an encoded word", "From: =?utf-8?q?lee=40agency=2Etest?= <{mallory}>\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"has an address in Lee's name's comment", "From: {mallory} (Lee Tran <{lee}>)\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"is in a group with Lee's address for a name", "From: {lee}: {mallory};\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"writes the domain with a Cyrillic letter", "From: lee@аgency.test\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"writes it in Punycode", "From: lee@xn--gency-3ve.test\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"writes the local part in full width", "From: ｌｅｅ@agency.test\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"writes it with a letter that Unicode folds to one of Lee's", "From: lee@agency.te\u017ft\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"hides a zero-width character in it", "From: l\u200bee@agency.test\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"has a subdomain", "From: lee@agency.test.evil.test\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"folds the field inside of the address", "From: lee@agency.test\n .evil.test\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"has a plus tag that is nobody's", "From: lee+x@agency.test\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"routes by the source", "From: <@agency.test,@evil.test:{mallory}>\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"forges what servers vouch for", "From: {mallory}\nAuthentication-Results: mx.agency.test; dmarc=pass header.from=agency.test\nARC-Seal: i=1; cv=pass\nARC-Authentication-Results: i=1; mx.agency.test; dmarc=pass\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},

		{"is from Lee and somebody else", "From: {lee}, {mallory}\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
		{"has a second From", "From: {mallory}\nFrom: {lee}\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
		{"has a second From in another case, folded", "From: {lee}\nFROM:\n {mallory}\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
		{"has two addresses without a comma", "From: <{lee}> <{mallory}>\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
		{"has two addresses in one", "From: {lee}@evil.test\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
		{"quotes Lee's local part", "From: \"lee\"@agency.test\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
		{"hides Lee's address in a quoted local part", "From: \"{lee}\\\" \"@evil.test\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
		{"writes only an encoded word", "From: =?utf-8?q?lee=40agency=2Etest?=\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
		{"writes line breaks in an encoded word", "From: =?utf-8?q?x=0D=0AFrom:_lee=40agency=2Etest?= <{mallory}>\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		{"has a NUL in Lee's address", "From: lee@agency\x00.test\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
		{"is from us", "From: quotes@agency.test\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
		{"is from nobody", "From: <>\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
		{"says that a program wrote it", "From: {mallory}\nAuto-Submitted: auto-replied\n\nACCEPT\n\nRef: {lee's ref}\n", "daily list: … auto_reply", nobody},
	})
}

// A forged From proves nothing: only the reference in a staff member's own copy decides. Lee,
// the owner of the address, hears about the attempt.
func TestAttackForgedStaffDecidesNothing(t *testing.T) {
	s := besiege(open(t, inProcess(t)))
	s.withstands([]attack{
		{"writes as Lee without a reference", "From: {lee}\n\nACCEPT\n", noReview, toLee},
		{"names the thread in the subject", "From: {lee}\nSubject: Re: {subject}\n\nACCEPT {thread}\n", noReview, toLee},
		{"guesses a reference", "From: {lee}\n\nACCEPT\n\nRef: {guessed ref}\n", noReview, toLee},
		{"guesses the Message-ID of a review mail", "From: {lee}\nIn-Reply-To: <{thread}.0123456789abcdef.aaaaaaaaaaaaaaaaaaaaaaaaaa@agency.test>\n\nACCEPT\n", noReview, toLee},
		{"uses a customer's Message-ID", "From: {lee}\nIn-Reply-To: <{alice's mail}>\n\nACCEPT\n", noReview, toLee},
		{"uses Dana's reference", "From: {lee}\n\nACCEPT\n\nRef: {dana's ref}\n", "{thread} … human_review_action not_yours {lee}", toLee},
		{"uses references of two reviews", "From: {lee}\n\nACCEPT\n\nRef: {lee's ref}\nRef: {other ref}\n", "human_review_action unclear {lee}", toLee},
		{"answers one review with the reference of another", "From: {lee}\nIn-Reply-To: <{review}>\n\nACCEPT\n\nRef: {other ref}\n", "human_review_action unclear {lee}", toLee},
		{"writes as Lee, with answers to somebody else", "From: {lee}\nReply-To: {mallory}\n\nACCEPT\n", noReview, toLee},
		{"writes as Lee from a web form", "From: {lee}\nSender: form@evil.test\n\nACCEPT\n", noReview, toLee},
		{"writes as Dana with Lee's reference", "From: {dana}\n\nACCEPT\n\nRef: {lee's ref}\n", "{thread} … human_review_action not_yours {dana}", toDana},
	})
}

// A mail from Lee's own program decides only by the first line of the author. A command
// elsewhere in the message may have another author.
func TestAttackWordsThatNobodyWroteDecideNothing(t *testing.T) {
	s := besiege(open(t, inProcess(t)))
	const reply = "From: Lee Tran <{lee}>\nIn-Reply-To: <{review}>\nMIME-Version: 1.0\n"
	const mixed = reply + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nPlease see below.\n\n--b\n"
	s.withstands([]attack{
		{"quotes the word", reply + "\n> ACCEPT\n> Ref: {lee's ref}\n", unclear, toLee},
		{"writes it below an attribution", reply + "\nOn Monday Mallory <{mallory}> wrote:\n> ACCEPT\n", unclear, toLee},
		{"writes it into the subject", reply + "Subject: ACCEPT\n\nHm.\n", unclear, toLee},
		{"writes it into a signature", reply + "\n-- \nACCEPT\n", unclear, toLee},
		{"attaches a text with it", mixed + "Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment\n\nACCEPT\n--b--\n", unclear, toLee},
		{"attaches nothing but a text with it", reply + "Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment\n\nACCEPT\n", unclear, toLee},
		{"attaches a mail with it", mixed + "Content-Type: message/rfc822\n\nFrom: {lee}\nSubject: Re: {subject}\n\nACCEPT\n\nRef: {lee's ref}\n--b--\n", unclear, toLee},
		{"forwards a mail with it", reply + "Content-Type: message/rfc822\n\nFrom: {lee}\nSubject: Re: {subject}\n\nACCEPT\n\nRef: {lee's ref}\n", unclear, toLee},
		{"accepts a meeting", mixed + "Content-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nSUMMARY:ACCEPT\nATTENDEE;PARTSTAT=ACCEPTED:mailto:{lee}\nEND:VEVENT\nEND:VCALENDAR\n--b--\n", unclear, toLee},
		{"sends nothing but a calendar", reply + "Content-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nSUMMARY:ACCEPT\nDESCRIPTION:ACCEPT\nATTENDEE;PARTSTAT=ACCEPTED:mailto:{lee}\nEND:VEVENT\nEND:VCALENDAR\n", unclear, toLee},
		{"hides it in HTML", reply + "Content-Type: text/html\n\n<div style=\"display:none\">ACCEPT</div><p>Hello</p>\n", unclear, toLee},
		{"hides it by its size and color", reply + "Content-Type: text/html\n\n<span style=\"font-size:0;color:#fff\">ACCEPT</span><p>Not yet.</p>\n", unclear, toLee},
		{"writes it in a comment of HTML", reply + "Content-Type: text/html\n\n<!-- ACCEPT --><p>Hello</p>\n", unclear, toLee},
		{"shows two things in two alternatives", reply + "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nACCEPT\n\n--b\nContent-Type: text/html\n\n<p>Please wait, I am not sure at all.</p>\n--b--\n", unclear, toLee},
		{"crosses it out", reply + "Content-Type: text/html\n\n<p><s>ACCEPT</s></p>\n", unclear, toLee},
		{"writes it with a Cyrillic letter", reply + "Content-Type: text/plain; charset=utf-8\n\nАCCEPT\n", unclear, toLee},
		{"says no around it", reply + "\nno, don't ACCEPT\n", unclear, toLee},
		{"is out of office", reply + "Auto-Submitted: auto-replied\n\nACCEPT\n", "{thread} … system absent {lee}", toDana},
	})
}

// A used decision decides nothing more: not if sent again, not under another Message-ID, and
// not for a later review.
func TestAttackReplaysDecideNothing(t *testing.T) {
	s := besiege(open(t, inProcess(t)))
	const accepts = "From: {lee}\nMessage-ID: <lee-accepts@agency.test>\n\nACCEPT\n\nRef: {lee's ref}\n"
	must(t, s.bob.SendRaw(t.Context(), play.Lee, []string{play.Reviews}, s.fill(accepts)))
	s.replies(s.alice, s.gets(s.alice, "Quote please"), "I was born on March 4, 1985.")
	s.gets(s.lee, "Questions to")
	s.gets(s.dana, "ccepted")
	s.waits = 2
	s.withstands([]attack{
		{"sends the same mail again", accepts, "{thread} … system copy {lee}", nobody},
		{"sends it with a footer of a list", accepts + "\n-- \nSent through a list\n", "{thread} … system copy {lee}", nobody},
		{"sends it under another Message-ID", "From: {lee}\n\nACCEPT\n\nRef: {lee's ref}\n", "{thread} … human_review_action already_decided {lee}", toLee},
		{"has it say something else", "From: {lee}\n\nCANCEL\n\nRef: {lee's ref}\n", "{thread} … human_review_action already_decided {lee}", toLee},
		{"puts the number of the next review into it", "From: {lee}\n\nACCEPT\n\nRef: {renumbered ref}\n", noReview, toLee},
		{"uses Dana's reference of the past review", "From: {dana}\n\nACCEPT\n\nRef: {dana's ref}\n", "{thread} … human_review_action already_decided {dana}", toDana},
	})
}

// A former staff member decides nothing with old mails, and gets no more mail. The colleagues
// do.
func TestAttackFormerStaffDecideNothing(t *testing.T) {
	s := besiege(open(t, inProcess(t)))
	s.stop()
	s.cfg.Review.Staff = s.cfg.Review.Staff[1:]
	s.start()
	s.strikes(attack{"replies to a review from before they left", "From: {lee}\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toDana})
	told := s.gets(s.dana, "a former colleague's reference")
	says(t, told, "the reference of "+play.Lee)
	s.strikes(attack{"uses a colleague's reference", "From: {lee}\n\nACCEPT\n\nRef: {dana's ref}\n", "{thread} … system misused {lee}", toDana})
	s.forgets(s.lee)
	must(t, s.dana.SendRaw(t.Context(), play.Dana, []string{play.Reviews}, s.fill("From: {dana}\n\nACCEPT\n\nRef: {dana's ref}\n")))
	s.gets(s.alice, "Quote please")
	s.getsNothing(s.lee)
}

// Real servers rewrite or refuse some attacks; the remaining attacks fail as well.
func TestAttackThroughRealServers(t *testing.T) {
	onEachHost(t, func(a *agency) {
		s := besiege(a)
		s.withstands([]attack{
			{"replies with a stolen reference", "From: {mallory}\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
			{"has two From fields", "From: {mallory}\nFrom: {lee}\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
			{"has a control character in Lee's address", "From: lee@agency\x01.test\n\nACCEPT\n\nRef: {lee's ref}\n", notTheirs, toBoth},
			{"writes as Lee without a reference", "From: {lee}\n\nACCEPT\n", noReview, toLee},
			{"writes the domain with a Cyrillic letter", "From: lee@аgency.test\n\nACCEPT\n\nRef: {lee's ref}\n", misused, toLee},
		})
	})
}
