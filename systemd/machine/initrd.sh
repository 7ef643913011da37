#!/bin/busybox sh
# Loads what is needed to see the disk, and goes on there. Machines call the disk by different names; its label is root on all of them.
busybox=/bin/busybox
$busybox mount -t proc proc /proc
$busybox mount -t sysfs sys /sys
$busybox mount -t devtmpfs dev /dev
for module in $($busybox cat /modules); do $busybox insmod "$module"; done
for wait in $($busybox seq 400); do
	disk=$($busybox findfs LABEL=root 2>/dev/null) && break
	$busybox sleep 0.05
done
$busybox mount -t ext4 "$disk" /root || { echo "the disk cannot be mounted"; $busybox poweroff -f; }
$busybox mount --move /dev /root/dev
$busybox umount /sys /proc
exec $busybox switch_root /root "${INIT:-/sbin/init}"
