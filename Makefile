# Everything a newcomer needs: `make run` and `make test`. The set-up installs what is missing.

PREFIX ?= /usr/local
SWIFT ?= swift
ORDER := Packaging/linking
BUILD := $(SWIFT) build --explicit-target-dependency-import-check error
# What is handed out looks for libraries where the system has them and nowhere else, least of all
# beside itself, and nothing can write to its table of functions once it runs. Functions that nothing
# calls are left out, which takes sections of their own and no table of names for others to look in. Types
# are made by their accessors rather than from names, for which the runtime looks through the conformances
# of the whole program at their first use: a tenth of main's processor until the first frame.
RELEASE := $(BUILD) -c release --static-swift-stdlib --disable-local-rpath \
	-Xlinker -z -Xlinker now -Xlinker --no-export-dynamic \
	-Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# LLD, which comes with the toolchain, puts the functions side by side that a usual session runs (`make
# order`), so that fewer pages of code are in memory. Where it is missing the system's linker does without.
TOOLCHAIN := $(dir $(realpath $(shell command -v $(firstword $(SWIFT)) 2>/dev/null)))
LLD := $(shell PATH="$(if $(TOOLCHAIN),$(TOOLCHAIN):)$$PATH"; command -v ld.lld)
ifneq ($(LLD),)
RELEASE += -Xswiftc -use-ld=lld \
	-Xlinker "--symbol-ordering-file=$(CURDIR)/$(ORDER)/functions.txt" \
	-Xlinker --no-warn-symbol-ordering -Xlinker -T -Xlinker "$(CURDIR)/$(ORDER)/unnamed.ld"
# 30 kB of relative relocations rather than 3.3 MB, which glibc reads since 2.36.
ifeq ($(shell getconf GNU_LIBC_VERSION 2>/dev/null | awk -F '[ .]' '{ print ($$2 * 1000 + $$3 >= 2036) }'),1)
RELEASE += -Xlinker -z -Xlinker pack-relative-relocs
endif
endif
PACKAGES := libavformat-dev libavcodec-dev libswresample-dev libswscale-dev libavutil-dev libpulse-dev \
	libtag1-dev libncurses-dev libsqlite3-dev libxml2-dev libcurl4-openssl-dev libsystemd-dev \
	ncurses-term pkg-config
# What packs the program for Debian.
DEB_PACKAGES := binutils dpkg-dev
# What only the tests need: real programs to compare with, and a real terminal and sound server.
TEST_PACKAGES := $(DEB_PACKAGES) cuetools dbus-daemon ffmpeg fluid-soundfont-gm fluidsynth gnome-keyring \
	exfat-fuse exfatprogs gunicorn libglib2.0-bin ntfs-3g openssh-client openssh-server openssl playerctl \
	postgresql pulseaudio pulseaudio-utils python3 python3-dbusmock sqlite3 supysonic systemd tmux
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
SOURCES := Package.swift Sources Tests

.PHONY: setup setup-test build run test unit e2e torture fuzz fuzz-formats check format golden screens docs \
	bench bench-analysis bench-sound bench-library bench-servers bench-sync order deb install uninstall \
	clean

setup:
	@$(call install,$(PACKAGES))

setup-test:
	@$(call install,$(PACKAGES) $(TEST_PACKAGES))

# Asks the package system only for what is not there, so that a set-up machine needs no network.
# Where somebody else is installing it waits its turn: apt-get does so for packages, for its lists it
# gives up at once and is asked again. What the other one installed need not be installed any more.
define install
look() { missing=""; for package in $(1); do \
	dpkg -s $$package >/dev/null 2>&1 || missing="$$missing $$package"; done; }; \
apt() { $(SUDO) env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
	apt-get -qq -o DPkg::Lock::Timeout=600 "$$@"; }; \
look; tries=0; \
while [ -n "$$missing" ]; do \
	echo "Installing$$missing"; said=$$(mktemp); \
	{ apt update && apt install -y --no-install-recommends $$missing; } 2>"$$said"; \
	cat "$$said" >&2; grep -q 'Could not get lock\|Unable to lock' "$$said" && locked=yes || locked=; \
	rm -f "$$said"; look; [ -n "$$missing" ] || break; \
	tries=$$((tries + 1)); \
	if [ -z "$$locked" ] || [ $$tries -ge 120 ]; then \
		echo "Not installed:$$missing" >&2; exit 1; fi; \
	echo "Another program is installing packages; waiting"; sleep 5; look; \
done
endef

# All tests are built without data for debuggers, apart from .build, where other builds have them. The
# index stays: XCTest finds its tests by it.
TEST_SCRATCH := --scratch-path .build/tests
TEST_BUILD := $(BUILD) $(TEST_SCRATCH) -debug-info-format none

