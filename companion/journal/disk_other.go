//go:build !linux

package journal

import "os"

func syncData(f *os.File) error { return f.Sync() }

// lock does nothing: Familiar runs on Linux, and other systems are only for trying it out.
func lock(*os.File) error { return nil }
