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

// TestSaid scores short texts of testdata/said, each in the mail of Pat Quill of Friday,
// 20 November 2026. Lines that begin with "=" state the facts of a text. The writer's own name
// and the drivers of cars need no line; "conflict" is a value that nothing decides. A text with
// only intent and refer is not scored for facts. A wrong value costs a wrong price, and a missing
// value costs a question, so each count has its own bound. The bounds only fall.
func TestSaid(t *testing.T) {
	const mostWrong, mostMissing = 5, 105
	files, err := filepath.Glob(filepath.Join("testdata", "said", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no texts: %v", err)
	}
	wrong, missing := 0, 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq(string(raw), "\n---\n") {
			w, m := scoreSaid(t, part)
			wrong, missing = wrong+w, missing+m
		}
	}
	t.Logf("%d wrong, %d missing", wrong, missing)
	if wrong > mostWrong || missing > mostMissing {
		t.Errorf("want at most %d wrong and %d missing", mostWrong, mostMissing)
	}
}

// scoreSaid returns the number of wrong and of missing values of a text.
func scoreSaid(t *testing.T, part string) (wrong, missing int) {
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
		if value, read := got[path]; !read {
			t.Logf("%s\n\tmissing %s: %q", in.Text, path, want[path])
			missing++
		} else if value != want[path] {
			t.Logf("%s\n\t%s: %q, want %q", in.Text, path, value, want[path])
			wrong++
		}
		delete(got, path)
	}
	if len(got) > 0 && !only {
		t.Logf("%s\n\tand %v", in.Text, got)
		wrong += len(got)
	}
	return wrong, missing
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
