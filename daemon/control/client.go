package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"ppamaild/daemon/refusal"
	"ppamaild/store"
)

// Client asks the daemon behind a control socket.
type Client struct{ http *http.Client }

// At returns a client of the daemon that listens on the socket at path. A request may take a
// minute.
func At(path string) Client {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		short, leave, err := reach(path)
		if err != nil {
			return nil, err
		}
		conn, err := new(net.Dialer).DialContext(ctx, "unix", short)
		return conn, errors.Join(err, leave())
	}
	return Client{&http.Client{Transport: &http.Transport{DialContext: dial}, Timeout: time.Minute}}
}

// Untimed returns a client without a time limit.
func (c Client) Untimed() Client { return Client{&http.Client{Transport: c.http.Transport}} }

// pulse is the time within which even a busy daemon answers.
const pulse = 10 * time.Second

// Alive reports whether a daemon answers. A stopped or hanging daemon does not.
func (c Client) Alive(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, pulse)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, "http://ppamaild/", nil)
	if err != nil {
		return false
	}
	response, err := c.http.Do(request)
	if err != nil {
		return false
	}
	return response.Body.Close() == nil
}

// Close releases the connection.
func (c Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// Get requests path.
func Get[T any](ctx context.Context, c Client, path string) (T, error) {
	return Ask[T](ctx, c, http.MethodGet, path, nil)
}

// Ask sends a request, with order as the body unless order is nil, and returns the answer.
func Ask[T any](ctx context.Context, c Client, method, path string, order any) (v T, err error) {
	var body io.Reader
	if order != nil {
		written, err := json.Marshal(order)
		if err != nil {
			return v, err
		}
		body = bytes.NewReader(written)
	}
	err = c.Do(ctx, method, path, body, func(answer io.Reader) error { return json.NewDecoder(answer).Decode(&v) })
	return v, err
}

// Do sends a request and has read consume the answer. It returns refusal.Error and
// store.ErrNotFound as the daemon answered them.
func (c Client) Do(ctx context.Context, method, path string, body io.Reader, read func(io.Reader) error) error {
	request, err := http.NewRequestWithContext(ctx, method, "http://ppamaild"+path, body)
	if err != nil {
		return err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("asking the running daemon: %w", err)
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
		return read(response.Body)
	case http.StatusNotFound:
		return store.ErrNotFound
	}
	said, _ := io.ReadAll(io.LimitReader(response.Body, 4096)) // the part that arrived
	if response.StatusCode == http.StatusConflict {
		return refusal.Error(bytes.TrimSpace(said))
	}
	return fmt.Errorf("asking the running daemon: %s: %s", response.Status, bytes.TrimSpace(said))
}
