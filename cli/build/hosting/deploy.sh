#!/bin/sh
# Publishes the build that this script stands in; `deploy --help` says how.
#
# The script has two halves. The first runs where it is called: it uploads. For everything else it sends itself
# through ssh to the shell of the server, where the second half keeps the releases; a folder of this machine is kept by
# a shell of this machine in the same way.
#
#   current -> releases/20261123T142501Z    replaced by a rename: there is no moment without it
#   releases/<UTC time>/                    site, hosting and relay of one build, and assets.txt, what it needs of:
#   assets/                                 the files with a hash in their names; each site/assets leads here
#   .lock                                   a link to nothing that says who deploys, and since when
#
# shellcheck disable=SC2012,SC2045 # Names of releases are digits, T and Z: what ls says of them can be read.
set -eu

help() {
  cat <<'TEXT'
Publishes the build that contains this script, in one step and with a way back.

  deploy TARGET                      upload a new release, then switch to it
  deploy rollback TARGET [RELEASE]   switch to the previous release, or to the named one
  deploy list TARGET                 list the releases
  deploy prune TARGET                remove old releases and assets; every deployment does this too
  deploy unlock TARGET               remove the lock of a deployment that died

TARGET is a folder on a server, ada@server:/var/www/example.com, or on this machine, /var/www/example.com. Before the
first deployment it must be empty or missing. The web server serves current/site in it and reads current/hosting; the
relay is current/relay/relay.js.

  --keep N             keep the last N releases (5), and the current one
  --assets-days DAYS   keep scripts, styles and pictures for DAYS after the last release that uses them was removed
                       (30): pages that visitors have open still request them
  --check COMMAND      run this on the server before the switch; if it fails, nothing changes. $RELEASE is the folder
                       of the new release
  --after COMMAND      run this on the server after the switch when the relay's files have changed
  --reload COMMAND     run this on the server after the switch when the web server's rules (hosting/) have changed
  --ready COMMAND      after --after, repeat this on the server until it succeeds
  --wait SECONDS       how long --ready may take (60)

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

Needs sh, rsync and ssh here, sh and rsync on the server. An interrupted upload changes nothing that visitors see, and
the next deployment removes what it left behind. A build that is current already is not published again.

Exit codes: 0 success; 1 nothing has changed; 2 usage error; 3 the release is current, or may be, and a command after
the switch failed; 4 another deployment is running; 5 the release failed after the switch, and the previous one is
current again.
TEXT
}

say() {
  # Whoever listens may be gone; the work goes on.
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

# ---- Where it is called -------------------------------------------------------------------------------------------

here() {
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
      -*) fail 2 "There is no option $1; deploy --help lists them." ;;
      *)
        if [ -z "$target" ]; then
          target=$1
        elif [ "$command" = rollback ] && [ -z "$release" ]; then
          release=$1
        else
          fail 2 "\"$1\" is one word too many; deploy --help says what goes where."
        fi
        shift
        ;;
    esac
  done
  find_target
  # Read once: the file may be replaced by what it does.
  self=$(cat "$0")
  # Names a deployment for its lock and for the folder that it uploads to.
  token=$(date +%s).$$.$(printf %s "$(id -un)@$(uname -n)" | tr -cd 'A-Za-z0-9@._-')
  if [ "$command" = deploy ]; then
    deploy
  else
    there "$command" || explain $?
  fi
}

number() {
  case $2 in
    0* | *[!0-9]* | '') fail 2 "$1 takes a number from 1; \"$2\" is none." ;;
  esac
  echo "$2"
}

