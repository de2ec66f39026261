package message

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestTrapIDOddities(t *testing.T) {
	cases := []struct {
		field string
		want  []string
	}{
		{"<a@b>", []string{"a@b"}},
		{"<a@b> <c@d>\r\n\t<e@f>", []string{"a@b", "c@d", "e@f"}},
		{"<a@b><c@d>", []string{"a@b", "c@d"}},
		{"<a@b>, <c@d>;<e@f>,", []string{"a@b", "c@d", "e@f"}},
		{"a@b c@d", []string{"a@b", "c@d"}},
		{"<noat>", []string{"noat"}},
		{"<a@b> (a comment with <x@y> in it)", []string{"a@b"}},
		{"(un(closed <a@b> <c@d>", []string{"a@b", "c@d"}},
		{`Your message of "Sat, 21 Nov" <a@b>`, []string{"a@b"}},
		{`"unclosed <a@b>`, []string{"a@b"}},
		{"<a\r\n b@c>", []string{"ab@c"}},
		{"<a@b <c@d>", []string{"a@b", "c@d"}},
		{"<a@b", []string{"a@b"}},
		{"<<a@b>>", []string{"a@b"}},
		{"00021", []string{"00021"}},
		{"two words", nil},
		{"a<b", nil},
		{"=?utf-8?q?00021?=", []string{"00021"}},
		{"<a\u00a0b@c> d@e\u00a0", []string{"ab@c", "d@e"}},
		{"<>", nil},
		{"< >", nil},
		{"=?utf-8?q?=3Ca=40b=3E?=", []string{"a@b"}},
		{"<a@[192.0.2.1]>", []string{"a@[192.0.2.1]"}},
		{"<" + strings.Repeat("x", 2000) + "@y> <a@b>", []string{"a@b"}},
		{"", nil},
	}
	for _, tc := range cases {
		if got := ScanIDs(tc.field); !slices.Equal(got, tc.want) {
			t.Errorf("%.60q: %q, not %q", tc.field, got, tc.want)
		}
	}
}

func TestReplyReferences(t *testing.T) {
	var long []string
	for n := range 50 {
		long = append(long, fmt.Sprintf("%d@x", n))
	}
	cases := []struct {
		name   string
		parent Message
		want   []string
	}{
		{"the parent's and the parent", Message{MessageID: "c@x", References: []string{"a@x", "b@x"}, InReplyTo: []string{"z@x"}}, []string{"a@x", "b@x", "c@x"}},
		{"In-Reply-To for References", Message{MessageID: "c@x", InReplyTo: []string{"b@x"}}, []string{"b@x", "c@x"}},
		{"not if it names several", Message{MessageID: "c@x", InReplyTo: []string{"a@x", "b@x"}}, []string{"c@x"}},
		{"no Message-ID", Message{References: []string{"a@x"}}, []string{"a@x"}},
		{"nothing", Message{}, nil},
		{"the parent names itself", Message{MessageID: "b@x", References: []string{"a@x", "b@x"}}, []string{"a@x", "b@x"}},
		{"bounded", Message{MessageID: "c@x", References: long}, append(append([]string{"0@x"}, long[32:]...), "c@x")},
	}
	for _, tc := range cases {
		if got := ReplyReferences(&tc.parent); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, not %q", tc.name, got, tc.want)
		}
	}
}

