#!/bin/sh
# Publishes the build that contains this script; see `deploy --help`.
#
# The script has two halves. The first half runs locally and uploads the build. It pipes the whole script through ssh to
# a shell on the server, where the second half manages the releases. For a local folder, that shell is local.
#
#   current -> releases/20261123T142501Z    replaced atomically by a rename
#   releases/<UTC time>/                    site, hosting and relay of one build; assets.txt lists the assets it uses
#   assets/                                 files with a hash in their names; each site/assets is a symlink to here
#   .lock                                   a dangling symlink whose target names the deployment and its start time
#
# shellcheck disable=SC2012,SC2045 # Release names contain only digits, T and Z, so the output of ls is safe to parse.
set -eu +fC
# The environment must not change what commands find, print or match. bash applies CDPATH even in scripts.
unset CDPATH IFS GREP_OPTIONS QUOTING_STYLE POSIXLY_CORRECT RSYNC_ICONV
# Makes all commands sort and match by bytes.
LC_ALL=C
export LC_ALL

help() {
  cat <<'TEXT'
Publishes the build that contains this script as a release. Earlier releases can be restored.

  deploy TARGET                      upload a new release, then switch to it
  deploy rollback TARGET [RELEASE]   switch to the previous release, or to the named one
  deploy list TARGET                 list the releases
  deploy prune TARGET                remove old releases and assets; every deployment does this too
  deploy unlock TARGET               remove the lock of a deployment that died

TARGET is a folder on a server (ada@server:/var/www/example.com) or on this machine (/var/www/example.com). Before the
first deployment, it must be empty or missing. The web server serves its subfolder current/site and reads
current/hosting; the relay is current/relay/relay.js.

  --keep N             keep the current release and the last N releases (default: 5)
  --assets-days DAYS   keep scripts, styles and pictures for DAYS after the last release that uses them was removed,
                       because pages that visitors have open still request them (default: 30)
  --check COMMAND      run this on the server before the switch; if it fails, nothing changes. $RELEASE is the folder
                       of the new release
  --after COMMAND      run this on the server after the switch when the relay's files have changed
  --reload COMMAND     run this on the server after the switch when the web server's rules (hosting/) have changed
  --ready COMMAND      after --after, repeat this on the server until it succeeds
  --wait SECONDS       how long --ready may take (default: 60)

If a command after the switch fails, the previous release becomes current again and the commands run for it.

  dist/hosting/deploy ada@server:/var/www/example.com \
    --check 'sudo relay --release "$RELEASE" start --check' \
    --after 'sudo systemctl restart relay' --reload 'sudo systemctl reload nginx' \
    --ready 'curl -fsS -m 5 -o /dev/null http://127.0.0.1:8787/readyz'
  dist/hosting/deploy list ada@server:/var/www/example.com
  dist/hosting/deploy rollback ada@server:/var/www/example.com --after 'sudo systemctl restart relay'
  dist/hosting/deploy rollback ada@server:/var/www/example.com 20261123T142501Z
  dist/hosting/deploy prune ada@server:/var/www/example.com --keep 2 --assets-days 7
  RSYNC_RSH='ssh -p 2222' dist/hosting/deploy ada@server:/var/www/example.com

Requires sh, rsync and ssh here, and sh and rsync on the server. An interrupted upload does not affect visitors, and
the next deployment removes its leftovers. A build that is identical to the current release is not published again.

Exit codes: 0 success; 1 nothing has changed; 2 usage error; 3 the release is current, or may be, and a command after
the switch failed; 4 another deployment is running; 5 the release failed after the switch, and the previous one is
current again.
TEXT
}

say() {
  # Continue even if the connection is lost.
  printf '%s\n' "$*" 2>/dev/null || :
}

warn() {
  printf 'deploy: %s\n' "$@" >&2 || :
}

fail() {
  code=$1
  shift
  warn "$@"
  exit "$code"
}

# ---- Local half ---------------------------------------------------------------------------------------------------

