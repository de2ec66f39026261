package planner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/llm"
	"ppamaild/agent/planner/asking"
	"ppamaild/templates"
)

// modelTool is a tool of the model and the conversion of its arguments to an action. Arguments
// that follow from the state are added by code.
type modelTool struct {
	asking.Tool
	build func(t *turn, args json.RawMessage) (agent.Action, error)
}

// modelTools returns all tools in the order of every request. languages are the languages of
// letters to customers, and words have the descriptions of the tools.
func modelTools(languages []string, words *templates.Phrases) []modelTool {
	codes, _ := json.Marshal(languages) // strings can't fail
	intentProperties := intentProperties + `,"language":{"type":"string","enum":` + string(codes) + `}`
	sendProperties := fmt.Sprintf(`"language":{"type":["string","null"],"enum":[%s,null]}`,
		strings.Trim(string(codes), "[]"))
	askProperties := askProperties + "," + sendProperties
	own := map[string]string{
		agent.ToolIdentifyIntent: intentProperties, agent.ToolExtractApplication: factProperties,
		agent.ToolDecodeVIN: vinProperties, agent.ToolRequestHumanInput: inputProperties,
		agent.ToolAskCustomer: askProperties, agent.ToolSendQuote: sendProperties,
		agent.ToolRequestHumanReview: reasonProperties,
	}
	describe := func(name string) asking.Tool {
		return tool(name, words.Say("tool."+name), own[name])
	}
	return []modelTool{
		{describe(agent.ToolIdentifyIntent), withArgs(buildIntent)},
		{describe(agent.ToolExtractApplication), withArgs(buildFacts)},
		{describe(agent.ToolDecodeVIN), withArgs(buildDecode)},
		{describe(agent.ToolRequestHumanInput), withArgs(buildInput)},
		{describe(agent.ToolAskCustomer), withArgs(buildAsk)},
		{describe(toolRunQuote), withArgs(buildPrice)},
		{describe(agent.ToolFinalSummary),
			withArgs(buildUnchanged[struct{}](agent.ToolFinalSummary))},
		{describe(agent.ToolSendQuote), withArgs(buildSend)},
		{describe(agent.ToolRequestHumanReview),
			withArgs(buildUnchanged[agent.ReasonArgs](agent.ToolRequestHumanReview))},
	}
}

// The properties of the arguments. Strict mode requires all properties and allows no limits.
const (
	intentProperties = `"intent":{"type":"string","enum":["new_quote","provide_info","policy_change","cancel","claim","billing","question","other_line","commercial","spam","other"]},
		"refer":{"type":["string","null"],"enum":["sr22","salvage","commercial","rideshare","lapse","claim","cancel","minor_applicant","non_owner","exotic","other_line","injection_suspected","suspended","unlicensed","out_of_state",null]},
		"declines":{"type":["string","null"],"description":"copied letter by letter"}`
	factProperties = `"facts":{"type":"array","items":{"type":"object","properties":{
		"path":{"type":"string","description":"such as vehicles[0].year"},
		"value":{"type":["string","null"],"description":"null withdraws"},
		"words":{"type":"string","description":"copied letter by letter"},
		"standing":{"type":"string","enum":["stated","inferred"]},
		"source":{"type":"string","enum":["mail","staff"]}},
		"required":["path","value","words","standing","source"],"additionalProperties":false}},
		"questions":{"type":"array","items":{"type":"string"},
		"description":"copied letter by letter"}`
	vinProperties   = `"vin":{"type":"string","description":"as the application has it"}`
	inputProperties = `"questions":{"type":"array","items":{"type":"object","properties":{
		"text":{"type":"string"},
		"why":{"type":"string"},
		"expect":{"type":"string","description":"what may be answered, in words"},
		"path":{"type":["string","null"],"description":"of the value that it is about"},
		"offer":{"type":["string","null"],"description":"the value that a mere yes gives to it"}},
		"required":["text","why","expect","path","offer"],"additionalProperties":false}}`
	askProperties = `"fields":{"type":"array","items":{"type":"string"},"description":"paths"},
		"also":{"type":"array","items":{"type":"string"},"description":"further questions, in full"},
		"drop":{"type":"array","items":{"type":"string"},"description":"paths, or questions"},
		"short":{"type":"boolean"}`
	reasonProperties = `"reason":{"type":"string","description":"for staff, in a sentence or two"}`
)

// tool builds a tool from its own and the common properties.
func tool(name, description, properties string) asking.Tool {
	all := `"thought":{"type":"string"},"review":{"type":"boolean"}`
	if properties != "" {
		all += "," + properties
	}
	var named map[string]json.RawMessage
	_ = json.Unmarshal([]byte("{"+all+"}"), &named)              // Compile reports a wrong schema
	required, _ := json.Marshal(slices.Sorted(maps.Keys(named))) // strings can't fail
	var schema bytes.Buffer
	_ = json.Compact(&schema, // Compile reports a wrong schema
		fmt.Appendf(nil, `{"type":"object","properties":{%s},"required":%s,"additionalProperties":false}`, all, required))
	return asking.Tool{Tool: llm.Tool{Name: name, Description: description, Schema: schema.Bytes()}}
}

// withArgs builds the conversion from a function of the decoded arguments.
func withArgs[A any](build func(t *turn, args A) (agent.Action, error)) func(*turn,
	json.RawMessage) (agent.Action, error) {
	return func(t *turn, raw json.RawMessage) (act agent.Action, err error) {
		var args A
		if err := json.Unmarshal(raw, &args); err != nil {
			return act, err
		}
		return build(t, args)
	}
}
