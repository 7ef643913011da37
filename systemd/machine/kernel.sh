# Fetches the newest kernel of this machine's Debian, built for another processor, into the folder that it runs in. What apt knows
# and keeps for that lies in this folder, too: the machine's own apt stays as it is.
arch=$1
mkdir -p apt/lists/partial apt/archives/partial
: >apt/status
echo "Dir::State \"$PWD/apt\";
Dir::State::status \"$PWD/apt/status\";
Dir::Cache \"$PWD/apt\";
APT::Architecture \"$arch\";
APT::Architectures { \"$arch\"; };
APT::Sandbox::User \"root\";" >apt/conf
export APT_CONFIG="$PWD/apt/conf"
apt-get -q update
package=$(apt-cache depends --important "linux-image-$arch" | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
[ -n "$package" ] || { echo "apt knows no linux-image-$arch: this needs the packages of a Debian"; exit 1; }
apt-get -q download "$package"
dpkg-deb -x "$package"_*.deb kernel
mv kernel/boot/vmlinuz-* image
version=$(ls kernel/lib/modules)
depmod -b kernel "$version"
mkdir modules
mv "kernel/lib/modules/$version" modules/
rm -rf apt kernel "$package"_*.deb
