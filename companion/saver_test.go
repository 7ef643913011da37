package companion_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
)

// phonesFile returns the list of phones as it is on the disk, and a mark that is another one after each write.
func phonesFile(t *testing.T, h *testTable) (text string, mark os.FileInfo) {
	t.Helper()
	path := filepath.Join(h.option.State, access.File)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data), info
}

// A guest can ask as often as it likes for what is so already: nothing is written.
func TestRequestsThatChangeNothingAreNotWritten(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		defer h.stop()
		watcher := h.phone("")
		time.Sleep(time.Minute)
		_, before := phonesFile(t, h)
		for range 100 {
			h.must(watcher, protocol.StandRequest{})
			h.must(ben, protocol.SitRequest{Seat: "ben"})
			h.mustRefuse(watcher, protocol.SitRequest{Seat: "ben"})
			h.must(ann, protocol.HintsRequest{On: true})
			h.must(ann, protocol.ApproveRequest{})
		}
		time.Sleep(time.Minute)
		if _, after := phonesFile(t, h); !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) { // a new file may get the number of the one before
			t.Error("the list of phones was written anew")
		}
	})
}

// A phone that comes and goes again and again is not written each time.
func TestComingAndGoingIsNotWritten(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, _, _ *companion.Phone) {
		defer h.stop()
		token := h.guest("192.0.2.7").Token()
		time.Sleep(10 * time.Second)
		_, before := phonesFile(t, h)
		for range 40 {
			p, err := h.table.Join(h.Context(), access.Visitor{Token: token, Address: "192.0.2.7", Device: "iPhone, Safari"})
			if err != nil {
				t.Fatal(err)
			}
			p.Leave()
			time.Sleep(time.Second)
		}
		if _, after := phonesFile(t, h); !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
			t.Error("the list of phones was written anew")
		}
	})
}

// However often players ask for what is so already, or for what is refused to them alone, nobody is shown the table again: the next move is seen at once.
func TestRequestsThatChangeNothingShowNothing(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		defer h.stop()
		guest := h.guest("192.0.2.7")
		time.Sleep(time.Minute)
		before := ann.Snapshot().Revision
		for range 2000 {
			h.must(ben, protocol.SitRequest{Seat: "ben"})
			h.must(ben, protocol.LayRequest{On: true})
			h.must(ben, protocol.LayRequest{})
			h.must(ben, protocol.PauseRequest{})
			h.must(guest, protocol.StandRequest{})
			h.mustRefuse(guest, protocol.SitRequest{Seat: "ben"})
			h.mustRefuse(guest, protocol.PauseRequest{On: true})
			h.mustRefuse(guest, protocol.CarryRequest{})
			h.mustRefuse(ben, protocol.UndoRequest{Of: 9999})
			h.mustRefuse(ben, protocol.DropRequest{Gesture: 9999})
			h.mustRefuse(ben, protocol.PickRequest{Gesture: 9999})
			h.mustRefuse(ben, protocol.EnrolRequest{Action: "name", Args: []string{"monk"}})
			h.mustRefuse(ben, move("pray"))
		}
		h.must(ben, protocol.LeaveRequest{Others: true})
		if shown := ann.Snapshot().Revision - before; shown > 2 { // one for a note that Ben enters very many moves
			t.Errorf("Ann was shown the table %d times more", shown)
		}
	})
}

// However often seats change, the list of phones is written twenty times, and then twice a second at most. Each change is on the disk before it is acknowledged.
func TestManyChangesAreWrittenTogether(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, _, ben *companion.Phone) {
		defer h.stop()
		time.Sleep(time.Minute)
		begin, writes := time.Now(), 0
		_, last := phonesFile(t, h)
		for n := range 100 {
			var r protocol.Request = protocol.StandRequest{}
			if n%2 == 1 {
				r = protocol.SitRequest{Seat: "ben"}
			}
			h.must(ben, r)
			_, now := phonesFile(t, h)
			if os.SameFile(last, now) {
				t.Fatalf("change %d was acknowledged, and is not on the disk", n)
			}
			last = now
			writes++
		}
		if most := 21 + int(time.Since(begin)/(time.Second/2)); writes > most {
			t.Errorf("%d writes in %v", writes, time.Since(begin))
		}
	})
}

// A phone that leaves is told so when its token is gone from the disk, also while the disk has very much to do: after a power cut the token lets nobody in.
func TestPhoneHasLeftWhenThatIsOnTheDisk(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		defer h.stop()
		guest := h.guest("192.0.2.7")
		time.Sleep(time.Minute)
		for n := range 30 { // until it is not written at once any more
			h.must(ann, protocol.HintsRequest{On: n%2 == 1})
		}
		_, before := phonesFile(t, h)
		answered := make(chan bool)
		go func() { answered <- guest.Do(t.Context(), protocol.LeaveRequest{}).OK }()
		synctest.Wait()
		if _, now := phonesFile(t, h); !os.SameFile(before, now) || guest.Ended() != "" {
			t.Errorf("before it is written the phone is told %q", guest.Ended())
		}
		h.mustRefuse(guest, protocol.SitRequest{Seat: "ben"})
		ok := <-answered
		synctest.Wait()
		if _, now := phonesFile(t, h); os.SameFile(before, now) || !ok || guest.Ended() != protocol.RefusedLeft {
			t.Errorf("when it is written the phone is answered %v, and told %q", ok, guest.Ended())
		}
	})
}

