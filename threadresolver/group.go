package threadresolver

import "ppamaild/mailbox/message"

// Group partitions the messages of a file by Message-ID, In-Reply-To and References. Messages
// that share an identifier belong together, even if no message has the identifier. Group
// returns the number of the group of each message. Groups are numbered from 0 in the order
// of their first messages.
func Group(msgs []*message.Message) []int {
	sets := make(disjoint, len(msgs))
	for i := range sets {
		sets[i] = i
	}
	first := map[string]int{}
	for i, m := range msgs {
		for _, id := range append(append([]string{m.MessageID}, m.InReplyTo...), m.References...) {
			if id == "" {
				continue
			}
			if j, ok := first[id]; ok {
				sets.join(i, j)
			} else {
				first[id] = i
			}
		}
	}
	return sets.numbers()
}

// disjoint is a forest of sets. Each element points toward the smallest element of its set.
type disjoint []int

func (d disjoint) root(i int) int {
	for d[i] != i {
		d[i] = d[d[i]]
		i = d[i]
	}
	return i
}

func (d disjoint) join(a, b int) {
	a, b = d.root(a), d.root(b)
	d[max(a, b)] = min(a, b)
}

func (d disjoint) numbers() []int {
	groups := make([]int, len(d))
	number := map[int]int{}
	for i := range d {
		root := d.root(i)
		if _, ok := number[root]; !ok {
			number[root] = len(number)
		}
		groups[i] = number[root]
	}
	return groups
}
