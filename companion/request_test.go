package companion

import (
	"testing"

	"familiar/companion/protocol"
)

// The table answers each kind of requests that the web lets in, and no other.
func TestEveryKindIsAnswered(t *testing.T) {
	for _, d := range protocol.Kinds {
		if requests[d.Kind] == nil {
			t.Errorf("the table does not answer %s", d.Kind)
		}
	}
	if len(requests) != len(protocol.Kinds) {
		t.Errorf("the table answers %d kinds, and there are %d", len(requests), len(protocol.Kinds))
	}
}
