package cards

import "testing"

// Verify is what other tests rely on: it notices each count of a pool or of a place that does not agree with the others.
func TestVerifyNoticesAWrongCount(t *testing.T) {
	hidden := func() Layout {
		l := New(3, 2)
		l.Put(0, 1)
		l.Put(0, 2)
		l.turnDown(0, l.addPool())
		l.Put(1, 0)
		return l
	}
	if l := hidden(); l.Verify() != nil || l.PoolCount() != 1 {
		t.Fatalf("a good layout: %v", l.Verify())
	}
	for name, spoil := range map[string]func(l *Layout){
		"a copy too many":       func(l *Layout) { c, _ := l.pool(0); c[1]++ },
		"a card that lies not":  func(l *Layout) { _, lying := l.pool(0); lying[0]-- },
		"a kind that is not in": func(l *Layout) { l.poolKinds(0).Add(0) },
		"an unseen card more":   func(l *Layout) { l.counts[l.places]++ },
		"a seen card more":      func(l *Layout) { l.counts[1]++ },
		"a seen copy more":      func(l *Layout) { l.Copies(1)[0]++ },
		"a seen kind too many":  func(l *Layout) { l.kindSets[1].Add(2) },
		"a seen kind too few":   func(l *Layout) { l.kindSets[1].Remove(0) },
		"an empty pool":         func(l *Layout) { l.addPool() },
	} {
		l := hidden()
		spoil(&l)
		if l.Verify() == nil {
			t.Errorf("%s is not noticed", name)
		}
	}
}
