#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A throw-away Slurm cluster on loopback, started by hand (no systemd, no cgroups, no database).
# Needs the Debian packages slurmctld slurmd slurm-client munge, and root (jobs may be submitted by any local user).
#
#   slurm-local.sh start DIR [NODES] [CPUS_PER_NODE]   start munged, slurmctld and NODES slurmd with all state in DIR
#   slurm-local.sh env DIR                             print 'export SLURM_CONF=...' for the caller to eval
#   slurm-local.sh status DIR                          which of the daemons started here still run
#   slurm-local.sh kill-node DIR NODE [told]           end a node as if its power had gone: slurmd, job steps, jobs by SIGKILL
#                                                      told: slurmctld is told at once, else it finds out within a quarter of a minute
#   slurm-local.sh restart-controller DIR [SIGNAL]     end slurmctld (TERM: it keeps its state; KILL), and start it again
#   slurm-local.sh stop DIR                            end exactly the daemons recorded in DIR (and their job steps)
#
# DIR must be an absolute path; it must not exist before start, or hold an earlier, stopped cluster of this script.
# SLURM_LOCAL_PORT (default 17810): slurmctld listens there, the slurmd on the following ports.
# SLURM_LOCAL_MAXARRAY (default 20001), SLURM_LOCAL_TIMEOUT (default 10: seconds until a node that is gone is down),
# SLURM_LOCAL_EXTRA (extra slurm.conf lines, such as RequeueExit=75).
# A start in a DIR used before begins with an empty queue (slurmctld -c); keep DIR short: it holds a socket.
# 'PMIx' errors in the slurmd logs are harmless: that optional library is not installed.
set -u
cmd=${1:-}; dir=${2:-}
die() { echo "slurm-local: $*" >&2; exit 1; }
case $dir in /*) ;; *) die "usage: slurm-local.sh start|stop|status|env /ABS/DIR [NODES] [CPUS]";; esac
conf=$dir/slurm.conf
export SLURM_CONF=$conf
# The start time (in ticks since boot) names a process together with its pid, so that a reused pid is never ended.
started() { sed 's/^.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }
note() { echo "$1 $2 $(started "$2")" >>"$dir/pids"; }
alive() { [ -n "$2" ] && [ "$(started "$1")" = "$2" ]; }

wait_for() { # wait_for TENTHS CMD...
    local n=$1; shift
    while ! "$@" >/dev/null 2>&1; do n=$((n - 1)); [ "$n" -gt 0 ] || return 1; sleep 0.1; done
}

start() {
    local nodes=${1:-2} cpus=${2:-2} port=${SLURM_LOCAL_PORT:-17810} i
    [ "$(id -u)" = 0 ] || die "must be root"
    for b in munged slurmctld slurmd sinfo; do command -v "$b" >/dev/null || die "$b is missing: apt-get install --no-install-recommends slurmctld slurmd slurm-client munge"; done
    [ -e "$dir" ] && [ ! -e "$conf" ] && die "$dir exists and is not one of ours"
    if [ -e "$dir/pids" ]; then
        while read -r n p s; do alive "$p" "$s" && die "$n ($p) of an earlier start still runs"; done <"$dir/pids"
    fi
    mkdir -p "$dir"/{state,log,munge} && chmod 755 "$dir" && : >"$dir/pids" || die "cannot make $dir"
    # MUNGE: a key of our own and a socket in DIR; nothing of /etc/munge or /run/munge is touched.
    [ -s "$dir/munge/key" ] || head -c 128 /dev/urandom >"$dir/munge/key"
    chmod 600 "$dir/munge/key"; chmod 755 "$dir/munge"
    munged --foreground --force --key-file="$dir/munge/key" --socket="$dir/munge/sock" --pid-file="$dir/munge/pid" \
        --log-file="$dir/log/munged.log" --seed-file="$dir/munge/seed" --num-threads=2 \
        </dev/null >"$dir/log/munged.out" 2>&1 &
    note munged $!
    wait_for 50 test -S "$dir/munge/sock" || { stop; die "munged did not start: $(tail -3 "$dir/log/munged.out")"; }
    {
        echo "ClusterName=local"
        echo "SlurmctldHost=$(hostname -s)(127.0.0.1)"
        echo "SlurmctldPort=$port"
        echo "SlurmUser=root"
        echo "SlurmdUser=root"
        echo "AuthType=auth/munge"
        echo "CredType=cred/munge"
        echo "AuthInfo=socket=$dir/munge/sock"
        echo "StateSaveLocation=$dir/state"
        echo "SlurmctldPidFile=$dir/slurmctld.pid"
        echo "SlurmctldLogFile=$dir/log/slurmctld.log"
        echo "SlurmdSpoolDir=$dir/spool.%n"
        echo "SlurmdPidFile=$dir/slurmd.%n.pid"
        echo "SlurmdLogFile=$dir/log/slurmd.%n.log"
        # No cgroup, no task binding, no MPI, no database.
        echo "ProctrackType=proctrack/linuxproc"
        echo "TaskPlugin=task/none"
        echo "JobAcctGatherType=jobacct_gather/none"
        echo "MpiDefault=none"
        echo "AccountingStorageType=accounting_storage/none"
        echo "JobCompType=jobcomp/filetxt"
        echo "JobCompLoc=$dir/jobcomp.txt"
        # The nodes claim CPUs the host may not have.
        echo "SlurmdParameters=config_overrides"
        echo "SelectType=select/cons_tres"
        echo "SelectTypeParameters=CR_CPU"
        echo "SchedulerType=sched/backfill"
        echo "SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0,default_queue_depth=10000"
        echo "MaxArraySize=${SLURM_LOCAL_MAXARRAY:-20001}"
        echo "MaxJobCount=50000"
        echo "MinJobAge=300"
        echo "KillWait=2"
        echo "SlurmdTimeout=${SLURM_LOCAL_TIMEOUT:-10}"
        echo "ReturnToService=2"
        [ -n "${SLURM_LOCAL_EXTRA:-}" ] && printf '%s\n' "$SLURM_LOCAL_EXTRA"
        i=1; while [ "$i" -le "$nodes" ]; do
            echo "NodeName=n$i NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + i)) CPUs=$cpus State=UNKNOWN"
            i=$((i + 1))
        done
        echo "PartitionName=all Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE State=UP"
    } >"$conf"
    slurmctld -D -c -f "$conf" </dev/null >"$dir/log/slurmctld.out" 2>&1 & note slurmctld $!
    i=1; while [ "$i" -le "$nodes" ]; do
        mkdir -p "$dir/spool.n$i"
        slurmd -D -N "n$i" -f "$conf" </dev/null >"$dir/log/slurmd.n$i.out" 2>&1 & note "slurmd.n$i" $!
        i=$((i + 1))
    done
    all_idle() { [ "$(sinfo -h -N -t idle -o %N | wc -l)" = "$nodes" ]; }
    wait_for 300 all_idle || { sinfo -N -l >&2; tail -5 "$dir"/log/*.out "$dir"/log/*.log >&2; stop; die "the nodes did not become idle in 30 s"; }
    echo "slurm-local: $nodes nodes of $cpus CPUs idle; export SLURM_CONF=$conf"
}

stop() {
    [ -e "$dir/pids" ] || die "nothing was started in $dir"
    local n p s k
    if [ -e "$conf" ]; then timeout 10 scancel --partition=all --signal=KILL --full >/dev/null 2>&1; timeout 10 scancel --partition=all >/dev/null 2>&1; fi
    # slurmd first, then slurmctld, munged last
    for k in slurmd slurmctld munged; do
        grep "^$k" "$dir/pids" | while read -r n p s; do alive "$p" "$s" && kill -TERM "$p" 2>/dev/null; done
        grep "^$k" "$dir/pids" | while read -r n p s; do
            gone() { ! alive "$p" "$s"; }
            wait_for 50 gone || { kill -KILL "$p" 2>/dev/null; }
        done
    done
    rm -f "$dir/pids"
    echo "slurm-local: stopped"
}

# Job processes on a node, and the slurmstepd above each: they carry the node's name in their environment.
jobs_of() { # jobs_of NODE
    local p parent
    for p in $(grep -Flzxs "SLURMD_NODENAME=$1" /proc/[0-9]*/environ); do
        grep -Fqzxs "SLURM_CONF=$conf" "$p" || continue
        p=${p%/environ}
        parent=$(sed 's/^.*) //' "$p/stat" 2>/dev/null | cut -d' ' -f2)
        [ "$(cat "/proc/$parent/comm" 2>/dev/null)" = slurmstepd ] && echo "$parent"
        echo "${p#/proc/}"
    done | sort -un
}

