package quote

import "fmt"

// Words has the sentences for people, by name. *templates.Phrases is Words.
type Words interface {
	Say(name string, args ...string) string
}

// say returns a sentence with its arguments.
func say(w Words, name string, args ...any) string {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = fmt.Sprint(a)
	}
	return w.Say(name, texts...)
}
