package mcp

import (
	"context"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxFrame limits one message of a server.
const maxFrame = 16 << 20

// stdio is a link to a process over its standard input and output.
type stdio struct {
	*process
	timeout time.Duration // time limit for writing a message
}

// Connect implements sdk.Transport.
func (t stdio) Connect(ctx context.Context) (sdk.Connection, error) {
	over := &sdk.IOTransport{Reader: t.out, Writer: pipe{t.in, t.timeout}, MaxLineLength: maxFrame}
	conn, err := over.Connect(ctx)
	return marked{conn}, err
}

// marked records when a call leaves.
type marked struct{ sdk.Connection }

// Write implements sdk.Connection.
func (m marked) Write(ctx context.Context, msg jsonrpc.Message) error {
	leaving(ctx).left.Store(true)
	return m.Connection.Write(ctx, msg)
}

// pipe is the writing end of a pipe with a reader that may be stuck.
type pipe struct {
	*os.File
	timeout time.Duration
}

// Write implements io.Writer.
func (p pipe) Write(data []byte) (int, error) {
	if err := p.SetWriteDeadline(time.Now().Add(p.timeout)); err != nil {
		return 0, err
	}
	return p.File.Write(data)
}
