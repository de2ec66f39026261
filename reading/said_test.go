package reading

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/reading/claims"
)

// TestSaid reads short texts of testdata/said, each in the mail of Pat Quill of Friday,
// 20 November 2026, and wants the facts behind "=" and no others. The writer's own names
// need not be listed, nor who drives which car; "conflict" stands for a value that nothing decides. Where only intent
// and refer are wanted, facts are not looked at.
func TestSaid(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "said", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no texts: %v", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			for part := range strings.SplitSeq(string(raw), "\n---\n") {
				checkSaid(t, part)
			}
		})
	}
}

func checkSaid(t *testing.T, part string) {
	la, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	in := claims.Input{FromName: "Pat Quill", FromAddress: "pquill@customer.test", Location: la, Date: time.Date(2026, 11, 20, 10, 0, 0, 0, la)}
	want := map[string]string{}
	for row := range strings.Lines(part) {
		if subject, ok := strings.CutPrefix(row, "subject: "); ok {
			in.Subject = strings.TrimSpace(subject)
		} else if fact, ok := strings.CutPrefix(row, "= "); ok {
			path, value, _ := strings.Cut(strings.TrimSpace(fact), " ")
			want[path] = value
		} else {
			in.Text += row
		}
	}
	only := !slices.ContainsFunc(slices.Collect(maps.Keys(want)), func(path string) bool { return path != "intent" && path != "refer" })
	got := said(Read(in), want)
	for _, path := range slices.Sorted(maps.Keys(want)) {
		if got[path] != want[path] {
			t.Errorf("%s\n\t%s: %q, want %q", in.Text, path, got[path], want[path])
		}
		delete(got, path)
	}
	if len(got) > 0 && !only {
		t.Errorf("%s\n\tand %v", in.Text, got)
	}
}

// said returns what was read by path, with intent and refer where they are wanted.
func said(r Reading, want map[string]string) map[string]string {
	got := map[string]string{}
	for _, f := range r.Facts {
		if strings.HasSuffix(f.Path, "].driver") && want[f.Path] == "" {
			continue
		}
		got[f.Path] = strings.Trim(string(f.Value), `"`)
	}
	for _, c := range r.Conflicts {
		got[c.Path] = "conflict"
	}
	for path, value := range map[string]string{"intent": r.Intent, "refer": r.Refer} {
		if _, wanted := want[path]; wanted {
			got[path] = value
		}
	}
	for _, path := range []string{"named_insured.given_name", "named_insured.surname", "drivers[0].given_name", "drivers[0].surname", "drivers[0].relationship"} {
		if _, wanted := want[path]; !wanted {
			delete(got, path)
		}
	}
	return got
}
