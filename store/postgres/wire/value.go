package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// The formats of values.
const (
	textFormat   int16 = 0
	binaryFormat int16 = 1
)

// call has the parameters of a call of a statement.
type call struct {
	values  [][]byte
	formats []int16
}

// encode encodes the values of parameters. Text lets the server choose the width of a number.
func encode(args []any) (c call, err error) {
	for _, arg := range args {
		format, value := textFormat, []byte(nil)
		switch arg := arg.(type) {
		case []byte:
			format, value = binaryFormat, arg
			if arg == nil {
				value = []byte{} // nil means NULL
			}
		case string:
			value = []byte(arg)
		case int64:
			value = strconv.AppendInt(nil, arg, 10)
		case bool:
			value = strconv.AppendBool(nil, arg)
		default:
			return call{}, fmt.Errorf("a parameter has the type %T", arg)
		}
		c.values, c.formats = append(c.values, value), append(c.formats, format)
	}
	return c, nil
}

// The OIDs of types, as in PostgreSQL's catalog pg_type.
const (
	oidBool = 16
	oidByte = 17
	oidName = 19
	oidInt8 = 20
	oidText = 25
	oidVoid = 2278
)

// decode decodes a value in binary format. raw is only valid during the call.
func decode(oid uint32, raw []byte) (any, error) {
	switch {
	case raw == nil || oid == oidVoid:
		return nil, nil
	case oid == oidByte:
		return slices.Clone(raw), nil
	case oid == oidText || oid == oidName:
		return string(raw), nil
	case oid == oidBool && len(raw) == 1:
		return raw[0] == 1, nil
	case oid == oidInt8 && len(raw) == 8:
		return int64(binary.BigEndian.Uint64(raw)), nil
	}
	return nil, errors.New("the type is none of bytea, bigint, text and boolean")
}

// Nanoseconds returns a time as the tables keep it. Times outside of the years 1678 to 2261 become
// the first or the last number.
func Nanoseconds(at time.Time) int64 {
	switch {
	case at.Before(time.Unix(0, math.MinInt64)):
		return math.MinInt64
	case at.After(time.Unix(0, math.MaxInt64)):
		return math.MaxInt64
	}
	return at.UnixNano()
}