# Sets what the target says: host, empty for this machine, path, and shell, the command that the second half goes to.
find_target() {
  case $target in
    '') fail 2 "The target is missing, such as ada@server:/var/www/example.com." ;;
    /*) host='' path=$target ;;
    *:/*) host=${target%%:/*} path=/${target#*:/} ;;
    *)
      fail 2 "\"$target\" is no target: ada@server:/var/www/example.com, or a folder of this machine from the root on," \
        "/var/www/example.com."
      ;;
  esac
  case $host$path in
    *[!][A-Za-z0-9@:./_+~-]*) fail 2 "\"$target\": a target has letters, digits and @ : . / _ + ~ - only, no spaces." ;;
  esac
  while [ "$path" != "${path%/}" ]; do path=${path%/}; done
  [ -n "$path" ] || fail 2 "The root of a machine is no place for releases."
  command -v rsync >/dev/null || fail 1 "There is no rsync on this machine. Install it, on Debian: apt-get install rsync."
  shell=
  if [ -n "$host" ]; then
    ssh=${RSYNC_RSH:-ssh}
    command -v "${ssh%% *}" >/dev/null || fail 1 "There is no ${ssh%% *} on this machine, which leads to $host."
    # ssh takes an IPv6 address without the brackets.
    shell="$ssh $(printf %s "$host" | tr -d '[]')"
  fi
}

# Has the second half do a step.
there() {
  {
    printf 'set -- --there %s\n' "$1"
    for name in target path release keep days check after reload ready wait token; do
      value=
      eval "value=\$$name"
      printf "%s='%s'\n" "$name" "$(printf %s "$value" | sed "s/'/'\\\\''/g")"
    done
    printf '%s\n' "$self"
  } | $shell sh
}

explain() {
  case $1 in
    127) fail 1 "The command that leads to the server is not there: $shell" ;;
    255) fail 1 "ssh does not lead to $host, or broke off, see above. This must work: $shell true" ;;
  esac
  exit "$1"
}

deploy() {
  dist=$(cd "$(dirname "$0")/.." && pwd)
  for part in site/index.html site/assets hosting relay; do
    [ -e "$dist/$part" ] || fail 1 "There is no $dist/$part. The script publishes the build that it stands in, dist/hosting/deploy."
  done
  [ ! -e "$dist/.building" ] || fail 1 "A build is writing into $dist, or was killed: end it, or run it again."
  [ ! -L "$dist/site/assets" ] || fail 1 "$dist is a release already; run the script of a build, dist/hosting/deploy."

  trap 'there abort || :' EXIT
  trap 'fail 1 "Interrupted. Nothing that visitors see has changed."' HUP INT TERM
  say "Looking at $target ..."
  before=$(there begin) || {
    code=$?
    trap - EXIT
    explain $code
  }
  say "Uploading $dist ..."
  # By content: what is as it was is a link to the file of the current release, whose time, which browsers know, stays.
  # Without what a relay keeps that was tried where it was built.
  stats=$(rsync -rlpc --chmod=a+rX --stats ${before:+"--link-dest=$path/current"} ${host:+-z} \
    --exclude=/relay/spool --exclude=/relay/outbox \
    "$dist/site" "$dist/hosting" "$dist/relay" "$host${host:+:}$path/releases/.$token/") ||
    fail 1 "The upload broke off, see above. Nothing that visitors see has changed."
  new=$(printf '%s\n' "$stats" | sed -n 's/^Number of \(regular \)*files transferred: //p')
  sent=$(printf '%s\n' "$stats" | sed -n 's/^Total bytes sent: //p')
  say "Sent ${new:-all} new files and changes, $sent bytes."
  trap - EXIT
  # From here on the server goes on by itself.
  unsure="That broke off while the server was switching. What is current now: deploy list $target"
  trap 'fail 3 "$unsure"' HUP INT TERM
  there finish || {
    code=$?
    [ "$code" != 255 ] || fail 3 "$unsure"
    exit "$code"
  }
}

# ---- On the server ------------------------------------------------------------------------------------------------

# The lock holds this long, in minutes, unless its deployment ends.
PATIENCE=60

server() {
  umask 022
  # By bytes, and for every command in the same way.
  LC_ALL=C
  export LC_ALL
  # The other end may go while something is to be finished.
  trap '' PIPE
  trap 'exit 1' HUP INT TERM
  live='' failed=''
  case $1 in
    begin) begin ;;
    abort)
      cd "$path" 2>/dev/null || exit 0
      leave
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
      say "Unlocked. A deployment that lives all the same cannot switch any more."
      ;;
  esac
}

# Into a target that has releases.
enter() {
  [ -d "$path/releases" ] || fail 1 "$target has no releases."
  cd "$path"
  know
}

# Only what this script has made is touched.
know() {
  [ -L current ] || [ ! -e current ] || fail 1 "$target/current is not a link, so that it is not from this script."
  if [ -d releases ]; then
    for name in $(ls releases); do
      is_release "$name" || fail 1 "$target/releases/$name is not from this script. Choose another folder, or move it away."
    done
  elif [ -n "$(ls -A)" ]; then
    fail 1 "$target has other files in it: $(ls -A | head -n 5 | tr '\n' ' ')" \
      "Choose a folder that is empty or not there yet."
  fi
}

refuse_writing() {
  fail 1 "Nothing can be written to $target. On the server, as root: chown -R <user> $path"
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
    [ "$minutes" -ge "$PATIENCE" ] ||
      fail 4 "A deployment by ${who#*.*.} is under way, since $minutes minutes. Nothing has changed." \
        "If it died: deploy unlock $target. (After $PATIENCE minutes a lock counts no longer.)"
    say "The deployment by ${who#*.*.} is $minutes minutes old: its lock counts no longer." >&2
    rm -f .lock
  fi
  # Who it is and since when: made and filled in one step, and by one alone.
  ln -s "$token $(date +%s)" .lock || {
    [ -w . ] || refuse_writing
    fail 4 "Another deployment was a moment quicker. Nothing has changed."
  }
  trap leave EXIT
}

# Ends in order, whatever happened.
leave() {
  code=$?
  # In this order: whoever finds the lock his own after renaming the folder has all of it.
  if is_ours; then rm -f .lock; fi
  rm -rf "releases/.$token"
  if [ -n "$live" ] && [ "$code$failed" != 0 ]; then exit 3; fi
}

is_ours() {
  held=$(readlink .lock) && [ "${held%% *}" = "$token" ]
}

# Makes a place for the upload, and says what is current.
begin() {
  command -v rsync >/dev/null || fail 1 "There is no rsync on $target. Install it there, on Debian: apt-get install rsync."
  if [ ! -e "$path" ]; then
    mkdir "$path" || fail 1 "$target cannot be made. On the server, as root: install -d -o <user> $path"
  fi
  [ -d "$path" ] || fail 1 "$target is not a folder."
  cd "$path"
  know
  mkdir -p releases assets || refuse_writing
  take_lock
  # What was left by deployments and removals that died.
  rm -rf releases/.[0-9]*
  mkdir "releases/.$token" || refuse_writing
  trap - EXIT
  readlink current || :
}

finish() {
  trap leave EXIT
  work=releases/.$token
  is_ours || fail 1 "The deployment lost its lock to another one. Nothing has changed."
  (cd "$work/site/assets" && find . -type f) | sort >"$work/assets.txt"
  # Copied before the switch: until then no page requests them.
  rsync -rlpc --link-dest="$path/$work/site/assets" "$work/site/assets/" assets/
  rm -rf "$work/site/assets"
  ln -s ../../../assets "$work/site/assets"
  before=$(current) || before=
  if [ -n "$before" ] && ! differ "releases/$before" "$work"; then
    say "Release $before is the same build and current on $target: not published again."
    release=$before
    live=yes
    follow || failed=yes
    prune
    return
  fi
  if [ -n "$check" ]; then
    say "Checking the new release: running \"$check\" ..."
    RELEASE=$path/$work sh -c "$check" || fail 1 "The check failed ($?). Nothing has changed."
  fi
  release=$(date -u +%Y%m%dT%H%M%SZ)
  while [ -e "releases/$release" ]; do
    sleep 1
    release=$(date -u +%Y%m%dT%H%M%SZ)
  done
  mv "$work" "releases/$release"
  # Only now: a deployment that takes over the lock removes the folder afterwards.
  is_ours || {
    rm -rf "releases/$release"
    fail 1 "The deployment lost its lock to another one. Nothing has changed."
  }
  switch
  say "Release $release is live on $target.${before:+ Previous release: $before; deploy rollback returns to it.}"
  if follow; then
    if [ -n "$before" ] && differ "releases/$before/hosting/systemd" "releases/$release/hosting/systemd"; then
      say "The systemd units have changed: install them from $path/current/hosting/systemd."
    fi
    prune
  elif [ -z "$before" ]; then
    warn "There is no previous release to return to."
    failed=yes
  else
    undo
  fi
}

# Returns to the previous release after a command failed for the new one.
undo() {
  new=$release
  release=$before
  say "Returning to release $release ..."
  switch
  if follow; then
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
    fail 1 "There is no release \"$release\". There are: $(ls releases | tr '\n' ' ')"
  fi
  [ "$release" != "$before" ] || fail 1 "$release is current already."
  switch
  say "Release $release is live again on $target. Previous release: $before."
  follow || failed=yes
}

current() {
  link=$(readlink current) && echo "${link#releases/}"
}

# Makes $release current and the current one $before. Moving a link over another one replaces it in one step, with
# every mv.
switch() {
  before=$(current) || before=
  mark relay "$after"
  mark hosting "$reload"
  rm -f "releases/$release/current"
  ln -s "releases/$release" "releases/$release/current"
  mv -f "releases/$release/current" .
  live=yes
}

# Notes before the switch that a command is due: if it fails or is never reached, the next deployment runs it.
mark() {
  if [ -n "$2" ] && has_changed "$1"; then : >".due-$1"; fi
}

has_changed() {
  [ -z "$before" ] || differ "releases/$before/$1" "releases/$release/$1"
}

# Reports whether two folders have different files. The script and the systemd units concern no web server.
differ() {
  case $1 in
    */hosting) set -- "$@" --exclude=/systemd --exclude=/deploy ;;
  esac
  from=$1 to=$2
  shift 2
  [ ! -d "$from" ] || [ -n "$(rsync -rlcni --delete "$@" "$from/" "$to/")" ]
}

