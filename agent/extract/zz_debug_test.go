package extract

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	want := os.Getenv("MAIL")
	for _, folder := range []string{"mails", "heldback"} {
		for _, l := range readLabelled(t, folder) {
			if want == "" || !strings.Contains(l.name, want) {
				continue
			}
			r := newReader(l.in)
			r.run()
			fmt.Println("==", l.name, "cased", r.cased, "intent", r.intent())
			for i, e := range r.ends {
				s := 0
				if i > 0 {
					s = r.ends[i-1]
				}
				fmt.Println("  S:", r.one(span{s, e}))
			}
			for _, c := range r.claims {
				fmt.Printf("  %c%d %s=%v %q fix=%v at=%d %s\n", c.of.kind, c.of.index, c.field, c.value, c.words, c.fix, c.at, c.standing)
			}
			for i, p := range r.people {
				fmt.Printf("  P%d %+v\n", i, *p)
			}
			for i, p := range r.vehicles {
				fmt.Printf("  V%d %+v\n", i, *p)
			}
			for i, p := range r.addresses {
				fmt.Printf("  A%d %+v %q\n", i, p, r.raw(p.span))
			}
		}
	}
}
