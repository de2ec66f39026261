package review

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/store"
)

// Outcome is what becomes of a reply to a review.
type Outcome string

// The outcomes. All but Decides change nothing.
const (
	Decides        Outcome = "decides"
	Unclear        Outcome = "unclear"         // the sender is asked back
	NotYours       Outcome = "not_yours"       // another member's reference: the sender is told to use their own copy
	Misused        Outcome = "misused"         // not staff: the owner is told, the sender gets nothing
	Unknown        Outcome = "unknown"         // no reference of ours, or to no review there is
	AlreadyDecided Outcome = "already_decided" // the sender is told who decided what
	Superseded     Outcome = "superseded"      // the sender is told what happened
	Expired        Outcome = "expired"
	NotLicensed    Outcome = "not_licensed"
	// NotAuthenticated is for the caller to set: nothing proves that the sender is
	// who they say, and whoever has the address is told.
	NotAuthenticated Outcome = "not_authenticated"
)

// Ruling is an outcome and what it rests on.
type Ruling struct {
	Outcome    Outcome
	Review     store.Review // the zero value for Unknown
	Member     Member       // the sender; the zero value for Misused
	Owner      string       // canonical address the reference was made for; empty for Unknown
	Understood string       // what was read in the reply, in words, for a mail to its sender
	Why        string       // in words, for a mail to whoever is told
}

// Judge rules on replies to reviews.
type Judge struct {
	References References
	Staff      Staff
	// Review returns a review by thread and number; ok is false where there is none.
	Review func(thread string, number int) (r store.Review, ok bool)
}

// Rule says what becomes of a reply from sender that holds refs, in headers or
// text, and whose own text was read as d. It changes nothing, and the same
// arguments have the same ruling.
func (j Judge) Rule(sender string, refs []Ref, d Decision) Ruling {
	j = j.lookingOnce()
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
		return several(member, own)
	case len(own) == 1:
		own[0].Member = member
		return j.decide(own[0], d)
	case len(others) == 0:
		return Ruling{Outcome: Unknown, Member: member, Why: "It holds no reference to a review of ours."}
	case isStaff:
		return j.notYours(member, others[0])
	}
	return misused(sender, others[0])
}

// lookingOnce returns a judge who looks for each review once: a text may name one
// thousands of times.
func (j Judge) lookingOnce() Judge {
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

// owned returns the review that a reference is to and whom it was made for.
func (j Judge) owned(ref Ref) (Ruling, bool) {
	review, ok := j.Review(ref.Thread, ref.Review)
	if !ok {
		return Ruling{}, false
	}
	asked := slices.Clone(review.Staff) // also those who have left since
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

// decide rules on a reply by the owner of its reference. What has happened to
// the review comes first: a late answer is told so, clear or not.
func (j Judge) decide(r Ruling, d Decision) Ruling {
	v := r.Review
	r.Understood = d.read()
	switch {
	case v.Status == store.ReviewDecided:
		r.Outcome, r.Why = AlreadyDecided, fmt.Sprintf("%s decided it: %s", v.DecidedBy, v.Verdict)
	case v.Status == store.ReviewSuperseded:
		r.Outcome, r.Why = Superseded, v.Why
	case v.Status != store.ReviewOpen:
		r.Outcome, r.Why = Expired, v.Why
	case !j.Staff.MayDecide(r.Member, v.Step):
		r = notLicensed(r)
	default:
		r.Outcome = Decides
		if ok, why := d.AllowedIn(v.Kind, v.Step); !ok {
			r.Outcome, r.Why = Unclear, why
		}
	}
	return r
}

func several(member Member, own []Ruling) Ruling {
	var names []string
	for _, r := range own {
		names = append(names, fmt.Sprintf("%s-%d", r.Review.Thread, r.Review.Number))
	}
	return Ruling{Outcome: Unclear, Review: own[0].Review, Member: member, Owner: member.Address,
		Understood: "the references of " + strings.Join(names, " and "),
		Why:        "A reply decides one review. Reply to the one you mean, without text of another."}
}

// notYours rules on a colleague's copy. Who may not decide that step has none of their
// own.
func (j Judge) notYours(member Member, r Ruling) Ruling {
	if r.Member = member; !j.Staff.MayDecide(member, r.Review.Step) {
		return notLicensed(r)
	}
	r.Outcome = NotYours
	r.Why = fmt.Sprintf("this copy of the review went to %s; answer on your own", r.Owner)
	return r
}

func notLicensed(r Ruling) Ruling {
	r.Outcome, r.Why = NotLicensed, "only licensed staff decide a quote"
	return r
}

func misused(sender string, r Ruling) Ruling {
	r.Outcome = Misused
	r.Why = fmt.Sprintf("%s used the reference of %s; not counted", sender, r.Owner)
	return r
}
