package access

import (
	"fmt"
	"testing"
)

// Very many hosts leave room for some guests on the list, so that hosts can send these away.
func TestListOfManyHosts(t *testing.T) {
	a := Open(t.TempDir())
	for n := range 40 {
		a.Remember(fmt.Sprint("host ", n), Phone{Host: true}, func(string) bool { return false })
		a.Remember(fmt.Sprint("guest ", n), Phone{}, func(string) bool { return true })
	}
	hosts, guests := 0, 0
	for _, l := range a.List("", func(hash string) bool { return hash[0] == 'g' }) {
		if l.Host {
			hosts++
		} else {
			guests++
		}
	}
	if hosts != 40 || guests != minGuests {
		t.Errorf("the list has %d hosts and %d guests", hosts, guests)
	}
}
