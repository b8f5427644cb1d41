#!/usr/bin/env bash
# bash .ci/schemathesis.sh [cases] [seconds]: starts the built product with its demo organization and has schemathesis call it, signed in as the owner,
# as the document at /api/openapi.json says and as it does not. Ends with an error unless every answer is one that the document knows.
# `seconds` is how long it calls, 60 unless told; `cases` how many calls that has to come to, 2,000 unless told.
set -euo pipefail
cd "$(dirname "$0")/.."
cases=${1:-2000}
seconds=${2:-60}
VERSION=4.32.5
CHECKS=not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance

# Not called: each would leave the tester unable to go on.
left_out=(
  'POST /api/cognito-auth/logout'             # signs the tester out
  'POST /api/auth/sign-out-everywhere'        # signs the tester out
  'DELETE /api/cognito-auth/profile'          # forgets the tester
  'POST /api/auth/subscription/cancel'        # takes the plan away that other calls need
  'DELETE /api/subscription/cancel'           # the same
)

venv=${SCHEMATHESIS_VENV:-${TMPDIR:-/tmp}/larder-schemathesis-$VERSION}
[ -x "$venv/bin/st" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet "schemathesis==$VERSION"; } || { echo 'schemathesis could not be installed' >&2; exit 69; }

folder=$(mktemp -d)
free_port() { node -e 'const s=require("net").createServer().listen(0,()=>{console.log(s.address().port);s.close()})'; }
port=$(free_port)
url="http://127.0.0.1:$port"
DATA_DIR="$folder" PORT="$port" MQTT_PORT="$(free_port)" HOST=127.0.0.1 DEMO=true NODE_ENV=development LOG_LEVEL=error WEB_DIR=./no-pages node dist/all.js >"$folder/product.log" 2>&1 &
product=$!
trap 'kill "$product" 2>/dev/null || true; wait "$product" 2>/dev/null || true; rm -rf "$folder"' EXIT

for _ in $(seq 1 120); do curl -sf "$url/readyz" >/dev/null && [ -e "$folder/demo.json" ] && break; sleep 0.5; done
sign_in() {
  node -e '
    const { password } = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
    fetch(process.argv[1] + "/api/cognito-auth/auth", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ email: "owner@larder.example", password }) })
      .then((answer) => answer.json()).then(({ data }) => console.log(data.idToken));' "$url" "$folder/demo.json"
}
token=''
for _ in $(seq 1 60); do token=$(sign_in 2>/dev/null) && [ -n "$token" ] && break; sleep 0.5; done
[ -n "$token" ] || { echo 'nobody could sign in' >&2; cat "$folder/product.log" >&2; exit 1; }

# One worker: several have Python's parser fall over itself now and then, and most of the time goes by in Python anyway.
exclude=()
for name in "${left_out[@]}"; do exclude+=(--exclude-name "$name"); done
(cd "$folder" && timeout "$((seconds * 2 + 60))" "$venv/bin/st" run "$url/api/openapi.json" --header "Authorization: Bearer $token" --checks "$CHECKS" --phases examples,coverage,fuzzing \
  --max-time "$seconds" --max-examples 25 "${exclude[@]}" --generation-with-security-parameters false --generation-database none --suppress-health-check all --continue-on-failure \
  --workers 1 --no-color --warnings off --request-timeout 20 ${SCHEMATHESIS_SEED:+--seed "$SCHEMATHESIS_SEED"}) >"$folder/run.log" 2>&1 && ended=0 || ended=$?
[ -z "${SCHEMATHESIS_KEEP:-}" ] || cp "$folder/run.log" "$folder/product.log" "$SCHEMATHESIS_KEEP"/
tail -n 200 "$folder/run.log"
# What the product itself has to say about it: where and what, once each.
{ grep -o '"where":"[^"]*","err":{"type":"[^"]*","message":"[^"]*"' "$folder/product.log" || true; } | sort | uniq -c
generated=$(sed -n 's/^ *\([0-9,]*\) generated.*/\1/p' "$folder/run.log" | tr -d ,)
echo "schemathesis $VERSION: ${generated:-0} cases, at least $cases wanted"
[ "${generated:-0}" -ge "$cases" ] || ended=1
exit "$ended"
