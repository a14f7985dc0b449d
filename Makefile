# Everything a newcomer needs: `make run` and `make test`. The set-up installs what is missing.

PREFIX ?= /usr/local
SWIFT ?= swift
BUILD := $(SWIFT) build --explicit-target-dependency-import-check error
RELEASE := $(BUILD) -c release --static-swift-stdlib
PACKAGES := libavformat-dev libavcodec-dev libswresample-dev libavutil-dev libpulse-dev \
	libtag1-dev libncurses-dev libsqlite3-dev libxml2-dev ncurses-term pkg-config
# What only the tests need: real programs to compare with, and a real terminal and sound server.
TEST_PACKAGES := cuetools ffmpeg fluid-soundfont-gm fluidsynth pulseaudio pulseaudio-utils sqlite3 tmux
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
SOURCES := Package.swift Sources Tests Benchmarks

.PHONY: setup setup-test build run test unit e2e torture check format golden screens docs \
	bench bench-analysis bench-sound bench-library install clean

setup:
	@$(call install,$(PACKAGES))

setup-test:
	@$(call install,$(PACKAGES) $(TEST_PACKAGES))

# Asks the package system only for what is not there, so that a set-up machine needs no network.
define install
missing=""; for package in $(1); do \
	dpkg -s $$package >/dev/null 2>&1 || missing="$$missing $$package"; done; \
if [ -n "$$missing" ]; then echo "Installing$$missing"; \
	$(SUDO) apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends $$missing; fi
endef

# Runs tests, the first two arguments in processes of their own at once, then the third; says at the
# end which failed: hundreds pass after the one that did not.
define tests
set -f; logs=$$(mktemp -d); trap 'rm -rf "$$logs"' EXIT; \
run() { { $(SWIFT) test --skip-build --ignore-lock --no-parallel $$2 2>&1; echo "status $$?"; } | \
	tee "$$logs/$$1" | grep -v '^status '; }; \
run 1 "$(1)" & first=$$!; $(if $(2),run 2 "$(2)";) wait $$first; $(if $(3),run 3 "$(3)";) \
set +f; for log in "$$logs"/*; do tail -n 1 "$$log" | grep -q '^status 0$$' || failed=yes; done; \
[ -z "$$failed" ] || { echo; echo "Failed:"; \
	cat "$$logs"/* | grep -E '^.?✘|recorded an issue|^error:|Fatal error' | \
	cut -c 1-1000 | head -n 60; exit 1; }
endef

# What mostly waits: for sound to be played, and for what a terminal shows. And what else makes the
# two halves take equally long.
WAITING := ^(CursesTests|EndToEndTests|PlaybackTests)[.]|^LibraryTests[.]HistoryTests
# What takes the machine away from all others.
GREEDY := ^PlaybackTests[.]BusyMachineTests

build: setup
	$(RELEASE) --product tritone

run: build
	@"$$($(RELEASE) --show-bin-path)/tritone" $(ARGS)

# In two processes, one test at a time in each: one that computes and one that mostly waits leave
# each of two cores to one of them, so that timings can be proven.
test: check setup-test
	$(BUILD) --build-tests
	@$(call tests,--filter $(WAITING) --skip $(GREEDY),--skip $(WAITING),--filter $(GREEDY))

unit: setup-test
	$(BUILD) --build-tests
	@$(call tests,--skip ^EndToEndTests[.])

e2e: setup-test
	$(BUILD) --build-tests
	@$(call tests,--filter ^EndToEndTests[.])

# Kills the program at random moments, many times: ROUNDS=200.
ROUNDS ?= 200
torture: setup-test
	$(BUILD) --build-tests
	TRITONE_TORTURE_ROUNDS=$(ROUNDS) $(SWIFT) test --skip-build --no-parallel --filter TortureTests

check: setup
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

format:
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

# Records whole screens anew. The run fails on purpose: read the difference, then test again.
golden: setup-test
	$(BUILD) --build-tests
	TRITONE_RECORD=1 $(SWIFT) test --skip-build --filter GoldenTests

screens: setup-test
	$(BUILD) --build-tests
	TRITONE_SCREENS=docs/screens $(SWIFT) test --skip-build --filter PictureTests

docs: setup
	$(BUILD) --product tritone
	"$$($(BUILD) --show-bin-path)/tritone" keys > docs/keys.md

# Whole players on large libraries, side by side; installs none of them. Without arguments also what
# the library's lists cost by themselves, where that is there. docs/performance.md explains the rows.
# ARGS="--quick --only scan --player ours --json"
bench: build
	$(RELEASE) --product PlayerBench
	@if [ -z "$(ARGS)" ] && [ -d Benchmarks/Library ]; then $(RELEASE) --product LibraryBench && \
	"$$($(RELEASE) --show-bin-path)/LibraryBench"; fi
	@"$$($(RELEASE) --show-bin-path)/PlayerBench" $(ARGS)

# The engine side by side with those of mpv, MPD and cmus that are there; installs none of them.
# ARGS="--quick --only seek --json"; docs/bench-sound.md says what the rows mean.
bench-sound: build
	$(RELEASE) --product SoundBench
	@"$$($(RELEASE) --show-bin-path)/SoundBench" $(ARGS)

# Tempo, key, loudness and speed of the analysis on music that is rendered for it, beside the tools that
# are there; installs none of them. ARGS="--seed 1001 --count 120 --player ours --json";
# docs/analysis.md says what the figures mean.
bench-analysis: setup-test
	$(RELEASE) --product AnalysisBench
	@"$$($(RELEASE) --show-bin-path)/AnalysisBench" $(ARGS)

# What lists of a large library cost: ARGS="--tracks 1000000", or ARGS="windows library.db".
bench-library: setup
	$(RELEASE) --product LibraryBench
	@"$$($(RELEASE) --show-bin-path)/LibraryBench" $(ARGS)

install: build
	install -Dm755 "$$($(RELEASE) --show-bin-path)/tritone" "$(DESTDIR)$(PREFIX)/bin/tritone"
	install -d "$(DESTDIR)$(PREFIX)/share/tritone/themes"
	install -m644 Themes/*.toml "$(DESTDIR)$(PREFIX)/share/tritone/themes"

clean:
	$(SWIFT) package clean
