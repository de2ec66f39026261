package packaging

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ppamaild/sandbox/mailstack"
)

// newImage builds the root folder of the container image. The build and the settings come from the
// Dockerfile. The program runs as the image's user, with a read-only root and without capabilities,
// as compose.yaml says.
func newImage(t *testing.T) system {
	t.Helper()
	if os.Getuid() != 0 && os.Getenv("CI") != "true" {
		t.Skip("skipped: mounts and chroot need root")
	}
	text, err := os.ReadFile("container/Dockerfile")
	must(t, err)
	stage, image, _ := strings.Cut(string(text), "\nFROM scratch\n")
	found := func(text, expression string) string {
		t.Helper()
		match := regexp.MustCompile(expression).FindStringSubmatch(text)
		if match == nil {
			t.Fatalf("the Dockerfile has no %s", expression)
		}
		return match[1]
	}
	user := found(image, `(?m)^USER (\d+:\d+)$`)
	dir := t.TempDir()
	must(t, os.Chmod(filepath.Dir(dir), 0o755)) // the user reaches the root
	root := filepath.Join(dir, "root")
	must(t, os.MkdirAll(filepath.Join(root, "etc/ssl/certs"), 0o755))
	build := exec.CommandContext(t.Context(), "sh", "-ec", "umask 022; "+
		strings.ReplaceAll(found(stage, `(?s)\nRUN (.*)$`), "/out", root))
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run(t, "chown", "-R", user, root)
	must(t, os.Mkdir(filepath.Join(root, "etc/ppamaild"), 0o755)) // a volume
	for _, kernel := range []string{"proc", "dev"} {              // every container has both
		must(t, os.Mkdir(filepath.Join(root, kernel), 0o755))
	}
	run(t, "cp", found(image, `(?m)^COPY --from=build (/etc/ssl/\S+) `), filepath.Join(root, "etc/ssl/certs"))

	variable := found(image, `(?m)^ENV (PPAMAILD_CONFIG=\S+)$`)
	folder := found(image, `(?m)^WORKDIR (\S+)$`)
	program := found(image, `(?m)^ENTRYPOINT \["(\S+)"\]$`)
	return system{t, root, program, func(args ...string) *exec.Cmd {
		// The volumes stay writable: a bind mount has flags of its own.
		script := `mount --bind "$1" "$1"; mount --bind "$1$2" "$1$2"; mount --bind /proc "$1/proc"
			mount --bind /dev "$1/dev"; mount -o remount,bind,ro "$1"
			root=$1 user=$3; shift 3
			exec setpriv --no-new-privs --inh-caps=-all chroot --userspec="$user" "$root" "$@"`
		all := append([]string{"--mount", "sh", "-ec", script, "sh", root, folder, user}, args...)
		cmd := exec.CommandContext(t.Context(), "unshare", all...)
		cmd.Env = []string{variable, "PATH=/usr/sbin:/usr/bin:/sbin:/bin"}
		return cmd
	}}
}

// The image has the program and certificates, and nothing else. In the image, init makes a
// configuration, and the program serves a quote. A second container continues with the volume.
func TestImageServesAQuote_Slow(t *testing.T) {
	s, stack := newImage(t), mailstack.Own(t)
	var files []string
	must(t, filepath.WalkDir(s.root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, strings.TrimPrefix(path, s.root))
		}
		return err
	}))
	const want = "/etc/ssl/certs/ca-certificates.crt /ppamaild /third-party"
	if got := strings.Join(files, " "); got != want {
		t.Errorf("the image has %s", got)
	}
	out, err := s.as(s.program, "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "ppamaild ") {
		t.Fatalf("%v: %s", err, out)
	}
	s.inits(stack)
	run(t, "chown", "-R", "65532:65532", filepath.Join(s.root, "etc/ppamaild"))
	s.serves(stack, func() {
		if out, err := s.as(s.program, "store", "check").CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
	out, err = s.as(s.program, "backup", "/kept.db").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "read-only file system") {
		t.Errorf("the root can be written to: %v\n%s", err, out)
	}
}
