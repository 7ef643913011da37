# What apt knows and keeps for another processor lies in the folder that this runs in: the machine's own apt stays as it is.
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
# What one of the lists is needed for is found missing by whoever needs it: a mirror may lack one that nobody does.
apt-get -q update || echo "apt has not all of its lists"
