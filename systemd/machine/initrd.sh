#!/bin/busybox sh
# Loads what is needed to see the disk, and goes on there.
busybox=/bin/busybox
$busybox mount -t proc proc /proc
$busybox mount -t sysfs sys /sys
$busybox mount -t devtmpfs dev /dev
for module in $($busybox cat /modules); do $busybox insmod "$module"; done
for wait in $($busybox seq 100); do
	[ -b /dev/vda ] && break
	$busybox sleep 0.05
done
$busybox mount -t ext4 /dev/vda /root || { echo "the disk cannot be mounted"; $busybox poweroff -f; }
$busybox mount --move /dev /root/dev
$busybox umount /sys /proc
exec $busybox switch_root /root "${INIT:-/sbin/init}"
