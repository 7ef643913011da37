// The messages between the table and a page: docs/protocol.md. `go test ./companion/protocol -update` makes this file from the types in Go; it is not
// edited by hand.

/** Answer is the answer to a request. */
export interface Answer {
  type: 'answer';
  id: number;
  ok: boolean;
  rule?: string;
  /** why not, and what to do */
  text?: string;
  names?: string[];
  /** to may */
  may?: May;
  /** to past */
  past?: Past;
  /** to games */
  games?: Played;
  /** to record: the file; to packs: the list as a file */
  record?: string;
  /** to devices */
  devices?: ReaderStatsView[];
  /** to carry */
  link?: string;
  /** to leave */
  token?: string;
  /** Connections is the answer to connections, the oldest first. */
  connections?: ConnectionView[];
  /** Lists and List are answers to packs. */
  lists?: ListView[];
  list?: CardList;
}

/** BenchState is everything on the bench of a virtual table. */
export interface BenchState {
  type: 'bench';
  readers: BenchReader[];
  tags: BenchTag[];
  buttons: BenchButton[];
  /** down while they are pressed */
  knobs: BenchButton[];
  /** what they show, a character each; empty if there are none */
  digits?: string;
  /** #rrggbb */
  lamps: string[];
  /** of the lamps: "ring" or "strip" */
  shape?: string;
  buzzer: BenchBuzzer;
  /** goes up by one with each new picture */
  panel: number;
}

/** ChangedCode tells phones that have joined a new join code. */
export interface ChangedCode extends Invitation {
  type: 'code';
}

/** Hello is the first message of a phone. */
export interface Hello {
  type: 'hello';
  /** Version */
  protocol?: number;
  /** of an earlier Welcome */
  token?: string;
  /** the join code */
  code?: string;
  /** of the answer to a CarryRequest, over TLS only */
  link?: string;
  /** of the snapshot that the phone holds; 0: it holds none */
  revision?: number;
  /** the code of the language that the viewer reads: "fr" */
  language?: string;
  /** any word, the same for all connections of one page in a browser */
  page?: string;
}

/** Hint is what a player could reach in the turn under way, as far as the search has come. Only the phone that asked is shown it. */
export interface Hint {
  type: 'hint';
  /** how much was tried */
  done: number;
  /** of how much */
  of: number;
  goals: Goal[];
  state: 'running' | 'done' | 'cancelled' | 'late' | 'moved';
}

/** ProbedCard is a card that was put on a reader for a phone's question about a move. Only that phone is shown it. */
export interface ProbedCard {
  type: 'laid';
  /** rises with each */
  n: number;
  word?: string;
  /** what people call the reader */
  at: string;
  /** why the tag stands for nothing */
  text?: string;
}

/** Names are the names of a game for a viewer. They are sent before the first snapshot of a game. */
export interface Names {
  type: 'names';
  /** the ID of the game they belong to */
  game: string;
  names: { [key: string]: NameView };
  verbs: { [key: string]: string };
  counts: CountView[];
  shared: CountView[];
  /** nil: this game gives none */
  hint?: HintView;
  amends: AmendView[];
  /** the arguments of the longest `hold`, as in AmendView.Forms; a number counts the card before it */
  hold: number[];
  /** the possible values of arguments of amends and of hold */
  fits: FitView[];
}

/** Refused is the message to a phone that is not let in. */
export interface Refused {
  type: 'refused';
  code: 'join' | 'wrong' | 'wait' | 'protocol' | 'kicked' | 'link' | 'carried' | 'left' | 'ended' | 'turned' | 'late';
  /** why, and what to do */
  text: string;
}

/** Snapshot is all that one viewer may see of the table. It does not change after it was shown; viewers that see the same share one. */
export interface Snapshot {
  type: 'snapshot';
  revision: number;
  /** always 0 today, which means that the message holds everything; a later table may send what has changed since this revision: see docs/protocol.md */
  since?: number;
  you: You;
  phase: 'lobby' | 'game' | 'over';
  game?: Game;
  enrol?: Enrol;
  devices: Device[];
  /** the buzzer is mute; nil: there is none */
  muted?: boolean;
  /** left out: Careful */
  boldness?: 'careful' | 'usual' | 'bold';
  notices?: Notice[];
  /** Phones and FailedJoins are for hosts only: the phones, and the networks that wrong join codes came from since a host last cleared that list. */
  phones?: PhoneView[];
  knocks?: FailedJoin[];
  /** Approve and Waiting are for hosts only, too: whether new phones wait until a host lets them in, and those that do. */
  approve?: boolean;
  waiting?: WaitingView[];
}

