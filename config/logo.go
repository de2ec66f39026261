package config

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"strconv"
)

// Logo is the picture of agency.logo. Without a picture, all fields are empty.
type Logo struct {
	Type          string // image/png or image/jpeg
	Content       []byte
	Width, Height int // in pixels
}

// Limits of a logo. Each mail to a customer contains it.
const (
	maxLogo     = 64 << 10 // bytes
	maxLogoSide = 2000     // pixels
)

// checkLogo reads the agency's logo.
func (l *loader) checkLogo(a *Agency) {
	const key = "agency.logo"
	if a.Logo == "" {
		return
	}
	refuse := func(found string) {
		l.Report(key, fmt.Sprintf("found %s, %s", strconv.Quote(a.Logo), found),
			fmt.Sprintf("allowed: a PNG or JPEG file of at most %d KB and %d pixels a side",
				maxLogo>>10, maxLogoSide))
	}
	data, err := l.readFile(a.Logo)
	if err != nil {
		refuse("which can't be read: " + err.Error())
		return
	}
	read, kind := png.DecodeConfig, "image/png"
	if bytes.HasPrefix(data, []byte("\xff\xd8")) {
		read, kind = jpeg.DecodeConfig, "image/jpeg"
	}
	var size image.Config
	switch size, err = read(bytes.NewReader(data)); {
	case len(data) > maxLogo:
		refuse(fmt.Sprintf("which has more than %d KB", maxLogo>>10))
	case err != nil:
		refuse("which is no such picture: " + err.Error())
	case size.Width < 1 || size.Height < 1 || max(size.Width, size.Height) > maxLogoSide:
		refuse(fmt.Sprintf("which has %d x %d pixels", size.Width, size.Height))
	default:
		a.Picture = Logo{Type: kind, Content: data, Width: size.Width, Height: size.Height}
	}
}
