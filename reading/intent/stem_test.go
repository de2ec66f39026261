package intent

import "testing"

func TestStem(t *testing.T) {
	for _, forms := range [][]string{
		{"scrape", "scraped", "scraping", "scrapes"}, {"dent", "dents", "dented"}, {"clip", "clipped", "clipping"},
		{"injury", "injuries"}, {"crash", "crashes", "crashed"}, {"policy", "policies", "policy's"},
	} {
		for _, form := range forms[1:] {
			if stem(form) != stem(forms[0]) {
				t.Errorf("%s: %q, %s: %q", forms[0], stem(forms[0]), form, stem(form))
			}
		}
	}
	if stem("police") == stem("policy") {
		t.Error("police and policy are one stem")
	}
}