/** Wait is the message to a phone that waits until a host lets it in. */
export interface Wait {
  type: 'wait';
  /** a number by which the host recognizes it */
  mark: string;
  /** what hosts see it called: “iPhone, Safari” */
  device?: string;
  /** a host is connected */
  host: boolean;
  /** it was let in: it comes again with this token */
  token?: string;
}

/** Welcome is everything that a phone needs before its first snapshot. */
export interface Welcome extends Invitation {
  type: 'welcome';
  protocol: number;
  /** of the program */
  version: string;
  /** a hash of all files that browsers load */
  page: string;
  /** by which the phone is known again */
  token: string;
  /** it is a browser on the machine itself */
  local: boolean;
  /** the phone may open the bench */
  virtual: boolean;
  /** nil: the table is not served over TLS */
  secure?: Secure;
  games: GameView[];
  /** that seats can choose */
  colours: Colour[];
}

/** Message is what the table sends to a phone. */
export type Message =
  | Answer
  | ChangedCode
  | Hint
  | ProbedCard
  | Names
  | Refused
  | Snapshot
  | Wait
  | Welcome;

/** StartRequest begins a game. None may be under way; if the last one is over and still on the table, only a host may begin another. A phone begins 20 games at once, and then one a minute; so do the guests of one network together, and all guests 60, then three a minute, 20 of them with a list of somebody's own, then six an hour. A seat without a colour gets the first that is free. */
export interface StartRequest {
  type: 'start';
  id?: number;
  game?: string;
  /** the players, clockwise: up to 32 letters a to z, digits and `-` each, and not digits alone */
  seats?: string[];
  options?: { [key: string]: string };
  /** the card list; `house` when left out */
  pack?: string;
  /** words of the palette by seat; another one for each */
  colours?: { [key: string]: string };
}

/** EndRequest ends the game under way, unfinished; its record stays. For the host. */
export interface EndRequest {
  type: 'end';
  id?: number;
}

/** SitRequest takes a seat that no other phone has. In a game in which a move was made everybody is told, and a phone that has had another seat of it is refused, unless it is a host's. */
export interface SitRequest {
  type: 'sit';
  id?: number;
  seat?: string;
}

/** StandRequest gives the seat back: the phone watches. */
export interface StandRequest {
  type: 'stand';
  id?: number;
}

/** MoveRequest makes a move. With `times` it makes the same move several times in one gesture: until another question is asked, the move is no longer legal, or it was made that often. More than 1 is refused for a move that others may not see in full. */
export interface MoveRequest {
  type: 'move';
  id?: number;
  verb?: string;
  args?: string[];
  /** `table` for a move of the table; else one's own */
  seat?: string;
  /** 1 to 99; 1 when left out */
  times?: number;
}

/** CheckRequest asks whether a move would be legal, and changes nothing. */
export interface CheckRequest {
  type: 'check';
  id?: number;
  verb?: string;
  args?: string[];
  /** as those of `move` */
  seat?: string;
}

/** MayRequest asks whether a move of any seat may be made, and what may come next in it: “May I …?” has the answer. The move may be incomplete, or illegal now. Nothing is done. */
export interface MayRequest {
  type: 'may';
  id?: number;
  /** whose move; one's own when left out */
  seat?: string;
  /** left out, to be told the verbs */
  verb?: string;
  args?: string[];
  /** as if a turn of that seat began now */
  suppose?: boolean;
}

/** LayRequest lets this phone ask about cards (`true`): a card that is put on the reader of its seat, or on one of nobody's, is told to this phone as `laid`, and makes no move. It ends with `false`, after two minutes without a `may` or a card, and while a clock runs. For phones with a seat, and for the host; everybody is told that a card was put down for a question. */
export interface LayRequest {
  type: 'lay';
  id?: number;
  on?: boolean;
}