func TestTrapAddressOddities(t *testing.T) {
	cases := []struct {
		field string
		want  []Address
	}{
		{"a@b.test", []Address{{"", "a@b.test"}}},
		{"Ann <a@B.Test>", []Address{{"Ann", "a@b.test"}}},
		{`"Doe, Ann" <a@b.test>, c@d.test`, []Address{{"Doe, Ann", "a@b.test"}, {"", "c@d.test"}}},
		{"a@b.test; c@d.test;", []Address{{"", "a@b.test"}, {"", "c@d.test"}}},
		{"a@b.test (Ann (really))", []Address{{"Ann (really)", "a@b.test"}}},
		{"MAILER-DAEMON", []Address{{"", "MAILER-DAEMON"}}},
		{"Mail Delivery Subsystem <MAILER-DAEMON>", []Address{{"Mail Delivery Subsystem", "MAILER-DAEMON"}}},
		{"MAILER-DAEMON <>", nil},
		{"<>", nil},
		{"", nil},
		{"undisclosed-recipients:;", nil},
		{"Staff: a@b.test, Bob <c@d.test>; e@f.test", []Address{{"", "a@b.test"}, {"Bob", "c@d.test"}, {"", "e@f.test"}}},
		{"=?klingon?q?Ann?= <a@b.test>", []Address{{"Ann", "a@b.test"}}},
		{"=?utf-8?q?Doe,_Ann?= <a@b.test>", []Address{{"Doe, Ann", "a@b.test"}}},
		{"=?utf-8?q?boss=40agency=2Etest?= <eve@x.test>", []Address{{"boss@agency.test", "eve@x.test"}}},
		{"=?utf-8?q?boss=40agency=2Etest?=", nil},
		{`"boss@agency.test" <eve@x.test>`, []Address{{"boss@agency.test", "eve@x.test"}}},
		{"boss@agency.test <eve@x.test>", []Address{{"boss@agency.test", "eve@x.test"}}},
		{`"unclosed <a@b.test>`, []Address{{"unclosed", "a@b.test"}}},
		{"Ann (unclosed <a@b.test>", []Address{{"Ann unclosed", "a@b.test"}}},
		{"Ann <a@b.test, Bob <c@d.test>", []Address{{"Ann", "a@b.test"}, {"Bob", "c@d.test"}}},
		{"Ann <a@b.test", []Address{{"Ann", "a@b.test"}}},
		{"<a@b.test> <c@d.test>", []Address{{"", "a@b.test"}, {"", "c@d.test"}}},
		{"<@relay.test:a@b.test>", []Address{{"", "a@b.test"}}},
		{"<mailto:a@b.test>", []Address{{"", "a@b.test"}}},
		{"Ann Doe", nil},
		{`"ann doe"@b.test`, []Address{{"", `"ann doe"@b.test`}}},
		{`"A \"B\" C" <a@b.test>`, []Address{{`A "B" C`, "a@b.test"}}},
	}
	for _, tc := range cases {
		if got := scanAddresses(tc.field); !slices.Equal(got, tc.want) {
			t.Errorf("%q: %q, not %q", tc.field, got, tc.want)
		}
	}
}

func TestDecodeWords(t *testing.T) {
	cases := map[string]string{
		"plain":                                  "plain",
		"=?utf-8?Q?Caf=C3=A9?= today":            "Café today",
		"=?utf-8?B?Q2Fmw6k=?=":                   "Café",
		"=?utf-8?B?Q2Fmw6k?=":                    "Café", // no padding
		"=?utf-8?q?Caf=C3?= =?utf-8?q?=A9?=":     "Café", // cut in a character
		"=?utf-8?q?a?= =?iso-8859-1?q?=FC?=":     "aü",
		"=?utf-8?q?a?=\r\n =?utf-8?q?b?=":        "ab",
		"=?utf-8?q?a?= b =?utf-8?q?c?=":          "a b c",
		"=?utf-8*en?q?a?=":                       "a",
		"=?utf-8?x?a?= =?utf-8?q?b?=":            "=?utf-8?x?a?= b",
		"=?utf-8?q?open":                         "=?utf-8?q?open",
		"=?":                                     "=?",
		"=?utf-8?q?line=0D=0ABcc:_x?=":           "lineBcc: x",
		"Re: =?iso-2022-jp?B?GyRCOCtAURsoQg==?=": "Re: 見積",
		"=?utf-8?q?raw spaces in it?=":           "raw spaces in it",
		"=?utf-8?q??=":                           "",
		"=?utf-8?Q?who?=3F?=":                    "who??",
		"=?utf-8?Q?a?=BCDE":                      "aBCDE",
		"=?utf-8?B?Gr=C3=BC=C3=9Fe?=":            "Grüße", // Q under a wrong name
		"=?utf-8?B?QQ==Qg==?=":                   "AB",
		"=?utf-8?B?Q2Fmw?=":                      "Caf",
		"=?utf-8?B?Q2F*mw?=":                     "=?utf-8?B?Q2F*mw?=",
	}
	for value, want := range cases {
		if got := decodeWords(value); got != want {
			t.Errorf("%q: %q, not %q", value, got, want)
		}
	}
}
