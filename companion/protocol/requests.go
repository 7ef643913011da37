package protocol

import (
	"slices"
	"strings"
	"unicode/utf8"

	"familiar/companion/resolver"
	"familiar/engine/lang"
)

// The requests, in the order of Kinds. The table in docs/protocol.md is written from here: the first paragraph of a type's comment is what a request does, and
// the comment of a field is what there is to say of it. A test holds the two together, and writes the table anew with -update.
//
// A limit of a field that does not depend on the game is checked by a method Check of its request. The handler of the request calls it, where the refusal is
// due: what stands in the way of the whole request is said first.

// StartRequest begins a game. None may be under way; if the last one is over and still on the table, only a host may begin another. A phone begins 20 games at once, and then one a minute; so do the guests of one network together, and all guests 60, then three a minute, 20 of them with a list of somebody's own, then six an hour. A seat without a colour gets the first that is free.
type StartRequest struct {
	Game    string            `json:"game"`
	Seats   []string          `json:"seats"` // the players, clockwise: up to 32 letters a to z, digits and `-` each, and not digits alone
	Options map[string]string `json:"options"`
	Pack    string            `json:"pack"`    // the card list; `house` when left out
	Colours map[string]string `json:"colours"` // words of the palette by seat; another one for each
}

// Kind implements Request.
func (StartRequest) Kind() Kind { return "start" }

// maxName is how many letters the name of a player may have.
const maxName = 32

// noNames are what the log calls others than players, or nearly that, in each language, in the letters that names have.
var noNames = []string{
	"a player", "a phone", "another phone", "nobody", "somebody", "someone", "anybody", "everybody", "you", "it", "the table", "familiar",
	"un joueur", "un telephone", "un autre telephone", "personne", "quelqu un", "quelquun", "tout le monde", "vous", "il", "la table",
}

// hostWords are words that no name has: it would be taken for that of a host.
var hostWords = []string{"host", "hosts", "thehost", "hote", "hotes", "lhote"}

// Check returns an error if a name is too long, has no letter and no digit, or could be mistaken. Records may have such names.
func (r StartRequest) Check() error {
	shown := make(map[string]string)
	for _, name := range r.Seats {
		if utf8.RuneCountInString(name) > maxName {
			return lang.T("the name of a player has no more than {1} letters", maxName)
		}
		if strings.Trim(name, "- ") == "" {
			return lang.T("every player needs a name with a letter or a digit")
		}
		// A hyphen is shown as a space.
		words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == ' ' })
		title := strings.Join(words, " ")
		if slices.Contains(noNames, title) || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(hostWords, w) }) {
			return lang.T("a player cannot be called “{1}”: choose another name", lang.Escaped(name))
		}
		if other, ok := shown[title]; ok && !strings.EqualFold(other, name) {
			return lang.T("the names “{1}” and “{2}” look alike: choose another one", lang.Escaped(other), lang.Escaped(name))
		}
		shown[title] = name
	}
	return nil
}

// EndRequest ends the game under way, unfinished; its record stays. For the host.
type EndRequest struct{}

// Kind implements Request.
func (EndRequest) Kind() Kind { return "end" }

// SitRequest takes a seat that no other phone has. In a game in which a move was made everybody is told, and a phone that has had another seat of it is refused, unless it
// is a host's.
type SitRequest struct {
	Seat string `json:"seat"`
}

// Kind implements Request.
func (SitRequest) Kind() Kind { return "sit" }

// StandRequest gives the seat back: the phone watches.
type StandRequest struct{}

// Kind implements Request.
func (StandRequest) Kind() Kind { return "stand" }

// MoveRequest makes a move. With `times` it makes the same move several times in one gesture: until another question is asked, the move is no longer legal, or it was made
// that often. More than 1 is refused for a move that others may not see in full.
type MoveRequest struct {
	Verb  string   `json:"verb"`
	Args  []string `json:"args"`
	Seat  string   `json:"seat"`  // `table` for a move of the table; else one's own
	Times int      `json:"times"` // 1 to 99; 1 when left out
}

// Kind implements Request.
func (MoveRequest) Kind() Kind { return "move" }

// Check returns why a move cannot be made so many times.
func (r MoveRequest) Check() error {
	if r.Times < 0 || r.Times > resolver.MaxTimes {
		return lang.T("a move can be made 1 to {1} times at once, not {2} times", resolver.MaxTimes, r.Times)
	}
	return nil
}

// CheckRequest asks whether a move would be legal, and changes nothing.
type CheckRequest struct {
	Verb string   `json:"verb"`
	Args []string `json:"args"`
	Seat string   `json:"seat"` // as those of `move`
}

// Kind implements Request.
func (CheckRequest) Kind() Kind { return "check" }

// MayRequest asks whether a move of any seat may be made, and what may come next in it: “May I …?” has the answer. The move may be incomplete, or illegal now. Nothing is done.
type MayRequest struct {
	Seat     string   `json:"seat"` // whose move; one's own when left out
	Verb     string   `json:"verb"` // left out, to be told the verbs
	Args     []string `json:"args"`
	WithTurn bool     `json:"suppose"` // as if a turn of that seat began now
}