/** UndoRequest takes back that many moves, at most 1,000; without `steps` the last gesture, which is one move, or one that was made several times at once. With `of` only if so many moves stand: a client that has shown what would be taken back says of how many that was true. */
export interface UndoRequest {
  type: 'undo';
  id?: number;
  steps?: number;
  of?: number;
}

/** PastRequest asks how a game stood after its first `at` moves, or after all of them if there are fewer: “What was” has the answer. */
export interface PastRequest {
  type: 'past';
  id?: number;
  /** the one under way when left out */
  game?: string;
  /** not less than 0 */
  at?: number;
  /** with the names of that game */
  names?: boolean;
}

/** GamesRequest asks for 50 of the games that have a record, after the `at` newest ones, and for who won against whom. “What was” describes the answer. */
export interface GamesRequest {
  type: 'games';
  id?: number;
  /** not less than 0 */
  at?: number;
}

/** RecordRequest asks for the record of a game that has ended, as `record` of the answer: the file, up to 2 MiB. */
export interface RecordRequest {
  type: 'record';
  id?: number;
  game?: string;
}

/** PickRequest answers the question of the gesture under way. If it makes the move of another player, and that player has a phone, `game.notes` says who answered. */
export interface PickRequest {
  type: 'pick';
  id?: number;
  gesture?: number;
  /** from 0 */
  option?: number;
}

/** DropRequest forgets the gesture under way. Everybody who may know of the gesture is told who has done that. */
export interface DropRequest {
  type: 'drop';
  id?: number;
  gesture?: number;
}

/** HintRequest looks with `on` `true` for what one's seat could reach in its turn, as far as that seat knows the cards, and tells that in `hint`s; otherwise it cancels the search. Nothing is done. One search a phone, and two at a time at the table. */
export interface HintRequest {
  type: 'hint';
  id?: number;
  on?: boolean;
}

/** HintsRequest allows hints at this table (`true`), as at first, or forbids them, until a host changes it, also for the games to come; for the host. */
export interface HintsRequest {
  type: 'hints';
  id?: number;
  on?: boolean;
}

/** BoldnessRequest sets how much the table decides by itself, until a host changes it, also for the games to come; for the host: see `boldness` of a snapshot. */
export interface BoldnessRequest {
  type: 'boldness';
  id?: number;
  as?: 'careful' | 'usual' | 'bold';
}

/** MuteRequest keeps the table's buzzer still (`true`), or lets it be heard, until a host changes it, also after a restart; for the host. A table without a buzzer refuses it. */
export interface MuteRequest {
  type: 'mute';
  id?: number;
  on?: boolean;
}

/** DevicesRequest asks how the readers have fared: “What was” has the answer. */
export interface DevicesRequest {
  type: 'devices';
  id?: number;
}

/** PauseRequest pauses the game (`true`), or lets it go on; for every phone with a seat, and the host. */
export interface PauseRequest {
  type: 'pause';
  id?: number;
  on?: boolean;
}

/** CarryRequest asks for a link by which this phone goes on over TLS, as `link` of the answer: `#carry=LINK` on the page there, or `link` of the `hello`. It works once, for two minutes. The phone gets a new token then, and keeps its seat; this token ends. A table that is not served over TLS refuses it. */
export interface CarryRequest {
  type: 'carry';
  id?: number;
}

/** ConnectionsRequest asks where this phone's token is in use, as `connections` of the answer, and where it was since the table was started, with `until`: the last 8 devices and addresses. */
export interface ConnectionsRequest {
  type: 'connections';
  id?: number;
}

/** LeaveRequest ends this phone's token: it leaves the table, and its seat is free. Not the only host, while others are at the table. */
export interface LeaveRequest {
  type: 'leave';
  id?: number;
  /** with `true` this connection goes on, with the new token `token` of the answer, and all others of this phone end */
  others?: boolean;
}

/** GiveRequest gives a phone a seat, whoever has it, or with an empty `seat` takes its own away. Everybody is told when a seat is given; for the host. */
export interface GiveRequest {
  type: 'give';
  id?: number;
  phone?: string;
  seat?: string;
}

