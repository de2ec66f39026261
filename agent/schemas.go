package agent

import "ppamaild/carrier"

// schemas are the JSON Schemas of the tools' arguments. The carrier's are shallow
// here, as the carrier checks each value itself and names the one that is wrong.
var schemas = map[string]string{
	ToolIdentifyIntent: `{"type":"object","required":["message"],"additionalProperties":false,
		"properties":{"message":{"type":"string","minLength":1},"intent":{"type":"string"},"refer":{"type":"string"},"declines":{"type":"string"},"language":{"enum":["","en","es"]}}}`,
	ToolExtractApplication: `{"type":"object","additionalProperties":false,
		"properties":{"message":{"type":"string","minLength":1},"facts":` + factsSchema + `,"read":` + factsSchema + `}}`,
	ToolCheckDiscounts: `{"type":"object","additionalProperties":false}`,
	ToolAskCustomer: `{"type":"object","additionalProperties":false,"required":["fields"],
		"properties":{"fields":{"type":"array","items":{"type":"string"}},"also":{"type":"array","items":{"type":"string"}},
			"drop":{"type":"array","items":{"type":"string"}},"check":{"type":"array","items":{"type":"string"}},
			"short":{"type":"boolean"},"language":{"enum":["","en","es"]}}}`,
	ToolSendQuote:          `{"type":"object","additionalProperties":false,"required":["quote_id"],"properties":{"quote_id":{"type":"string","minLength":1},"language":{"enum":["","en","es"]}}}`,
	ToolCloseThread:        `{"type":"object","additionalProperties":false,"required":["parting"],"properties":{"parting":{"enum":["thanks","declined","later"]}}}`,
	ToolDecodeVIN:          `{"type":"object","additionalProperties":false,"required":["vin"],"properties":{"vin":{"type":"string","minLength":1,"maxLength":60}}}`,
	ToolFinalSummary:       `{"type":"object","additionalProperties":false}`,
	ToolRequestHumanReview: `{"type":"object","additionalProperties":false,"required":["reason"],"properties":{"reason":{"type":"string","minLength":1}}}`,
	ToolRequestHumanInput: `{"type":"object","additionalProperties":false,"required":["questions"],
		"properties":{"questions":{"type":"array","minItems":1,"items":{"type":"object","additionalProperties":false,"required":["text"],
			"properties":{"text":{"type":"string","minLength":1},"why":{"type":"string"},"expect":{"type":"string"},
				"path":{"type":"string"},"offer":{"type":"string"}}}}}}`,

	ToolProposePlan: `{"type":"object","additionalProperties":false,"required":["description","steps"],
		"properties":{"description":{"type":"string","minLength":1},"single":{"type":"boolean"},
			"steps":{"type":"array","minItems":1,"items":{"type":"object","additionalProperties":false,"required":["agent","instruction"],
				"properties":{"agent":{"type":"string","minLength":1},"instruction":{"type":"string","minLength":1},"needs":{"type":"array","items":{"type":"string"}}}}}}}`,
	ToolRunAgent:      agentSchema,
	ToolRunSpecialist: agentSchema,
	ToolCallTool: `{"type":"object","additionalProperties":false,"required":["agent","tool","args"],
		"properties":{"agent":{"type":"string","minLength":1},"tool":{"type":"string","minLength":1},"args":{"type":"object"},"why":{"type":"string"}}}`,
	ToolAskAboutAgent: `{"type":"object","additionalProperties":false,"required":["agent","why"],
		"properties":{"agent":{"type":"string","minLength":1},"why":{"type":"string"},"without":{"type":"array","items":{"type":"string"}}}}`,
	ToolCompileResults: `{"type":"object","additionalProperties":false}`,

	carrier.Initiate{}.Name(): `{"type":"object","required":["effective_date","garaging_address","as_of"],
		"properties":{"effective_date":{"type":"string"},"garaging_address":{"type":"object"},"producer":{"type":"string"},"as_of":{"type":"string"}},"additionalProperties":false}`,
	carrier.SetNamedInsured{}.Name(): `{"type":"object","required":["named_insured"],"properties":{"named_insured":{"type":"object"}},"additionalProperties":false}`,
	carrier.AddDriver{}.Name():       `{"type":"object","required":["driver"],"properties":{"driver":{"type":"object"}},"additionalProperties":false}`,
	carrier.AddVehicle{}.Name():      `{"type":"object","required":["vehicle"],"properties":{"vehicle":{"type":"object"}},"additionalProperties":false}`,
	carrier.AssignDrivers{}.Name():   `{"type":"object","properties":{"principals":{"type":"array","items":{"type":"integer","minimum":0}}},"additionalProperties":false}`,
	carrier.UpdateCoverage{}.Name():  `{"type":"object","required":["coverages"],"properties":{"vehicle":{"type":"integer","minimum":0},"coverages":{"type":"object"}},"additionalProperties":false}`,
	carrier.OrderReports{}.Name():    `{"type":"object","additionalProperties":false}`,
	carrier.Rate{}.Name():            `{"type":"object","properties":{"discounts":{"type":"array","items":{"type":"object"}},"payments":{"type":"integer","minimum":0}},"additionalProperties":false}`,
}

const factsSchema = `{"type":"array","items":{"type":"object","required":["path","standing"],
	"properties":{"path":{"type":"string"},"standing":{"enum":["stated","inferred","assumed","confirmed"]}}}}`

const agentSchema = `{"type":"object","additionalProperties":false,"required":["agent"],"properties":{"agent":{"type":"string","minLength":1}}}`
