# `make demo` shows what Segue does; `make test` checks that it does it right. Both install what they need.
# `make bench` measures it beside its peers; `make compare-probes` compares what it measures with ffprobe and mediainfo;
# `make fuzz` feeds it damaged input.

.PHONY: demo nightly-demo test fuzz bench compare-probes lint docs build install-build install-test install-bench install-compare clean

stream := .build/sample-stream
segue := .build/release/segue
report := Reports/demo

# A sample stream with four ads, checked for every class of receiver.
demo: build
	@Examples/SampleStream/make-stream.sh $(stream)
	@Examples/SampleStream/check-stream.sh $(segue) $(stream)/primary/main.m3u8 $(report)

# Two nights of a lab of twelve receivers: a clean one, and one that is red for the right reason.
nightly-demo: build
	@Examples/SampleStream/make-stream.sh $(stream)
	@Examples/NightlyLab/nightly-demo.sh $(segue) $(stream) .build/nightly-demo Reports/nightly-demo

# The delivered program: the Swift libraries inside, so that it starts fast and needs no toolchain.
build: install-build
	@swift build -c release --static-swift-stdlib --product segue

test: install-test lint
	@scripts/run-tests.sh
	@if [ -n "$$SEGUE_FUZZ_SECONDS" ]; then Tests/Fuzzing/run.sh "$$SEGUE_FUZZ_SECONDS"; fi

# Each target for a minute, or for SEGUE_FUZZ_SECONDS.
fuzz: install-build
	@Tests/Fuzzing/run.sh "$${SEGUE_FUZZ_SECONDS:-60}"

bench: install-bench
	@swift build -c release --static-swift-stdlib --product segue-bench
	@for benchmark in parse start probe check verdict discover plan nightly apple-side observe; do .build/release/segue-bench $$benchmark || exit 1; echo; done

# Each value that Segue, ffprobe and mediainfo read from the media of the tests; docs/compare-probes.md explains what differs.
compare-probes: install-compare
	@swift build -c release --static-swift-stdlib --product segue
	@Tests/Fixtures/make-media.sh
	@scripts/compare-probes.py $(segue) Tests/Fixtures/generated docs/compare-probes.md

# The pages that are made from the program itself.
docs:
	@swift build --product segue
	@.build/debug/segue rules markdown > docs/rules.md

lint:
	@swift format lint --strict --recursive Package.swift Plugins Sources Tests

install-build:
	@scripts/install-packages.sh build

install-test:
	@scripts/install-packages.sh test
	@scripts/install-test-schemas.sh
	@scripts/install-test-peers.sh

install-bench:
	@scripts/install-packages.sh bench
	@scripts/install-bench-peers.sh

install-compare:
	@scripts/install-packages.sh compare

clean:
	rm -rf .build Reports/demo Reports/nightly-demo