/** KickRequest sends a phone away: its token is worthless, its seat free, and it does not come in again with the present join code. Not one's own phone, nor a browser on the machine itself; for the host. */
export interface KickRequest {
  type: 'kick';
  id?: number;
  phone?: string;
  /** with `true` a new join code is made, too */
  code?: boolean;
}

/** HostRequest makes a phone host beside the others, or no longer; for the host. A host cannot do the latter to its own phone, nor to a browser on the machine itself. */
export interface HostRequest {
  type: 'host';
  id?: number;
  phone?: string;
  on?: boolean;
}

/** CodeRequest makes a new join code, which the log of a game tells. Phones that are in stay in; for the host. */
export interface CodeRequest {
  type: 'code';
  id?: number;
  /** Out sends all phones out but hosts and browsers on the machine itself; they come in again with the new code, and sit down anew. Not for a host of one game only. */
  out?: boolean;
}

/** KnocksRequest clears the list `knocks`; for the host. */
export interface KnocksRequest {
  type: 'knocks';
  id?: number;
}

/** ApproveRequest lets new phones wait (`true`) until a host lets them in, or come in with the join code alone (`false`), as at first; for a host of all games. Those that wait come in then. */
export interface ApproveRequest {
  type: 'approve';
  id?: number;
  on?: boolean;
}

/** AdmitRequest lets a phone in that waits, or turns it away; for the host. */
export interface AdmitRequest {
  type: 'admit';
  id?: number;
  phone?: string;
  on?: boolean;
}

/** EnrolRequest tells the table which tag stands for which name. After `begin` people tap the cards in the order of the card list; then, if they like, one token for each kind of cards whose copies share a tag, and the game's other things. `skip` leaves one out, `redo` goes back, `stop` ends it. `take` lets the tags of the house list stand for the same names in an own list, where these have no tag yet; `text` of the answer says how many. `name` says what the unknown tag is that was shown last where everybody could see it. All but `name` is for the host, as long as there is one; during a game no reader of a hand takes part, as everybody is told what was enrolled. */
export interface EnrolRequest {
  type: 'enrol';
  id?: number;
  /** `begin`, `skip`, `redo`, `stop`, `take` or `name` */
  action?: string;
  /** of `begin` and `take` */
  game?: string;
  /** of `begin` and `take`: the card list; `house` when left out */
  pack?: string;
  /** of `name`: one name, or `seat-1` … for whoever sits there */
  args?: string[];
}

/** PacksRequest reads and changes the card lists of owners: “Card lists” has the actions and the answers. */
export interface PacksRequest {
  type: 'packs';
  id?: number;
  action?: string;
  game?: string;
  /** `house` when left out */
  pack?: string;
  edit?: Edit;
}

/** Request is what a phone can ask for. */
export type Request =
  | StartRequest
  | EndRequest
  | SitRequest
  | StandRequest
  | MoveRequest
  | CheckRequest
  | MayRequest
  | LayRequest
  | UndoRequest
  | PastRequest
  | GamesRequest
  | RecordRequest
  | PickRequest
  | DropRequest
  | HintRequest
  | HintsRequest
  | BoldnessRequest
  | MuteRequest
  | DevicesRequest
  | PauseRequest
  | CarryRequest
  | ConnectionsRequest
  | LeaveRequest
  | GiveRequest
  | KickRequest
  | HostRequest
  | CodeRequest
  | KnocksRequest
  | ApproveRequest
  | AdmitRequest
  | EnrolRequest
  | PacksRequest;

/** BenchLay puts a tag on a reader, where it stays. */
export interface BenchLay {
  type: 'lay';
  id?: number;
  tag?: number;
  reader?: string;
}

/** BenchLift takes a tag away. */
export interface BenchLift {
  type: 'lift';
  id?: number;
  tag?: number;
}

/** BenchTap lays a tag and lifts it half a second later. */
export interface BenchTap {
  type: 'tap';
  id?: number;
  tag?: number;
  reader?: string;
}

/** BenchPress presses a button, or a knob, which can be pressed like a button. */
export interface BenchPress {
  type: 'press';
  id?: number;
  button?: string;
  long?: boolean;
}

/** BenchTurn turns a knob by so many clicks, counter-clockwise if negative. */
export interface BenchTurn {
  type: 'turn';
  id?: number;
  knob?: string;
  clicks?: number;
}

