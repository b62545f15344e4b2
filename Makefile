# Crosscut: `make play`, `make check`, `make help`.

BUILD  ?= release
PREFIX ?= /usr/local
MARCH  ?=
GAME   ?=
FUZZ_SECONDS ?= 60
PLIES  ?= 1000000
# What ends a run: CI says -runs=0, each known text once, so that it cannot fail by chance.
FUZZ_LIMIT   ?= -max_total_time=$(FUZZ_SECONDS)
YARDSTICK    ?= ../shared/yardstick

# ---- where things go ---------------------------------------------------------------------------------------------
# build/gen holds what flex, bison and embed write; build/BUILD the rest, a folder of its own for each compiler.
compiler := $(notdir $(firstword $(CC)))
variant  := $(filter-out cc gcc,$(compiler)) $(MARCH)
empty    :=
B   := build/$(subst $(empty) ,-,$(strip $(BUILD) $(variant)))
GEN := build/gen

# ---- flags --------------------------------------------------------------------------------------------------------
WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef \
        -Wcast-qual -Wwrite-strings -Wimplicit-fallthrough $(if $(filter 1,$(WERROR)),-Werror)

opt_release  := -O3 -DNDEBUG
opt_debug    := -Og -g
opt_asan     := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
opt_coverage := -O0 -g --coverage
opt_fuzz     := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
link_asan     := -fsanitize=address,undefined
link_coverage := --coverage
link_fuzz     := -fsanitize=address,undefined
ifeq ($(origin opt_$(BUILD)),undefined)
$(error BUILD is release, debug or asan, not '$(BUILD)')
endif

ALL_CFLAGS = -std=c17 -D_POSIX_C_SOURCE=200809L $(WARN) $(opt_$(BUILD)) $(if $(MARCH),-march=$(MARCH)) $(CFLAGS)
ALL_LDFLAGS = $(link_$(BUILD)) -pthread $(LDFLAGS)
LIBS_repl  = -ledit -ljansson
LIBS_tests = -lcmocka $(LIBS_repl)

# `make V=1` shows the commands.
Q   := $(if $(V),,@)
say  = @$(if $(V),:,echo) '  $(1)'

