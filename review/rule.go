package review

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/store"
)

// Outcome is the result of a reply to a review.
type Outcome string

// The outcomes. Only Decides changes the review.
const (
	Decides        Outcome = "decides"
	Unclear        Outcome = "unclear"         // the sender gets a question
	NotYours       Outcome = "not_yours"       // a colleague's reference: the sender must use their own copy
	Misused        Outcome = "misused"         // sender is not staff: the owner gets a warning, the sender nothing
	Unknown        Outcome = "unknown"         // no valid reference, or the review does not exist
	AlreadyDecided Outcome = "already_decided" // the sender learns who decided what
	Superseded     Outcome = "superseded"      // the sender learns what superseded the review
	Expired        Outcome = "expired"         // the review waited too long
	NotLicensed    Outcome = "not_licensed"    // the step needs a licensed member
	// NotAuthenticated is set by the caller if nothing proves the sender's identity. The staff
	// member with that address gets a warning.
	NotAuthenticated Outcome = "not_authenticated"
)

// Ruling is an outcome with its reasons.
type Ruling struct {
	Outcome    Outcome
	Review     store.Review // zero value for Unknown
	Member     Member       // the sender; zero value for Misused
	Owner      string       // canonical address of the reference's owner; empty for Unknown
	Understood string       // the decision in words, for a mail to the sender
	Why        string       // reason in words, for the mail about the outcome
	Decision   Decision     // the decision of the reply, or the decision that SIGNATURE confirms
	Signature  string       // the signature that the reply confirms; "" for none
	Doubt      *Doubt       // of an unclear reply: the lines that may be a signature; nil: none
}

// Judge rules on replies to reviews.
type Judge struct {
	References References
	Staff      Staff
	Phrases    Phrases
	// Review returns a review by thread and number. ok is false if the review does not exist.
	Review func(thread string, number int) (r store.Review, ok bool)
}

// Rule returns the outcome of a reply. refs are the references in the reply's header and text,
// and d is the decision in its own text. Rule is deterministic and changes nothing.
func (j Judge) Rule(sender string, refs []Ref, d Decision) Ruling {
	j = j.cached()
	member, isStaff := j.Staff.Find(sender)
	var own, others []Ruling
	for _, ref := range refs {
		r, ok := j.owned(ref)
		switch {
		case !ok:
		case isStaff && lowerASCII(r.Owner) == lowerASCII(member.Address):
			own = appendReview(own, r)
		default:
			others = append(others, r)
		}
	}
	switch {
	case len(own) > 1:
		return j.several(member, own)
	case len(own) == 1:
		own[0].Member = member
		return j.decide(own[0], d)
	case len(others) == 0:
		return Ruling{Outcome: Unknown, Member: member, Why: j.Phrases.Say("reply.no_reference")}
	case isStaff:
		return j.notYours(member, others[0])
	}
	return j.misused(sender, others[0])
}

// cached returns a judge with a cache of reviews, because a text may repeat a reference
// thousands of times.
func (j Judge) cached() Judge {
	type id struct {
		thread string
		number int
	}
	type answer struct {
		review store.Review
		ok     bool
	}
	known, look := map[id]answer{}, j.Review
	j.Review = func(thread string, number int) (store.Review, bool) {
		a, is := known[id{thread, number}]
		if !is {
			a.review, a.ok = look(thread, number)
			known[id{thread, number}] = a
		}
		return a.review, a.ok
	}
	return j
}

// owned returns the review and the owner of a reference.
func (j Judge) owned(ref Ref) (Ruling, bool) {
	review, ok := j.Review(ref.Thread, ref.Review)
	if !ok {
		return Ruling{}, false
	}
	asked := slices.Clone(review.Staff) // includes staff who have left since
	for _, m := range j.Staff {
		asked = append(asked, m.Address)
	}
	owner, ok := j.References.Verify(ref, asked)
	return Ruling{Review: review, Owner: owner}, ok
}

func appendReview(list []Ruling, r Ruling) []Ruling {
	same := func(o Ruling) bool { return o.Review.Thread == r.Review.Thread && o.Review.Number == r.Review.Number }
	if slices.ContainsFunc(list, same) {
		return list
	}
	return append(list, r)
}

// decide rules on a reply by the owner of its reference. If the review is no longer open, the
// sender learns that first, even for an unclear reply.
func (j Judge) decide(r Ruling, d Decision) Ruling {
	v := r.Review
	r.Understood = d.inWords()
	switch {
	case v.Status == store.ReviewDecided:
		r.Outcome, r.Why = AlreadyDecided, j.Phrases.Say("reply.decided", v.DecidedBy, v.Verdict)
	case v.Status == store.ReviewSuperseded:
		r.Outcome, r.Why = Superseded, v.Why
	case v.Status != store.ReviewOpen:
		r.Outcome, r.Why = Expired, v.Why
	case !j.Staff.MayDecide(r.Member, v.Step):
		r = j.notLicensed(r)
	default:
		r.Outcome = Decides
		r.Decision, r.Signature = d.confirmed(v.Doubts, r.Member)
		if ok, why := r.Decision.allowedIn(v.Kind, v.Step, j.Phrases); !ok {
			r.Outcome, r.Why, r.Doubt = Unclear, why, d.Doubt.in(v)
		}
	}
	return r
}

func (j Judge) several(member Member, own []Ruling) Ruling {
	var names []string
	for _, r := range own {
		names = append(names, fmt.Sprintf("%s-%d", r.Review.Thread, r.Review.Number))
	}
	return Ruling{
		Outcome:    Unclear,
		Review:     own[0].Review,
		Member:     member,
		Owner:      member.Address,
		Understood: j.Phrases.Say("reply.read.references", strings.Join(names, " and ")),
		Why:        j.Phrases.Say("reply.several"),
	}
}

// notYours rules on the use of a colleague's copy. A member who may not decide the step has no
// copy to use.
func (j Judge) notYours(member Member, r Ruling) Ruling {
	if r.Member = member; !j.Staff.MayDecide(member, r.Review.Step) {
		return j.notLicensed(r)
	}
	r.Outcome = NotYours
	r.Why = j.Phrases.Say("reply.not_yours", r.Owner)
	return r
}

func (j Judge) notLicensed(r Ruling) Ruling {
	r.Outcome, r.Why = NotLicensed, j.Phrases.Say("reply.not_licensed")
	return r
}

func (j Judge) misused(sender string, r Ruling) Ruling {
	r.Outcome = Misused
	r.Why = j.Phrases.Say("reply.misused", sender, r.Owner)
	return r
}

// confirmed returns the decision that SIGNATURE confirms, with the signature, if the review has
// lines of this member in doubt and the reply has no other lines. Other decisions are unchanged.
func (d Decision) confirmed(doubts []store.Doubt, by Member) (confirmed Decision, signature string) {
	if !d.confirms() {
		return d, ""
	}
	written := lettersOf(d.Commands[0].Argument)
	for _, doubt := range doubts {
		if doubt.By == by.Address && (written == "" || written == lettersOf(doubt.Lines)) {
			return decisionOf(doubt.Word), doubt.Lines
		}
	}
	return d, ""
}

// in returns the doubt if the review allows its word.
func (d *Doubt) in(v store.Review) *Doubt {
	if d == nil || !slices.Contains(wordsOf(v.Kind, v.Step), d.Word) {
		return nil
	}
	return d
}