/** BenchFault breaks a reader: "unplug"; "none" repairs it. */
export interface BenchFault {
  type: 'fault';
  id?: number;
  reader?: string;
  fault?: string;
}

/** BenchRequest is what a browser at the bench can do. */
export type BenchRequest =
  | BenchLay
  | BenchLift
  | BenchTap
  | BenchPress
  | BenchTurn
  | BenchFault;

/** May is the answer to a MayRequest, as far as the viewer may know. */
export interface May {
  /** whose move it would be; -1: the table's */
  seat: number;
  /** the words that may come next: verbs, or values of the next argument */
  ways?: Way[];
  /** a number from 0 to this one may come next */
  number?: number;
  /** it is a complete move: the fields below are set */
  whole: boolean;
  /** the move may be made */
  ok: boolean;
  /** the move as people read it */
  text?: string;
  /** If the move may be made: its consequences, the next question, and the facts after it. */
  follows?: string[];
  ask?: string;
  facts?: { [key: string]: string };
  /** If not: the rule that forbids it, the text of that rule, the names involved, the same as words, and similar legal moves. */
  rule?: string;
  words?: string;
  names?: string[];
  things?: string[];
  near?: Near[];
}

/** Past is a game as it stood after its first At moves. */
export interface Past {
  at: number;
  /** how many moves there are */
  of: number;
  /** PhaseGame or PhaseOver */
  phase: 'lobby' | 'game' | 'over';
  /** as in a snapshot, without fields that only a game under way has; its log ends with move At */
  game: Game;
  /** Undone are the moves after that, as the viewer may read them, oldest first; of many, the last ones. It is set for the game under way only. */
  undone?: LogLine[];
  /** what is wrong with the record */
  text?: string;
  /** if they were asked for */
  names?: Names;
}

/** Played is a list of the games that have a record, and who won against whom. */
export interface Played {
  /** some of them, the newest first */
  games: KeptGame[];
  /** how many newer ones there are */
  at: number;
  /** how many there are in all */
  of: number;
  /** Unread is how many of these, the oldest ones, there was no time to read yet. They count for nothing else here. The next request reads on. */
  unread?: number;
  players: Player[];
  beats: Beat[];
}

/** ReaderStatsView is how a reader has done since the start. */
export interface ReaderStatsView {
  /** what people call it */
  device: string;
  /** Ago is how long ago it last answered, in milliseconds; -1: it never has. */
  ago: number;
  polls: number;
  errors: number;
  retries: number;
  returns: number;
}

/** ConnectionView is a connection of a phone, as that phone sees it. */
export interface ConnectionView {
  /** what people call the browser that made it */
  device?: string;
  address: string;
  /** RFC 3339 */
  since: string;
  /** the same; left out while it is open */
  until?: string;
  /** it is the one that asks */
  own?: boolean;
}

/** ListView is a card list among others. */
export interface ListView {
  game: string;
  name: string;
  /** Unread: there was no time to read it yet, so OK, Kinds and Cards are not known. The next request for the lists reads on. */
  unread?: boolean;
  /** a game can begin with it */
  ok: boolean;
  kinds?: number;
  cards?: number;
  /** how many tags stand for its cards and things */
  tags?: number;
}

/** CardList is a card list, to be read and edited. */
export interface CardList extends ListView {
  /** identifies this text: an edit of another text is refused */
  mark: string;
  /** why it cannot be edited field by field */
  odd?: string;
  /** why no game can begin with it */
  faults?: Fault[];
  /** Tables are the rows of each table, by name; "" is the part above all tables. */
  tables?: { [key: string]: RowView[] };
  /** Names are the cards and things as pictures show them. It is set only if there is no fault. */
  names?: { [key: string]: NameView };
  /** the form of the game's lists, if it was asked for */
  form?: List;
  /** … and its words as people read them: see engine.Phrases.List */
  words?: { [key: string]: string };
}

/** BenchReader is a reader with the tags on it. */
export interface BenchReader {
  name: string;
  title: string;
  /** 0: no seat's */
  seat: number;
  /** the place that the reader stands for, of that seat or of the table */
  place?: string;
  /** the words of the tags in its field */
  tags: string[];
  /** its fault, in words */
  fault?: string;
}

