package news

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ppamaild/store"
)

// Each payload fits into a NOTIFY, and together they have all news once.
func TestPayloads(t *testing.T) {
	var want []store.News
	for n := range 1000 {
		thread := fmt.Sprint("Q \x00\n\"ü", n)
		want = append(want, store.News{Kind: store.NewsEvent, Thread: thread, Event: "customer"})
	}
	want = append(want, store.News{Kind: store.NewsMail})
	var b Batch
	for _, n := range append(want, want[0]) {
		b.Add(n)
	}
	payloads, err := b.Payloads(7)
	if err != nil {
		t.Fatal(err)
	}
	var got []store.News
	for _, p := range payloads {
		if len(p) > 7999 {
			t.Errorf("a payload of %d bytes", len(p))
		}
		Hear(p, 8, func(n store.News) { got = append(got, n) })
		Hear(p, 7, func(n store.News) { t.Errorf("a process hears its own %v", n) })
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d news, not %d", len(got), len(want))
	}
	if none, err := new(Batch).Payloads(7); len(none) != 0 || err != nil {
		t.Errorf("no news: %q, %v", none, err)
	}
}

// A long name, or a payload of another version, lets the others look into the store.
func TestUnreadable(t *testing.T) {
	var b Batch
	b.Add(store.News{Kind: store.NewsHead, Thread: strings.Repeat("long", 2000)})
	payloads, err := b.Payloads(7)
	if err != nil || len(payloads) != 1 {
		t.Fatalf("%q, %v", payloads, err)
	}
	for _, text := range []string{payloads[0], "", "12 event Q-1", "{}", `{"from":7,"news":"x"}`} {
		var got []store.News
		Hear(text, 8, func(n store.News) { got = append(got, n) })
		if !slices.Equal(got, []store.News{{Kind: store.NewsAny}}) {
			t.Errorf("%.40q: %v", text, got)
		}
	}
}