local_half() {
  command=deploy
  case ${1-} in
    '')
      help >&2
      exit 2
      ;;
    rollback | list | prune | unlock)
      command=$1
      shift
      ;;
  esac
  target='' release='' keep=5 days=30 check='' after='' reload='' ready='' wait=60
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help)
        help
        exit
        ;;
      --*=*)
        option=$1
        shift
        set -- "${option%%=*}" "${option#*=}" "$@"
        ;;
      --keep | --assets-days | --check | --after | --reload | --ready | --wait)
        [ $# -gt 1 ] || fail 2 "$1 needs a value."
        case $1 in
          --keep) keep=$(number "$1" "$2") ;;
          --assets-days) days=$(number "$1" "$2") ;;
          --check) check=$2 ;;
          --after) after=$2 ;;
          --reload) reload=$2 ;;
          --ready) ready=$2 ;;
          --wait) wait=$(number "$1" "$2") ;;
        esac
        shift 2
        ;;
      -*) fail 2 "Unknown option $1. deploy --help lists the options." ;;
      *)
        if [ -z "$target" ]; then
          target=$1
        elif [ "$command" = rollback ] && [ -z "$release" ]; then
          release=$1
        else
          fail 2 "Unexpected argument \"$1\". See deploy --help."
        fi
        shift
        ;;
    esac
  done
  find_target
  # Read the script now, because a deployment may replace the file.
  self=$(cat "$0")
  # Identifies this deployment in the lock and in the name of its upload folder.
  token=$(date +%s).$$.$(printf %s "$(id -un)@$(uname -n)" | tr -cd 'A-Za-z0-9@._-')
  if [ "$command" = deploy ]; then
    deploy
  else
    run_on_target "$command" || fail_with_reason $?
  fi
}

number() {
  case $2 in
    0* | *[!0-9]* | '') fail 2 "$1 must be a whole number of at least 1, not \"$2\"." ;;
  esac
  echo "$2"
}

