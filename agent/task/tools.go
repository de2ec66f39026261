package task

// The tools of the workflow task.
const (
	ToolProposePlan    = "propose_plan"
	ToolRunAgent       = "run_agent"
	ToolRunSpecialist  = "run_specialist"
	ToolCallTool       = "call_tool"
	ToolAskAboutAgent  = "ask_about_agent"
	ToolCompileResults = "compile_results"
)

// AgentArgs names the agent to run.
type AgentArgs struct {
	Agent string `json:"agent"`
}

// AgentFailedArgs is the question to staff about a failed agent.
type AgentFailedArgs struct {
	Agent   string   `json:"agent"`
	Why     string   `json:"why"`
	Without []string `json:"without,omitempty"` // agents that would run without its result
}
