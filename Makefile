# Familiar is pure Go: building it needs only Go and make. The tests also need gcc for the race detector, Chromium for the
# page and QEMU for the processors of Raspberry Pis: .ci/tools installs them where it may.

export CGO_ENABLED ?= 0

VERSION ?= $(shell git describe --always --dirty 2>/dev/null || echo unknown)
CYCLES ?= 200
LDFLAGS := -s -w -X main.version=$(VERSION)

.PHONY: help
help: ## what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

.PHONY: run
run: ## the virtual table on http://localhost:8080
	go run ./cmd/familiar run

.PHONY: build
build: ## the program for this machine: ./familiar
	go build -trimpath -ldflags '$(LDFLAGS)' -o familiar ./cmd/familiar

.PHONY: test
test: test-program test-parts test-engines test-games test-emulated ## engines by records and fuzz seeds, parts by unit tests, the program by whole games over emulated chips and by browsers, each processor of a Pi by one game

# The tests do without vet, because lint vets everything.
.PHONY: test-program
test-program: tools ## of test: commands, browsers, disks that fail, daemons that are killed, short whole games; with the race detector
	CGO_ENABLED=1 go test -race -vet=off -timeout 25m ./cmd/...

.PHONY: test-parts
test-parts: tools ## of test: the table, the chips' drivers, the server, the docs; with the race detector
	CGO_ENABLED=1 go test -race -vet=off ./companion/... ./hw/... ./web/... ./docs/... ./systemd/...

.PHONY: test-engines
test-engines: ## of test: the rules of every game, and pictures of the panel
	go test -vet=off ./engine/... ./hw/panel
	go test -vet=off -run '^TestAnyTurnOfTheKnob$$' ./companion

.PHONY: test-games
test-games: ## of test: whole games at full length, every fault of every device, daemons killed at any moment; a few games of careless people
	go test -vet=off -run '^Test(WholeGames|KilledDaemonComesBack|Faults|TornAway|OthersGoOn|StopsInTheMiddle|Soak)$$' ./cmd/familiar
	go test -vet=off ./cmd/familiar/internal/careless

.PHONY: test-emulated
test-emulated: tools cross ## of test: a whole game on the processors of all Raspberry Pis
	.ci/emulate

.PHONY: test-installed
test-installed: dist/familiar-linux-$(shell go env GOARCH) ## the package on a fresh Debian whose systemd runs in namespaces (needs root)
	.ci/tools installed
	.ci/installed $(VERSION)

.PHONY: peers
peers: ## drivers that are not ours read the emulated chips: a table of what they saw (PEERS=DIR has sources of further ones)
	@.ci/tools peers
	PEERS=$(if $(PEERS),$(abspath $(PEERS))) go test -tags peers -count=1 -v ./hw/virtual/peers

.PHONY: tools
tools:
	@.ci/tools

.PHONY: evenings
evenings: tools ## every game to its end on six phones and a television: pictures of all states in evenings/ (AXE=axe.min.js examines them)
	@mkdir -p evenings
	go test ./cmd/familiar -tags evenings -run '^TestEvenings$$' -v -timeout 2h -pictures $(CURDIR)/evenings $(if $(AXE),-axe $(abspath $(AXE)))

.PHONY: careless
careless: ## thousands of games of careless people, and how the table follows them (SHARE=10: a tenth of them; LIMIT=1: what the best of all tables would know of fifty of each line, too; RESULTS=careless.jsonl, where a bench that was stopped goes on; WHOLE=4: then so many of each line over emulated chips)
	@go test -c -tags careless -o $(CURDIR)/careless.test ./cmd/familiar/internal/careless
	@cd cmd/familiar/internal/careless && $(CURDIR)/careless.test -test.run '^TestBench$$' -test.timeout 48h -results $(abspath $(or $(RESULTS),careless.jsonl)) $(if $(SHARE),-share $(SHARE)) $(if $(LIMIT),-limit)
	$(if $(WHOLE),go test ./cmd/familiar/internal/careless -tags careless -run '^TestWholeIsTheSame$$' -v -timeout 12h -whole $(WHOLE))

.PHONY: power-cuts
power-cuts: ## cuts the power of an emulated machine, over and over, while phones play at it (CYCLES=200)
	@.ci/tools machine
	go test ./cmd/familiar -tags machine -run '^TestPowerCut' -v -timeout 3h -cycles $(CYCLES)

