# keeper DIR DOVECOT MASTER: runs one stack for as long as its standard input is
# open, and then removes it. The input is a pipe that the process which wanted
# the stack holds: it ends when that process closes it, and also when it dies.
dir=$1
# Each leads a session and a process group that all of its processes share.
setsid "$2" -F -c "$dir/dovecot/dovecot.conf" </dev/null & dovecot=$!
MAIL_CONFIG=$dir/postfix setsid "$3" -d -c "$dir/postfix" </dev/null & postfix=$!

# signal NAME: to both groups, or to a leader that has no group yet.
signal() {
	for pid in $dovecot $postfix; do
		kill "-$1" "-$pid" 2>/dev/null || kill "-$1" "$pid" 2>/dev/null
	done
}

cat >/dev/null

signal TERM
(sleep 3 && signal KILL) & impatience=$!
wait $dovecot $postfix
kill $impatience
signal KILL # what outlived its leader
rm -rf "$dir"
