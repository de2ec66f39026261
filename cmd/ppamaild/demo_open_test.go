package main

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The demo begins with reviews in the console. The printed address and code sign in.
func TestDemoOpen(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // the demo writes its files there
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var out printed
	ended := make(chan int, 1)
	go func() { ended <- execute(ctx, []string{"demo", "--open"}, &out, &out) }()
	found := func(pattern string) string {
		t.Helper()
		words := regexp.MustCompile(pattern)
		for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
			if m := words.FindStringSubmatch(out.String()); m != nil {
				return m[1]
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Fatalf("the demo does not say %s:\n%s", pattern, out.String())
		return ""
	}
	at := found(`Open (http://\S+) in a browser`)
	found(`(The code of the sign-in mail appears here)`)
	jar, err := cookiejar.New(nil)
	noError(t, err)
	client := &http.Client{Jar: jar}
	post := func(path string, form url.Values) string {
		response, err := client.PostForm(at+path, form)
		noError(t, err)
		text, err := io.ReadAll(response.Body)
		noError(t, err)
		noError(t, response.Body.Close())
		return string(text)
	}
	post("/sign-in", url.Values{"address": {"lee@agency.test"}})
	code := found(`code of lee@agency.test is (\d{6})`)
	inbox := post("/sign-in/code", url.Values{"code": {code}})
	for _, want := range []string{"Alice Moreno", "Quote for Bob Kim", "For me"} {
		if !strings.Contains(inbox, want) {
			t.Errorf("the inbox does not show %q:\n%s", want, inbox)
		}
	}
	interrupt()
	if status := <-ended; status != 0 {
		t.Errorf("the demo ends with %d:\n%s", status, out.String())
	}
}
