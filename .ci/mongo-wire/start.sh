#!/bin/sh
# Starts MongoWire on 127.0.0.1 at the port given (27017): `start.sh 27017 & MONGODB_URL=mongodb://127.0.0.1:27017 npx jest read-store`. Needs Java 17 and Maven.
set -eu
cd "$(dirname "$0")"
libraries="${TMPDIR:-/tmp}/mongo-wire-libraries"
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory="$libraries"
exec java -cp "$libraries/*" MongoWire.java "${1:-27017}"
