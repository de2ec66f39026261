package quoting

import (
	"ppamaild/agent"
	"ppamaild/carrier"
	"ppamaild/lazy"
)

// schemas are the JSON Schemas of the tools' arguments. The schemas of the carrier's calls are
// shallow, because the carrier checks each value and names the wrong value.
var schemas = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
		agent.ToolIdentifyIntent: `{"type":"object","required":["message"],"additionalProperties":false,
		"properties":{"message":{"type":"string","minLength":1},"intent":{"type":"string"},"refer":{"type":"string"},"declines":{"type":"string"},"language":{"enum":["","LANGUAGES"]},"doubts":{"type":"array","items":{"type":"string"}}}}`,
		agent.ToolExtractApplication: `{"type":"object","additionalProperties":false,
		"properties":{"message":{"type":"string","minLength":1},"settles":{"type":"boolean"},"questions":{"type":"array","items":{"type":"string"}},"facts":` + factsSchema + `,"read":` + factsSchema + `}}`,
		agent.ToolCheckDiscounts: `{"type":"object","additionalProperties":false}`,
		agent.ToolAskCustomer: `{"type":"object","additionalProperties":false,"required":["fields"],
		"properties":{"fields":{"type":"array","items":{"type":"string"}},"also":{"type":"array","items":{"type":"string"}},
			"residents":{"type":"array","items":{"type":"string"}},
			"drop":{"type":"array","items":{"type":"string"}},"check":{"type":"array","items":{"type":"string"}},
			"again":{"type":"boolean"},"short":{"type":"boolean"},"language":{"enum":["","LANGUAGES"]}}}`,
		agent.ToolSendQuote: `{"type":"object","additionalProperties":false,"required":["quote_id"],"properties":{"quote_id":{"type":"string","minLength":1},"language":{"enum":["","LANGUAGES"]}}}`,
		agent.ToolCloseThread: `{"type":"object","additionalProperties":false,
			"required":["parting"],
			"properties":{"parting":{"enum":["thanks","declined","later"]}}}`,
		agent.ToolAnswerQuestions: `{"type":"object","additionalProperties":false,
			"required":["quote_id"],"properties":{"quote_id":{"type":"string","minLength":1},
				"language":{"enum":["","LANGUAGES"]}}}`,
		agent.ToolDecodeVIN:    `{"type":"object","additionalProperties":false,"required":["vin"],"properties":{"vin":{"type":"string","minLength":1,"maxLength":60}}}`,
		agent.ToolFinalSummary: `{"type":"object","additionalProperties":false}`,

		carrier.Initiate{}.Name(): `{"type":"object","required":["effective_date","garaging_address","as_of"],
		"properties":{"effective_date":{"type":"string"},"garaging_address":{"type":"object"},"producer":{"type":"string"},"as_of":{"type":"string"}},"additionalProperties":false}`,
		carrier.SetNamedInsured{}.Name(): `{"type":"object","required":["named_insured"],"properties":{"named_insured":{"type":"object"}},"additionalProperties":false}`,
		carrier.AddDriver{}.Name():       `{"type":"object","required":["driver"],"properties":{"driver":{"type":"object"}},"additionalProperties":false}`,
		carrier.AddVehicle{}.Name():      `{"type":"object","required":["vehicle"],"properties":{"vehicle":{"type":"object"}},"additionalProperties":false}`,
		carrier.AssignDrivers{}.Name():   `{"type":"object","properties":{"principals":{"type":"array","items":{"type":"integer","minimum":0}},"stated":{"type":"array","items":{"type":"object","properties":{"vehicle":{"type":"integer","minimum":0},"driver":{"type":"integer","minimum":0}},"required":["vehicle","driver"],"additionalProperties":false}}},"additionalProperties":false}`,
		carrier.UpdateCoverage{}.Name():  `{"type":"object","required":["coverages"],"properties":{"vehicle":{"type":"integer","minimum":0},"coverages":{"type":"object"}},"additionalProperties":false}`,
		carrier.OrderReports{}.Name():    `{"type":"object","additionalProperties":false}`,
		carrier.Rate{}.Name():            `{"type":"object","properties":{"discounts":{"type":"array","items":{"type":"object"}},"payments":{"type":"integer","minimum":0}},"additionalProperties":false}`,
	}
}}

const factsSchema = `{"type":"array","items":{"type":"object","required":["path","standing"],
	"properties":{"path":{"type":"string"},"standing":{"enum":["stated","inferred","assumed","confirmed"]}}}}`
