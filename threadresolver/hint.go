package threadresolver

import "slices"

// subjectThreads holds the threads that a subject suggests.
type subjectThreads struct {
	all []string // threads with their ID in the subject
	own []string // sorted threads in which every author takes part, also from earlier mails with the subject
}

// hinted returns the threads that a subject suggests: the IDs in the subject and, for an
// answer, the last thread in which the author wrote or got a mail with the subject.
func (r *Resolver) hinted(s Signals) (h subjectThreads, err error) {
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

// hint returns a thread if it exists. It adds the thread to own if the authors take part in
// it.
func (r *Resolver) hint(h *subjectThreads, s Signals, id string) (string, error) {
	thread, people, err := r.Index.Thread(id)
	if err != nil || len(people) == 0 {
		return "", err
	}
	if takesPart(s.From, people) && !slices.Contains(h.own, thread) {
		h.own = append(h.own, thread)
	}
	return thread, nil
}

// subjectKey returns the key of the subject in the index, or "" if the subject does not
// matter.
func (s Signals) subjectKey() string {
	if !s.Answers || len(s.From) != 1 {
		return ""
	}
	return SubjectKey(s.From[0], s.Subject)
}
