package message

import (
	"bytes"
	"encoding/asn1"
	"errors"
)

var (
	oidSignedData = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}

	errSealed = errors.New("it is encrypted (S/MIME)")
	errCMS    = errors.New("its S/MIME can't be read")
)

// signedContent returns the content of an opaque S/MIME signature (RFC 8551 §3.5.2) without
// checking the signature. It reads only the path to the content: general BER decoders take
// quadratic time in nested data, and encoding/asn1 reads only DER.
func signedContent(cms []byte) ([]byte, error) {
	info, err := enter(cms, 0x30) // ContentInfo (RFC 5652 §3)
	if err != nil {
		return nil, err
	}
	var kind asn1.ObjectIdentifier
	rest, err := asn1.Unmarshal(info, &kind)
	switch {
	case err != nil:
		return nil, errCMS
	case !kind.Equal(oidSignedData):
		return nil, errSealed
	}
	signed, err := enterAll(rest, 0xa0, 0x30) // [0] SignedData (§5.1)
	if err != nil {
		return nil, err
	}
	for range 2 { // version, digestAlgorithms
		if signed, err = skipBER(signed, maxBERDepth); err != nil {
			return nil, err
		}
	}
	content, err := enter(signed, 0x30) // EncapsulatedContentInfo (§5.2)
	if err != nil {
		return nil, err
	}
	if content, err = skipBER(content, maxBERDepth); err != nil { // its type
		return nil, err
	}
	if content, err = enter(content, 0xa0); err != nil {
		return nil, err
	}
	return octetString(content)
}

// maxBERDepth is deeper than the parameters of any algorithm.
const maxBERDepth = 8

// berElement is the head of a BER element and the data after it.
type berElement struct {
	tag        byte
	length     int
	indefinite bool
	rest       []byte // beginning with the content
}

// head reads a tag of one byte and a length (X.690 §8.1).
func head(ber []byte) (berElement, error) {
	if len(ber) < 2 || ber[0]&0x1f == 0x1f {
		return berElement{}, errCMS
	}
	e := berElement{tag: ber[0], length: int(ber[1]), rest: ber[2:]}
	switch n := int(ber[1] & 0x7f); {
	case ber[1] == 0x80:
		e.length, e.indefinite = 0, true
	case ber[1] > 0x80:
		if n > 4 || n > len(e.rest) {
			return berElement{}, errCMS
		}
		e.length = 0
		for _, c := range e.rest[:n] {
			e.length = e.length<<8 | int(c)
		}
		e.rest = e.rest[n:]
	}
	if e.length > len(e.rest) {
		e.length = len(e.rest) // truncated: read the part that arrived
	}
	return e, nil
}

// enter returns the content of the element at the beginning of ber. An element of indefinite
// length contains all following data.
func enter(ber []byte, tag byte) ([]byte, error) {
	e, err := head(ber)
	if err != nil || e.tag != tag {
		return nil, errCMS
	}
	if e.indefinite {
		return e.rest, nil
	}
	return e.rest[:e.length], nil
}

func enterAll(ber []byte, tags ...byte) (_ []byte, err error) {
	for _, tag := range tags {
		if ber, err = enter(ber, tag); err != nil {
			return nil, err
		}
	}
	return ber, nil
}

// skipBER returns the data after the element at the beginning of ber.
func skipBER(ber []byte, depth int) ([]byte, error) {
	e, err := head(ber)
	if err != nil || depth == 0 {
		return nil, errCMS
	}
	if !e.indefinite {
		return e.rest[e.length:], nil
	}
	for rest := e.rest; ; {
		if bytes.HasPrefix(rest, []byte{0, 0}) {
			return rest[2:], nil
		}
		if rest, err = skipBER(rest, depth-1); err != nil {
			return nil, err
		}
	}
}

// octetString joins the pieces of a byte string (X.690 §8.7).
func octetString(ber []byte) ([]byte, error) {
	e, err := head(ber)
	switch {
	case err != nil:
		return nil, err
	case e.tag == 0x04:
		return e.rest[:e.length], nil
	case e.tag != 0x24:
		return nil, errCMS
	}
	pieces := e.rest
	if !e.indefinite {
		pieces = e.rest[:e.length]
	}
	var content []byte
	for len(pieces) > 0 && !bytes.HasPrefix(pieces, []byte{0, 0}) {
		piece, err := head(pieces)
		if err != nil || piece.tag != 0x04 || piece.indefinite {
			return content, nil // the part before the damage is read
		}
		content = append(content, piece.rest[:piece.length]...)
		pieces = piece.rest[piece.length:]
	}
	return content, nil
}
