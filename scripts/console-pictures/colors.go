package main

import (
	"cmp"
	"image"
	"image/color"
	"maps"
	"slices"
)

// maxColors is the number of colors in a picture with a palette.
const maxColors = 256

// fewColors draws a picture with its most frequent colors. Rare colors, at the edges of letters,
// become the nearest of the frequent colors.
func fewColors(from image.Image) *image.Paletted {
	count := map[color.RGBA]int{}
	area := from.Bounds()
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			count[rgba(from, x, y)]++
		}
	}
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(number(a), number(b)))
	})
	var palette color.Palette
	for _, c := range all[:min(len(all), maxColors)] {
		palette = append(palette, c)
	}
	nearest := map[color.RGBA]uint8{}
	for _, c := range all {
		nearest[c] = uint8(palette.Index(c))
	}
	to := image.NewPaletted(area, palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			to.SetColorIndex(x, y, nearest[rgba(from, x, y)])
		}
	}
	return to
}

func rgba(from image.Image, x, y int) color.RGBA {
	return color.RGBAModel.Convert(from.At(x, y)).(color.RGBA)
}

func number(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
