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

// disk is a small disk in the mount namespace of a process, invisible to others.
type disk struct {
	at     string
	within []string // wrapper command that enters the namespace
	holder int      // the process with the namespace
}

// mounted creates a disk with a script, which gets the mount folder as $1. mounted returns nil
// and logs the reason where mounting is not allowed.
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
	t.Cleanup(func() { // the mounts end with the last process of the namespace
		noError(t, in.Close())
		noError(t, holder.Wait())
	})
	return &disk{at, []string{"nsenter", fmt.Sprintf("--mount=/proc/%d/ns/mnt", holder.Process.Pid)}, holder.Process.Pid}
}

// run executes a command in the namespace and returns the output.
func (d *disk) run(t *testing.T, command ...string) string {
	t.Helper()
	words := slices.Concat(d.within, command)
	out, err := exec.CommandContext(t.Context(), words[0], words[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, out)
	}
	return string(out)
}

// fill writes a file until the disk is full. The returned function removes the file.
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

// shop is a daemon with a store on a disk, and two people with mail programs.
type shop struct {
	*process
	disk       *disk
	alice, lee *sandbox.Person
}

// openOn runs a daemon on a disk, sends Alice's request, and returns Lee's review mail.
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

// isWhole checks that the store is sound and that each of two mails was sent once.
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

// withPhoto returns a mail from Bob with an attachment of the given size in bytes.
func withPhoto(octets int) []byte {
	line := strings.Repeat("A", 76) + "\r\n"
	return fmt.Appendf(nil, "From: Bob Miller <bob@customer.test>\r\nTo: %s\r\nSubject: Bob's car\r\nMessage-ID: <photo@customer.test>\r\nDate: %s\r\n"+
		"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nI'd like a quote for my 2018 Subaru Outback.\r\n"+
		"--b\r\nContent-Type: image/jpeg; name=car.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n%s--b--\r\n",
		play.Quotes, time.Now().Format(time.RFC1123Z), strings.Repeat(line, octets/57))
}

// A full disk pauses the daemon, with an alarm. The daemon resumes when space is free.
func TestDiskGetsFull(t *testing.T) {
	on := mounted(t, `mount -t tmpfs -o size=48m tmpfs "$1"`) // store check copies a store with the photo and two mails
	if on == nil {
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	s, review := openOn(ctx, t, on)
	room := on.fill(t)
	noError(t, s.alice.SendRaw(ctx, "bob@customer.test", []string{play.Quotes}, withPhoto(1<<20))) // larger than the free pages of the file
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
	s.logged(t, "the store works again")
	s.isWhole(ctx, t, "Quote please", "Questions to Bob")
}

// A disk error makes the kernel remount the disk read-only. The daemon pauses, raises an alarm,
// and sends nothing that the store can't record. After a new mount the daemon resumes.
func TestDiskFails(t *testing.T) {
	on := mounted(t, `truncate -s 32M "$1.img"; mkfs.ext4 -q "$1.img"; mount -o loop "$1.img" "$1"`)
	if on == nil {
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	s, review := openOn(ctx, t, on)
	on.run(t, "mount", "-o", "remount,abort", on.at) // ext4's reaction to a disk error
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
