package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ppamaild/carrier/wire"
)

// maxAnswer is the maximum length of an answer.
const maxAnswer = 1 << 20

var errNotSent = errors.New("the request was not sent")

// do makes one request. After errNotSent the request certainly did not arrive.
func (c *Client) do(ctx context.Context, method, path string, header http.Header, body []byte) (a wire.Answer, after time.Duration, err error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return a, 0, giveUp("making the request: %w", err)
	}
	req.Header = header.Clone()
	if err := c.authorize(ctx, req.Header); err != nil {
		return a, 0, fmt.Errorf("%w: %w", errNotSent, err)
	}
	resp, err := c.http.Do(req)
	switch {
	case err != nil && isUntrusted(err):
		return a, 0, giveUp("it can't be trusted: %w", err)
	case err != nil && wasNotSent(err):
		return a, 0, fmt.Errorf("%w: %w", errNotSent, err)
	case err != nil:
		return a, 0, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return a, 0, fmt.Errorf("reading the answer: %w", err)
	case len(raw) > maxAnswer:
		return a, 0, fmt.Errorf("the answer is longer than %d bytes", maxAnswer)
	}
	if resp.StatusCode == http.StatusUnauthorized && !c.forgetToken() {
		return a, 0, fmt.Errorf("%w: %w", errNotSent, giveUp("it does not take our credentials"))
	}
	return wire.Answer{StatusCode: resp.StatusCode, Body: raw}, pause(resp.Header.Get("Retry-After")), nil
}

// wasNotSent reports whether there was no connection: an unknown host, or no listener.
func wasNotSent(err error) bool {
	op, is := errors.AsType[*net.OpError](err)
	return is && op.Op == "dial"
}

// isUntrusted reports whether the certificate of the server ended the connection.
func isUntrusted(err error) bool {
	_, is := errors.AsType[*tls.CertificateVerificationError](err)
	return is
}

// pause parses Retry-After, which holds seconds or a date (RFC 9110 §10.2.3).
func pause(value string) time.Duration {
	if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && n >= 0 && n < 1<<30 {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}
