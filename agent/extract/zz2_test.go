package extract

import (
	"fmt"
	"testing"
)

func TestZ2(t *testing.T) {
	r := newReader(Input{Text: "Yo, need a quote for my '17 Beamer 330i and the old lady's '08 Chevy Tahoe. Both"})
	r.run()
	for _, m := range []mention{{span: r.vehicles[1].at}, {span: r.vehicles[0].at}} {
		s := r.sentence(m.i)
		fmt.Println(r.raw(m.span), r.isRemoved(m), r.isElsewhere(m), r.outsiderSpeaks(s, m.i), r.cues["got rid of"], r.cues["of the past"], r.cues["hit by"], r.cues["was sold"])
	}
}
