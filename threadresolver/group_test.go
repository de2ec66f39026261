package threadresolver

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"ppamaild/mailbox/message"
)

func TestGroup(t *testing.T) {
	type m = message.Message
	for name, c := range map[string]struct {
		msgs []*m
		want []int
	}{
		"none":            {nil, []int{}},
		"strangers":       {[]*m{{MessageID: "a"}, {MessageID: "b"}, {}}, []int{0, 1, 2}},
		"answer":          {[]*m{{MessageID: "a"}, {MessageID: "b", InReplyTo: []string{"a"}}}, []int{0, 0}},
		"answer first":    {[]*m{{MessageID: "b", References: []string{"a"}}, {MessageID: "x"}, {MessageID: "a"}}, []int{0, 1, 0}},
		"unseen root":     {[]*m{{MessageID: "a", References: []string{"r"}}, {MessageID: "b", References: []string{"r"}}}, []int{0, 0}},
		"joined later":    {[]*m{{MessageID: "a"}, {MessageID: "b"}, {MessageID: "c", References: []string{"a", "b"}}}, []int{0, 0, 0}},
		"same id twice":   {[]*m{{MessageID: "a"}, {MessageID: "a"}}, []int{0, 0}},
		"a loop":          {[]*m{{MessageID: "a", InReplyTo: []string{"b"}}, {MessageID: "b", InReplyTo: []string{"a"}}}, []int{0, 0}},
		"no ids together": {[]*m{{InReplyTo: []string{""}}, {InReplyTo: []string{""}}}, []int{0, 1}},
	} {
		if got := Group(c.msgs); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestGroupIgnoresOrder checks that the order of messages in a file does not change the groups.
func TestGroupIgnoresOrder(t *testing.T) {
	id := rapid.Map(rapid.IntRange(0, 12), strconv.Itoa)
	rapid.Check(t, func(t *rapid.T) {
		var msgs []*message.Message
		for range rapid.IntRange(0, 10).Draw(t, "n") {
			msgs = append(msgs, &message.Message{MessageID: id.Draw(t, "id"), References: rapid.SliceOfN(id, 0, 2).Draw(t, "refs")})
		}
		before := Group(msgs)
		backwards := slices.Clone(msgs)
		slices.Reverse(backwards)
		after := Group(backwards)
		slices.Reverse(after)
		for i := range before {
			for j := range i {
				if (before[i] == before[j]) != (after[i] == after[j]) {
					t.Fatalf("%v and, backwards, %v", before, after)
				}
			}
		}
	})
}
