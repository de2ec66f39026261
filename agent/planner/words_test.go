package planner_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/templates"
)

// An agency replaces a reason and a tool description in its folder of templates.
func TestAgencyReplacesWordsOfTheAgent(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"agent.en.words":     `{{define "planner.unclear"}}please read this mail{{end}}`,
		"prompt/model.words": `{{define "tool.send_quote"}}Offer the price.{{end}}`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	set, err := templates.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := agent.NewState("Q-222222", agent.CustomerInfo{})
	s.AgentScratchpad.Intent = "other"
	act, err := planner.Rules{Words: set.Phrases("en")}.Next(context.Background(), &s)
	if err != nil || string(act.Args) != `{"reason":"please read this mail"}` {
		t.Errorf("%s, %v", act.Args, err)
	}
	words, err := templates.ModelWords(dir)
	if err != nil || words.Say("tool.send_quote") != "Offer the price." ||
		words.Say("tool.ask_customer") == "tool.ask_customer" {
		t.Errorf("%q, %v", words.Say("tool.send_quote"), err)
	}
}
