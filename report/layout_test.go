package report

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"ppamaild/templates"
)

// For any path of a thread, no arrow runs over another, and the picture contains all arrows.
// The picture of a usual path fits a phone.
func TestDrawing(t *testing.T) {
	all := append([]string{"handed_over", "completed", "expired"}, places...)
	say := english(t)
	rapid.Check(t, func(t *rapid.T) {
		var legs []templates.Leg
		here := placeCustomer
		for range rapid.IntRange(0, 40).Draw(t, "legs") {
			to := rapid.SampledFrom(all).Draw(t, "to")
			legs = append(legs, templates.Leg{From: here, To: to})
			here = to
		}
		g := draw(legs, say)
		counted := 0
		for _, n := range g.Nodes {
			counted += n.Visits
			if isLast := len(legs) > 0 && n.Name == words(here); n.Now != isLast {
				t.Errorf("the thread is at %s: %t", n.Name, n.Now)
			}
			if n.X < 0 || n.Y < 0 || n.X+n.Width > g.Width || n.Y+n.Height > g.Height {
				t.Errorf("%s lies outside of %d x %d: %+v", n.Name, g.Width, g.Height, n)
			}
		}
		if len(legs) > 0 && counted != len(legs)+1 {
			t.Errorf("%d visits on %d legs", counted, len(legs))
		}
		seen := make(map[string]bool) // ends of arrows
		for _, e := range g.Edges {
			var x, y, lane, y2, x2 int
			if n, _ := fmt.Sscanf(e.Line, "M%d %dH%dV%dH%d", &x, &y, &lane, &y2, &x2); n < 5 {
				continue // straight
			}
			if lane < 0 || lane > g.Width {
				t.Errorf("%s runs outside: %s", e.Title, e.Line)
			}
			for _, end := range []string{fmt.Sprint(x, y), fmt.Sprint(x, y2)} {
				if seen[end] {
					t.Errorf("%s meets another arrow at %s", e.Title, end)
				}
				seen[end] = true
			}
		}
	})
}

func TestUsualWaysFitAPhone(t *testing.T) {
	for _, s := range []*story{quoted(t), handedOver(t)} {
		list, err := Replay(s.thread, s.tools)
		check(t, err)
		if g := draw(path(list, s.tools), english(t)); g.Width > 366 {
			t.Errorf("the drawing is %d pixels wide", g.Width)
		}
	}
}

func TestWayInWords(t *testing.T) {
	s := quoted(t)
	list, err := Replay(s.thread, s.tools)
	check(t, err)
	var got string
	for _, l := range path(list, s.tools) {
		got += l.From + " > " + l.To + "; " + l.Why + "\n"
	}
	const want = `customer_writes > info_analysis; 
info_analysis > info_request; 
info_request > agency_review; 
agency_review > info_request; reject by lee@agency.test
info_request > agency_review; 
agency_review > customer_reply; accept by lee@agency.test
customer_reply > customer_writes; 
customer_writes > info_analysis; 
info_analysis > discount_check; 
discount_check > carrier_call; 
carrier_call > carrier_call; 
carrier_call > carrier_call; 
carrier_call > carrier_call; 
carrier_call > carrier_call; 
carrier_call > carrier_call; 
carrier_call > carrier_call; 
carrier_call > quote; 
quote > agency_review; 
agency_review > customer_reply; accept by lee@agency.test
`
	if got != want {
		t.Errorf("it took\n%s", got)
	}
}
