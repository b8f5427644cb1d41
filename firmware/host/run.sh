#!/usr/bin/env bash
# Builds and runs the core's tests on this computer: gcc with ASan, UBSan and coverage, then ten seconds of libFuzzer with clang. `run.sh [build folder]`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# A folder for each checkout: CMake refuses one that was made for another.
build=${1:-${TMPDIR:-/tmp}/larder-firmware-host-$(printf %s "$here" | cksum | cut -d" " -f1)}
least=90

missing=()
for tool in gcc gcov cmake make clang node; do command -v "$tool" >/dev/null || missing+=("$tool"); done
if command -v gcc >/dev/null && ! echo '#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>' | gcc -E - >/dev/null 2>&1; then missing+=('cmocka (libcmocka-dev)'); fi
if [ "${#missing[@]}" -gt 0 ]; then
  printf 'The firmware was not tested; missing here:' >&2
  printf ' %s;' "${missing[@]}" >&2
  printf '\n' >&2
  exit 1
fi

cmake -S "$here" -B "$build/tests" -DCMAKE_C_COMPILER=gcc >/dev/null
make --silent -C "$build/tests" >/dev/null
find "$build/tests" -name '*.gcda' -delete
"$build/tests/tests" >"$build/log" 2>&1 || { cat "$build/log"; exit 1; }
grep ' steps: ' "$build/log"

objects=$(find "$build/tests" -path '*core.dir*' -name '*.gcda')
# shellcheck disable=SC2086
coverage=$(cd "$build" && gcov --no-output $objects 2>/dev/null | awk '
  /^File/ { file = $2; gsub("\x27", "", file); sub(".*/src/", "", file) }
  /^Lines executed/ && file ~ /\.c$/ { split($2, a, ":"); sub("%", "", a[2]); covered += a[2] * $4 / 100; lines += $4; printf "  %-26s %6.2f %% of %d lines\n", file, a[2], $4; file = "" }
  END { printf "%.2f %d\n", 100 * covered / lines, lines }')
echo "$coverage" | sed '$d'
read -r percent lines <<<"$(echo "$coverage" | tail -1)"

cmake -S "$here" -B "$build/fuzz" -DFUZZ=ON -DCMAKE_C_COMPILER=clang >/dev/null
make --silent -C "$build/fuzz" >/dev/null
mkdir -p "$build/corpus"
node -e '
  const { valid, tolerated, invalid } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
  [...valid, ...tolerated, ...invalid].forEach(({ text, message }, n) => require("fs").writeFileSync(`${process.argv[2]}/${n}`, text ?? JSON.stringify(message)));
' "$here/../../contracts/device/orders.json" "$build/corpus"
(cd "$build" && "$build/fuzz/fuzz_codec" -max_total_time="${FUZZ_SECONDS:-10}" -max_len=1024 -print_final_stats=1 corpus >"$build/fuzz.log" 2>&1) || { tail -40 "$build/fuzz.log"; exit 1; }

cases=$(grep -c '^\[       OK \]' "$build/log")
printf 'firmware: %d tests passed, %s %% of %d lines covered, %s inputs fuzzed\n' "$cases" "$percent" "$lines" "$(awk '/number_of_executed_units/ { print $2 }' "$build/fuzz.log")"
awk -v is="$percent" -v least="$least" 'BEGIN { exit is >= least ? 0 : 1 }' || { echo "less than $least % of the lines are covered" >&2; exit 1; }
