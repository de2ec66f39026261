# Begin with make demo and make test.
GO ?= go
FUZZTIME ?= 30s
BENCHTIME ?= 1x
THREADS ?= 100000
STORE ?= bolt
CHAOSTIME ?= 30m
CHAOSKILLS ?= 500
DAEMONS ?= 3
DEMOTIME ?= 30m
OVERLOAD ?= 5000 20s 256

build:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w" -o ppamaild ./cmd/ppamaild

# Builds dist/ppamaild_VERSION_ARCH.deb for amd64 and arm64.
.PHONY: deb
deb:
	@packaging/build-deb amd64 dist
	@packaging/build-deb arm64 dist

# Plays a quote conversation on in-process mail servers: no key, no network.
demo:
	$(GO) run ./cmd/ppamaild demo

# Plays a task for several agents on the same servers.
demo-task:
	$(GO) run ./cmd/ppamaild demo --task

# Serves the web console with two reviews. The demo ends after DEMOTIME: timeout exits with 124.
demo-console:
	@timeout --signal=INT $(DEMOTIME) $(GO) run ./cmd/ppamaild demo --open; test $$? = 124

# Tests run private instances of Dovecot and Postfix on loopback ports. Most tests wait for
# mail, so three packages and many tests run in parallel. GOGC saves time. make check runs vet.
test: setup
	@report=$$(mktemp); GOGC=400 MAILSTACK_REPORT=$$report $(GO) test -vet=off -count=1 -p 3 -parallel 16 -skip '_Slow$$' -timeout 25m ./...; code=$$?; \
		cat $$report; rm -f $$report; echo "make test-slow runs the slow tests"; exit $$code

# Crash sweeps, load, and tests that measure time or memory.
test-slow: setup
	$(GO) test -vet=off -count=1 -p 1 -run '_Slow$$' -timeout 60m $$(grep -rlE '^func Test\w+_Slow\(' --include='*_test.go' . | xargs -n1 dirname | sort -u)

# Installs missing Debian packages for the tests.
setup:
	@scripts/setup-debian

# Compares the current behavior with the recorded one: replayed threads, drafts, reports, and
# the inspect output of each test mail. UPDATE=-update records an intended change.
frozen:
	$(GO) test -count=1 ./scripts/frozen $(UPDATE)

race: setup
	$(GO) test -race -count=1 -p 1 -timeout 90m ./...

check:
	@test -z "$$(gofmt -l .)" || { echo "gofmt would change:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) mod tidy -diff
	$(GO) mod verify
	@cd carrier/wire && $(GO) tool oapi-codegen -config oapi-codegen.yaml ../openapi.yaml | cmp - messages.gen.go || \
		{ echo "carrier/wire/messages.gen.go is not current: go generate ./carrier/wire"; exit 1; }
	@$(GO) run ./scripts/house --check testdata/ceilings.json

# Lowers the ceilings of package sizes and old prose to the figures of today.
ceilings:
	$(GO) run ./scripts/house --lower testdata/ceilings.json

# Lists every package with the first sentence of its documentation.
rooms:
	@$(GO) list -f '{{if .Doc}}{{slice .ImportPath 9}}{{"\t"}}{{.Doc}}{{end}}' ./... | expand -t 28

# Measures the layout of the code.
house:
	$(GO) run ./scripts/house --write doc/house.md

fuzz:
	@scripts/fuzz $(FUZZTIME)

# Kills the real program under load at every failpoint and then at random, audits
# every mailbox and the store, and fails if anything was lost, doubled or wrong. With
# STORE=postgres, DAEMONS daemons share a PostgreSQL database, which fails, too.
chaos: setup
	@$(GO) run ./scripts/chaos -time $(CHAOSTIME) -kills $(CHAOSKILLS) \
		$(if $(filter postgres,$(STORE)),-daemons $(DAEMONS))

# Sends mails from many new customers together. OVERLOAD has the number of mails, the response
# time of the model, and the maximum number of parallel requests.
overload: setup
	OVERLOAD="$(OVERLOAD)" $(GO) test ./cmd/ppamaild -run '^TestOverload_Slow$$' -count=1 -v -timeout 60m

# Benchmarks, with the cost of the bare operations for comparison.
bench: setup
	$(GO) test -p 1 ./daemon ./mailbox/search ./agent/task/correlate -run '^$$' -bench . -benchtime $(BENCHTIME) -timeout 60m

# The benchmarks of stores in PostgreSQL.
bench-postgres: setup
	$(GO) test -p 1 ./store/postgres ./daemon -run '^$$' -bench '^Benchmark(InDatabase|Lone|Writers64)$$' \
		-benchtime $(BENCHTIME) -timeout 30m

# Fills a store of the backend STORE with THREADS threads, and prints the cost of single operations.
bench-scale: setup
	SCALE_STORE=$(STORE) SCALE_THREADS=$(THREADS) $(GO) test ./daemon -run '^$$' -bench '^BenchmarkScale$$' \
		-benchtime 1x -timeout 4h

# Scores ppamaild on a folder of real mail and fails below scripts/corpora/thresholds.
corpora:
	@test -n "$(PPAMAILD_CORPORA)" || { echo "PPAMAILD_CORPORA is unset: run make corpora PPAMAILD_CORPORA=FOLDER"; exit 2; }
	@$(GO) run ./scripts/corpora "$(PPAMAILD_CORPORA)"

# Renders a review mail of the demo for the README.
picture:
	@scripts/picture

# Plays the demo in Chromium and renders the pages of the console for doc/console.
console-pictures:
	$(GO) run ./scripts/console-pictures doc/console

fmt:
	gofmt -w .

.PHONY: build demo demo-task demo-console test frozen setup race check fuzz chaos overload bench bench-postgres bench-scale corpora ceilings rooms house picture console-pictures fmt