# Runs tests, the first five arguments in processes of their own at once, then the sixth; says at the
# end which failed: hundreds pass after the one that did not. What follows an issue is the screen
# that an end-to-end test saw.
define tests
set -f; logs=$$(mktemp -d); trap 'rm -rf "$$logs"' EXIT; \
run() { { $(SWIFT) test $(SCRATCH) --skip-build --ignore-lock --no-parallel $$2 2>&1; echo "status $$?"; } | \
	tee "$$logs/$$1" | grep -v '^status '; }; \
run 1 "$(1)" & $(if $(2),run 2 "$(2)" &) $(if $(3),run 3 "$(3)" &) $(if $(4),run 4 "$(4)" &) \
$(if $(5),run 5 "$(5)" &) wait; \
$(if $(6),run 6 "$(6)";) \
set +f; for log in "$$logs"/*; do tail -n 1 "$$log" | grep -q '^status 0$$' || failed=yes; done; \
[ -z "$$failed" ] || { echo; echo "Failed:"; \
	cat "$$logs"/* | awk '/recorded an issue/ { print; rest = 45; next } \
		/^.?✘|^error:|Fatal error/ { print; rest = 0; next } \
		/^.?(✔|◇)/ { rest = 0 } \
		rest > 0 { print; rest-- }' | \
	cut -c 1-1000 | head -n 500; exit 1; }
endef

# Five parts that take about equally long.
END_TO_END := ^EndToEndTests[.]
FIRST_JOURNEYS := ^EndToEndTests[.][A-L]
TERMINALS := ^(CursesTests[.]|EndToEndTests[.][M-Z])
SCREENS := ^(InterfaceTests|PlaybackTests)[.]
LIBRARIES := ^(CatalogTests|ExchangeTests|LibraryTests)[.]
# What takes the machine away from all others.
GREEDY := ^PlaybackTests[.]BusyMachineTests

build: setup
	$(RELEASE) --product tritone

run: build
	@"$$($(RELEASE) --show-bin-path)/tritone" $(ARGS)

# In five processes, one test at a time in each: tests that wait, for a terminal or for sound, leave
# the two cores to the others.
test: SCRATCH := $(TEST_SCRATCH)
test: check setup-test
	$(TEST_BUILD) --build-tests
	@$(call tests,--filter $(FIRST_JOURNEYS),--filter $(TERMINALS),--filter $(SCREENS) --skip $(GREEDY),--filter $(LIBRARIES),--skip $(END_TO_END) --skip $(TERMINALS) --skip $(SCREENS) --skip $(LIBRARIES),--filter $(GREEDY))

unit: setup-test
	$(BUILD) --build-tests
	@$(call tests,--skip $(END_TO_END))

e2e: setup-test
	$(BUILD) --build-tests
	@$(call tests,--filter $(END_TO_END))

# Kills the program at random moments, many times: ROUNDS=200.
ROUNDS ?= 200
torture: setup-test
	$(BUILD) --build-tests
	TRITONE_TORTURE_ROUNDS=$(ROUNDS) $(SWIFT) test --skip-build --no-parallel --filter TortureTests

# Random keys, texts, commands and files, more of them than make test tries: ROUNDS=2000 SEED=7. It
# ends by itself after an hour at most. The suites are those whose names begin with Fuzz. Then the
# readers of file formats, for FUZZ_SECONDS, with what libFuzzer finds to lead into new branches.
FUZZ_SECONDS ?= 300
FUZZ := .build/fuzz
SEED ?= $(shell od -An -N3 -tu4 /dev/urandom | tr -d ' ')
fuzz: setup-test
	$(BUILD) --build-tests
	TRITONE_FUZZ_ROUNDS=$(ROUNDS) TRITONE_SEED=$(SEED) timeout 3600 \
		$(SWIFT) test --skip-build --no-parallel --filter '[.]Fuzz'
	$(MAKE) fuzz-formats SEED=$(SEED)

fuzz-formats: setup-test
	TRITONE_FUZZER=1 $(SWIFT) build -c release --scratch-path $(FUZZ) --product FormatFuzzer \
		-Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld -Xswiftc -enable-testing
	@mkdir -p $(FUZZ)/corpus; for name in a.mp3 a.aac a.flac a.ogg a.opus a.m4a a.wav a.aiff a.wv; do \
		[ -f $(FUZZ)/corpus/$$name ] || ffmpeg -nostdin -v error -f lavfi -i sine=d=0.1 -ar 48000 \
		-metadata title=Title -strict -2 $(FUZZ)/corpus/$$name || exit 1; done
	$(FUZZ)/release/FormatFuzzer -max_total_time=$(FUZZ_SECONDS) -seed=$(SEED) -max_len=65536 \
		-timeout=10 -rss_limit_mb=1024 -artifact_prefix=$(FUZZ)/ $(FUZZ)/corpus

# Whatever the program prints goes through the one place that leaves nothing in it to steer a
# terminal. All of Foundation folds and decomposes texts and nothing else: what formats and localises
# finds no data of ICU's in the program (CICUData), though tests, which load Foundation, would pass.
check: setup
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	@! grep -rnE '(^|[^.[:alnum:]_])print\(' Sources/tritone --exclude=StandardStreams.swift || \
		{ echo 'error: print with StandardOutput' >&2; exit 1; }
	@! grep -rnE '^[a-z@ ]*import (Foundation|FoundationInternationalization)$$|\b(TimeZone|Calendar|Locale)[.(]' \
		Sources --include=*.swift --exclude=SortKey.swift --exclude=AccentStripping.swift || \
		{ echo 'error: import FoundationEssentials, and take days from LocalZone' >&2; exit 1; }
	@! grep -rnE '(row|\$$[01])\[[0-9]+\]' Sources/Library --include=*.swift | \
		grep -v 'fromDatabaseValue(' || \
		{ echo 'error: a column is read with value(_:): the subscript traps' >&2; exit 1; }

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
	"$$($(BUILD) --show-bin-path)/tritone" keys --presets > docs/presets.md
	"$$($(BUILD) --show-bin-path)/tritone" config list --markdown > docs/settings.md

# Whole players on large libraries, side by side; installs none of them. Without arguments also what
# the library's lists cost by themselves, where that is there. docs/performance.md explains the rows.
# ARGS="--quick --only scan --player ours --json"
bench: build
	$(RELEASE) --product PlayerBench
	@if [ -z "$(ARGS)" ] && [ -d Tests/Benchmarks/Library ]; then $(RELEASE) --product LibraryBench && \
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

# A listing of 100,000 songs of a stand-in, then first sound, jumps and gaps over a network of 100 ms and
# 20 Mbit/s: ARGS="listing --songs 10000", or ARGS="sound --delay 30 --rate 100".
bench-servers: setup
	$(RELEASE) --product ServerBench
	@bench="$$($(RELEASE) --show-bin-path)/ServerBench"; \
	if [ -n "$(ARGS)" ]; then "$$bench" $(ARGS); else "$$bench" listing && "$$bench" sound; fi

# Syncs with a folder beside cp and rsync, on the disk of FOLDER (8 GB are needed twice, or
# ARGS="--songs 200").
bench-sync: build
	Tests/Benchmarks/Sync/bench-sync.py "$$($(RELEASE) --show-bin-path)/tritone" \
		$(if $(FOLDER),--folder "$(FOLDER)") $(ARGS)

# Lists anew which functions a usual session runs, and links the program by that list: a minute, on
# x86-64 and where programs may be traced. It is worth it after larger changes; names of functions
# that are gone do no harm.
order: build
	@program="$$($(RELEASE) --show-bin-path)/tritone"; \
	$(ORDER)/order "$$program" $(ORDER)/functions.txt && rm "$$program" && $(RELEASE) --product tritone

# Refuses a program that would look for libraries in places that others can write to.
define hardened
dynamic=$$(LC_ALL=C readelf -d "$(1)") || exit 1; \
if echo "$$dynamic" | grep -Eq '\((RPATH|RUNPATH)\)' || ! echo "$$dynamic" | grep -q 'BIND_NOW\|NOW'; \
then echo "$(1) has a path of its own to libraries, or binds lazily:" >&2; \
	echo "$$dynamic" | grep -E 'RPATH|RUNPATH|FLAGS' >&2; exit 1; fi
endef

# Symbols and line numbers stay in .build, where addresses of a backtrace are looked up.
install: build
	@$(call hardened,$$($(RELEASE) --show-bin-path)/tritone)
	Packaging/tree install "$$($(RELEASE) --show-bin-path)/tritone" "$(DESTDIR)" "$(PREFIX)"

uninstall:
	Packaging/tree uninstall "$(DESTDIR)" "$(PREFIX)"

# .build/deb/tritone_VERSION_ARCHITECTURE.deb, for the Debian that it is built on.
deb: build
	@$(call install,$(DEB_PACKAGES))
	@$(call hardened,$$($(RELEASE) --show-bin-path)/tritone)
	@Packaging/deb "$$($(RELEASE) --show-bin-path)/tritone" .build/deb

clean:
	$(SWIFT) package clean