/** BenchTag is a tag and its position. */
export interface BenchTag {
  id: number;
  /** the game it belongs to; empty for a tag of every game, such as a seat's */
  game?: string;
  /** the word it stands for; empty for a tag that is in no list */
  word: string;
  title: string;
  /** the reader it lies on */
  reader?: string;
}

/** BenchButton is a button, or a knob, which can be pressed like a button. */
export interface BenchButton {
  name: string;
  title: string;
  down: boolean;
}

/** BenchBuzzer is the sound of the buzzer. */
export interface BenchBuzzer {
  /** 0: silence */
  hz: number;
}

/** Invitation is what the next phone needs to join. */
export interface Invitation {
  code: string;
  joinURL: string;
  /** of JoinURL, row by row; 1 is dark */
  qr: string[];
}

/** Goal is something that could be reached. */
export interface Goal {
  /** the word */
  goal: string;
  /** what people call it */
  title: string;
  /** the moves that lead there, as people read them */
  moves: string[];
}

/** NameView is a name of the game, for people and pictures. */
export interface NameView {
  title: string;
  /** "card", "seat", "place", "thing", "word" */
  sort: string;
  text?: string;
  copies?: number;
  /** one tag stands for all copies */
  token?: boolean;
  traits?: { [key: string]: string };
}

/** CountView is a fact worth showing at all times. */
export interface CountView {
  fact: string;
  label: string;
  /** the fact is a list of names, absent if it is empty: its length is shown */
  list?: boolean;
}

/** HintView is the texts around hints. */
export interface HintView {
  /** the question */
  ask: string;
  /** the answer when nothing was found */
  none: string;
}

/** AmendView is a correction that can be made by hand. Each of its forms has, for every argument, the index of its possible values in Names.Fits. */
export interface AmendView {
  key: string;
  title: string;
  /** of the arguments */
  labels: string[];
  forms: number[][];
}

/** FitView is the possible values of an argument: one of some words, or a number. */
export interface FitView {
  words?: string[];
  /** the largest one; 0: a number does not fit */
  number?: number;
}

/** You is the viewer itself. */
export interface You {
  /** -1: a watcher */
  seat: number;
  /** may start, end and pause games */
  host: boolean;
}

/** Tree is a set of lists of words, with a level for each word: {"sacrifice":{"imp":{"ann":{},"ben":{}}},"end":{}}. If a list may also end where others go on, there is an empty key: {"draw":{"":{},"?":{}}}. Words that continue in the same way share a key, separated by `|`: {"sacrifice":{"imp|nun":{"ann|ben":{}}}}. This keeps thousands of moves short. */
export interface Tree {
  [words: string]: Tree;
}

/** Game is the game under way as the viewer may see it. */
export interface Game {
  /** of this one game */
  id: string;
  /** the engine's id */
  game: string;
  title: string;
  /** RFC 3339 */
  started: string;
  options?: { [key: string]: string };
  seats: SeatView[];
  facts: { [key: string]: string };
  turn: number;
  /** -1: nobody yet */
  winner: number;
  ask: AskView;
  /** Moves are the viewer's legal moves as far as the viewer may know them, and TableMoves those of the table: a verb, then its arguments. */
  moves: Tree;
  tableMoves: Tree;
  /** the last moves that stand, oldest first */
  log: LogLine[];
  /** what else happened at the table lately, oldest first */
  notes?: Note[];
  toDo?: Chore[];
  undoable: number;
  /** the word of the seat that has paused the game; "table": a host without a seat */
  paused?: string;
  /** hints are allowed; nil: the game has none */
  hints?: boolean;
  timer?: TimeView;
  gesture?: Gesture;
  /** Otherwise is what else the last move may have been, if the table has taken what is usual. */
  otherwise?: Otherwise;
  verdict?: Verdict;
}

/** Enrol is the enrolment of tags under way. */
export interface Enrol {
  game: string;
  /** the owner's card list; empty: the house list */
  pack?: string;
  /** what people call the game */
  of: string;
  done: number;
  total: number;
  /** the word whose tag is awaited; empty at the end */
  next: string;
  /** what people call it */
  title: string;
  /** which copy of it, from 1 */
  copy: number;
  /** it needs no tag: it is no card, or the tag is a token for all copies */
  optional: boolean;
  /** how many cards still need a tag */
  bare: number;
  /** what happened last */
  text: string;
}

