package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// disk is a small one that only this test sees: it is mounted where a process holds it.
type disk struct {
	at     string
	within []string // executes a command that sees it
	holder int      // the process
}

// mounted makes a disk by a script, whose $1 is the folder to mount it at. Where nothing
// may be mounted it is nil, and the log says so.
func mounted(t *testing.T, script string) *disk {
	t.Helper()
	at := filepath.Join(t.TempDir(), "disk")
	noError(t, os.Mkdir(at, 0o700))
	holder := exec.Command("unshare", "--mount", "sh", "-c", "set -e\n"+script+"\necho mounted\nexec cat", "sh", at)
	var says strings.Builder
	holder.Stderr = &says
	in, err := holder.StdinPipe()
	noError(t, err)
	out, err := holder.StdoutPipe()
	noError(t, err)
	noError(t, holder.Start())
	if line, _ := bufio.NewReader(out).ReadString('\n'); line != "mounted\n" {
		_ = in.Close()
		t.Logf("nothing may be mounted here, so that no disk gets full or fails: %v %s", holder.Wait(), &says)
		return nil
	}
	t.Cleanup(func() { // its mounts end with the last who see them
		noError(t, in.Close())
		noError(t, holder.Wait())
	})
	return &disk{at, []string{"nsenter", fmt.Sprintf("--mount=/proc/%d/ns/mnt", holder.Process.Pid)}, holder.Process.Pid}
}

// run has a command see the disk, and returns what it says.
func (d *disk) run(t *testing.T, command ...string) string {
	t.Helper()
	words := slices.Concat(d.within, command)
	out, err := exec.CommandContext(t.Context(), words[0], words[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, out)
	}
	return string(out)
}

// fill writes a file until there is no more room. What it returns removes the file.
func (d *disk) fill(t *testing.T) (room func()) {
	t.Helper()
	path := filepath.Join("/proc", fmt.Sprint(d.holder), "root", d.at, "filler")
	f, err := os.Create(path)
	noError(t, err)
	for page := make([]byte, os.Getpagesize()); err == nil; {
		_, err = f.Write(page)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	noError(t, f.Close())
	return func() { noError(t, os.Remove(path)) }
}

// shop is a daemon whose store lies on a disk, and who writes to it.
type shop struct {
	*process
	disk       *disk
	alice, lee *sandbox.Person
}

// openOn has a daemon run on a disk, ask Lee about what Alice wrote, and returns it with
// that mail.
func openOn(ctx context.Context, t *testing.T, on *disk) (shop, sandbox.Received) {
	t.Helper()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	file, err := play.WriteConfig(t.TempDir(), host)
	noError(t, err)
	text, err := os.ReadFile(file)
	noError(t, err)
	moved := strings.Replace(string(text), `"ppamaild.db"`, fmt.Sprintf("%q", filepath.Join(on.at, "ppamaild.db")), 1)
	noError(t, os.WriteFile(file, []byte(moved), 0o600))
	s := shop{process: &process{config: file, log: filepath.Join(filepath.Dir(file), "daemon.log"), within: on.within}, disk: on}
	run(t, s.process)
	s.alice, err = sandbox.NewPerson(ctx, host, "Alice Moreno", play.Alice)
	noError(t, err)
	s.lee, err = sandbox.NewPerson(ctx, host, "Lee Tran", play.Lee)
	noError(t, err)
	_, err = s.alice.Send(ctx, sandbox.Mail{To: []string{play.Quotes}, Subject: "Quote please", Text: "I'm Alice Moreno. I'd like a quote for my 2019 Honda Civic."})
	noError(t, err)
	return s, next(ctx, t, s.lee, "Questions to Alice")
}

// isWhole tells that the store is sound, and each of two mails was sent once.
func (s shop) isWhole(ctx context.Context, t *testing.T, toAlice, toLee string) {
	t.Helper()
	self, err := os.Executable()
	noError(t, err)
	if out := s.disk.run(t, self, "store", "check", "--config", s.config); !strings.Contains(out, "is sound") {
		t.Errorf("store check: %s", out)
	}
	for words, who := range map[string]*sandbox.Person{toAlice: s.alice, toLee: s.lee} {
		n := 0
		noError(t, who.Inbox(ctx, func(m sandbox.Received) {
			if strings.Contains(m.Subject, words) {
				n++
			}
		}))
		if n != 1 {
			t.Errorf("%s has %d mails %q", who.Name, n, words)
		}
	}
}

// withPhoto is a mail of Bob's with an attachment of so many octets.
func withPhoto(octets int) []byte {
	line := strings.Repeat("A", 76) + "\r\n"
	return fmt.Appendf(nil, "From: Bob Miller <bob@customer.test>\r\nTo: %s\r\nSubject: Bob's car\r\nMessage-ID: <photo@customer.test>\r\nDate: %s\r\n"+
		"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nI'd like a quote for my 2018 Subaru Outback.\r\n"+
		"--b\r\nContent-Type: image/jpeg; name=car.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n%s--b--\r\n",
		play.Quotes, time.Now().Format(time.RFC1123Z), strings.Repeat(line, octets/57))
}

// A disk that gets full under a running daemon has it wait, and say so; with room again
// it goes on by itself.
func TestDiskGetsFull(t *testing.T) {
	on := mounted(t, `mount -t tmpfs -o size=8m tmpfs "$1"`)
	if on == nil {
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	s, review := openOn(ctx, t, on)
	room := on.fill(t)
	noError(t, s.alice.SendRaw(ctx, "bob@customer.test", []string{play.Quotes}, withPhoto(1<<20))) // more than the file's free pages hold
	s.logged(t, "disk full: paused")
	self, err := os.Executable()
	noError(t, err)
	check := slices.Concat(on.within, []string{self, "check", "--config", s.config})
	if out, err := exec.CommandContext(ctx, check[0], check[1:]...).CombinedOutput(); err == nil || !strings.Contains(string(out), "is full: ") {
		t.Errorf("check: %v\n%s", err, out)
	}
	_, err = s.lee.Reply(ctx, review, "ACCEPT")
	noError(t, err)
	room()
	next(ctx, t, s.alice, "Quote please")
	next(ctx, t, s.lee, "Questions to Bob")
	s.logged(t, "disk has space again")
	s.isWhole(ctx, t, "Quote please", "Questions to Bob")
}

// A disk that fails under a running daemon, whereupon the kernel makes it read-only, has
// the daemon wait, and say so; what nobody may write is not sent. Once it is mounted anew
// the daemon goes on where it was.
func TestDiskFails(t *testing.T) {
	on := mounted(t, `truncate -s 32M "$1.img"; mkfs.ext4 -q "$1.img"; mount -o loop "$1.img" "$1"`)
	if on == nil {
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	s, review := openOn(ctx, t, on)
	on.run(t, "mount", "-o", "remount,abort", on.at) // what ext4 does at an error of the disk
	_, err := s.lee.Reply(ctx, review, "ACCEPT")
	noError(t, err)
	s.logged(t, "disk full: paused")
	noError(t, s.alice.Inbox(ctx, func(m sandbox.Received) { t.Errorf("Alice has %q already", m.Subject) }))
	noError(t, s.stop())
	on.run(t, "sh", "-c", `umount "$1"; mount -o loop "$1.img" "$1"`, "sh", on.at)
	noError(t, s.start(ctx))
	next(ctx, t, s.alice, "Quote please")
	s.isWhole(ctx, t, "Quote please", "Questions to Alice")
}
