//go:build !linux || !amd64

package durabletest

// Run runs a function on a good disk: only on Linux on amd64 can a call be made to fail.
func (d *Disk) Run(f func()) { f() }