/** Device is the health of one device of the table. */
export interface Device {
  name: string;
  ok: boolean;
  /** what is wrong and what to do; of a reader that works, what this game does not have for it */
  text?: string;
}

/** Notice is something that everybody at the table should know: a damaged journal set aside, a full disk. */
export interface Notice {
  /** "info", "warning" */
  level: string;
  text: string;
}

/** PhoneView is a phone that was let in, as hosts see it. */
export interface PhoneView {
  /** by which requests name it */
  id: string;
  /** what people call it: “iPhone, Safari” */
  device?: string;
  /** the word of its seat in the game under way */
  seat?: string;
  host?: boolean;
  /** it is connected */
  here?: boolean;
  /** a browser on the machine itself, which is always host */
  local?: boolean;
  /** it is the viewer's own */
  you?: boolean;
  /** when it left, if it is away; to the minute, RFC 3339 */
  last?: string;
}

/** FailedJoin is a network from which wrong join codes came. */
export interface FailedJoin {
  /** an address; in IPv6 a network of 64 bits */
  from: string;
  /** how often, with the tries that had to wait */
  times: number;
  /** to the minute, RFC 3339 */
  last: string;
}

/** WaitingView is a phone that waits until a host lets it in, as hosts see it. */
export interface WaitingView {
  id: string;
  device?: string;
  address: string;
  /** a number, which the phone shows, too */
  mark: string;
}

/** Secure is how a phone comes to talk to the table over TLS. */
export interface Secure {
  /** the table's URL over TLS, without a path */
  home: string;
  /** The others are left out where browsers trust the certificate already. of the table's own authority, over plain HTTP */
  authorityURL?: string;
  /** of AuthorityURL, as that of an Invitation */
  qr?: string[];
  /** SHA-256, of the authority */
  fingerprint?: string;
}

/** GameView is a game that can be begun. */
export interface GameView {
  id: string;
  title: string;
  about: string;
  /** players */
  least: number;
  most: number;
  options: OptionView[];
}

export interface Colour {
  word: string;
  colour: string;
}

/** Edit is what a PacksRequest says besides the game and the list. */
export interface Edit {
  /** of the list that is edited */
  mark: string;
  /** copy, rename: the new name */
  name: string;
  /** set, add, remove, move */
  table: string;
  /** set, remove, move; add: behind which, -1: at the end */
  row: number;
  /** set */
  field: string;
  /** set: left out or null where nothing is to stand there; add: the fields of the row */
  value: unknown;
  /** import, check: a piece of the file */
  text: string;
  /** … and where it begins, in bytes */
  from: number;
  /** … and whether others follow */
  more: boolean;
  /** import: in the place of a list of that name */
  over: boolean;
  /** read: with the form */
  form: boolean;
}

/** Way is a word that may come next in a move. */
export interface Way {
  word: string;
  /** there is a legal move with it */
  open: boolean;
}

/** Near is a legal move that is similar to a move that is not. */
export interface Near {
  text: string;
  verb: string;
  args: string[];
}

/** LogLine is a move that stands. */
export interface LogLine {
  n: number;
  /** -1: the table */
  seat: number;
  text: string;
  /** its consequences */
  also?: string[];
  /** the consequences that leave nothing to do */
  news?: string[];
  /** what people call the device that made it: "phone", "clock", or "Ann's phone" for a move that is not Ann's */
  via: string;
  /** Repeat is how often the same move was made before in the same gesture: an undo takes all of them back. */
  again?: number;
}

/** KeptGame is a game that has a record. */
export interface KeptGame {
  id: string;
  /** the engine's id; empty if the record cannot be read */
  game: string;
  title: string;
  /** what people call the players */
  seats: string[];
  /** RFC 3339 */
  started: string;
  /** how it ended: see the constants below */
  how: string;
  /** -1: nobody */
  winner: number;
  /** the ones that stand */
  moves: number;
  /** how long it was played, without long pauses */
  minutes: number;
  /** what is wrong with the record */
  text?: string;
}