// Kind implements Request.
func (MayRequest) Kind() Kind { return "may" }

// LayRequest lets this phone ask about cards (`true`): a card that is put on the reader of its seat, or on one of nobody's, is told to this phone as `laid`, and makes
// no move. It ends with `false`, after two minutes without a `may` or a card, and while a clock runs. For phones with a seat, and for the host; everybody is told that a
// card was put down for a question.
type LayRequest struct {
	On bool `json:"on"`
}

// Kind implements Request.
func (LayRequest) Kind() Kind { return "lay" }

// UndoRequest takes back that many moves, at most 1,000; without `steps` the last gesture, which is one move, or one that was made several times at once. With `of` only
// if so many moves stand: a client that has shown what would be taken back says of how many that was true.
type UndoRequest struct {
	Steps int `json:"steps"`
	Of    int `json:"of"`
}

// Kind implements Request.
func (UndoRequest) Kind() Kind { return "undo" }

// PastRequest asks how a game stood after its first `at` moves, or after all of them if there are fewer: “What was” has the answer.
type PastRequest struct {
	Game  string `json:"game"`  // the one under way when left out
	At    int    `json:"at"`    // not less than 0
	Names bool   `json:"names"` // with the names of that game
}

// Kind implements Request.
func (PastRequest) Kind() Kind { return "past" }

// Check returns why a game cannot have stood after so many moves.
func (r PastRequest) Check() error {
	if r.At < 0 {
		return lang.T("a game cannot stand before its first move")
	}
	return nil
}

// GamesRequest asks for 50 of the games that have a record, after the `at` newest ones, and for who won against whom. “What was” describes the answer.
type GamesRequest struct {
	At int `json:"at"` // not less than 0
}

// Kind implements Request.
func (GamesRequest) Kind() Kind { return "games" }

// Check returns why no games can come after so many.
func (r GamesRequest) Check() error {
	if r.At < 0 {
		return lang.T("no game is newer than the newest one")
	}
	return nil
}

// RecordRequest asks for the record of a game that has ended, as `record` of the answer: the file, up to 2 MiB.
type RecordRequest struct {
	Game string `json:"game"`
}

// Kind implements Request.
func (RecordRequest) Kind() Kind { return "record" }

// PickRequest answers the question of the gesture under way. If it makes the move of another player, and that player has a phone, `game.notes` says who answered.
type PickRequest struct {
	Gesture int `json:"gesture"`
	Option  int `json:"option"` // from 0
}

// Kind implements Request.
func (PickRequest) Kind() Kind { return "pick" }

// DropRequest forgets the gesture under way. Everybody who may know of the gesture is told who has done that.
type DropRequest struct {
	Gesture int `json:"gesture"`
}

// Kind implements Request.
func (DropRequest) Kind() Kind { return "drop" }

// HintRequest looks with `on` `true` for what one's seat could reach in its turn, as far as that seat knows the cards, and tells that in `hint`s; otherwise
// it cancels the search. Nothing is done. One search a phone, and two at a time at the table.
type HintRequest struct {
	On bool `json:"on"`
}

// Kind implements Request.
func (HintRequest) Kind() Kind { return "hint" }

// HintsRequest allows hints at this table (`true`), as at first, or forbids them, until a host changes it, also for the games to come; for the host.
type HintsRequest struct {
	On bool `json:"on"`
}

// Kind implements Request.
func (HintsRequest) Kind() Kind { return "hints" }

// BoldnessRequest sets how much the table decides by itself, until a host changes it, also for the games to come; for the host: see `boldness` of a snapshot.
type BoldnessRequest struct {
	As Boldness `json:"as"`
}

// Kind implements Request.
func (BoldnessRequest) Kind() Kind { return "boldness" }

// MuteRequest keeps the table's buzzer still (`true`), or lets it be heard, until a host changes it, also after a restart; for the host. A table without a
// buzzer refuses it.
type MuteRequest struct {
	On bool `json:"on"`
}

// Kind implements Request.
func (MuteRequest) Kind() Kind { return "mute" }

// DevicesRequest asks how the readers have fared: “What was” has the answer.
type DevicesRequest struct{}

// Kind implements Request.
func (DevicesRequest) Kind() Kind { return "devices" }

// PauseRequest pauses the game (`true`), or lets it go on; for every phone with a seat, and the host.
type PauseRequest struct {
	On bool `json:"on"`
}

// Kind implements Request.
func (PauseRequest) Kind() Kind { return "pause" }

// CarryRequest asks for a link by which this phone goes on over TLS, as `link` of the answer: `#carry=LINK` on the page there, or `link` of the `hello`. It works once, for two
// minutes. The phone gets a new token then, and keeps its seat; this token ends. A table that is not served over TLS refuses it.
type CarryRequest struct{}

// Kind implements Request.
func (CarryRequest) Kind() Kind { return "carry" }

