package inspect

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// withPDF writes a mail of Alice with a PDF file.
func withPDF(t *testing.T, text string, pdf []byte) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "mail.eml")
	mail := "From: Alice Moreno <alice@customer.test>\r\nSubject: Quote\r\n" +
		"Date: Fri, 20 Nov 2026 09:00:00 -0800\r\nMessage-ID: <1@customer.test>\r\n" +
		"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=edge\r\n\r\n" +
		"--edge\r\nContent-Type: text/plain\r\n\r\n" + text + "\r\n" +
		"--edge\r\nContent-Type: application/pdf; name=\"page.pdf\"\r\n" +
		"Content-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString(pdf) +
		"\r\n--edge--\r\n"
	if err := os.WriteFile(file, []byte(mail), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// taken lists the values that the daemon would take from the files of a mail.
func (d *Documents) taken() map[string]string {
	all := map[string]string{}
	if d != nil {
		for _, f := range d.Facts {
			all[f.Path] = string(f.Value) + " " + f.From
		}
	}
	return all
}

// The values of a declarations page are apart from the application: a person accepts them first.
func TestInspectReadsTheDeclarationsPage(t *testing.T) {
	page, err := os.ReadFile("../agent/declarations/testdata/progressive.pdf")
	if err != nil {
		t.Fatal(err)
	}
	const text = "I am Alice Moreno and want a quote for my 2019 Honda Civic.\r\nMy page is attached."
	r := Options{}.File(withPDF(t, text, page))[0]
	got := r.Documents.taken()
	for path, want := range map[string]string{
		"prior_insurance.carrier": `"Progressive" page.pdf`,
		"vehicles[0].vin":         `"2HGFC2F56KH512345" page.pdf`,
		"vehicles[0].year":        "", // the mail states the year
		"vehicles[1].model":       "", // the mail names one car
	} {
		if got[path] != want {
			t.Errorf("%s is %q, want %q", path, got[path], want)
		}
	}
	if d := r.Documents; d == nil || !strings.Contains(strings.Join(d.Notes, "\n"),
		"page.pdf also lists a 2017 Toyota Camry") {
		t.Errorf("documents: %+v", r.Documents)
	}
	if r.Application.Vehicles[0].VIN != "" || r.Application.PriorInsurance.Carrier != "" {
		t.Errorf("the application has values of the page: %+v", r.Application)
	}
	r = Options{Staff: []string{"alice@customer.test"}}.File(withPDF(t, text, page))[0]
	if r.Documents != nil {
		t.Errorf("a page of staff is read: %+v", r.Documents)
	}
}

func TestInspectNamesAFileThatIsNotRead(t *testing.T) {
	for content, want := range map[string]string{
		"\xff\xd8\xff\xe0JFIF": "page.pdf was not read: it is not a PDF file",
		"%PDF-1.4\n1 0 obj":    "page.pdf was not read: it is damaged",
	} {
		r := Options{}.File(withPDF(t, "My page is attached.", []byte(content)))[0]
		if r.Documents == nil || strings.Join(r.Documents.Notes, "; ") != want {
			t.Errorf("%q: %+v, want %q", content, r.Documents, want)
		}
	}
}
