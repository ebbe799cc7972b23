# Everything a developer runs. All of it lives in .venv and build/; nothing else on the machine is touched.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
CMAKE := PATH="$(CURDIR)/$(VENV)/bin:$$PATH" cmake
CTEST := PATH="$(CURDIR)/$(VENV)/bin:$$PATH" ctest
RELEASE := build/release
# A folder beside a file X.cpp is no program to be made of it.
MAKEFLAGS += --no-builtin-rules
NATIVE := $(shell find native/core native/bind)
# All tests run with one worker for each processor; a part of them, which ARGS names, needs none.
ARGS ?= -n auto --dist worksteal
# What `make check` takes its tests from: all, but one page in place of the whole studio.
SMOKE := $(filter-out tests/studio/% tests/fuzz/% tests/__pycache__/%,$(wildcard src tests/*/)) tests/studio/test_search.py
SECONDS ?= 60
SEED ?= 1
CLANG ?= clang++
CPP := $(shell find native -name '*.cpp' -o -name '*.hpp')
# What Node runs is installed in build/web, so that nothing of it lies among the sources.
NODE := PATH="$(CURDIR)/$(VENV)/bin:$$PATH"
WEB_BIN := build/web/node_modules/.bin
WEB_FORMAT := "src/**/*.js" "src/pathstar/words/*.json" "tests/web/*.js" tsconfig.json package.json

# Else every program that a test starts, and every worker, compiles all modules again.
unexport PYTHONDONTWRITEBYTECODE

# An environment keeps the Python that it was made with, and so does the compiled module.
ifneq ($(origin PYTHON),file)
ifneq ($(wildcard $(PY)),)
ifneq ($(MAKECMDGOALS),clean)
ifneq ($(shell $(PYTHON) -V),$(shell $(PY) -V))
$(error PYTHON=$(PYTHON) is not the $(shell $(PY) -V) of $(VENV); "make clean" removes that)
endif
endif
endif
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo setup chromium check campaign fuzz package test test-python test-web test-native test-sanitized test-threads instructions stub site bench bench-movingai lint format clean

help:  ## Say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/.package  ## Set up, then find a path on two maps and draw it
	$(PY) examples/demo.py

setup:  ## Set up everything at once: compile the package while pip and apt-get install the rest
	@$(MAKE) --no-print-directory -j3 $(VENV)/.package $(VENV)/.dev chromium

check: lint  ## Check style and types, and run a test of each file; the quick look before a commit
	PATHSTAR_EXAMPLES=10 $(PY) -m pytest -q -n auto --dist worksteal --sample 1 $(SMOKE)

campaign: $(VENV)/.package $(VENV)/.dev  ## Run the long comparisons; make campaign OPTIONS="--worlds 100 --seed 7"
	PYTHONPATH=.:tests $(PY) -m tests.campaigns $(OPTIONS)

fuzz: $(VENV)/.package $(VENV)/.dev  ## Fuzz each reader of files and index files, and all searches; SECONDS=60 each, SEED=1, CLANG=clang++
	$(PIP) install --group fuzz
	names=$$(PYTHONPATH=.:tests $(PY) -m tests.fuzz.readers) || exit 1; for name in $$names; do \
	  PYTHONPATH=.:tests $(PY) -m tests.fuzz.readers $$name -max_total_time=$(SECONDS) || exit 1; done
	$(CMAKE) -DPATHSTAR_NATIVE_TESTS=ON $(RELEASE) > /dev/null
	$(CMAKE) --build $(RELEASE) --target random_boards
	$(RELEASE)/native/fuzz/random_boards $(SECONDS) $(SEED)
	@command -v $(CLANG) > /dev/null || \
	  { echo "libFuzzer comes with Clang 16 or newer, which is not here; name one: make fuzz CLANG=clang++-16" >&2; exit 1; }
	$(CMAKE) --preset native-fuzz -DCMAKE_CXX_COMPILER=$(CLANG) > /dev/null
	$(CMAKE) --build --preset native-fuzz
	build/native-fuzz/native/fuzz/fuzz_differential -max_total_time=$(SECONDS) -max_len=1024

test: setup  ## Set up, then run every test but the long benchmarks
	@$(MAKE) --no-print-directory test-python test-web test-native

test-python: $(VENV)/.package $(VENV)/.dev  ## Run the Python tests; make test-python ARGS="-k grid"
	$(PY) -m pytest $(ARGS)

test-web: $(VENV)/.dev  ## Run the unit tests of the JavaScript
	$(NODE) node --test "tests/web/*.test.js"

test-native: $(VENV)/.package  ## Run the native tests, on the core that the package has
	$(CMAKE) -DPATHSTAR_NATIVE_TESTS=ON $(RELEASE) > /dev/null
	$(CMAKE) --build $(RELEASE) --target native_tests
	$(CTEST) --test-dir $(RELEASE) --output-on-failure -j

test-sanitized: $(VENV)/.package $(VENV)/.dev  ## Run native tests, and Python's of native code, under sanitizers; OPTIONS=--sample=60 of a file
	@test -f build/native-asan/build.ninja || $(CMAKE) --preset native-asan
	$(CMAKE) --build --preset native-asan
	$(CTEST) --preset native-asan -j
	scripts/test-sanitized $(PY) asan $(OPTIONS)

test-threads: $(VENV)/.package $(VENV)/.dev  ## Run native tests, and Python's of several threads, under ThreadSanitizer
	@test -f build/native-tsan/build.ninja || $(CMAKE) --preset native-tsan
	$(CMAKE) --build --preset native-tsan
	$(CTEST) --preset native-tsan
	scripts/test-sanitized $(PY) tsan tests/unit/engine/test_threads.py tests/unit/planners/test_edits_beside.py

instructions: $(VENV)/.package  ## Count the instructions of the core's kernels, and compare; OPTIONS=--write notes them
	$(CMAKE) -DPATHSTAR_NATIVE_TESTS=ON $(RELEASE) > /dev/null
	$(CMAKE) --build $(RELEASE) --target bench_kernels
	$(PY) scripts/count_instructions.py $(RELEASE) $(OPTIONS)

lint: $(VENV)/.package $(VENV)/.dev $(VENV)/.web  ## Check style and types
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	@# NumPy for Python 3.10 declares other types than newer ones.
	$(PY) -c 'import sys; sys.exit(sys.version_info >= (3, 11))' || $(PY) -m mypy
	$(VENV)/bin/clang-format --dry-run --Werror $(CPP)
	$(NODE) $(WEB_BIN)/prettier --log-level warn --check $(WEB_FORMAT)
	$(NODE) $(WEB_BIN)/tsc -p tsconfig.json

format: $(VENV)/.dev $(VENV)/.web  ## Put the style right where a tool can
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .
	$(VENV)/bin/clang-format -i $(CPP)
	$(NODE) $(WEB_BIN)/prettier --log-level warn --write $(WEB_FORMAT)

package: $(VENV)/.package $(VENV)/.dev  ## Build what is published, and check its contents, metadata, types and stable ABI
	$(PIP) install --group package
	rm -rf dist
	$(PY) -m build
	$(VENV)/bin/check-wheel-contents dist/*.whl
	$(VENV)/bin/twine check --strict dist/*
	$(PY) -m build packages/nx-pathstar --outdir dist/nx-pathstar
	$(VENV)/bin/check-wheel-contents dist/nx-pathstar/*.whl
	$(VENV)/bin/twine check --strict dist/nx-pathstar/*
	# Python before 3.12 builds no wheel of the stable ABI.
	for wheel in dist/*-abi3-*.whl; do test ! -e $$wheel || $(VENV)/bin/abi3audit --strict $$wheel || exit 1; done
	$(VENV)/bin/repo-review .
	$(VENV)/bin/zizmor --offline .github
	$(PY) -m mypy.stubtest pathstar._core --allowlist scripts/stubtest.txt
	scripts/check-types $(PY)

stub: $(VENV)/.package  ## Write the type stub of the native module
	$(PY) -m nanobind.stubgen --module pathstar._core --include-private --output-file src/pathstar/_core.pyi --quiet

site: $(VENV)/.package $(VENV)/.dev  ## Build the documents as a site, in build/website/site; OPTIONS="--url ADDRESS"
	$(PY) -m scripts.website $(OPTIONS)

bench: $(VENV)/.package $(VENV)/.dev  ## Measure: import time, wheel size, nanoseconds per expansion, threads and calls
	$(PY) benchmarks/micro/import_time.py
	$(PY) benchmarks/micro/wheel_size.py
	$(PY) benchmarks/micro/kernels.py
	$(PY) benchmarks/micro/many_queries.py

bench-movingai: $(VENV)/.package  ## Run the MovingAI scenarios (PATHSTAR_MOVINGAI names their folder)
	$(PY) benchmarks/scenarios/bench_movingai.py

clean:  ## Remove the environment, the builds and the caches
	rm -rf $(VENV) build dist demo-out .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment in steps, each redone when what it is made from changes.
$(VENV)/.build: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	  { echo "pathstar needs Python 3.10 or newer; name one: make PYTHON=python3.12" >&2; exit 1; }
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade "pip>=25.1"
	$(PIP) install --group build
	@touch $@

# `make setup` compiles the module while pip installs the rest, so no package is installed by both.
$(VENV)/.module: $(VENV)/.build CMakeLists.txt $(NATIVE)
	$(PIP) install --no-deps --no-build-isolation --config-settings=build-dir=$(RELEASE) \
	  --config-settings=cmake.define.PATHSTAR_PRECOMPILE=ON --editable .
	@touch $@

$(VENV)/.extras: $(VENV)/.build scripts/requirements_of.py
	$(PY) scripts/requirements_of.py all > $(VENV)/extras.txt
	$(PIP) install --requirement $(VENV)/extras.txt
	@touch $@

$(VENV)/.package: $(VENV)/.module $(VENV)/.extras
	@touch $@

$(VENV)/.dev: $(VENV)/.extras packages/nx-pathstar/pyproject.toml
	$(PIP) install --group dev
	$(PIP) install --no-deps --editable packages/nx-pathstar
	@touch $@

# The tests of the studio say what is missing if this finds none and may install none.
chromium: $(VENV)/.build
	-@$(PY) scripts/find_chromium.py > /dev/null 2>&1

$(VENV)/.web: $(VENV)/.dev package.json package-lock.json
	mkdir -p build/web
	cp package.json package-lock.json .npmrc build/web
	cd build/web && $(NODE) npm ci --silent
	@touch $@
