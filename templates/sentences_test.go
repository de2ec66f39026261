package templates

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Readers stumbled over these sentences of earlier versions. No template says them again.
func TestFindingOddSentencesAreGone(t *testing.T) {
	odd := []string{
		"stands on the registration", "They are no insurance company's rates",
		"Nobody told us the following", "please tell us if any of it is not so",
		"The least that the state allows", "What has to be offered to you",
		"The insurance company whose price this is", "This mail only says that it has arrived",
		"For how many years have you been licensed", "With kind regards", "more things to price it",
		"Productor de seguros", "is asked back and decides nothing", "is what came of it",
		"none applies unasked", "What it came to", "beyond what the rules can act on", "octets",
	}
	files := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && entry.Name() == "testdata" {
			if err == nil {
				err = fs.SkipDir
			}
			return err
		}
		if ext := filepath.Ext(path); entry.IsDir() || ext != ".words" && ext != ".html" && ext != ".txt" {
			return nil
		}
		text, err := os.ReadFile(path)
		files++
		for _, sentence := range odd {
			if strings.Contains(strings.ToLower(string(text)), strings.ToLower(sentence)) {
				t.Errorf("%s says %q", path, sentence)
			}
		}
		return err
	})
	if err != nil || files < 50 {
		t.Errorf("%d files, %v", files, err)
	}
}
