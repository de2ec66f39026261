package eval

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRulesReadOneMail(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	mail := write("mail.eml", "From: Ann Field <ann@customer.test>\nDate: Fri, 20 Nov 2026 10:00:00 -0800\n"+
		"Subject: Quote\nMessage-ID: <1@customer.test>\n\nPlease quote my 2019 Honda Civic.\n")
	got, err := Rules{}.Read(t.Context(), mail)
	if err != nil || got.From != "ann@customer.test" || got.Intent != "new_quote" || len(got.Application.Vehicles) != 1 || len(got.Missing) == 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := (Rules{}).Read(t.Context(), write("empty.eml", "")); err == nil || !strings.Contains(err.Error(), "it is empty") {
		t.Errorf("an empty mail: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Rules{}).Read(ctx, mail); err == nil {
		t.Error("a cancelled run went on")
	}
}