.PHONY: attack
attack: ## strangers open connections from many addresses, and phones ask for all they may, for an hour; needs root, strace, and a machine that does nothing else
	go test ./cmd/familiar -tags attack -run '^(TestStrangers|TestLoadWithinLimits$$)' -v -timeout 90m

.PHONY: bench
bench: build ## how fast the program is, measured from outside: each figure with its median, p99 and spread (ROUNDS=10)
	go run ./cmd/figures $(if $(ROUNDS),--rounds $(ROUNDS)) ./familiar

.PHONY: bench-against
bench-against: ## the same figures of the program and of that of a commit, measured in pairs (COMMIT=…)
	@.ci/bench-against "$(COMMIT)" $(if $(ROUNDS),--rounds $(ROUNDS))

.PHONY: bench-page
bench-page: ## how much of the page a slow phone loads, and how long that takes: at a first visit, at the next one, and in the middle of a game (COMMIT=…: in pairs with that of a commit)
	$(if $(COMMIT),@.ci/bench-against "$(COMMIT)" --page --rounds 11,@$(MAKE) build && go run ./cmd/figures --page --rounds 11 ./familiar)

.PHONY: bench-parts
bench-parts: ## how fast the parts of the program are, by Go's benchmarks
	go test -run '^$$' -bench . -benchmem ./...

.PHONY: fuzz
fuzz: ## every fuzz target, a minute each
	@.ci/fuzz

.PHONY: mutants
mutants: ## changes the code in small ways, one at a time, and lists the changes that no test notices (SINCE=COMMIT: only what differs from it; COUNT=100 SEED= ROOM=)
	go run ./cmd/mutants $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED)) $(if $(SINCE),--since $(SINCE)) $(if $(ROOM),--room $(ROOM))

.PHONY: lint
lint: types ## gofmt, go vet, staticcheck; what the page uses of the browser, its types, and what is too long in it
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo "gofmt would change:"; gofmt -l $$(git ls-files '*.go'); exit 1; }
	go vet ./...
	go vet -tags evenings,emulated,careless ./cmd/...
	go vet -tags installed,machine,pi ./cmd/... ./systemd/...
	go vet -tags attack ./cmd/...
	go vet -tags peers ./hw/virtual/peers
	go tool staticcheck ./...
	go run ./web/floor
	go run ./web/tidy

.PHONY: types
types: ## checks the types of the page’s scripts
	go tool -modfile=web/types/tools.mod tsgo -p web/types/tsconfig.json

.PHONY: cross
cross: $(addprefix dist/familiar-linux-,armv6 armv7 arm64 amd64) ## static programs for every Raspberry Pi and for amd64, in dist/

.PHONY: FORCE
dist/familiar-linux-armv6: GOARCH = arm GOARM=6
dist/familiar-linux-armv7: GOARCH = arm GOARM=7
dist/familiar-linux-arm64: GOARCH = arm64
dist/familiar-linux-amd64: GOARCH = amd64
dist/familiar-linux-%: FORCE
	GOOS=linux GOARCH=$(GOARCH) go build -trimpath -ldflags '$(LDFLAGS)' -o $@ ./cmd/familiar

.PHONY: package
package: cross ## Debian packages for 64-bit and 32-bit Raspberry Pis and for amd64, in dist/
	systemd/package/build $(VERSION) arm64 armhf amd64

.PHONY: reproduce
reproduce: ## the package for amd64 twice: the same bytes
	.ci/reproduce amd64

.PHONY: pi-test
pi-test: ## plays whole games on an emulated Raspberry Pi, through its kernel's own drivers, with chips at its header that fail, and follows the owner's guide (SHORT=1: one game and one fault; needs root)
	@.ci/tools machine
	@.ci/tools pi
	.ci/pi $(VERSION) $(if $(SHORT),-short)

.PHONY: boot-test
boot-test: ## installs the package on an emulated arm64 machine, plays there from outside, reboots, kills, upgrades and purges; and on a Raspberry Pi 3, looking at its devices (PICTURES=DIR keeps the page)
	@.ci/tools machine
	$(if $(PICTURES),@mkdir -p $(PICTURES))
	.ci/boot $(VERSION) $(if $(PICTURES),-pictures $(abspath $(PICTURES)))
