// Package pdf prints a quote as a PDF file. Equal input gives equal bytes, because staff approve
// the file and the customer gets the same file.
package pdf

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/go-pdf/fpdf"
	"golang.org/x/text/unicode/norm"
)

// Measures of a page in millimeters, on Letter paper.
const (
	margin = 18.0
	width  = 215.9 - 2*margin
	line   = 5.0
	family = "Go"
)

// The Go fonts of golang.org/x/image, packed, so that a start of the program reads less.
//
//go:embed Go-Regular.ttf.gz
var regular string

//go:embed Go-Bold.ttf.gz
var bold string

func unpacked(font string) ([]byte, error) {
	r, err := gzip.NewReader(strings.NewReader(font))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// columns are the widths of a table.
var columns = [3]float64{width * 0.5, width * 0.28, width * 0.22}

// Quote prints a quote. The day is the date of the file.
func Quote(s Sheet, day time.Time) ([]byte, error) {
	p := &printer{fpdf.New("P", "mm", "Letter", "")}
	p.SetCreationDate(day)
	p.SetModificationDate(day)
	p.SetCatalogSort(true)
	p.SetLang(s.Language)
	p.SetTitle(printed(s.Title), true)
	p.SetAuthor(printed(strings.Join(s.Agency, ", ")), true)
	p.SetProducer("ppamaild", true)
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, margin)
	for _, font := range []struct{ style, packed string }{{"", regular}, {"B", bold}} {
		ttf, err := unpacked(font.packed)
		if err != nil {
			return nil, err
		}
		p.AddUTF8FontFromBytes(family, font.style, ttf)
	}
	p.AliasNbPages("{pages}")
	p.SetFooterFunc(p.footer)
	p.AddPage()
	p.head(s)
	for _, section := range s.Sections {
		p.section(section)
	}
	p.Ln(line)
	for _, text := range s.Footer {
		p.paragraph(text, 8, 90)
	}
	var b bytes.Buffer
	err := p.Output(&b)
	return b.Bytes(), err
}

type printer struct{ *fpdf.Fpdf }

// footer numbers a page.
func (p *printer) footer() {
	p.SetY(-margin + line)
	p.font("", 8, 90)
	p.CellFormat(0, line, fmt.Sprintf("%d / {pages}", p.PageNo()),
		"", 0, "R", false, 0, "")
}

func (p *printer) head(s Sheet) {
	p.font("B", 11, 0)
	p.CellFormat(0, line+1, printed(strings.Join(s.Agency, "   ")), "B", 1, "L", false, 0, "")
	p.Ln(line)
	p.font("B", 20, 0)
	p.MultiCell(0, 9, printed(s.Title), "", "L", false)
	p.Ln(2)
	if s.Warning != "" {
		p.font("B", 10, 0)
		p.SetFillColor(255, 243, 205)
		p.MultiCell(0, line+1, printed(s.Warning), "", "L", true)
		p.Ln(2)
	}
	for _, text := range s.Facts {
		p.paragraph(text, 10, 0)
	}
}

func (p *printer) section(s SheetSection) {
	const headRoom = 4 * line // no title stays alone at the end of a page
	if _, height := p.GetPageSize(); p.GetY() > height-margin-headRoom {
		p.AddPage()
	}
	p.Ln(line)
	p.font("B", 12, 0)
	p.MultiCell(0, line+2, printed(s.Title), "", "L", false)
	for _, text := range s.Text {
		p.paragraph(text, 9, 90)
	}
	for _, r := range s.Rows {
		p.row(r)
	}
	for _, text := range s.Notes {
		p.paragraph(text, 9, 0)
	}
}

// row prints a row. A long label takes several lines.
func (p *printer) row(r SheetRow) {
	style, gray, border := "", 0, ""
	if r.Head {
		gray, border = 90, "B"
	}
	if r.Sum {
		style, border = "B", "T"
	}
	p.font(style, 10, gray)
	first := columns[0]
	if r.Cells[1] == "" {
		first += columns[1]
	}
	lines := p.SplitText(printed(r.Cells[0]), first-2)
	for i, text := range lines {
		if i > 0 {
			p.CellFormat(first, line, text, "", 1, "L", false, 0, "")
			continue
		}
		p.CellFormat(first, line+1, text, border, 0, "L", false, 0, "")
		if r.Cells[1] != "" {
			p.CellFormat(columns[1], line+1, printed(r.Cells[1]), border, 0, "L", false, 0, "")
		}
		p.CellFormat(columns[2], line+1, printed(r.Cells[2]), border, 1, "R", false, 0, "")
	}
}

func (p *printer) paragraph(text string, size float64, gray int) {
	p.font("", size, gray)
	p.MultiCell(0, size*0.5, printed(text), "", "L", false)
	p.Ln(1)
}

func (p *printer) font(style string, size float64, gray int) {
	p.SetFont(family, style, size)
	p.SetTextColor(gray, gray, gray)
}

// printed replaces characters that the font lacks: a letter with marks becomes the plain letter,
// and another character a question mark.
func printed(s string) string {
	var b strings.Builder
	for _, r := range s {
		if hasGlyph(r) {
			b.WriteRune(r)
			continue
		}
		base := []rune(norm.NFD.String(string(r)))[0]
		switch {
		case unicode.Is(unicode.Mn, r):
		case hasGlyph(base):
			b.WriteRune(base)
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}

// hasGlyph reports whether the font has a character: Latin with the marks of Europe, Greek,
// Cyrillic, and the punctuation of both languages.
func hasGlyph(r rune) bool {
	switch {
	case r >= ' ' && r <= '~', r >= 0xa0 && r <= 0x17f:
		return true
	case r >= 0x391 && r <= 0x3c9 && r != 0x3a2, r >= 0x401 && r <= 0x45f:
		return true
	}
	return strings.ContainsRune("–—‘’“”„†•…‰€™−", r)
}
