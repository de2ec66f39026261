package agent

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestDigestCoversEveryFieldOfADraft(t *testing.T) {
	base := Draft{To: []string{"maria@customer.test"}, Subject: "Re: car", Text: "Hello", HTML: "<p>Hello</p>", QuoteID: "R-1", Disclaimer: "Estimate only", Translation: "Hello"}
	seen := map[string]string{base.Digest(): "nothing"}
	for i := range reflect.TypeFor[Draft]().NumField() {
		changed := base
		if reflect.TypeFor[Draft]().Field(i).Name == "HTMLDigest" {
			continue // replaces omitted HTML
		}
		field := reflect.ValueOf(&changed).Elem().Field(i)
		switch list := field.Interface().(type) {
		case []string:
			field.Set(reflect.ValueOf(append(list, "eve@other.test")))
		case []Followup:
			field.Set(reflect.ValueOf(append(list, Followup{Name: FollowupClose})))
		case []File:
			field.Set(reflect.ValueOf(append(list, File{Name: "quote.pdf", Content: []byte("%PDF")})))
		default:
			field.SetString(field.String() + "x")
		}
		name := reflect.TypeFor[Draft]().Field(i).Name
		if other, same := seen[changed.Digest()]; same {
			t.Errorf("a change of %s is like a change of %s", name, other)
		}
		seen[changed.Digest()] = name
	}
	if short := base.withoutHTML(); short.HTML != "" || short.Digest() != base.Digest() {
		t.Errorf("without its HTML the draft is another: %+v", short)
	}
	base.Files = []File{{Name: "quote.pdf", Content: []byte("%PDF")}}
	if short := base.withoutHTML(); short.Files[0].Content != nil || short.Digest() != base.Digest() {
		t.Errorf("without its file the draft is another: %+v", short)
	}
	moved := base
	moved.Subject, moved.Text = "Re: carH", "ello"
	if _, same := seen[moved.Digest()]; same {
		t.Error("the digest does not tell where one field ends")
	}
}

func TestDigestOfDataIsOfItsContent(t *testing.T) {
	one := dataDigest("buy", json.RawMessage(`{"b":1.50,"a":"<é>"}`))
	for _, same := range []string{`{"a":"<é>","b":1.50}`, "{\n \"a\": \"\\u003c\\u00e9>\",\n \"b\": 1.50 }"} {
		if dataDigest("buy", json.RawMessage(same)) != one {
			t.Errorf("%s has another digest", same)
		}
	}
	for _, other := range []string{`{"a":"<é>","b":1.51}`, `{"a":"<é>","b":"1.50"}`, `{"a":"<é>"}`, `{`, ``} {
		if dataDigest("buy", json.RawMessage(other)) == one {
			t.Errorf("%s has the same digest", other)
		}
	}
	if dataDigest("read", json.RawMessage(`{"b":1.50,"a":"<é>"}`)) == one {
		t.Error("the same data of another tool has the same digest")
	}
}
