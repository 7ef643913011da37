# Makes the files of a Debian for this machine's own processor.
suite=$1 packages=$2
debootstrap --variant=minbase --include="$packages" "$suite" tree
chroot tree /bin/sh -eu -c '
	export PATH=/usr/sbin:/usr/bin:/sbin:/bin
	systemctl mask getty.target apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap systemd-udevd
	apt-get clean
'
echo familiar >tree/etc/hostname
echo '127.0.0.1 localhost familiar' >tree/etc/hosts
: >tree/etc/machine-id
mkdir -p tree/var/log/journal mnt
rm -rf tree/var/lib/apt/lists/*