// Requests of many phones wait for the same write.
func TestChangesOfManyPhonesShareAWrite(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		defer h.stop()
		time.Sleep(time.Minute)
		for n := range 30 { // until it is not written at once any more
			h.must(ann, protocol.HintsRequest{On: n%2 == 1})
		}
		begin := time.Now()
		took := make(chan time.Duration, 30)
		for range 30 {
			go func() {
				if _, err := h.table.Join(t.Context(), access.Visitor{Local: true}); err != nil {
					t.Error(err)
				}
				took <- time.Since(begin)
			}()
		}
		for range 30 {
			if d := <-took; d > time.Second/2 {
				t.Errorf("a phone was let in after %v", d)
			}
		}
	})
}

// Phones that could not be saved are saved when the disk can be written to again, although nothing changes any more, and the notice goes.
func TestPhonesAreSavedWhenTheDiskIsMended(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		defer h.stop()
		time.Sleep(time.Minute)
		path := filepath.Join(h.option.State, access.File)
		if err := errors.Join(os.Rename(path, path+"-away"), os.Mkdir(path, 0o700)); err != nil { // a folder is not replaced by a file
			t.Fatal(err)
		}
		h.mustRefuseWith(ben, protocol.StandRequest{}, unsaved)
		if n := ann.Snapshot().Notices; len(n) != 1 {
			t.Errorf("notices %+v", n)
		}
		time.Sleep(10*time.Minute + 3*time.Second) // it is tried again every ten seconds, and not just now
		if err := errors.Join(os.Remove(path), os.Rename(path+"-away", path)); err != nil {
			t.Fatal(err)
		}
		before, _ := phonesFile(t, h)
		time.Sleep(2 * time.Minute)
		if after, _ := phonesFile(t, h); after == before { // not by its inode, which the new file may get, too
			t.Error("they are not saved")
		}
		if n := ann.Snapshot().Notices; len(n) != 0 {
			t.Errorf("notices %+v", n)
		}
	})
}

// unsaved is what a phone is told whose request was carried out but cannot be written.
const unsaved = "This is done, but cannot be written: a restart now would undo it. See whether the disk is full: as soon as there is room, the table writes it by itself."

// Whoever changes something that should last is told if a restart would bring it back: who sends a phone away, makes a new code, takes a seat, or leaves.
func TestChangesThatCannotBeWritten(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		guest, other := h.guest("192.0.2.7"), h.guest("192.0.2.8")
		path := filepath.Join(h.option.State, access.File)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o700); err != nil {
			t.Fatal(err)
		}
		id := h.phoneView(ann, func(v protocol.PhoneView) bool { return v.Here && !v.Local }).ID
		before := h.table.JoinCode()
		h.mustRefuseWith(ann, protocol.KickRequest{Phone: id}, unsaved)
		h.mustRefuseWith(ann, protocol.CodeRequest{}, unsaved)
		newcomer := h.guest("192.0.2.9")
		const restart = "The list of phones cannot be written: after a restart phones may have to join and sit down anew. See whether the disk is full."
		if notices := newcomer.Snapshot().Notices; len(notices) != 1 || notices[0].Text != restart {
			t.Errorf("a newcomer reads %+v", notices)
		}
		h.mustRefuseWith(ann, protocol.ApproveRequest{On: true}, unsaved)
		h.mustRefuseWith(ann, protocol.StandRequest{}, unsaved)
		h.mustRefuseWith(ann, protocol.SitRequest{Seat: "ann"}, unsaved)
		if (guest.Ended() == "") == (other.Ended() == "") || h.table.JoinCode() == before {
			t.Error("it is not done")
		}
		for _, p := range []*companion.Phone{guest, other} {
			if p.Ended() != "" {
				continue
			}
			// It needs its new token all the same: the old one is worthless until the restart.
			a := p.Do(t.Context(), protocol.LeaveRequest{Others: true})
			if a.OK || a.Text != unsaved {
				t.Errorf("ending the others is answered %+v", a)
			}
			again, err := h.table.Join(t.Context(), access.Visitor{Token: a.Token, Address: "192.0.2.7"})
			if err != nil {
				t.Fatalf("with the new token it is told %v", err)
			}
			h.mustRefuseWith(again, protocol.LeaveRequest{}, unsaved)
		}
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		h.must(ann, protocol.CodeRequest{})
		h.stop()
	})
}

// A phone that gives up while its token is being written is not let in: it would be at the table for good.
func TestPhoneGivesUpWhileItsTokenIsWritten(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		for n := range 60 { // until it is not written at once any more
			waits, giveUp := context.WithTimeout(t.Context(), time.Millisecond)
			p, err := h.table.Join(waits, access.Visitor{Local: true})
			giveUp()
			synctest.Wait()
			if err == nil {
				continue
			}
			if !errors.Is(err, context.DeadlineExceeded) || p != nil {
				t.Errorf("it gets %v, %v", p, err)
			}
			if here := h.table.Here(); here != n {
				t.Errorf("%d phones are at the table, and %d were let in", here, n)
			}
			return
		}
		t.Error("each is written at once")
	})
}
