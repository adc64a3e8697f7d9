#!/usr/bin/env bash
# How time and memory grow with samples, processes and addresses: growth.sh CXPROF SYNTHETIC_RECORDING [MODULE]
# Makes one synthetic recording after the other in a temporary directory and prints a row for each: median
# seconds of five runs, microseconds a sample, peak memory. MODULE: the ELF file whose code is "run" (a large
# library has room for many addresses). Needs GNU time and 2 GB of disk.
set -euo pipefail
cxprof=$(realpath "${1:?usage: growth.sh CXPROF SYNTHETIC_RECORDING [MODULE]}")
make=$(realpath "${2:?}")
module=${3:-$make}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

row() { # SAMPLES PROCESSES ADDRESSES
  "$make" --module "$module" --samples "$1" --processes "$2" --addresses "$3" --stack-bytes 1024 "$dir/perf.data"
  local report=("$cxprof" report "$dir/perf.data" --no-inline --format json --output /dev/null)
  "${report[@]}"
  for _ in 1 2 3 4 5; do
    /usr/bin/time -f '%e %M' "${report[@]}" 2>&1 >/dev/null
  done | sort -n | sed -n 3p |
    awk -v n="$1" -v p="$2" -v a="$3" '{ printf "%d\t%d\t%d\t%.3f\t%.2f\t%.0f\n", n, p, a, $1, $1 / n * 1e6, $2 / 1024 }'
}

printf 'samples\tprocesses\taddresses\tseconds\tus/sample\tMiB\n'
for samples in 10000 100000 1000000; do row "$samples" 1 4000; done
for processes in 1 16 256; do row 100000 "$processes" 4000; done
for addresses in 4000 40000 400000; do row 100000 1 "$addresses"; done
