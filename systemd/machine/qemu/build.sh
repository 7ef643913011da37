# SPDX-License-Identifier: GPL-2.0-or-later
# Builds QEMU 10.0 with the header of a Raspberry Pi. Its source and Meson are those of Debian trixie, as the Meson of bookworm is too
# old. Both come from the mirror that this machine's apt uses, with its signatures checked.
mirror=$(apt-get indextargets --format '$(ORIGIN)/$(LABEL) $(REPO_URI)' 'Created-By: Packages' | sed -n 's,^Debian/Debian ,,p' | head -n 1)
[ -n "$mirror" ] || { echo "apt knows no mirror of Debian: this needs the packages of a Debian"; exit 1; }
options='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
printf 'deb %s %s trixie main\n' "$options" "$mirror" >sources.list
printf 'deb-src %s %s trixie main\n' "$options" "$mirror" >>sources.list
mkdir none
echo "Dir::Etc::sourcelist \"$PWD/sources.list\";
Dir::Etc::sourceparts \"$PWD/none\";" >>apt/conf
apt-get -q update
apt-get -q download meson
apt-get -q source --download-only qemu
dpkg-deb -x meson_*.deb meson
dpkg-source -x qemu_*.dsc source

patch --directory=source --strip=1 --fuzz=0 --forward <header.patch || { echo "the patch does not fit $(ls qemu_*.dsc)"; exit 1; }
cp ./*.c source/hw/misc/
cp ./*.h source/include/hw/misc/
cp pi.mak source/configs/devices/aarch64-softmmu/

export PYTHONPATH="$PWD/meson/usr/lib/python3/dist-packages" PATH="$PWD/meson/usr/bin:$PATH"
mkdir source/build
cd source/build
../configure --python=/usr/bin/python3 --target-list=aarch64-softmmu --with-devices-aarch64=pi --without-default-devices \
	--without-default-features --enable-system --enable-tcg --enable-slirp --enable-fdt=system \
	--disable-docs --disable-tools --disable-install-blobs --disable-download --disable-debug-info
ninja qemu-system-aarch64
cd ../..
strip -o qemu-system-aarch64 source/build/qemu-system-aarch64
rm -rf apt none meson source ./*.deb ./qemu_* sources.list header.patch ./*.c ./*.h pi.mak
