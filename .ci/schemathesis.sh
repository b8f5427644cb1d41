#!/usr/bin/env bash
# bash .ci/schemathesis.sh [cases] [seconds]: starts the built product with its demo organization, has schemathesis call it as the document at
# /api/openapi.json says (and as it does not), signed in as the owner, and ends with an error unless every answer is one that the document knows.
# `cases` is the least number of calls, 2,000 unless told; `seconds` the most it may take, 80 unless told.
set -euo pipefail
cd "$(dirname "$0")/.."
cases=${1:-2000}
seconds=${2:-80}
VERSION=4.32.5
PERMITTED_CHECKS=not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance

# Not called: each would leave the tester unable to go on.
left_out=(
  'POST /api/cognito-auth/logout'             # signs the tester out
  'POST /api/auth/sign-out-everywhere'        # signs the tester out
  'DELETE /api/cognito-auth/profile'          # forgets the tester
  'POST /api/auth/subscription/cancel'        # takes the plan away that other calls need
  'DELETE /api/subscription/cancel'           # the same
)

venv=${SCHEMATHESIS_VENV:-${TMPDIR:-/tmp}/larder-schemathesis-$VERSION}
[ -x "$venv/bin/st" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet "schemathesis==$VERSION"; }

folder=$(mktemp -d)
free_port() { node -e 'const s=require("net").createServer().listen(0,()=>{console.log(s.address().port);s.close()})'; }
port=$(free_port)
url="http://127.0.0.1:$port"
DATA_DIR="$folder" PORT="$port" MQTT_PORT="$(free_port)" HOST=127.0.0.1 DEMO=true NODE_ENV=development LOG_LEVEL=error WEB_DIR=./no-pages node services/all/dist/main.js >"$folder/product.log" 2>&1 &
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

operations=$(curl -s "$url/api/openapi.json" | node -e 'let t="";process.stdin.on("data",(d)=>t+=d).on("end",()=>console.log(Object.values(JSON.parse(t).paths).flatMap(Object.keys).length))')
exclude=()
for name in "${left_out[@]}"; do exclude+=(--exclude-name "$name"); done
(cd "$folder" && timeout "$((seconds + 60))" "$venv/bin/st" run "$url/api/openapi.json" --header "Authorization: Bearer $token" --checks "$PERMITTED_CHECKS" --phases examples,coverage,fuzzing \
  --max-examples "$((cases / operations + 1))" "${exclude[@]}" --generation-with-security-parameters false --generation-database none --suppress-health-check all --continue-on-failure \
  --workers 2 --no-color --warnings off --max-failures 60 --request-timeout 20 --report-json-path "$folder/report.json" ${SCHEMATHESIS_SEED:+--seed "$SCHEMATHESIS_SEED"}) >"$folder/run.log" 2>&1 && ended=0 || ended=$?
tail -n "${SCHEMATHESIS_LINES:-60}" "$folder/run.log"
grep '"surprise"' "$folder/product.log" | head -n 20 || true
[ -z "${SCHEMATHESIS_KEEP:-}" ] || cp "$folder/run.log" "$folder/report.json" "$folder/product.log" "$SCHEMATHESIS_KEEP"/
exit "$ended"