# Parses the target into $host (empty for this machine), $path, and $shell (the command prefix for the second half).
find_target() {
  case $target in
    '') fail 2 "TARGET is missing, for example ada@server:/var/www/example.com." ;;
    /*) host='' path=$target ;;
    *:/*) host=${target%%:/*} path=/${target#*:/} ;;
    *)
      fail 2 "\"$target\" is not a valid target. Use an absolute path, on a server (ada@server:/var/www/example.com)" \
        "or on this machine (/var/www/example.com)."
      ;;
  esac
  case $host$path in
    *[!][A-Za-z0-9@:./_+~-]*)
      fail 2 "\"$target\" has an invalid character. Allowed: letters, digits and @ : . / _ + ~ -, no spaces."
      ;;
  esac
  while [ "$path" != "${path%/}" ]; do path=${path%/}; done
  [ -n "$path" ] || fail 2 "The target must not be the root directory."
  command -v rsync >/dev/null || fail 1 "rsync is not installed on this machine. On Debian: apt-get install rsync."
  shell=
  if [ -n "$host" ]; then
    ssh=${RSYNC_RSH:-ssh}
    command -v "${ssh%% *}" >/dev/null || fail 1 "Cannot connect to $host: the command ${ssh%% *} was not found."
    # ssh expects IPv6 addresses without brackets.
    shell="$ssh $(printf %s "$host" | tr -d '[]')"
  fi
}

# Runs a step of the second half on the target.
run_on_target() {
  {
    printf 'set -- --server-half %s\n' "$1"
    for name in target path release keep days check after reload ready wait token; do
      value=
      eval "value=\$$name"
      printf "%s='%s'\n" "$name" "$(printf %s "$value" | sed "s/'/'\\\\''/g")"
    done
    printf '%s\n' "$self"
  } | $shell sh
}

fail_with_reason() {
  case $1 in
    127) fail 1 "Command not found: $shell" ;;
    255) fail 1 "The connection to $host failed; see the error above. This command must succeed: $shell true" ;;
  esac
  exit "$1"
}

deploy() {
  dist=$(cd "$(dirname "$0")/.." && pwd)
  for part in site/index.html site/assets hosting relay; do
    [ -e "$dist/$part" ] || fail 1 "$dist/$part is missing. Run the script of a complete build, dist/hosting/deploy."
  done
  [ ! -e "$dist/.building" ] || fail 1 "A build is writing to $dist, or was killed. Wait for it, or build again."
  [ ! -L "$dist/site/assets" ] || fail 1 "$dist is already a release. Run the script of a build, dist/hosting/deploy."

  trap 'run_on_target abort || :' EXIT
  trap 'fail 1 "Interrupted. The live site has not changed."' HUP INT TERM
  say "Preparing $target ..."
  before=$(run_on_target begin) || {
    code=$?
    trap - EXIT
    fail_with_reason $code
  }
  say "Uploading $dist ..."
  is_release "${before#releases/}" || before=
  # Excludes data of a relay that was run in the build folder. The assets are uploaded separately, because they are
  # compared with assets/, and rsync follows symlinks such as site/assets only if root or the user owns them.
  stats=$(
    upload ${before:+"--link-dest=$path/$before"} --exclude=/site/assets --exclude=/relay/spool \
      --exclude=/relay/outbox "$dist/site" "$dist/hosting" "$dist/relay" "$host${host:+:}$path/releases/.$token/" &&
      upload "--link-dest=$path/assets" "$dist/site/assets/" "$host${host:+:}$path/releases/.$token/site/assets/"
  ) || fail 1 "The upload failed; see the error above. The live site has not changed."
  new=$(sum_of 'Number of \(regular \)*files transferred')
  sent=$(sum_of 'Total bytes sent')
  say "Sent ${new:-all} new or changed files, $sent bytes."
  trap - EXIT
  # From here on, the server finishes even if the local half is interrupted.
  unsure="Interrupted during the switch. To see which release is current: deploy list $target"
  trap 'fail 3 "$unsure"' HUP INT TERM
  run_on_target finish || {
    code=$?
    [ "$code" != 255 ] || fail 3 "$unsure"
    exit "$code"
  }
}

# Compares by content: unchanged files become hard links to those on the target and keep their mtime, so browsers can
# revalidate their caches.
upload() {
  rsync -rlpc --chmod=a+rX --stats ${host:+-z} "$@"
}

# Prints the sum of a number in the statistics of all uploads; nothing if rsync does not print it.
sum_of() {
  sum=
  for number in $(printf '%s\n' "$stats" | sed -n "s/^$1: //p" | tr -cd '0-9\n'); do
    sum=$((${sum:-0} + number))
  done
  echo "$sum"
}

# ---- Server half --------------------------------------------------------------------------------------------------

# Minutes after which a lock expires.
LOCK_MINUTES=60

server_half() {
  umask 022
  # Finish the work if the local half disconnects.
  trap '' PIPE
  trap 'exit 1' HUP INT TERM
  live='' failed=''
  case $1 in
    begin) begin ;;
    abort)
      cd "$path" 2>/dev/null || exit 0
      cleanup
      ;;
    finish)
      cd "$path"
      finish
      ;;
    rollback)
      enter
      take_lock
      rollback
      ;;
    list)
      enter
      list
      ;;
    prune)
      enter
      take_lock
      prune
      ;;
    unlock)
      enter
      [ -L .lock ] || fail 1 "$target is not locked."
      rm -f .lock
      say "Unlocked. A deployment that is still running can no longer switch releases."
      ;;
  esac
}

# Enters the target folder. Fails if the folder has no releases.
enter() {
  [ -d "$path/releases" ] || fail 1 "$target has no releases."
  cd "$path"
  verify_layout
}

# Fails if the target contains anything that this script did not create.
verify_layout() {
  [ -L current ] || [ ! -e current ] || fail 1 "$target/current is not a symbolic link: this script did not create it."
  if [ -d releases ]; then
    for name in $(ls releases); do
      is_release "$name" ||
        fail 1 "$target/releases/$name was not created by this script. Choose another folder, or move it away."
    done
  elif [ -n "$(ls -A)" ]; then
    fail 1 "$target contains other files: $(ls -A | head -n 5 | tr '\n' ' ')" \
      "Choose an empty folder, or one that does not exist yet."
  fi
}

refuse_writing() {
  fail 1 "$target is not writable. On the server, as root: chown -R <user> $path"
}

is_release() {
  case $1 in
    *[!0-9TZ]*) return 1 ;;
    ????????T??????Z) ;;
    *) return 1 ;;
  esac
}

take_lock() {
  if held=$(readlink .lock); then
    who=${held%% *} since=${held##* }
    minutes=$((($(date +%s) - since) / 60))
    [ "$minutes" -ge "$LOCK_MINUTES" ] ||
      fail 4 "A deployment by ${who#*.*.} has been running for $minutes minutes. Nothing has changed." \
        "If it died: deploy unlock $target (a lock expires after $LOCK_MINUTES minutes)."
    say "The lock of the deployment by ${who#*.*.} is $minutes minutes old and has expired." >&2
    rm -f .lock
  fi
  # ln creates the lock with its contents atomically, and fails if it exists.
  ln -s "$token $(date +%s)" .lock || {
    [ -w . ] || refuse_writing
    fail 4 "Another deployment took the lock first. Nothing has changed."
  }
  trap cleanup EXIT
}

cleanup() {
  code=$?
  # Unlock first: a concurrent finish of this deployment must not rename a partly deleted upload folder under the lock.
  if holds_lock; then rm -f .lock; fi
  rm -rf "releases/.$token"
  if [ -n "$live" ] && [ "$code$failed" != 0 ]; then exit 3; fi
}

holds_lock() {
  held=$(readlink .lock) && [ "${held%% *}" = "$token" ]
}

# Creates the upload folder, and prints the target of `current`.
begin() {
  command -v rsync >/dev/null || fail 1 "rsync is not installed on ${target%%:/*}. On Debian: apt-get install rsync."
  [ -e "$path" ] || mkdir "$path" || fail 1 "Cannot create $target. On the server, as root: install -d -o <user> $path"
  [ -d "$path" ] || fail 1 "$target is not a folder."
  cd "$path"
  verify_layout
  mkdir -p releases assets || refuse_writing
  take_lock
  # Remove leftovers of interrupted deployments and removals.
  rm -rf releases/.[0-9]*
  mkdir "releases/.$token" || refuse_writing
  trap - EXIT
  readlink current || :
}

finish() {
  trap cleanup EXIT
  work=releases/.$token
  holds_lock || fail 1 "Another deployment took over the lock. Nothing has changed."
  (cd "$work/site/assets" && find . -type f) | sort >"$work/assets.txt"
  # Copy assets before the switch, so that new pages find them.
  rsync -rlpc --link-dest="$path/$work/site/assets" "$work/site/assets/" assets/
  rm -rf "$work/site/assets"
  ln -s ../../../assets "$work/site/assets"
  before=$(current) || before=
  if [ -n "$before" ] && ! differ "releases/$before" "$work"; then
    say "The current release on $target, $before, is identical to this build, which was not published again."
    release=$before
    live=yes
    run_due_commands || failed=yes
    prune
    return
  fi
  if [ -n "$check" ]; then
    say "Checking the new release: running \"$check\" ..."
    RELEASE=$path/$work sh -c "$check" || fail 1 "The check failed (exit code $?). Nothing has changed."
  fi
  release=$(date -u +%Y%m%dT%H%M%SZ)
  while [ -e "releases/$release" ]; do
    sleep 1
    release=$(date -u +%Y%m%dT%H%M%SZ)
  done
  mv "$work" "releases/$release"
  # Check after the rename: a deployment that takes over the lock then deletes this upload folder, so a folder that was
  # renamed under the lock is complete.
  holds_lock || {
    rm -rf "releases/$release"
    fail 1 "Another deployment took over the lock. Nothing has changed."
  }
  switch
  say "Release $release is live on $target.${before:+ Previous release: $before; deploy rollback restores it.}"
  if run_due_commands; then
    if [ -n "$before" ] && differ "releases/$before/hosting/systemd" "releases/$release/hosting/systemd"; then
      say "The systemd units have changed: install them from $path/current/hosting/systemd."
    fi
    prune
  elif [ -z "$before" ]; then
    warn "There is no previous release to return to."
    failed=yes
  else
    restore_previous
  fi
}

# Switches back to the previous release after a command failed for the new one.
restore_previous() {
  new=$release
  release=$before
  say "Returning to release $release ..."
  switch
  if run_due_commands; then
    rm -rf "releases/$new"
    live=''
    fail 5 "The new release failed after the switch and was removed. Release $release is current again."
  fi
  warn "Release $release is current again, but its commands failed too. The next deployment repeats them."
  failed=yes
}

rollback() {
  before=$(current) || before=
  if [ -z "$release" ]; then
    release=$(ls releases | sed "/^$before\$/,\$d" | tail -n 1)
    [ -n "$release" ] || fail 1 "There is no release before ${before:-the first}."
  fi
  if ! is_release "$release" || [ ! -d "releases/$release" ]; then
    fail 1 "There is no release \"$release\". Existing releases: $(ls releases | tr '\n' ' ')"
  fi
  [ "$release" != "$before" ] || fail 1 "$release is already current."
  switch
  say "Release $release is live again on $target. Previous release: $before."
  run_due_commands || failed=yes
}

current() {
  link=$(readlink current) && echo "${link#releases/}"
}

# Makes $release current and sets $before to the previous release. Moves a new symlink over the old one, because every
# version of mv does that atomically.
switch() {
  before=$(current) || before=
  mark_due relay "$after"
  mark_due hosting "$reload"
  rm -f "releases/$release/current"
  ln -s "releases/$release" "releases/$release/current"
  mv -f "releases/$release/current" .
  live=yes
}

# Records before the switch that a command is due, so that the next deployment runs it if this one fails to.
mark_due() {
  if [ -n "$2" ] && has_changed "$1"; then : >".due-$1"; fi
}

has_changed() {
  [ -z "$before" ] || differ "releases/$before/$1" "releases/$release/$1"
}

# Reports whether two folders have different files. In hosting/, ignores files that the web server does not read.
differ() {
  case $1 in
    */hosting) set -- "$@" --exclude=/systemd --exclude=/deploy ;;
  esac
  from=$1 to=$2
  shift 2
  [ ! -d "$from" ] || [ -n "$(rsync -rlcni --delete "$@" "$from/" "$to/")" ]
}

