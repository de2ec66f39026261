package threadresolver

import "slices"

// hinted are the threads that a subject points to.
type hinted struct {
	all []string // whose id stands in it
	own []string // in which every author takes part, sorted: also such as their mails of that subject were in
}

// hinted follows a subject: the ids in it, and, of a message that says it answers
// something, the thread in which its author last wrote or got a mail so called.
func (r *Resolver) hinted(s Signals) (h hinted, err error) {
	for _, id := range s.Hints {
		thread, err := r.hint(&h, s, id)
		if err != nil {
			return h, err
		}
		if thread != "" && !slices.Contains(h.all, thread) {
			h.all = append(h.all, thread)
		}
	}
	if key := s.subjectKey(); key != "" {
		known, found, err := r.Index.ByMessageID(key)
		if err != nil {
			return h, err
		}
		if found {
			if _, err := r.hint(&h, s, known); err != nil {
				return h, err
			}
		}
	}
	slices.Sort(h.own)
	return h, nil
}

// hint adds a thread to those in which the authors take part, if that is so, and
// returns it if it exists.
func (r *Resolver) hint(h *hinted, s Signals, id string) (string, error) {
	thread, people, err := r.Index.Thread(id)
	if err != nil || len(people) == 0 {
		return "", err
	}
	if takesPart(s.From, people) && !slices.Contains(h.own, thread) {
		h.own = append(h.own, thread)
	}
	return thread, nil
}

// subjectKey is under what the index may know the subject; "" where it does not
// matter.
func (s Signals) subjectKey() string {
	if !s.Answers || len(s.From) != 1 {
		return ""
	}
	return SubjectKey(s.From[0], s.Subject)
}
