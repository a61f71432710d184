# `make demo` shows what Segue does; `make test` checks that it does it right. Both install what they need.

.PHONY: demo test lint build install-build install-test clean

stream := .build/sample-stream
segue := .build/release/segue
report := Reports/demo

# A sample stream with four ads, checked for every class of receiver.
demo: build
	@Examples/SampleStream/make-stream.sh $(stream)
	@Examples/SampleStream/check-stream.sh $(segue) $(stream)/primary/main.m3u8 $(report)

# The delivered program: the Swift libraries inside, so that it starts fast and needs no toolchain.
build: install-build
	@swift build -c release --static-swift-stdlib --product segue

test: install-test lint
	SEGUE_WARNINGS_AS_ERRORS=1 SWIFT_BACKTRACE=enable=no swift test

lint:
	@swift format lint --strict --recursive Package.swift Plugins Sources Tests

install-build:
	@scripts/install-packages.sh build

install-test:
	@scripts/install-packages.sh test

clean:
	rm -rf .build Reports/demo
