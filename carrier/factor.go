package carrier

import "fmt"

// Percent is a factor in hundredths: 85 multiplies by 0.85.
type Percent int64

// String returns "0.85".
func (p Percent) String() string { return fmt.Sprintf("%d.%02d", p/100, p%100) }

// Factor is one number that a premium is multiplied by, and why.
type Factor struct {
	Name string  `json:"name"` // of its table: "territory"
	Of   string  `json:"of"`   // what was looked up there: "ZIP code 832.."
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
