package memo

import (
	"fmt"
	"testing"
)

func TestMemo(t *testing.T) {
	kept, newer := New[int](), New[int]()
	kept.Put("a", 1, 10)
	kept.Put("large", 1, 10)
	newer.Put("a", 2, 20)
	newer.Put("large", 2, maxRow)
	kept.Take(newer)
	if row, known := kept.Get("a"); !known || row != 2 {
		t.Errorf("row a is %d, %t", row, known)
	}
	if row, known := kept.Get("large"); known {
		t.Errorf("the large row is kept as %d", row)
	}
	if want := len("a") + 20 + rowCost; kept.size != want {
		t.Errorf("the size is %d, not %d", kept.size, want)
	}
	for i := range maxSize / 10_000 {
		newer.Put(fmt.Sprint(i), i, 10_000)
	}
	kept.Take(newer)
	if _, known := kept.Get("a"); known || kept.size != 0 {
		t.Errorf("a full memo keeps %d bytes", kept.size)
	}
}
