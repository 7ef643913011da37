//go:build installed || machine || pi

package main

import (
	"strings"
	"testing"
)

// mostExposed is the highest exposure level that systemd may report for the service: ten times the number that people see.
const mostExposed = 10

// makeNeighbours gives a system a public IPv6 address of a provider, and neighbours, each a network namespace with an interface of its own: a phone in the same
// house, and two machines elsewhere, from where this one is reached by a router's mistake.
const makeNeighbours = `set -e
mkdir -p /run/systemd/network
printf '[Match]\nName=to-*\n[Link]\nUnmanaged=yes\n' >/run/systemd/network/10-neighbours.network
! systemctl -q is-active systemd-networkd || networkctl reload
neighbour() { # NAME ADDRESS
	ip netns add $1
	ip netns exec $1 sh -c 'echo 0 >/proc/sys/net/ipv6/conf/default/accept_dad'
	ip link add to-$1 type veth peer name here netns $1
	ip link set to-$1 up
	ip -n $1 addr add $2 dev here nodad
	ip -n $1 link set here up
}
echo 0 >/proc/sys/net/ipv6/conf/default/accept_dad
neighbour phone 2001:db8:77::9/64
ip addr add 2001:db8:77::5/64 dev to-phone nodad
neighbour elsewhere 2001:db8:99::9/64
ip addr add fe80::5/64 dev to-elsewhere nodad
ip route add 2001:db8:99::/64 dev to-elsewhere
ip -n elsewhere route add 2001:db8:77::/64 via fe80::5 dev here
neighbour elsewhere4 203.0.113.9/24
ip route add 203.0.113.0/24 dev to-elsewhere4
ip addr add 10.77.0.5/32 dev to-elsewhere4
ip -n elsewhere4 route add 10.77.0.5 dev here`

const removeNeighbours = `for n in phone elsewhere elsewhere4; do ip link del to-$n; ip netns del $n; done; rm /run/systemd/network/10-neighbours.network`

// askedByNeighbours checks who is answered by the service of a system that has neighbours, and in which run runs commands: a phone in the house is, also with an
// address of the provider. Whoever is elsewhere is refused at once in IPv6, where phones of the house have such addresses, too, and hears nothing in IPv4. A
// refusal may come before the request is written: without SIGPIPE both are the same error of the connection.
func askedByNeighbours(t *testing.T, run func(command string) string) {
	t.Helper()
	ask := func(neighbour, address, host string) string {
		return run("ip netns exec " + neighbour + ` timeout 5 bash -c 'trap "" PIPE; exec 3<>/dev/tcp/` + address + `/80 && printf "GET /healthz HTTP/1.0\r\nHost: ` + host + `\r\n\r\n" >&3 && cat <&3' 2>&1; echo "ends with $?"`)
	}
	if said := ask("phone", "2001:db8:77::5", "[2001:db8:77::5]"); !strings.Contains(said, "HTTP/1.0 200 OK") || !strings.Contains(said, "\nok\n") {
		t.Errorf("a phone with a provider's address is told %q", said)
	}
	if said := ask("elsewhere", "2001:db8:77::5", "[2001:db8:77::5]"); strings.Contains(said, "HTTP") || !strings.HasSuffix(said, "\nends with 1") {
		t.Errorf("somebody elsewhere is told %q, and not refused", said)
	}
	if said := ask("elsewhere4", "10.77.0.5", "10.77.0.5"); said != "ends with 124" {
		t.Errorf("somebody elsewhere is told %q in IPv4", said)
	}
}
