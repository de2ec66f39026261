package templates

import "testing"

// BenchmarkRender renders the usual mails of a quote request. Rendering costs the daemon more
// CPU time than any other work of its own.
func BenchmarkRender(b *testing.B) {
	set, err := New("")
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"info_request", "info_reminder", "info_close", "quote", "review"} {
		b.Run(name, func(b *testing.B) {
			data := Sample(name, "en")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := set.Render(name, data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
