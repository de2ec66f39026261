package jsonpath

import (
	"encoding/json"
	"testing"
)

func TestSet(t *testing.T) {
	const doc = `{"driver":{"name":"Ana","years":3,"good":true},"list":[{"n":1},2],"zip":"97201"}`
	tests := []struct{ field, value, want string }{
		{"driver.years", "12",
			`{"driver":{"good":true,"name":"Ana","years":12},"list":[{"n":1},2],"zip":"97201"}`},
		{"driver.name", "Eva",
			`{"driver":{"good":true,"name":"Eva","years":3},"list":[{"n":1},2],"zip":"97201"}`},
		{"zip", "97205", `{"driver":{"good":true,"name":"Ana","years":3},"list":[{"n":1},2],"zip":"97205"}`},
		{"zip", `"97205"`, `{"driver":{"good":true,"name":"Ana","years":3},"list":[{"n":1},2],"zip":"97205"}`},
		{"list[0].n", "5", `{"driver":{"good":true,"name":"Ana","years":3},"list":[{"n":5},2],"zip":"97201"}`},
		{"list[1]", "7", `{"driver":{"good":true,"name":"Ana","years":3},"list":[{"n":1},7],"zip":"97201"}`},
		{"driver.accidents", "0",
			`{"driver":{"accidents":0,"good":true,"name":"Ana","years":3},"list":[{"n":1},2],"zip":"97201"}`},
		{"driver", "Eva", ""}, {"list[9]", "7", ""}, {"list.x", "7", ""}, {"zip.x", "7", ""},
		{"car.year", "2020", ""}, {"", "7", ""},
	}
	for _, tt := range tests {
		got, err := Set(json.RawMessage(doc), tt.field, tt.value)
		if string(got) != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s: %s gives %s, %v", tt.field, tt.value, got, err)
		}
	}
}
