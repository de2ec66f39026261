package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/templates"
)

// The drawing puts the places below each other. An edge to the next place is a straight arrow.
// An edge further down uses a lane on the right, an edge back up a lane on the left. Shorter
// edges use lanes closer to the places. The drawing fits a phone.
const (
	boxWidth   = 148
	boxHeight  = 34 // minimum
	rowGap     = 26
	portGap    = 16 // between arrows on one side of a box
	laneBegin  = 34 // from a box to the first lane; room for labels
	laneWidth  = 15
	margin     = 8
	headLength = 6
)

// edge is one or more legs between the same places.
type edge struct {
	from, to int // rows
	order    []int
	lane     int
	fromPort int // y
	toPort   int
}

func (e edge) straight() bool { return e.to == e.from+1 }
func (e edge) left() bool     { return e.to <= e.from }
func (e edge) top() int       { return min(e.from, e.to) }
func (e edge) bottom() int    { return max(e.from, e.to) }

// drawing is a graph during layout.
type drawing struct {
	places []string
	edges  []edge
	tops   []int // y of the boxes
	height []int
	left   int // x of the left side of the boxes
	width  int
	say    *templates.Phrases
}

// draw lays out the path of a thread.
func draw(legs []templates.Leg, say *templates.Phrases) templates.Graph {
	d := drawing{say: say, places: visited(legs), edges: edges(legs)}
	lanesLeft, lanesRight := d.lanes(true), d.lanes(false)
	d.left = margin + lanesWidth(lanesLeft)
	d.width = d.left + boxWidth + lanesWidth(lanesRight) + margin
	d.boxes()
	d.ports()
	g := templates.Graph{Width: d.width, Height: d.tops[len(d.tops)-1] + d.height[len(d.height)-1] + margin}
	now := ""
	if n := len(legs); n > 0 {
		now = legs[n-1].To
	}
	for row, place := range d.places {
		g.Nodes = append(g.Nodes, templates.GraphNode{
			X: d.left, Y: d.tops[row], Width: boxWidth, Height: d.height[row],
			MidX: d.left + boxWidth/2, MidY: d.tops[row] + d.height[row]/2, Name: words(place), Visits: visits(legs, place),
			Now: place == now,
		})
	}
	for _, e := range d.edges {
		g.Edges = append(g.Edges, d.arrow(e))
	}
	return g
}

// edges groups the legs between the same places, in order of first occurrence.
func edges(legs []templates.Leg) (list []edge) {
	all := visited(legs)
	for n, l := range legs {
		from, to := slices.Index(all, l.From), slices.Index(all, l.To)
		i := slices.IndexFunc(list, func(e edge) bool { return e.from == from && e.to == to })
		if i < 0 {
			i = len(list)
			list = append(list, edge{from: from, to: to})
		}
		list[i].order = append(list[i].order, n+1)
	}
	return list
}

// visits counts the visits of a place.
func visits(legs []templates.Leg, place string) (n int) {
	for i, l := range legs {
		if l.To == place {
			n++
		}
		if i == 0 && l.From == place {
			n++
		}
	}
	return n
}

// lanes assigns lanes to the edges on one side, shortest first, and returns the number of
// lanes. Edges in the same lane do not touch.
func (d *drawing) lanes(left bool) (n int) {
	var of []*edge
	for i := range d.edges {
		if e := &d.edges[i]; !e.straight() && e.left() == left {
			of = append(of, e)
		}
	}
	slices.SortStableFunc(of, func(a, b *edge) int {
		return cmp.Or(cmp.Compare(a.bottom()-a.top(), b.bottom()-b.top()), cmp.Compare(a.top(), b.top()))
	})
	for i, e := range of {
		for slices.ContainsFunc(of[:i], func(o *edge) bool {
			return o.lane == e.lane && o.top() <= e.bottom() && e.top() <= o.bottom()
		}) {
			e.lane++
		}
		n = max(n, e.lane+1)
	}
	return n
}

