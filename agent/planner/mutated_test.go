package planner_test

import (
	"encoding/json"
	"slices"
	"testing"

	"ppamaild/sandbox/mutation"
	"ppamaild/templates"
)

// modelAnswers makes variants of the calls that a model may make.
func modelAnswers() mutation.Maker {
	m := mutation.JSON{}
	for name, args := range map[string]string{
		"identify_intent": identify, "ask_customer": askMore, "decode_vin": decodeArgs("19XFC2F53KE5I2345"), askStaff: inputArgs(mileage),
		"extract_application": factsArgs(factArg("vehicles[0].year", "2019", "2019", "mail")), "prepare_final_summary": "{}", "rate_quote": "{}",
	} {
		for _, at := range []string{"0", "1", "2", "3"} {
			m.Samples = append(m.Samples, `{"at":`+at+`,"name":"`+name+`","args":`+args+`}`)
		}
	}
	slices.Sort(m.Samples) // the order of a map is random
	return m
}

// readAnswer has the planner read a call of a model.
func readAnswer(prompts *templates.Prompts) func(t *testing.T, text string) {
	return func(t *testing.T, text string) {
		var call struct {
			At   any
			Name any
			Args json.RawMessage
		}
		if json.Unmarshal([]byte(text), &call) != nil {
			checkAnswer(t, prompts, 1, "extract_application", text)
			return
		}
		at, _ := call.At.(float64)
		name, _ := call.Name.(string)
		checkAnswer(t, prompts, byte(int64(at)), name, string(call.Args))
	}
}

func TestMutatedAnswers(t *testing.T) {
	mutation.Test(t, modelAnswers(), 100, readAnswer(readPrompts(t)))
}

func FuzzMutatedAnswers(f *testing.F) {
	mutation.Fuzz(f, modelAnswers(), readAnswer(readPrompts(f)))
}
