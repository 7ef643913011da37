package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"

	"familiar/companion/backup"
	"familiar/companion/journal"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

func (v *examination) examineState() {
	dir, err := v.StateDir()
	if err != nil {
		v.fail("%v", err)
		return
	}
	v.lookForRunning(dir)
	probe, err := os.CreateTemp(dir, ".doctor-*")
	if errors.Is(err, fs.ErrPermission) {
		v.fail("%s cannot be written to: %s", dir, ownerAdvice(dir))
	} else if err != nil {
		v.fail("%s cannot be written to: %v", dir, err)
	} else if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		v.fail("%s: %v", dir, err)
	} else {
		v.ok("%s can be written to", dir)
	}
	v.examineDisk(dir)
	if backup.Pending(dir) {
		v.note("a backup is being restored, or was until it was cut off: the next start completes it")
	}
	v.examineTags(dir)
	v.examineGames(dir)
}

// ownerAdvice says who owns a folder that this user may not write to, and what to do.
func ownerAdvice(dir string) string {
	owner, self := "somebody else", userName(os.Geteuid())
	if info, err := os.Stat(dir); err == nil {
		if s, ok := info.Sys().(*syscall.Stat_t); ok {
			owner = userName(int(s.Uid))
		}
	}
	return fmt.Sprintf("it belongs to %s, and not to %s: `sudo chown -R %[2]s: %s`", owner, self, dir)
}

// userName returns the name of a user.
func userName(id int) string {
	if u, err := user.LookupId(strconv.Itoa(id)); err == nil {
		return u.Username
	}
	return fmt.Sprintf("user %d", id)
}

func (v *examination) examineTags(dir string) {
	t, err := tags.Load(dir)
	if err != nil {
		v.fail("%v. Mend it, or move it away with `familiar tags aside`", err)
		return
	}
	boxes := t.Boxes()
	for _, g := range v.env.Games {
		if n := boxes[tags.Box{Game: g.ID, Pack: engine.HousePack}]; n > 0 {
			v.ok("%d tags are enrolled for %s", n, g.ID)
		} else {
			v.ok("no tags are enrolled for %s yet: do it on a phone, or play by phone", g.ID)
		}
	}
}

func (v *examination) examineGames(dir string) {
	games, err := journal.List(dir)
	if err != nil {
		v.fail("%v", err)
		return
	}
	open := 0
	now, _ := v.machine.clock()
	for _, g := range games {
		if g.Damage != nil {
			v.fail("%s: %s", lang.Escaped(g.Name), lang.Escaped(g.Damage.Error()))
		}
		if !g.Ended {
			open++
		}
	}
	v.ok("%d games are kept, %d of them unfinished", len(games), open)
	if len(games) > 0 && games[0].Last.After(now) {
		v.fail("the clock is behind the last game (%s): a new one would be taken for older than that, and not be found again", games[0].Last.Format(moment))
	}
	if aside, _ := filepath.Glob(filepath.Join(dir, journal.Folder, "*.damaged-*")); len(aside) > 0 {
		v.ok("%d damaged pieces are kept beside them", len(aside))
	}
}

// moment is the format in which the doctor prints times.
const moment = "2006-01-02 15:04"
