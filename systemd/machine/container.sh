# Boots a system each time that it reads a line. The system's tree stays as it is: an overlay in memory takes the changes. systemd is
# process 1 of namespaces of its own. The first line printed after a boot is its process ID outside of them.
tree=$1/tree mnt=$1/mnt group=$2
mount --make-rprivate /
# When the other end of this pipe is closed, all of the system ends.
(read -r _ <&3 || kill -KILL 0) &
exec 3<&-
mount -t tmpfs -o mode=0755 familiar "$mnt"
cd "$mnt"
mkdir changed work root
while read -r _; do
	[ -d "$group" ] || mkdir "$group"
	sh -c 'echo $$ >"$1/cgroup.procs"; shift; exec "$@"' sh "$group" unshare --fork --pid --mount --uts --ipc --net --cgroup --kill-child sh -eu -c '
		read -r outside _ </proc/self/stat
		mount -t overlay -o "lowerdir=$1,upperdir=$PWD/changed,workdir=$PWD/work" tree root
		cd root
		mount -t proc proc proc
		mount -t sysfs -o ro sys sys
		mount -t cgroup2 cgroup sys/fs/cgroup
		mount -t tmpfs -o mode=0755 dev dev
		for n in null zero full random urandom tty; do
			: >dev/$n
			mount --bind /dev/$n dev/$n
		done
		mkdir dev/shm dev/pts
		ln -s pts/ptmx dev/ptmx
		mount -t tmpfs -o mode=1777 shm dev/shm
		mount -t tmpfs -o mode=0755 run run
		hostname familiar
		echo "$outside"
		# pivot_root instead of chroot: a process in a chroot may not make a user namespace.
		mkdir outside
		pivot_root . outside
		exec </dev/null
		umount -l outside
		rmdir outside
		exec env -i container=namespaces PATH=/usr/sbin:/usr/bin:/sbin:/bin /sbin/init --log-level=warning --show-status=0 systemd.unit=multi-user.target
	' sh "$tree" || true
	# Its mounts end with its namespaces; its control group can be removed when all its processes have ended.
	while ! rmdir "$group" 2>/dev/null && [ -d "$group" ]; do
		find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
		sleep 0.05
	done
	echo over
done