kill_node() {
    local node=$1 n p s j killed=""
    while read -r n p s; do
        if [ "$n" = "slurmd.$node" ] && alive "$p" "$s"; then kill -KILL "$p"; killed=yes; fi
    done <"$dir/pids"
    [ -n "$killed" ] || die "no slurmd of $node runs"
    killed=$(jobs_of "$node")
    for j in $killed; do kill -KILL "$j" 2>/dev/null; done
    [ "${2:-}" != told ] || timeout 10 scontrol update "NodeName=$node" State=DOWN Reason=gone
    echo "slurm-local: $node is gone, with $(echo $killed | wc -w) processes of jobs"
}

restart_controller() {
    local n p s
    n=$(grep '^slurmctld ' "$dir/pids" | tail -1) || die "no slurmctld was started"
    read -r n p s <<<"$n"
    alive "$p" "$s" && kill -"${1:-TERM}" "$p"
    gone() { ! alive "$p" "$s"; }
    wait_for 200 gone || die "slurmctld does not end"
    slurmctld -D -f "$conf" </dev/null >>"$dir/log/slurmctld.out" 2>&1 & note slurmctld $!
    answers() { timeout 5 squeue -h; }
    wait_for 300 answers || die "slurmctld does not answer: $(tail -3 "$dir/log/slurmctld.out")"
    echo "slurm-local: slurmctld ended by SIG${1:-TERM} and started again"
}

status() {
    [ -e "$dir/pids" ] || { echo "not started"; return 1; }
    local n p s rc=0
    while read -r n p s; do if alive "$p" "$s"; then echo "$n $p up"; else echo "$n $p gone"; rc=1; fi; done <"$dir/pids"
    timeout 10 sinfo -N -h -o "%N %t %c" || rc=1
    return $rc
}

case $cmd in
start) shift 2; start "$@";;
stop) stop;;
status) status;;
kill-node) kill_node "${3:?a node}" "${4:-}";;
restart-controller) restart_controller "${3:-TERM}";;
env) echo "export SLURM_CONF=$conf";;
*) die "usage: slurm-local.sh start|stop|status|env|kill-node|restart-controller /ABS/DIR …";;
esac