# Runs the commands that are due, and fails if any of them fails.
run_due_commands() {
  restarted=''
  run_due relay "The relay's files" --after "$after" || return
  [ -z "$restarted" ] || wait_until_ready || return
  run_due hosting "The web server's rules" --reload "$reload"
}

run_due() {
  if [ -z "$4" ]; then
    if has_changed "$1"; then say "$2 have changed, but $3 is not set: restart or reload manually."; fi
  elif [ ! -e ".due-$1" ]; then
    say "$2 are unchanged: not running \"$4\"."
  else
    say "$2 have changed: running \"$4\" ..."
    sh -c "$4" || {
      warn "\"$4\" failed (exit code $?)."
      return 1
    }
    rm -f ".due-$1"
    [ "$1" != relay ] || restarted=yes
  fi
}

wait_until_ready() {
  [ -n "$ready" ] || return 0
  say "Waiting until the relay is ready: running \"$ready\" ..."
  end=$(($(date +%s) + wait))
  until answer=$(sh -c "$ready" 2>&1); do
    if [ "$(date +%s)" -ge "$end" ]; then
      warn "\"$ready\" did not succeed within $wait seconds: $answer"
      : >.due-relay
      return 1
    fi
    sleep 1
  done
}

list() {
  before=$(current) || before=
  for name in $(ls releases); do
    note=
    [ "$name" != "$before" ] || note='   current'
    say "$name   $(echo "$name" | sed 's/\(....\)\(..\)\(..\)T\(..\)\(..\)\(..\)Z/\1-\2-\3 \4:\5:\6 UTC/')$note"
  done
}

