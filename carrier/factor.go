package carrier

import "fmt"

// Percent is a factor in hundredths: 85 multiplies by 0.85.
type Percent int64

// String returns "0.85".
func (p Percent) String() string { return fmt.Sprintf("%d.%02d", p/100, p%100) }

// Factor is a factor of a premium and the reason for it.
type Factor struct {
	Name string  `json:"name"` // of the table: "territory"
	Of   string  `json:"of"`   // the key in the table: "ZIP code 832.."
	By   Percent `json:"by"`   // hundredths
}

// product multiplies factors exactly.
func (f factors) product() *product {
	p := newProduct(1)
	for _, x := range f {
		p.times(x.By)
	}
	return p
}

type factors []Factor
