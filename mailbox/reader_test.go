package mailbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
)

func openReader(t *testing.T, account Account) *Reader {
	t.Helper()
	r, err := NewReader(account)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

var anything = &imap.SearchCriteria{Text: []string{"a"}}

func TestReaderOnlyLooks(t *testing.T) {
	server := startFakeServer(t, fakeMail{uid: 7, body: "From: a@b.test\r\n\r\nHello, all of you\r\n"})
	r := openReader(t, server.account)
	validity, uids, err := r.Search(t.Context(), "INBOX", &imap.SearchCriteria{UID: []imap.UIDSet{{{Start: 1}}}})
	if err != nil || fmt.Sprint(uids) != "[7]" {
		t.Fatal(uids, err)
	}
	got, err := r.Bodies(t.Context(), "INBOX", validity, uids, 1<<20)
	if err != nil || len(got) != 1 || got[0].Cut || !strings.HasSuffix(string(got[0].Raw), "all of you\r\n") {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err = r.Bodies(t.Context(), "INBOX", validity, uids, 10); err != nil || len(got) != 1 || !got[0].Cut || len(got[0].Raw) != 10 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := r.Bodies(t.Context(), "INBOX", validity+1, uids, 10); !errors.Is(err, errRenumbered) {
		t.Errorf("UIDs of other messages: %v", err)
	}
	for _, command := range server.commands() {
		if strings.Contains(command, "SELECT") || strings.Contains(command, "BODY[") || strings.Contains(command, "STORE") {
			t.Errorf("%q may set flags", command)
		}
	}
	if n := countOf(server.commands(), "LOGIN"); n != 1 {
		t.Errorf("%d logins", n)
	}
}

func TestReaderAfterARefusal(t *testing.T) {
	server := startFakeServer(t)
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command == "UID SEARCH" {
			c.say("%s NO [BADCHARSET (US-ASCII)] no", tag)
		}
		return command == "UID SEARCH"
	}
	r := openReader(t, server.account)
	for i, word := range []string{"a", "b", "é", "c"} { // é needs a literal, in which go-imap hangs up
		_, _, err := r.Search(t.Context(), "INBOX", &imap.SearchCriteria{Text: []string{word}})
		if no, ok := errors.AsType[*imap.Error](err); !ok || no.Code != imap.ResponseCodeBadCharset {
			t.Errorf("search %d: %v", i, err)
		}
	}
	if n := countOf(server.commands(), "LOGIN"); n != 2 {
		t.Errorf("%d logins", n)
	}
}

func TestReaderComesBack(t *testing.T) {
	server := startFakeServer(t)
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command == "UID SEARCH" && c.number == 1 {
			c.Close()
			return true
		}
		return false
	}
	r := openReader(t, server.account)
	if _, _, err := r.Search(t.Context(), "INBOX", anything); err == nil {
		t.Error("no error where the connection broke")
	}
	if _, _, err := r.Search(t.Context(), "INBOX", anything); err != nil {
		t.Error(err)
	}
}

func TestReaderDoesNotBelieveAFlood(t *testing.T) {
	server := startFakeServer(t)
	server.able("IMAP4rev1 ESEARCH")
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command != "UID SEARCH" {
			return false
		}
		if !strings.HasPrefix(args, "RETURN (ALL)") {
			t.Errorf("asked %q", args)
		}
		c.say(`* ESEARCH (TAG "%s") UID ALL 1:4294967295`, tag)
		c.say("%s OK done", tag)
		return true
	}
	if _, _, err := openReader(t, server.account).Search(t.Context(), "INBOX", anything); err == nil || !strings.Contains(err.Error(), "4294967295") {
		t.Errorf("got %v", err)
	}
}

func TestReaderListsFolders(t *testing.T) {
	server := startFakeServer(t)
	server.able("IMAP4rev1 NAMESPACE SPECIAL-USE LIST-EXTENDED")
	server.on = func(c *fakeConn, tag, command, args string) bool {
		switch command {
		case "LIST":
			c.say(`* LIST () "/" INBOX`)
			c.say(`* LIST (\HasNoChildren \Trash) "/" Papierkorb`)
			c.say(`* LIST (\Noselect) "/" shared`)
			c.say(`* LIST () "/" "shared/Sales &- co"`)
		case "NAMESPACE":
			c.say(`* NAMESPACE (("" "/")) NIL (("shared/" "/"))`)
		}
		return false
	}
	folders, err := openReader(t, server.account).Folders(t.Context())
	if err != nil || len(folders) != 4 {
		t.Fatal(folders, err)
	}
	if !folders[1].Has(imap.MailboxAttrTrash) || folders[0].Has(imap.MailboxAttrTrash) || !folders[2].Has(imap.MailboxAttrTrash, imap.MailboxAttrNoSelect) {
		t.Errorf("%+v", folders)
	}
	if folders[3].Name != "shared/Sales & co" || !folders[3].Others || folders[0].Others {
		t.Errorf("%+v", folders[3])
	}
}

// The last UID has no next UID, and a range may name more UIDs than memory can hold.
func TestAnswersWithTheLastUID(t *testing.T) {
	const last = 1<<32 - 1
	uids, err := uidsAbove(&imap.SearchData{All: imap.UIDSet{{Start: 7, Stop: 8}, {Start: last, Stop: last}}}, 7)
	if want := []uint32{8, last}; err != nil || !slices.Equal(uids, want) {
		t.Errorf("%v, %v, want %v", uids, err, want)
	}
	for _, start := range []imap.UID{0, 1} {
		if uids, err = uidsAbove(&imap.SearchData{All: imap.UIDSet{{Start: start, Stop: last * start}}}, 0); err == nil {
			t.Errorf("%d UIDs from %d", len(uids), start)
		}
	}
}

// Above the last UID, a range of UIDs has no end. Only a few bodies of its answer are kept.
func TestNothingComesAfterTheLastUID(t *testing.T) {
	var mails []fakeMail
	for uid := range uint32(3 * earlyCount) {
		mails = append(mails, fakeMail{uid: uid + 1, body: mailNumber(int(uid))})
	}
	s, err := openSession(t.Context(), startFakeServer(t, mails...).account)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if _, err := s.examine(t.Context(), "INBOX"); err != nil {
		t.Fatal(err)
	}
	uids, early, err := s.searchAndFetch(t.Context(), 1<<32-1)
	if err != nil || len(uids) > 0 || len(early) > earlyCount {
		t.Errorf("%v, %d bodies, %v", uids, len(early), err)
	}
}
