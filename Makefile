# handset: every target does the set-up first, so each works in a fresh clone.

export PATH := $(CURDIR)/.build/go/bin:$(PATH)

GO    ?= go
BIN   := bin/handset
TEST  ?= ./...
GOAL  ?=
export GOAL
FUZZTIME ?= 20s
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -X github.com/handset-agent/handset/cmd/handset/cli.version=$(VERSION)

.PHONY: setup build test test-kinds kills test-nolibav test-peers screens lint fmt demo bench fuzz clean

setup:
	@scripts/setup

build: setup
	@mkdir -p bin
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN) ./cmd/handset

test: setup
	$(GO) test -race -timeout 10m $(TEST)

# the phone contract on every release and maker
test-kinds: setup
	HANDSET_KINDS=all $(GO) test -count=1 -timeout 15m -run TestContractOnEveryKind -v ./phone/device

# kill -9 at 200 random moments; the next start has to restore everything
kills: setup
	HANDSET_KILLS=200 $(GO) test -count=1 -timeout 15m -run TestKilledAtAnyMoment -v ./phone/device

test-nolibav: setup
	CGO_ENABLED=0 $(GO) test -tags nolibav -timeout 10m $(TEST)

# programs of others drive the simulated phone
test-peers: setup
	HANDSET_PEERS=1 $(GO) test -count=1 -timeout 60m -v ./test/peers

demo: build
	@if [ -n "$$GOAL" ]; then $(BIN) demo --goal "$$GOAL"; else $(BIN) demo; fi

# the contact sheet of the simulated phone's apps
screens: build
	@$(BIN) sim sheet --width 150 -o docs/screens.png

bench: build
	@$(BIN) bench

lint: setup
	@scripts/lint

fmt:
	@gofmt -s -w $$(git ls-files '*.go')

fuzz: setup
	@scripts/fuzz $(FUZZTIME)

clean:
	rm -rf bin .build handset-report*