// ConnectionsRequest asks where this phone's token is in use, as `connections` of the answer, and where it was since the table was started, with `until`: the last
// 8 devices and addresses.
type ConnectionsRequest struct{}

// Kind implements Request.
func (ConnectionsRequest) Kind() Kind { return "connections" }

// LeaveRequest ends this phone's token: it leaves the table, and its seat is free. Not the only host, while others are at the table.
type LeaveRequest struct {
	Others bool `json:"others"` // with `true` this connection goes on, with the new token `token` of the answer, and all others of this phone end
}

// Kind implements Request.
func (LeaveRequest) Kind() Kind { return "leave" }

// GiveRequest gives a phone a seat, whoever has it, or with an empty `seat` takes its own away. Everybody is told when a seat is given; for the host.
type GiveRequest struct {
	Phone string `json:"phone"`
	Seat  string `json:"seat"`
}

// Kind implements Request.
func (GiveRequest) Kind() Kind { return "give" }

// KickRequest sends a phone away: its token is worthless, its seat free, and it does not come in again with the present join code. Not one's own phone, nor a browser on the
// machine itself; for the host.
type KickRequest struct {
	Phone string `json:"phone"`
	Code  bool   `json:"code"` // with `true` a new join code is made, too
}

// Kind implements Request.
func (KickRequest) Kind() Kind { return "kick" }

// HostRequest makes a phone host beside the others, or no longer; for the host. A host cannot do the latter to its own phone, nor to a browser on the machine itself.
type HostRequest struct {
	Phone string `json:"phone"`
	On    bool   `json:"on"`
}

// Kind implements Request.
func (HostRequest) Kind() Kind { return "host" }

// CodeRequest makes a new join code, which the log of a game tells. Phones that are in stay in; for the host.
type CodeRequest struct {
	// Out sends all phones out but hosts and browsers on the machine itself; they come in again with the new code, and sit down anew. Not for a host of one game only.
	Out bool `json:"out"`
}

// Kind implements Request.
func (CodeRequest) Kind() Kind { return "code" }

// KnocksRequest clears the list `knocks`; for the host.
type KnocksRequest struct{}

// Kind implements Request.
func (KnocksRequest) Kind() Kind { return "knocks" }

// ApproveRequest lets new phones wait (`true`) until a host lets them in, or come in with the join code alone (`false`), as at first; for a host of all games. Those that wait come in then.
type ApproveRequest struct {
	On bool `json:"on"`
}

// Kind implements Request.
func (ApproveRequest) Kind() Kind { return "approve" }

// AdmitRequest lets a phone in that waits, or turns it away; for the host.
type AdmitRequest struct {
	Phone string `json:"phone"`
	On    bool   `json:"on"`
}

// Kind implements Request.
func (AdmitRequest) Kind() Kind { return "admit" }

// EnrolRequest tells the table which tag stands for which name. After `begin` people tap the cards in the order of the card list; then, if they like, one token
// for each kind of cards whose copies share a tag, and the game's other things. `skip` leaves one out, `redo` goes back, `stop` ends it. `take` lets the tags of
// the house list stand for the same names in an own list, where these have no tag yet; `text` of the answer says how many. `name` says what the unknown tag is
// that was shown last where everybody could see it. All but `name` is for the host, as long as there is one; during a game no reader of a hand takes part, as
// everybody is told what was enrolled.
type EnrolRequest struct {
	Action string   `json:"action"` // `begin`, `skip`, `redo`, `stop`, `take` or `name`
	Game   string   `json:"game"`   // of `begin` and `take`
	Pack   string   `json:"pack"`   // of `begin` and `take`: the card list; `house` when left out
	Args   []string `json:"args"`   // of `name`: one name, or `seat-1` … for whoever sits there
}

// Kind implements Request.
func (EnrolRequest) Kind() Kind { return "enrol" }

// PacksRequest reads and changes the card lists of owners: “Card lists” has the actions and the answers.
type PacksRequest struct {
	Action string `json:"action"`
	Game   string `json:"game"`
	Pack   string `json:"pack"` // `house` when left out
	Edit   *Edit  `json:"edit"`
}

// Kind implements Request.
func (PacksRequest) Kind() Kind { return "packs" }

// Edit is what a PacksRequest says besides the game and the list.
type Edit struct {
	Mark  string `json:"mark"`  // of the list that is edited
	Name  string `json:"name"`  // copy, rename: the new name
	Table string `json:"table"` // set, add, remove, move
	Row   int    `json:"row"`   // set, remove, move; add: behind which, -1: at the end
	Field string `json:"field"` // set
	Value any    `json:"value"` // set: left out or null where nothing is to stand there; add: the fields of the row
	Text  string `json:"text"`  // import, check: a piece of the file
	From  int    `json:"from"`  // … and where it begins, in bytes
	More  bool   `json:"more"`  // … and whether others follow
	Over  bool   `json:"over"`  // import: in the place of a list of that name
	Form  bool   `json:"form"`  // read: with the form
}
