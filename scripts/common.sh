# shellcheck shell=bash disable=SC2034
# What the scripts share: finding the checkout, installing what is missing, building. Sourced.
# Everything that is said goes to standard error; success is silent.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# quietly COMMAND...: its output is shown only if it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null || status=$?
  [ "$status" -eq 0 ] || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

# need PACKAGE...: installs the Debian packages that are missing. Elsewhere it does nothing: Meson
# says what it does not find.
need() {
  command -v dpkg-query >/dev/null || return 0
  local package missing=() as_root=()
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$(id -u)" -ne 0 ]; then
    { command -v sudo && sudo -n true; } >/dev/null 2>&1 ||
      die "these packages are missing; please run: sudo apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  printf 'installing %s\n' "${missing[*]}" >&2
  local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends)
  quietly "${as_root[@]}" "${install[@]}" "${missing[@]}" && return 0
  printf 'updating the package lists\n' >&2
  quietly "${as_root[@]}" apt-get update || die "apt-get update failed"
  quietly "${as_root[@]}" "${install[@]}" "${missing[@]}" ||
    die "could not install ${missing[*]}"
}

build_packages=(g++ meson ninja-build pkg-config cmake libboost-graph-dev libcereal-dev
  libcli11-dev libjemalloc-dev libsqlite3-dev libtbb-dev node-d3 nlohmann-json3-dev)
# For builds from nothing: Meson gives the compiler twenty-four files of a module at once.
several_at_once=(-Dunity=on -Dunity_size=24)
test_packages=(libgtest-dev libgmock-dev python3 ghc libghc-vector-dev git make)

# configure DIRECTORY OPTION...: sets a build directory up, unless that has been done. One that
# was made from another checkout is made anew.
configure() {
  local directory=$1
  shift
  if [ -e "$directory/build.ninja" ] &&
    [ "$(cat "$directory/.configured" 2>/dev/null)" = "$root $*" ]; then
    return 0
  fi
  if [ -e "$directory/meson-private/coredata.dat" ]; then
    find "$directory" -mindepth 1 -not -name .lock -delete
  fi
  quietly meson setup "$directory" "$root" "$@" || die "configuring failed"
  printf '%s' "$root $*" >"$directory/.configured"
}
