#!/bin/sh
# Archives the keep in the folder named: <day>.gz, and <day>.txt with how many documents of each collection are in it. Archives of five weeks stay: who was forgotten is in none after that.
# One that has lost more than half of the persons or pictures of the newest is no successor of it: it is kept beside as <day>.gz.refused, nothing is removed, and this ends with 1. ACCEPT_LESS=true takes it.
set -eu
umask 077
mkdir -p "$1"
cd "$1"
day=$(date +%F)

# One that breaks off keeps this name, which nobody takes for an archive.
mongodump --uri="$URL" --gzip --archive=unfinished 2>report || { cat report >&2; exit 1; }
cat report >&2
sed -n 's/.*done dumping [^.]*\.\([^ ]*\) (\([0-9]*\) documents\{0,1\}).*/\1 \2/p' report | sort >counts
rm report

before=$(find . -name '*.txt' | sort | tail -n 1)
lost=$([ -z "$before" ] || awk '
  FILENAME == "counts" { now[$1] = $2; next }
  ($1 == "vault_persons" || $1 == "images") && 2 * now[$1] < $2 { printf "%s%s: %d, were %d", (lost++ ? "; " : ""), $1, now[$1], $2 }
' counts "$before")
if [ -n "$lost" ] && [ "${ACCEPT_LESS:-}" != true ]; then
  mv unfinished "$day.gz.refused"
  mv counts "$day.txt.refused"
  echo "The keep has lost more than half of what was in it ($lost, at ${before#./}). What is left is in $1/$day.gz.refused, and no archive was removed: see deploy/runbooks/a-backup-is-missing.md" >&2
  exit 1
fi
mv unfinished "$day.gz"
mv counts "$day.txt"
find . \( -name '*.gz' -o -name '*.txt' -o -name '*.refused' \) -mtime +35 -delete
