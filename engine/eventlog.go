package engine

// EventLog holds the events of the last move. The states of games embed it, for State.Events.
type EventLog struct{ Log []Move }

// Events implements State.
func (l *EventLog) Events() []Move { return l.Log }

// Event adds an event.
func (l *EventLog) Event(seat Seat, verb Name, args ...Name) {
	l.Log = append(l.Log, NewMove(seat, verb, args...))
}
