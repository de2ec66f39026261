package message

import (
	"strings"
	"testing"
)

// BenchmarkCompose composes a mail of the size that reviews have.
func BenchmarkCompose(b *testing.B) {
	o := sampleOutgoing()
	o.Text = strings.Repeat("How many years have you been licensed?\n", 100)
	o.HTML = strings.Repeat(`<tr valign="top"><td style="padding:4px 8px;color:#222;font-size:16px">12,000 miles a year</td></tr>`+"\n", 150)
	b.ReportAllocs()
	for b.Loop() {
		raw, err := Compose(o)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(raw))/float64(len(o.Text)+len(o.HTML)), "growth")
	}
}