/** Player is somebody who has played games to their end. Players with the same name are the same player. */
export interface Player {
  title: string;
  all: Score;
  /** by what people call the game */
  games: { [key: string]: Score };
}

/** Beat is how often a player won a game that another one played, too. Players are indices of Played.Players. */
export interface Beat {
  winner: number;
  loser: number;
  n: number;
}

export interface Fault {
  line?: number;
  table?: string;
  row: number;
  field?: string;
  text: string;
}

/** RowView is a row of a card list. */
export interface RowView {
  values: { [key: string]: unknown };
  /** Effects are the effects of each field in plain words; "" is the effect of the row as a whole. */
  said?: { [key: string]: string[] };
}

export interface List {
  tables: Section[];
}

/** SeatView is a seat of the game. */
export interface SeatView {
  word: string;
  title: string;
  /** #rrggbb */
  colour: string;
  /** somebody's phone has it */
  taken: boolean;
  /** … and is connected */
  here: boolean;
}

/** AskView is what the game waits for. */
export interface AskView {
  /** -1: the table */
  seat: number;
  /** a question, not merely somebody's turn */
  open: boolean;
  key: string;
  text: string;
  /** a number in the question: how many answers it still wants */
  n?: number;
  /** Options are what the answers 1, 2 and so on stand for, if the question has such answers. */
  options?: string[];
}

/** Note is something that happened beside the moves: somebody took a seat. */
export interface Note {
  /** how many moves stood then */
  n: number;
  text: string;
}

/** Chore is something that a move asks of the people at the table, with the real pieces. It stands until another move asks for something, another turn begins or three more moves were made. */
export interface Chore {
  /** who should do it; -1: anybody */
  seat: number;
  text: string;
}

/** TimeView is a running timer. Left was right when the snapshot was made; viewers go on counting from there. */
export interface TimeView {
  run: number;
  seat: number;
  /** milliseconds */
  total: number;
  left: number;
  paused: boolean;
}

/** Gesture is an observation that is not yet a move, such as a card on a reader that fits several moves. */
export interface Gesture {
  id: number;
  /** what people call the cards */
  shown: string[];
  /** the names of the cards */
  words: string[];
  /** what people call the reader or button */
  at: string;
  kind: string;
  /** only the viewer's seat knows of it */
  secret?: boolean;
  text: string;
  /** as far as the viewer knows them to be possible */
  options?: Option[];
}

/** Otherwise is what else the last move may have been. A `pick` corrects it. It stands until another move is made, or one is taken back. */
export interface Otherwise {
  id: number;
  text: string;
  options: Option[];
}

/** Verdict is the result of the last gesture or request. */
export interface Verdict {
  /** rises with each verdict */
  n: number;
  ok: boolean;
  /** what was tried, or done */
  text: string;
  /** the id of the rule that forbids it */
  rule?: string;
  /** why it is refused; the phone that asked reads the same as the text of its answer */
  words?: string;
  /** the names involved */
  names?: string[];
}

/** OptionView is something that can be chosen when a game begins. */
export interface OptionView {
  name: string;
  /** the default first */
  values: string[];
  rule: string;
  /** the plain words of that rule */
  words: string;
}

/** Score is how many games were played to their end, and won. */
export interface Score {
  played: number;
  won: number;
}

export interface Section {
  name: string;
  rows?: boolean;
  label?: string;
  told?: boolean;
  fields: Field[];
}

/** Option is an answer to a gesture's question. */
export interface Option {
  text: string;
  /** who would have made the move; -1: the table */
  seat: number;
  verb: string;
}

export interface Field extends Value {
  name: string;
  need?: boolean;
  usual?: string;
  when?: Condition[];
}

export interface Condition {
  field: string;
  is: string[];
}

export interface Value {
  kind: string;
  least?: number;
  most?: number;
  words?: string[];
  of?: string[];
  except?: string[];
  each?: Value;
  keys?: Value;
  steps?: EffectForms;
}

export interface EffectForms {
  lead: string;
  plain?: boolean;
  empty?: boolean;
  words: EffectForm[];
}

export interface EffectForm {
  word: string;
  args?: Field[];
}