# ---- sources --------------------------------------------------------------------------------------------------------
repl_src := $(sort $(wildcard interp/repl/*.c))
lib_src  := $(sort $(filter-out $(repl_src),$(wildcard grammar/*.c interp/*/*.c interp/api*.c)))
gen_src  := $(GEN)/lexer.c $(GEN)/parser.c $(GEN)/files.c
unit_src := $(sort $(wildcard tests/unit/test_*.c))
help_src := $(filter-out $(unit_src),$(sort $(wildcard tests/unit/*.c)))
fuzz_src := $(sort $(wildcard tests/fuzz/*.c))
embedded := $(foreach d,rulesets stdlib examples,$(sort $(wildcard $(d)/*.cut)))
c_files  := $(lib_src) $(repl_src) $(unit_src) $(help_src) $(fuzz_src) interp/embed.c $(wildcard examples/*.c)

lib_obj  := $(lib_src:%.c=$(B)/obj/%.o) $(gen_src:$(GEN)/%.c=$(B)/obj/gen/%.o)
repl_obj := $(repl_src:%.c=$(B)/obj/%.o)
help_obj := $(help_src:%.c=$(B)/obj/%.o)
unit_obj := $(unit_src:%.c=$(B)/obj/%.o)
fuzz_obj := $(fuzz_src:%.c=$(B)/obj/%.o)
units    := $(unit_src:tests/unit/%.c=$(B)/%)
fuzzers  := $(fuzz_src:tests/fuzz/%.c=$(B)/%)

# All processors, unless make was told otherwise.
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all play check check-long check-install lockstep sanitize fuzz coverage bench lint format format-check bless install \
        uninstall dist clean help need need-tests FORCE

all: $(B)/crosscut $(B)/libcrosscut.a ## build the program and the library (BUILD=release|debug|asan, MARCH=native)

play: all ## install what is missing, build, and play (GAME=name)
	@$(B)/crosscut $(if $(GAME),play $(GAME))

# ---- tools and libraries that must be there ---------------------------------------------------------------------
need:
	@CC='$(firstword $(CC))' .ci/setup.sh libc flex bison edit jansson

need-tests: need
	@CC='$(firstword $(CC))' .ci/setup.sh cmocka

# ---- generated sources ----------------------------------------------------------------------------------------------
$(GEN)/parser.c $(GEN)/parser.h &: grammar/parser.y | need
	@mkdir -p $(@D)
	$(call say,BISON $<)
	$(Q)bison -Wall -Wcounterexamples -Werror --header=$(GEN)/parser.h -o $(GEN)/parser.c $<

$(GEN)/lexer.c $(GEN)/lexer.h &: grammar/lexer.l | need
	@mkdir -p $(@D)
	$(call say,FLEX  $<)
	$(Q)flex --header-file=$(GEN)/lexer.h -o $(GEN)/lexer.c $<

build/embed: interp/embed.c | need
	@mkdir -p $(@D)
	$(call say,CC    $<)
	$(Q)$(CC) -std=c17 -O1 -o $@ $<

# The list of files is a prerequisite too: a removed file must go from the program.
$(GEN)/embedded.list: FORCE
	@mkdir -p $(@D)
	@echo '$(embedded)' | cmp -s - $@ || echo '$(embedded)' >$@

$(GEN)/files.c: build/embed $(GEN)/embedded.list $(embedded)
	$(call say,EMBED $(words $(embedded)) files)
	$(Q)build/embed $(embedded) >$@

# ---- objects ----------------------------------------------------------------------------------------------------------
# A change of compiler or flags builds everything again.
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' | cmp -s - $@ || echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' >$@

compile = $(CC) $(ALL_CFLAGS) $(EXTRA) -MMD -MP -c -o $@ $<

$(lib_obj) $(repl_obj) $(help_obj) $(unit_obj) $(fuzz_obj): $(B)/flags
$(B)/obj/grammar/%.o $(B)/obj/gen/%.o: EXTRA = -I. -Igrammar -I$(GEN)
$(B)/obj/interp/repl/%.o: EXTRA = -DCUT_DEFAULT_GAME='"crossway"'
ifeq ($(BUILD),fuzz) # the executors take minutes with the fuzzer's marks, and nobody fuzzes what they run
$(B)/obj/interp/fast/exec_%.o: EXTRA = -fno-sanitize=all
endif
$(B)/obj/tests/%.o: EXTRA = -I. -I$(GEN) -DCUT_SOURCE_DIR='"$(CURDIR)"'

$(B)/obj/%.o: %.c | need $(GEN)/parser.h $(GEN)/lexer.h
	@mkdir -p $(@D)
	$(call say,CC    $<)
	$(Q)$(compile)

$(B)/obj/gen/%.o: $(GEN)/%.c | need $(GEN)/parser.h $(GEN)/lexer.h
	@mkdir -p $(@D)
	$(call say,CC    $<)
	$(Q)$(compile)

$(help_obj) $(unit_obj): | need-tests

# ---- libraries and programs -------------------------------------------------------------------------------------------
# libinternal.a is for the tests; libcrosscut.a is one object that shows nothing but the functions of crosscut.h.
$(B)/libinternal.a: $(lib_obj)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

$(B)/libcrosscut.a: $(lib_obj) $(GEN)/public.list
	$(call say,LD    $@)
	@rm -f $@
	$(Q)$(LD) -r -o $(B)/crosscut.o $(lib_obj)
	$(Q)objcopy --keep-global-symbols=$(GEN)/public.list $(B)/crosscut.o
	$(Q)$(AR) rcs $@ $(B)/crosscut.o

$(GEN)/public.list: interp/crosscut.h
	@mkdir -p $(@D)
	@sed -n '/^typedef/d; s/^.*[ *]\(cut_[a-z_]*\)(.*/\1/p' $< >$@

$(B)/crosscut: $(repl_obj) $(B)/libcrosscut.a
	$(call say,LINK  $@)
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LIBS_repl) -lm

$(B)/librepl.a: $(filter-out %/main.o,$(repl_obj))
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

$(units): $(B)/%: $(B)/obj/tests/unit/%.o $(help_obj) $(B)/librepl.a $(B)/libinternal.a
	$(call say,LINK  $@)
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LIBS_tests) -lm

$(fuzzers): $(B)/%: $(B)/obj/tests/fuzz/%.o $(B)/librepl.a $(B)/libinternal.a
	$(call say,LINK  $@)
	$(Q)$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer $(ALL_LDFLAGS) -o $@ $^ $(LIBS_repl) -lm

# ---- tests ------------------------------------------------------------------------------------------------------------
check: all need-tests $(units) ## install what is missing, build, and run all tests
	@tests/run.sh $(B) $(units)

check-long: all need-tests $(units) ## the same with the deep counts: some minutes more
	@CUT_LONG=1 tests/run.sh $(B) $(units)

# A program for each file, as many at once as there are processors; what they print is in build/lockstep.
lockstep: all need-tests $(B)/test_lockstep ## PLIES (1000000) of each game by all ways at each ply: some hours
	@mkdir -p build/lockstep; \
	printf '%s\n' $(basename $(notdir $(embedded))) | xargs -P "$$(nproc)" -I{} sh -c \
	    'CUT_LOCKSTEP_PLIES=$(PLIES) CUT_LOCKSTEP_FILE={} $(B)/test_lockstep >build/lockstep/{} 2>&1 || { cat build/lockstep/{}; exit 1; }' && \
	grep -h ' plies, ' build/lockstep/*

# It is some ten times slower: less of what only repeats.
sanitize: ## all tests under the address and undefined behaviour sanitizers
	@export CUT_BUDGET=$${CUT_BUDGET:-60000} CUT_LAWS_MS=$${CUT_LAWS_MS:-400} CUT_MEMORY_STEP=$${CUT_MEMORY_STEP:-5} \
	    CUT_LOCKSTEP_PLIES=$${CUT_LOCKSTEP_PLIES:-600}; \
	$(MAKE) BUILD=asan check

fuzz: ## feed broken files to the loader, FUZZ_SECONDS for each harness (clang)
	@.ci/setup.sh clang sanitizers
	@$(MAKE) CC=clang BUILD=fuzz fuzz-run

.PHONY: fuzz-run
fuzz-run: $(fuzzers)
	@for f in $(fuzzers); do \
	    corpus=build/corpus/$$(basename $$f); mkdir -p $$corpus && \
	    $$f $(FUZZ_LIMIT) -timeout=300 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 \
	        -artifact_prefix=$$corpus- $$corpus rulesets stdlib examples tests/fuzz/seeds >$$corpus.log 2>&1 || \
	        { tail -n 60 $$corpus.log; exit 1; }; \
	    echo "fuzz: $$(basename $$f): $$(sed -n 's/^stat::number_of_executed_units: //p' $$corpus.log) texts, no crash"; \
	done

coverage: ## which lines the tests reach, by folder
	@find build/coverage -name '*.gcda' -delete 2>/dev/null; $(MAKE) BUILD=coverage check; result=$$?; \
	tests/coverage.sh build/coverage; exit $$result

bench: all ## random games per second, next to hand-written programs if YARDSTICK is there
	+@YARDSTICK='$(YARDSTICK)' tests/bench.sh $(B)

lint: $(B)/libinternal.a ## what the compiler does not check: layers, names of games, sizes, blanks
	@tests/lint.sh $(B)

check-install: all ## install into a folder of its own, build and run a small program against it
	@.ci/setup.sh pkg-config
	+@CC='$(CC)' MAKE='$(MAKE)' tests/install.sh

bless: all need-tests $(units) ## let the tests write their expected files anew; read the difference like code
	@CUT_BLESS=1 tests/run.sh $(B) $(units); git --no-pager diff --stat -- tests

format: ## lay out the C files (clang-format)
	clang-format -i $(c_files)

format-check: ## are they?
	clang-format --dry-run -Werror $(c_files)

# ---- installation --------------------------------------------------------------------------------------------------
version = $(shell sed -n 's/^.define CUT_VERSION "\(.*\)"/\1/p' interp/crosscut.h)

install: all ## install into PREFIX (and DESTDIR)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/lib/pkgconfig \
	    $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(B)/crosscut $(DESTDIR)$(PREFIX)/bin/crosscut
	install -m 644 interp/repl/crosscut.1 $(DESTDIR)$(PREFIX)/share/man/man1/crosscut.1
	install -m 644 interp/crosscut.h $(DESTDIR)$(PREFIX)/include/crosscut.h
	install -m 644 $(B)/libcrosscut.a $(DESTDIR)$(PREFIX)/lib/libcrosscut.a
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(version)|' interp/crosscut.pc.in \
	    >$(DESTDIR)$(PREFIX)/lib/pkgconfig/crosscut.pc
	for d in rulesets stdlib examples; do \
	    install -d $(DESTDIR)$(PREFIX)/share/crosscut/$$d && \
	    install -m 644 $$d/*.cut $(DESTDIR)$(PREFIX)/share/crosscut/$$d || exit 1; done

uninstall: ## remove what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/crosscut $(DESTDIR)$(PREFIX)/include/crosscut.h \
	    $(DESTDIR)$(PREFIX)/lib/libcrosscut.a $(DESTDIR)$(PREFIX)/lib/pkgconfig/crosscut.pc \
	    $(DESTDIR)$(PREFIX)/share/man/man1/crosscut.1
	rm -rf $(DESTDIR)$(PREFIX)/share/crosscut

dist: ## the latest commit as an archive
	@mkdir -p build
	git archive --prefix=crosscut-$(version)/ -o build/crosscut-$(version).tar.gz HEAD
	@echo build/crosscut-$(version).tar.gz

clean: ## remove build/
	rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

FORCE:

-include $(wildcard $(B)/obj/*/*.d $(B)/obj/*/*/*.d $(B)/obj/*/*/*/*.d)
