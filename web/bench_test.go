package web

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"familiar/companion/protocol"
)

// tableSnapshot is as large as a snapshot in the middle of a game for four.
func tableSnapshot(revision int64) *protocol.Snapshot {
	g := &protocol.Game{
		ID: "2025-10-31-1", Game: "sacrilege", Title: "Sacrilege", Started: "2025-10-31T20:00:00Z", Winner: -1,
		Facts: map[string]string{}, Moves: protocol.Tree{"sacrifice": {"card-0|card-1|card-2|card-3|card-4|card-5": {"ann|ben|cid|dot": {}}}}, TableMoves: protocol.Tree{},
		Ask: protocol.AskView{Seat: 1, Key: "turn", Text: "Ben, it is your turn."},
	}
	for i, seat := range []string{"ann", "ben", "cid", "dot"} {
		g.Seats = append(g.Seats, protocol.SeatView{Word: seat, Title: strings.ToUpper(seat), Colour: "#aa3311", Taken: true, Here: true})
		for _, fact := range []string{"altar", "hand", "favours", "value", "missed"} {
			g.Facts[seat+"."+fact] = fmt.Sprintf("imp grue basilisk hag %d", i)
		}
	}
	for n := range 12 {
		g.Log = append(g.Log, protocol.LogLine{N: n + 1, Seat: n % 4, Text: "Ann sacrifices the Imp on Ben's altar.", Source: "reader Ann's altar"})
	}
	return &protocol.Snapshot{Type: "snapshot", Revision: revision, Phase: "game", Game: g}
}

// BenchmarkFanOut measures one snapshot on its way to eight waiting phones, from the table's
// publication until the last phone has read it, JSON included.
func BenchmarkFanOut(b *testing.B) {
	p := newPlace(b)
	p.srv.pace = 0
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	served := make(chan error, 1)
	go func() { served <- p.srv.Serve(ctx, l) }()
	defer func() { <-served }()
	defer cancel()

	const phones = 8
	got := make(chan int64, phones)
	for range phones {
		dialer := websocket.Dialer{EnableCompression: true}
		conn, _, err := dialer.Dial("ws://"+l.Addr().String()+"/ws", http.Header{})
		if err != nil {
			b.Fatal(err)
		}
		defer conn.Close()
		if err := conn.WriteMessage(websocket.TextMessage, []byte(`{"type":"hello","protocol":1}`)); err != nil {
			b.Fatal(err)
		}
		go func() {
			for {
				_, r, err := conn.NextReader()
				if err != nil {
					return
				}
				n, _ := io.Copy(io.Discard, r)
				got <- n
			}
		}()
	}
	for range 2 * phones { // the welcome and the first snapshot
		<-got
	}
	var size int64
	b.ReportAllocs()
	revision := int64(1)
	for b.Loop() {
		revision++
		p.table.show(tableSnapshot(revision))
		for range phones {
			size = <-got
		}
	}
	b.ReportMetric(float64(size), "B/snapshot")
}