// lanesWidth returns the width of lanes in pixels.
func lanesWidth(lanes int) int {
	if lanes == 0 {
		return 0
	}
	return laneBegin + (lanes-1)*laneWidth
}

// port is the point where an edge meets the side of a box.
type port struct {
	y  *int
	up bool // the edge goes up
	e  edge
}

// portsAt lists the edges on one side of a box, from the top. Upward edges come first, inner
// lanes first. Then come downward edges, outer lanes first. In this order no edges cross.
func (d *drawing) portsAt(row int, left bool) (list []port) {
	for i := range d.edges {
		e := &d.edges[i]
		if e.straight() || e.left() != left {
			continue
		}
		if e.from == row {
			list = append(list, port{&e.fromPort, e.to < row, *e})
		}
		if e.to == row {
			list = append(list, port{&e.toPort, e.from < row || e.from == row, *e})
		}
	}
	slices.SortStableFunc(list, func(a, b port) int {
		switch {
		case a.up != b.up && a.up:
			return -1
		case a.up != b.up:
			return 1
		case a.up:
			return cmp.Compare(a.e.lane, b.e.lane)
		}
		return cmp.Compare(b.e.lane, a.e.lane)
	})
	return list
}

// boxes stacks the boxes. Each box is high enough for its edges.
func (d *drawing) boxes() {
	y := margin
	for row := range d.places {
		n := max(len(d.portsAt(row, true)), len(d.portsAt(row, false)))
		d.tops, d.height = append(d.tops, y), append(d.height, max(boxHeight, (n+1)*portGap))
		y += d.height[row] + rowGap
	}
}

func (d *drawing) ports() {
	for row := range d.places {
		for _, left := range []bool{true, false} {
			list := d.portsAt(row, left)
			for i, p := range list {
				*p.y = d.tops[row] + d.height[row]*(i+1)/(len(list)+1)
			}
		}
	}
}

// arrow draws an edge.
func (d *drawing) arrow(e edge) templates.GraphEdge {
	g := templates.GraphEdge{Label: label(e.order), Title: d.title(e)}
	if e.straight() {
		x, from, to := d.left+boxWidth/2, d.tops[e.from]+d.height[e.from], d.tops[e.to]
		g.Line = fmt.Sprintf("M%d %dV%d", x, from, to-headLength)
		g.Head = fmt.Sprintf("M%d %dl-4 -%dh8z", x, to, headLength)
		g.LabelX, g.LabelY, g.Anchor = x+7, (from+to)/2+3, "start"
		return g
	}
	x, out := d.left+boxWidth, 1
	g.Anchor = "start"
	if e.left() {
		x, out, g.Anchor = d.left, -1, "end"
	}
	lane := x + out*(laneBegin+e.lane*laneWidth)
	g.Line = fmt.Sprintf("M%d %dH%dV%dH%d", x, e.fromPort, lane, e.toPort, x+out*headLength)
	g.Head = fmt.Sprintf("M%d %dl%d -4v8z", x, e.toPort, out*headLength)
	g.LabelX, g.LabelY = x+out*4, e.fromPort-3
	return g
}

// label returns the order numbers of an edge, as many as fit.
func label(order []int) string {
	const room = 5
	if all := numbers(order); len(all) <= room {
		return all
	}
	return fmt.Sprintf("%d +%d", order[0], len(order)-1)
}

func numbers(order []int) string {
	parts := make([]string, len(order))
	for i, n := range order {
		parts[i] = fmt.Sprint(n)
	}
	return strings.Join(parts, ",")
}

// title describes an edge for the tooltip.
func (d *drawing) title(e edge) string {
	places := d.say.Say("report.edge", words(d.places[e.from]), words(d.places[e.to]))
	times := d.say.Say("report.once")
	if n := len(e.order); n > 1 {
		times = d.say.Say("report.times", strconv.Itoa(n))
	}
	return d.say.Say("report.steps", places, times, numbers(e.order))
}
