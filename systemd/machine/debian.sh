# Makes a disk with a Debian of another processor on it: its packages, a kernel's modules, and what makes the machine known from outside.
arch=$1 suite=$2 packages=$3 modules=$4 files=$5 owner=$6 user=$7 magic=$8

# What is mounted here is mounted for this script alone, and is gone with it however it ends: the files of the Debian, too.
mount --make-rprivate /
mkdir tree
mount -t tmpfs -o mode=755 tree tree

# The other processor's programs run by themselves, emulated, where the system is set up for it; else for as long as this takes.
foreign=/proc/sys/fs/binfmt_misc
[ -e $foreign/register ] || mount -t binfmt_misc binfmt_misc $foreign
if [ ! -e $foreign/$user ] && [ ! -e $foreign/familiar-$arch ]; then
	# F has the emulator found from inside of the tree, too.
	printf %s ":familiar-$arch:M::$magic"':\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'"$(command -v $user-static)"':F' >$foreign/register
fi
trap '[ ! -e $foreign/familiar-$arch ] || echo -1 >$foreign/familiar-$arch' EXIT

debootstrap --arch="$arch" --variant=minbase --include="$packages" "$suite" tree
mkdir -p tree/lib/modules
cp -a "$modules" tree/lib/modules/
cp -a "$files/." tree/
chown -R root:root tree/lib/modules tree/etc/systemd tree/etc/udev tree/etc/fstab tree/etc/modules-load.d
echo "setting it up"
chroot tree /bin/sh -eu -c '
	export PATH=/usr/sbin:/usr/bin:/sbin:/bin
	systemctl enable systemd-networkd outside
	# What would only take its time.
	systemctl mask getty.target apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap
	apt-get clean
'
echo familiar >tree/etc/hostname
echo '127.0.0.1 localhost familiar' >tree/etc/hosts
: >tree/etc/machine-id
mkdir -p tree/var/log/journal
rm -rf tree/var/lib/apt/lists/*
echo "writing the disk"
# Of a power of two, as the size of an emulated SD card has to be, and with nothing left for the kernel to write at the first start.
mke2fs -q -t ext4 -E lazy_itable_init=0,lazy_journal_init=0 -L root -d tree disk 4G
chown "$owner" disk
umount tree
rmdir tree