# Removes old releases, then assets that no release has used for $days days.
prune() {
  now=$(current) || now=
  old='' place=0 removed=0
  for name in $(ls -r releases); do
    place=$((place + 1))
    if [ "$place" -gt "$keep" ] && [ "$name" != "$now" ]; then
      old="$old $name"
    else
      cat "releases/$name/assets.txt" || fail 1 "Nothing was removed: cannot read the list of assets of release $name."
    fi
  done >releases/.used
  for name in $old; do
    # Reset the age of assets that become unused with this release.
    without_used <"releases/$name/assets.txt" | while read -r file; do touch -c "assets/$file"; done
    # Hide the release first, so that a partly removed folder never counts as a release.
    mv "releases/$name" "releases/.$name"
    rm -rf "releases/.$name"
    removed=$((removed + 1))
  done
  (cd assets && find . -type f -mtime "+$((days - 1))") | without_used >releases/.unused
  while read -r file; do rm -f "assets/$file"; done <releases/.unused
  say "Removed $removed old releases and $(wc -l <releases/.unused | tr -d ' ') unused assets."
}

without_used() {
  grep -vxF -f releases/.used || :
}

# On the server, sh reads the script from stdin, so no command may read stdin.
if [ "${1-}" = --server-half ]; then server_half "$2" </dev/null; else local_half "$@"; fi
exit
