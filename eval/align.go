package eval

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ppamaild/quote"
)

// align moves the drivers and vehicles of a reading to the positions of their counterparts in
// the label, in the application and in the missing paths.
func align(want quote.Application, got Reading) Reading {
	drivers := places(want.Drivers, got.Application.Drivers, driverSimilarity)
	vehicles := places(want.Vehicles, got.Application.Vehicles, vehicleSimilarity)
	got.Application.Drivers = reorder(got.Application.Drivers, drivers)
	got.Application.Vehicles = reorder(got.Application.Vehicles, vehicles)
	got.Missing = slices.Clone(got.Missing)
	for i, path := range got.Missing {
		got.Missing[i] = rename(rename(path, "drivers", drivers), "vehicles", vehicles)
	}
	return got
}

func driverSimilarity(a, b quote.Driver) int { return agree(a.GivenName, b.GivenName) }

func vehicleSimilarity(a, b quote.Vehicle) int {
	n := agree(a.Make, b.Make) + agree(a.Model, b.Model) + agree(a.VIN, b.VIN)
	if a.Year != nil && b.Year != nil && *a.Year == *b.Year {
		n++
	}
	return n
}

func agree(a, b string) int {
	if a != "" && fold(a) == fold(b) {
		return 1
	}
	return 0
}

// places returns, for each element of got, the position of its counterpart in want, or a
// position after the end. The most similar elements match first. The rest match in order.
func places[T any](want, got []T, alike func(a, b T) int) []int {
	type pair struct{ want, got, alike int }
	var pairs []pair
	for g := range got {
		for w := range want {
			pairs = append(pairs, pair{w, g, alike(want[w], got[g])})
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.alike, a.alike) })
	out := slices.Repeat([]int{-1}, len(got))
	for _, p := range pairs {
		if out[p.got] < 0 && !slices.Contains(out, p.want) {
			out[p.got] = p.want
		}
	}
	next := len(want)
	for g := range out {
		if out[g] < 0 {
			out[g], next = next, next+1
		}
	}
	return out
}

// reorder puts each element at its position. Other positions stay empty.
func reorder[T any](list []T, to []int) []T {
	if len(list) == 0 {
		return nil
	}
	moved := make([]T, slices.Max(to)+1)
	for i, place := range to {
		moved[place] = list[i]
	}
	return moved
}

// rename replaces the element number in a list path with the new position. Unknown numbers
// stay.
func rename(path, list string, to []int) string {
	rest, in := strings.CutPrefix(path, list+"[")
	if !in {
		return path
	}
	var i int
	if _, err := fmt.Sscanf(rest, "%d]", &i); err != nil || i < 0 || i >= len(to) {
		return path
	}
	_, tail, _ := strings.Cut(rest, "]")
	return fmt.Sprintf("%s[%d]%s", list, to[i], tail)
}
