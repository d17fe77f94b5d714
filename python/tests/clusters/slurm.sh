#!/bin/sh
# Slurm on one node, this machine, from Debian's packages (apt-get install slurm-wlm munge), as root, on the loopback
# interface and in a folder of its own:
#
#   slurm.sh run COMMAND...     starts it, runs the command with SLURM_CONF set, stops it, gives the command's exit code
set -eu
[ "${1:-}" = run ] || { sed -n '2,6p' "$0"; exit 2; }
shift
at=$(mktemp -d /tmp/tangency-slurm.XXXXXX)
chmod 755 "$at"
mkdir "$at/state" "$at/spool" "$at/munge"
stop() {
    for name in slurmd slurmctld munged; do
        [ -f "$at/$name.pid" ] && kill "$(cat "$at/$name.pid")" 2>/dev/null || true
    done
    sleep 1
    rm -rf "$at"
}
trap stop EXIT
chown root:root "$at/munge"; chmod 755 "$at/munge"
dd if=/dev/urandom of="$at/munge/key" bs=64 count=1 2>/dev/null
chmod 400 "$at/munge/key"
munged --force --key-file="$at/munge/key" --socket="$at/munge/socket" --pid-file="$at/munged.pid" \
    --log-file="$at/munge/log" --seed-file="$at/munge/seed"
host=$(hostname -s)
cat > "$at/slurm.conf" <<CONF
ClusterName=tangency
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$at/munge/socket
CryptoType=crypto/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$at/state
SlurmdSpoolDir=$at/spool
SlurmctldPidFile=$at/slurmctld.pid
SlurmdPidFile=$at/slurmd.pid
SlurmctldLogFile=$at/slurmctld.log
SlurmdLogFile=$at/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$at/slurm.conf"
slurmctld
slurmd
for _ in $(seq 60); do
    sinfo -h -o %T 2>/dev/null | grep -q idle && break
    sleep 0.5
done
sinfo
code=0
"$@" || code=$?
if [ "$code" -ne 0 ]; then tail -n 20 "$at/slurmctld.log" "$at/slurmd.log" || true; fi
exit "$code"
