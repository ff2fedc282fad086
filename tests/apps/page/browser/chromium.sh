#!/bin/sh
# Make sure there is a Chromium for the browser tests; say where it is.
#
#   tests/apps/page/browser/chromium.sh     prints the path, installs Debian's package if it is missing and it can
set -eu
for name in chromium chromium-browser google-chrome; do
    if command -v "$name"; then exit 0; fi
done
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    # The tests of two processes may need it at once: one of them installs it, the other waits and finds it.
    if [ -z "${CHROMIUM_LOCKED:-}" ] && command -v flock >/dev/null; then
        CHROMIUM_LOCKED=1 exec flock "${TMPDIR:-/tmp}/tilewright-chromium.lock" "$0"
    fi
    echo "installing Chromium for the browser tests ..." >&2
    DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2 &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >&2 &&
        command -v chromium && exit 0
fi
echo "The browser tests need Chromium, and it could not be installed here. Install it with:" >&2
echo "    sudo apt-get install chromium        (Debian, Ubuntu; other systems have it under the same name)" >&2
exit 1
