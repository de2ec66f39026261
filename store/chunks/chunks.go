// Package chunks reads large messages in chunks, for all backends of a store.
package chunks

import (
	"errors"
	"io"
)

// Size is how many bytes of a large message one transaction stores.
const Size = 256 << 10

// Each calls store for each chunk of a message, until store returns done or an error. A chunk is
// valid during its call. The last chunk may be empty. broken is an error of r.
func Each(
	r io.Reader, store func(chunk []byte, last bool) (done bool, err error),
) (broken, err error) {
	buf := make([]byte, Size)
	for {
		n, err := fill(buf, r)
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return err, nil
		}
		done, err := store(buf[:n], last)
		if done || last || err != nil {
			return nil, err
		}
	}
}

// fill reads until buf is full. Only io.EOF ends the message: io.ErrUnexpectedEOF comes from r
// itself and means that the connection broke.
func fill(buf []byte, r io.Reader) (n int, err error) {
	for n < len(buf) && err == nil {
		var m int
		m, err = r.Read(buf[n:])
		n += m
	}
	return n, err
}
