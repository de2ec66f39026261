package message

import (
	"strings"
	"testing"

	"ppamaild/sandbox/mutation"
)

// oddMIME has pieces that lead a parser astray.
var oddMIME = strings.Split("--|--b--|\r\n|\r\n\r\n|Content-Type: multipart/mixed; boundary=\"b\"\r\n|Content-Type: message/rfc822\r\n\r\n|Content-Type: text/html; charset=utf-7\r\n|"+
	"Content-Transfer-Encoding: base64\r\n|Content-Transfer-Encoding: quoted-printable\r\n|=?utf-8?B?|=?utf-8?Q?=|?=|=|=E2=80|;|\"|\\|(|)|<|>|<a@b|,|:|filename*0*=utf-8''%|begin 644 x|\x00|\xff|<div><table>|</|<!--|&#|&", "|")

// mutatedMails makes variants of the mails of testdata.
func mutatedMails(t testing.TB) mutation.Maker {
	t.Helper()
	m := mutation.Text{Odd: oddMIME}
	seedMails(t, func(raw []byte) { m.Samples = append(m.Samples, string(raw)) })
	return m
}

func TestMutatedMails(t *testing.T) {
	mutation.Test(t, mutatedMails(t), 300, func(t *testing.T, text string) { checkParse(t, []byte(text)) })
}

func FuzzMutatedMails(f *testing.F) {
	mutation.Fuzz(f, mutatedMails(f), func(t *testing.T, text string) { checkParse(t, []byte(text)) })
}
