package boltfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"

	"ppamaild/store"
)

// A bbolt file begins with two pages. Each holds a page header of 16 bytes and a meta of 64
// bytes, in the machine's byte order. The meta has magic, version, page size and flags (4
// bytes each), then root, sequence, free list, high-water mark, transaction and an FNV-1a
// checksum of all before (8 bytes each). The valid meta with the higher transaction counts.
// Its high-water mark is the number of pages.
const (
	pageHeader = 16
	metaSize   = 64
	metaMagic  = 0xED0CDAED
)

// Header is the part of a meta that Inspect needs.
type Header struct {
	pageSize, pages, transaction uint64
	Alone                        bool // the other meta is invalid
}

// Unfit describes, for an admin, a file that cannot be opened. It is store.ErrCorrupt.
type Unfit string

func (u Unfit) Error() string { return string(u) }

func (Unfit) Is(target error) bool { return target == store.ErrCorrupt }

// Inspect checks a file before bbolt maps it into memory, where missing pages would kill the
// process. It returns the zero Header for a file that does not exist. An empty file is an
// error: a new store in the place of a lost one would skip all mail since.
//
// Inspect reads without the lock. A file grows before its meta says so, and never shrinks. So
// the size, read after the meta, is never too small for a complete file.
func Inspect(path string) (h Header, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return h, nil
	}
	if err != nil {
		return h, err
	}
	defer f.Close() // read-only
	if h, err = readHeader(f); err != nil {
		return h, err
	}
	return h, h.checkSize(f)
}

// ErrNotOurs says that a file is not a store.
var ErrNotOurs = errors.New("not a store of ppamaild")

// Transactions returns the number of transactions that the file has seen, even while a process
// has it open.
func Transactions(path string) (uint64, error) {
	h, err := Inspect(path)
	if err != nil {
		return 0, fmt.Errorf("counting the transactions of %s: %w", path, err)
	}
	return h.transaction, nil
}

// checkSize refuses a file with fewer pages than its header says.
func (h Header) checkSize(f *os.File) error {
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case info.Size() == 0:
		return Unfit("the file is empty; restore a backup, or remove the file if it never had data")
	case h == Header{}:
		return ErrNotOurs
	case uint64(info.Size()) < h.pages*h.pageSize:
		return Unfit(fmt.Sprintf("the file is truncated: %d of %d bytes; restore a backup",
			info.Size(), h.pages*h.pageSize))
	}
	return nil
}

// readHeader returns the header that counts, or the zero Header if there is none.
func readHeader(f io.ReaderAt) (Header, error) {
	first, damaged, err := readMeta(f, 0)
	if err != nil {
		return Header{}, err
	}
	if first.pageSize > 0 {
		second, _, err := readMeta(f, int64(first.pageSize))
		if err == nil && second.pageSize == first.pageSize &&
			second.transaction > first.transaction {
			first = second
			second = Header{pageSize: first.pageSize}
		}
		first.Alone = second.pageSize == 0
		return first, err
	}
	// The position of the second meta depends on the page size, which only that meta states.
	for size := int64(1 << 10); size <= 1<<24; size <<= 1 {
		second, alsoDamaged, err := readMeta(f, size)
		if err != nil || second.pageSize == uint64(size) {
			second.Alone = true
			return second, err
		}
		damaged = damaged || alsoDamaged
	}
	if damaged {
		return Header{}, Unfit("the first pages are damaged; restore a backup")
	}
	return Header{}, nil
}

// readMeta reads the meta of the page at an offset. Without a valid meta, it returns the zero
// Header. damaged reports a meta with a wrong checksum.
func readMeta(f io.ReaderAt, at int64) (h Header, damaged bool, err error) {
	buf := make([]byte, metaSize)
	if _, err := f.ReadAt(buf, at+pageHeader); errors.Is(err, io.EOF) {
		return Header{}, false, nil
	} else if err != nil {
		return Header{}, false, err
	}
	if binary.NativeEndian.Uint32(buf) != metaMagic {
		return Header{}, false, nil
	}
	sum := fnv.New64a()
	sum.Write(buf[:56])
	if binary.NativeEndian.Uint64(buf[56:]) != sum.Sum64() {
		return Header{}, true, nil
	}
	return Header{
		pageSize:    uint64(binary.NativeEndian.Uint32(buf[8:])),
		pages:       binary.NativeEndian.Uint64(buf[40:]),
		transaction: binary.NativeEndian.Uint64(buf[48:]),
	}, false, nil
}
