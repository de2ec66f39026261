package console

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// sentFile is a file in a form.
type sentFile struct {
	name    string // on one line
	content []byte
}

// readForm reads a form, with files or without. After an error, the form has the values before
// the damaged place, so that no typed text is lost.
func readForm(r *http.Request) (files []sentFile, err error) {
	parts, err := r.MultipartReader()
	if errors.Is(err, http.ErrNotMultipart) {
		return nil, r.ParseForm()
	}
	if err != nil {
		return nil, fmt.Errorf("reading a form: %w", err)
	}
	r.PostForm = url.Values{}
	r.Form = r.PostForm
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		var content []byte
		if err == nil {
			content, err = io.ReadAll(part)
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("reading a form: %w", err)
		case part.FileName() != "":
			files = append(files, sentFile{fileName(part.FileName()), content})
		default:
			r.PostForm.Add(part.FormName(), string(content))
		}
	}
}

// maxName bounds the name of a file, in characters.
const maxName = 80

// fileName is the name of a file on one line.
func fileName(given string) string {
	name := []rune(oneLine(given))
	return string(name[max(0, len(name)-maxName):]) // the end has the kind of the file
}

// oneLine is a text on one line, with single blanks.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// plain is a text with bare line ends and without blanks around it.
func plain(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}
