// Package tasktools has the tools of the task workflow: propose a plan, run agents, call a
// service, and compile results. Toolbox makes the tools.
package tasktools
