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
# A mirror may lack a list that nothing here needs. apt uses only lists whose signatures it has checked, and a package that is in none of them ends the script.
apt-get -q update || echo "apt has not all of its lists"
