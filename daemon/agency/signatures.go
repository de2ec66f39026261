package agency

import (
	"slices"

	"ppamaild/review"
	"ppamaild/store"
)

// maxSignatures limits the signatures of a member of staff.
const maxSignatures = 8

// Remember stores a signature of a member of staff. A signature that the member stated is kept
// longer than others.
func (a *Agency) Remember(tx store.Correspondents, address string, s store.Signature) error {
	c, err := a.Correspondent(tx, address)
	if err != nil {
		return err
	}
	for i, known := range c.Signatures {
		if known.Lines == s.Lines && (known.Stated || known.Thread == s.Thread && !s.Stated) {
			return nil
		}
		if known.Lines == s.Lines && s.Stated {
			c.Signatures[i].Stated = true
			return tx.PutCorrespondent(c)
		}
	}
	c.Signatures = append(c.Signatures, s)
	if len(c.Signatures) > maxSignatures {
		learned := func(s store.Signature) bool { return !s.Stated }
		oldest := max(0, slices.IndexFunc(c.Signatures, learned))
		c.Signatures = slices.Delete(c.Signatures, oldest, oldest+1)
	}
	return tx.PutCorrespondent(c)
}

// Person returns the names and the signatures of a member of staff. A signature that the member
// did not state counts only in other threads than the thread of its mail, because a request
// is often repeated in a thread.
func (a *Agency) Person(tx store.Correspondents, m review.Member, refs []review.Ref) (review.Person, error) {
	who := m.Person()
	who.Lines = append(who.Lines, a.Config.Agency.Name) // a usual line of a signature
	c, err := a.Correspondent(tx, m.Address)
	for _, s := range c.Signatures {
		same := slices.ContainsFunc(refs, func(r review.Ref) bool { return r.Thread == s.Thread })
		if s.Stated || !same {
			who.Signatures = append(who.Signatures, s.Lines)
		}
	}
	return who, err
}
