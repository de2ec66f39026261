package carrier

import "math/big"

// product is an exact price or factor, without floating point.
type product struct{ big.Rat }

func newProduct(n int) *product {
	var p product
	p.SetInt64(int64(n))
	return &p
}

// times multiplies p and returns p.
func (p *product) times(factors ...Percent) *product {
	for _, f := range factors {
		p.Mul(&p.Rat, big.NewRat(int64(f), 100))
	}
	return p
}

// wholeDollars rounds half up.
func (p *product) wholeDollars() Cents {
	half := new(big.Rat).Add(&p.Rat, big.NewRat(1, 2))
	return Cents(new(big.Int).Div(half.Num(), half.Denom()).Int64()) * 100
}
