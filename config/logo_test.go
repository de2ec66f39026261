package config

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// picture returns a picture of random colors, which does not compress.
func picture(t *testing.T, kind string, width, height int) []byte {
	t.Helper()
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	random := rand.New(rand.NewPCG(1, 2))
	for y := range height {
		for x := range width {
			n := random.Uint32()
			p.Set(x, y, color.RGBA{uint8(n), uint8(n >> 8), uint8(n >> 16), 255})
		}
	}
	var b bytes.Buffer
	var err error
	if kind == "png" {
		err = png.Encode(&b, p)
	} else {
		err = jpeg.Encode(&b, p, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The logo of the agency is a small PNG or JPEG file. Mistakes are explained.
func TestLogo(t *testing.T) {
	files := map[string][]byte{
		"logo.png": picture(t, "png", 80, 40), "logo.jpg": picture(t, "jpeg", 60, 20),
		"big.png": picture(t, "png", 200, 200), "long.png": picture(t, "png", 2100, 1),
		"cut.png": picture(t, "png", 80, 40)[:20], "logo.svg": []byte("<svg/>"), "empty.png": nil,
	}
	for file, want := range map[string]string{
		"logo.png": "", "logo.jpg": "", "": "",
		"big.png":   `found "big.png", which has more than 64 KB; allowed: a PNG or JPEG file`,
		"long.png":  `found "long.png", which has 2100 x 1 pixels`,
		"cut.png":   `found "cut.png", which is no such picture`,
		"logo.svg":  `found "logo.svg", which is no such picture`,
		"empty.png": `found "empty.png", which is no such picture`,
		"none.png":  `found "none.png", which can't be read: no such file`,
	} {
		dir := exampleDir(t)
		for name, data := range files {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		cfg, err := load(dir, strings.Replace(readExample(t), `logo = ""`, `logo = "`+file+`"`, 1))
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %s", file, err, want)
		case want == "" && err != nil:
			t.Errorf("%s: %v", file, err)
		case want == "" && !bytes.Equal(cfg.Agency.Picture.Content, files[file]):
			t.Errorf("%s: %d bytes", file, len(cfg.Agency.Picture.Content))
		}
	}
}