# Runs the commands that are due. Fails when one of them does.
follow() {
  restarted=''
  run_due relay "The relay's files" --after "$after" || return
  [ -z "$restarted" ] || wait_until_ready || return
  run_due hosting "The web server's rules" --reload "$reload"
}

run_due() {
  if [ -z "$4" ]; then
    if has_changed "$1"; then say "$2 have changed, and no $3 says what to run: restart or reload by hand."; fi
  elif [ ! -e ".due-$1" ]; then
    say "$2 are unchanged: not running \"$4\"."
  else
    say "$2 have changed: running \"$4\" ..."
    sh -c "$4" || {
      warn "\"$4\" failed ($?)."
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

# Removes old releases, then assets that no release has any more and that none has had for so many days.
prune() {
  now=$(current) || now=
  old='' place=0 removed=0
  for name in $(ls -r releases); do
    place=$((place + 1))
    if [ "$place" -gt "$keep" ] && [ "$name" != "$now" ]; then
      old="$old $name"
    else
      cat "releases/$name/assets.txt" || fail 1 "Nothing old is removed: nobody knows which assets $name needs."
    fi
  done >releases/.used
  for name in $old; do
    # The days of what it alone had begin now.
    without_used <"releases/$name/assets.txt" | while read -r file; do touch -c "assets/$file"; done
    # Hidden first: what is half removed is no release.
    mv "releases/$name" "releases/.$name"
    rm -rf "releases/.$name"
    removed=$((removed + 1))
  done
  (cd assets && find . -type f -mtime "+$((days - 1))") | without_used >releases/.unused
  while read -r file; do rm -f "assets/$file"; done <releases/.unused
  say "Removed what was old: $removed releases, $(wc -l <releases/.unused | tr -d ' ') assets."
}

without_used() {
  grep -vxF -f releases/.used || :
}

# Whoever reads from this shell must not read the rest of this script.
if [ "${1-}" = --there ]; then server "$2" </dev/null; else here "$@"; fi
exit
