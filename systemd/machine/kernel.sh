# Fetches the newest kernel of this machine's Debian, built for another processor, and what an initrd needs to go on to a disk.
kernel=$2
package=$(apt-cache depends --important "linux-image-$kernel" | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
[ -n "$package" ] || { echo "apt knows no linux-image-$kernel: this needs the packages of a Debian"; exit 1; }
apt-get -q download "$package" busybox-static e2fsck-static
dpkg-deb -x "$package"_*.deb kernel
dpkg-deb -x busybox-static_*.deb kernel
dpkg-deb -x e2fsck-static_*.deb kernel
mv kernel/boot/vmlinuz-* image
mv kernel/bin/busybox busybox
mv "$(find kernel -name e2fsck.static)" e2fsck
mkdir trees
find kernel/usr/lib -name 'bcm2*.dtb' -exec mv {} trees/ ';'
version=$(ls kernel/lib/modules)
depmod -b kernel "$version"
mkdir modules
mv "kernel/lib/modules/$version" modules/
rm -rf apt kernel ./*.deb
