//go:build pi || attack

package main

import (
	"fmt"
	"os"
	"os/exec"
)

// runCommand runs a command of the system's administrator, such as ip.
func runCommand(name string, args ...string) error {
	cmd := exec.Command("/usr/bin/env", append([]string{"PATH=" + os.Getenv("PATH") + ":/usr/sbin:/sbin", name}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}
