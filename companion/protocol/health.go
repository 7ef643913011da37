package protocol

// Health is how a running table is, for `familiar doctor` on the same machine. It reveals nothing of the game.
type Health struct {
	Version     string            `json:"version"`
	Playing     bool              `json:"playing"`
	Devices     []Device          `json:"devices"`
	ReaderStats []ReaderStatsView `json:"fares"` // of the readers
	Notices     []Notice          `json:"notices,omitempty"`
}

// ReaderStatsView is how a reader has done since the start.
type ReaderStatsView struct {
	Device string `json:"device"` // what people call it
	// Ago is how long ago it last answered, in milliseconds; -1: it never has.
	Ago     int64  `json:"ago"`
	Polls   uint64 `json:"polls"`
	Errors  uint64 `json:"errors"`
	Retries uint64 `json:"retries"`
	Returns uint64 `json:"returns"`
}
