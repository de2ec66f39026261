package configured

import (
	"log/slog"

	"ppamaild/agent/task/mcp"
	"ppamaild/config"
)

// MCP returns a client of an agent's MCP server, with a limit of most bytes for an answer.
func MCP(a config.Agent, most config.Size, log *slog.Logger) (*mcp.Client, error) {
	env := make(map[string]string, len(a.Env))
	for name, value := range a.Env {
		env[name] = value.Reveal()
	}
	return mcp.New(mcp.Options{
		Name: a.Name, Command: a.Command, Env: env, URL: a.URL, Token: a.Token.Reveal(), RootCAs: a.RootCAs,
		Allow: a.Tools, Reads: a.Reads, Timeout: a.Timeout.Duration, MaxAnswer: int64(most),
	}, log)
}
