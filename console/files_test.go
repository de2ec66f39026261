package console

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// fakeTasks keeps the last task. It reads each file that has no "damaged" in its name.
type fakeTasks struct {
	Tasks
	given *Assignment
}

func (fakeTasks) Crew(context.Context) []Agent                          { return []Agent{{Name: "crm"}} }
func (fakeTasks) Given(context.Context, int) (list TaskList, err error) { return list, nil }

func (f fakeTasks) Give(_ context.Context, a Assignment) (string, error) {
	*f.given = a
	return "T-7F3K2M", nil
}

func (fakeTasks) ReadFile(_ context.Context, name string, content []byte) (text, why string) {
	if strings.Contains(name, "damaged") {
		return "", name + " was not read."
	}
	return string(content), ""
}

// upload is a form with files, sent by a member or by a stranger.
type upload struct {
	office *office
	cookie []*http.Cookie
	given  Assignment
}

func newUpload(t *testing.T) *upload {
	u := &upload{}
	tasks := fakeTasks{given: &u.given}
	u.office = newOffice(t, func(o *Options) { o.Tasks, o.Reader = tasks, tasks })
	b := u.office.browser()
	b.signsIn(lee)
	u.cookie = b.client.Jar.Cookies(mustURL(t, b.server.URL))
	return u
}

// sends sends a text and files: names and contents in turn.
func (u *upload) sends(text string, files ...string) *httptest.ResponseRecorder {
	t := u.office.t
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	must(t, form.WriteField("text", text))
	must(t, form.WriteField("test", "yes"))
	for i := 0; i < len(files); i += 2 {
		part, err := form.CreateFormFile("file", files[i])
		must(t, err)
		_, err = part.Write([]byte(files[i+1]))
		must(t, err)
	}
	must(t, form.Close())
	r := httptest.NewRequest(http.MethodPost, u.office.server.URL+newTaskPath, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for _, c := range u.cookie {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	u.office.console.Handler().ServeHTTP(w, r)
	return w
}

// The text of files joins the text of the task.
func TestFilesOfATask(t *testing.T) {
	t.Parallel()
	u := newUpload(t)
	w := u.sends("Compare both.", "data/a.csv", "name,due\r\nKim,3\r\n", "b.txt", "Lee owes 4.")
	const want = "Compare both.\n\na.csv:\nname,due\nKim,3\n\nb.txt:\nLee owes 4."
	if w.Code != http.StatusSeeOther || u.given.Text != want || !u.given.Test ||
		fmt.Sprint(u.given.Files) != "[a.csv b.txt]" {
		t.Errorf("%d: %+v\n%s", w.Code, u.given, w.Body)
	}
	if name := fileName("a\n" + strings.Repeat("é", 200) + " .csv"); len([]rune(name)) != maxName ||
		!strings.HasSuffix(name, " .csv") || strings.Contains(name, "\n") {
		t.Errorf("a long name becomes %q", name)
	}
}

// A form with a bad file gives no task, and keeps the text with the text of the other files.
func TestBadFilesOfATask(t *testing.T) {
	t.Parallel()
	u := newUpload(t)
	large := strings.Repeat("x", maxUpload)
	for _, c := range []struct {
		files  []string
		status int
		says   string
	}{
		{[]string{"a.csv", "Kim,3", "damaged.pdf", "%PDF"}, 422, "damaged.pdf was not read."},
		{[]string{"1", "a", "2", "a", "3", "a", "4", "a"}, 422, "up to 3 files"},
		{[]string{"a.txt", large[:MaxTask]}, 422, "up to 64 KB"},
		{[]string{"a.txt", large}, 413, "up to 10 MB"},
	} {
		w := u.sends("Compare both.", c.files...)
		page := w.Body.String()
		if w.Code != c.status || !strings.Contains(page, c.says) ||
			!strings.Contains(page, "Compare both.") || u.given.Text != "" {
			t.Errorf("%.20q: %d, given %.40q\n%.5000s", c.files, w.Code, u.given.Text, page)
		}
		if c.files[0] == "a.csv" && !strings.Contains(page, "a.csv:\nKim,3") {
			t.Errorf("the text of the good file is lost:\n%s", page)
		}
	}
}

// A damaged form has no effect. Strangers send no large files, and an ended session keeps the text.
func TestForeignFilesOfATask(t *testing.T) {
	t.Parallel()
	u := newUpload(t)
	r := httptest.NewRequest(http.MethodPost, u.office.server.URL+newTaskPath,
		strings.NewReader("--b\r\nContent-Disposition: form-data; name=text\r\n\r\nhello"))
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for _, c := range u.cookie {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	u.office.console.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusServiceUnavailable || u.given.Text != "" {
		t.Errorf("a damaged form: %d, %+v", w.Code, u.given)
	}
	r.Body = http.NoBody
	u.cookie = nil
	if most := u.office.console.maxBodyOf(r); most != maxUpload {
		t.Errorf("a member sends up to %d bytes", most)
	}
	r.Header.Del("Cookie")
	if most := u.office.console.maxBodyOf(r); most != maxBody {
		t.Errorf("a stranger sends up to %d bytes", most)
	}
	for _, size := range []int{10, maxBody} {
		w = u.sends("Compare both.", "a.csv", strings.Repeat("x", size))
		if w.Code != http.StatusUnauthorized || !strings.Contains(w.Body.String(), "Compare both.") ||
			u.given.Text != "" {
			t.Errorf("a stranger with %d bytes: %d\n%s", size, w.Code, w.Body)
		}
	}
}
