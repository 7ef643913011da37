package rules_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"familiar/docs/rules"
	"familiar/engine"

	"github.com/google/go-cmp/cmp"
)

// page is what must be found on a rules page: engines, records and people name its rules, so none may come or go
// unnoticed.
type page struct {
	file     string
	ids      []string // its rules, in order
	refusals []string // the rows of its table of refusals: the order in which a move is looked at
	jargon   []string // words of its own that belong below the plain words
}

var pages = []page{
	{
		file: "sacrilege.md",
		ids: []string{
			"setup.players", "setup.deal", "setup.grave", "setup.favours",
			"turn.actions", "turn.other", "turn.two", "turn.twice",
			"action.sacrifice", "action.invoke", "action.draw", "action.purge", "purge.empty",
			"turn.end", "hand.limit", "turn.pass", "altar.size",
			"green.free", "green.when",
			"reward.sacrificed", "reward.order", "reward.inapplicable", "reward.chain", "reward.celebrant", "ask.first",
			"deck.refill", "deck.empty",
			"ritual.six", "ritual.after", "ritual.one", "ritual.time", "ritual.between", "ritual.still", "ritual.repair",
			"ritual.disrupt", "ritual.reward", "ritual.amen", "ritual.judge", "ritual.success", "ritual.failure",
			"game.win", "favour.supply",
			"move.form", "hold.hand", "amend.state", "game.over", "ask.must", "card.elsewhere", "ask.answer", "ask.none",
		},
		refusals: []string{
			"move.form", "hold.hand", "amend.state", "game.over", "ritual.amen", "ask.first", "ask.must", "card.elsewhere",
			"ask.answer", "ask.none", "ritual.one", "ritual.six", "ritual.still", "ritual.disrupt", "turn.other", "turn.two",
			"turn.twice", "purge.empty", "deck.empty", "card.elsewhere",
		},
		jargon: []string{"reading", "seat", "celebrant", "host", "deck", "pool", "kind", "effect", "option", "unseen"},
	},
	{
		file: "pantacle.md",
		ids: []string{
			"setup", "setup.powers", "turn", "turn.first",
			"preparation", "influence", "bewitchment", "bewitchment.other",
			"sacrifice", "sacrifice.disc", "sacrifice.location", "sacrifice.order", "location",
			"curse.draw", "curse.cost", "curse.five", "curse.pile", "curse.keep", "curse.first", "curse.permanent",
			"exhaustion.load", "exhaustion", "exhaustion.choice", "exhaustion.empty", "curse.one",
			"hunt", "protection", "protection.flip", "enslavement", "demonic",
			"favor", "favor.marked", "favor.owned", "favor.cursed",
			"bribe", "bribe.price", "bribe.hounds", "bribe.track", "bribe.hand", "bribe.extra", "bribe.discard",
			"favor.receive", "bribe.compensation", "favor.benefit", "conversion",
			"moon", "moon.discard", "moon.hand", "moon.first", "moon.cube", "moon.refill", "moon.shuffle", "moon.next",
			"win",
			"game.over", "move.form", "turn.seat", "turn.verb", "hold.hand", "amend.impossible",
		},
		refusals: []string{
			"game.over", "move.form", "turn.seat", "amend.impossible", "hold.hand", "turn.seat", "turn.verb",
			"bewitchment.other", "sacrifice.disc", "sacrifice.location", "curse.five", "curse.pile", "curse.cost",
			"curse.first", "curse.keep", "exhaustion.choice", "protection.flip", "favor.marked", "favor.owned",
			"favor.cursed", "bribe.track", "bribe.price", "bribe.hounds", "bribe.hand", "bribe.extra", "moon.hand",
			"moon.first",
		},
		jargon: []string{
			"reading", "seat", "gainer", "receiver", "compensation", "deck", "pool", "group", "kind", "unit", "load", "option",
			"unseen",
		},
	},
	{
		file: "athame.md",
		ids: []string{
			"setup.bank", "setup.market", "setup.decks", "setup.order", "ritual.taken", "setup.hand", "setup.arcana",
			"turn.order", "turn.other", "turn.phase", "turn.end", "turn.begin",
			"allot.limit", "allot.needed", "allot.locked", "allot.crystal", "allot.win",
			"draw.bank", "draw.market", "draw.barred", "draw.empty", "draw.none", "take.card", "take.event",
			"market.refill", "market.arcana", "market.short", "bank.shuffle", "bank.holds",
			"discard.piles",
			"build.barred", "build.deck", "build.cost", "build.front", "build.surcharge", "pay.kind", "pay.fits",
			"pay.rest",
			"cast.barred", "cast.held", "cast.target", "cast.extra", "cast.stolen", "cast.order", "cast.reach",
			"seal.passive", "seal.works", "seal.only",
			"event.drawn", "event.order", "event.group", "event.individual", "event.round",
			"artifice.hand", "artifice.when", "artifice.target", "artifice.spent", "artifice.crystal", "artifice.stolen",
			"artifice.public", "react.window",
			"do.draw", "do.discard", "discard.sort", "discard.none", "do.steal", "do.give", "do.swap", "do.salvage",
			"salvage.pile", "do.pick", "pick.market", "do.wipe", "do.allot", "do.release", "release.allotted", "do.hex",
			"do.skip", "do.peek", "do.manual", "do.cancel", "do.reflect", "do.seal",
			"rule.words",
			"know.places", "know.pools", "know.blind", "know.leave", "know.events", "hand.holds", "hand.lacks",
			"hold.hand", "know.secret",
			"move.form", "game.over", "ask.first", "ask.none", "amend.state",
		},
		refusals: []string{
			"move.form", "hold.hand", "game.over", "amend.state", "ask.first", "ask.none", "turn.other", "turn.phase",
			"ritual.taken", "allot.limit", "allot.needed", "draw.barred", "draw.empty", "draw.none", "build.barred",
			"build.deck", "build.cost", "pay.kind", "cast.barred", "seal.passive", "cast.held", "cast.target",
			"cast.extra", "artifice.crystal", "artifice.when", "discard.sort", "discard.none", "bank.holds",
			"salvage.pile", "pick.market", "release.allotted", "hand.holds", "pay.fits", "pay.rest",
			"artifice.target",
		},
		jargon: []string{
			"reading", "seat", "active", "actor", "drawer", "joker", "pool", "kind", "step", "option", "unseen", "stack",
		},
	},
	{
		file: "oracle.md",
		ids: []string{
			"map.points", "pack.fields", "effects", "order.depth", "order.forced", "order.open", "turn.end", "players.count",
			"setup.oracle", "setup.board", "setup.destiny", "setup.figure", "setup.throw", "day.phases", "day.arrival",
			"clock.turn", "clock.cost", "clock.over", "clock.marks", "clock.others", "throw.before", "throw.once",
			"throw.outside", "throw.same", "destiny.use", "action.same", "action.empty", "stars.runes", "stars.lines",
			"stars.segment", "stars.free", "stars.blackened", "stars.closed", "stars.charm", "stars.talisman", "stars.other",
			"stars.split", "stars.cross", "predict.runes", "predict.count", "predict.room", "predict.colour", "predict.draw",
			"predict.miss", "predict.hit", "predict.bonus", "predict.pair", "horoscope.side", "horoscope.write", "horoscope.dice",
			"horoscope.top", "horoscope.bottom", "horoscope.full", "horoscope.bonus", "influence.runes", "influence.skull",
			"influence.choice", "destiny.full", "x.where", "clan.x", "clan.icon", "sponsor.count", "recruit.townsfolk",
			"recruit.slot", "recruit.icon", "staff.manned", "staff.once", "goods.supply", "goods.colour", "corruption.draw",
			"corruption.deck", "corruption.discard", "market.icons", "market.sell", "score.reveal", "score.total", "score.winner",
			"over", "form", "hold.may", "amend.state", "ask.open", "ask.none", "bag.count",
		},
		refusals: []string{
			"hold.may", "amend.state", "ask.open", "ask.none", "day.phases", "clock.turn", "throw.before", "throw.once",
			"destiny.use", "action.same", "stars.runes", "predict.runes", "predict.room", "horoscope.side", "influence.runes",
			"recruit.townsfolk", "staff.manned", "predict.pair", "bag.count", "corruption.deck", "score.total", "market.sell",
			"stars.segment", "stars.free", "stars.blackened", "horoscope.dice", "horoscope.full", "horoscope.top",
			"horoscope.bottom", "predict.bonus", "goods.colour", "goods.supply", "clan.x", "clan.icon", "x.where",
			"corruption.discard", "staff.once", "score.reveal",
		},
		jargon: []string{"reading", "seat", "lattice", "phase", "question", "active", "pool", "kind", "option", "unseen"},
	},
	{
		file: "sator.md",
		ids: []string{
			"colour.free", "books.card", "bridges.deal", "draft.left", "place.order", "place.stock", "place.form",
			"place.grid", "place.overlap", "place.twins", "place.block", "place.relief", "deal", "turn.order",
			"turn.points", "points.short", "swap.time", "swap.cards", "swap.prayer", "hand.prayers", "play.time",
			"card.held", "play.first", "play.effect", "steps", "piece.board", "piece.rides", "piece.grid",
			"piece.overlap", "gargoyle.holds", "piece.toll", "piece.change", "card.golden", "rotas.shape",
			"turn.pivot", "rotas.twice", "rotas.pivot", "moves.type", "moves.most", "walk.side", "walk.void",
			"walk.steps", "walk.acolyte", "walk.gargoyle", "walk.stop", "walk.pass", "books.gather", "walk.time",
			"rest.time", "draw.time", "draw.pile", "pile.shuffle", "free.once", "piece.acolyte", "pray.gargoyle",
			"pray.cards", "pray.beside", "push.level", "push.rival", "push.pawns", "gargoyle.cell", "relay.bare",
			"haul.least", "leap.line", "leap.void", "leap.most", "fervour.still", "remove.bare", "end.over",
			"move.form", "turn.question", "hold.hand", "amend.time", "amend.value",
		},
		refusals: []string{
			"move.form", "hold.hand", "turn.order", "amend.time", "move.form", "amend.value", "end.over", "move.form",
			"turn.order", "turn.question", "walk.pass", "colour.free", "books.card", "draft.left", "free.once",
			"piece.board", "push.rival", "walk.time", "rest.time", "move.form", "walk.pass", "swap.time", "draw.time",
			"draw.pile", "hand.prayers", "draw.pile", "play.time", "card.held", "play.first", "place.stock",
			"place.form", "turn.pivot", "rotas.twice", "rotas.shape", "moves.type", "gargoyle.holds", "card.golden",
			"piece.acolyte", "relay.bare", "remove.bare", "push.level", "leap.line", "leap.void", "leap.most",
			"fervour.still", "points.short", "swap.cards", "swap.prayer", "rotas.pivot", "moves.most", "play.effect",
			"haul.least", "push.pawns", "gargoyle.cell", "place.grid", "place.overlap", "place.twins", "place.block",
			"piece.grid", "piece.overlap", "piece.change", "walk.side", "walk.void", "walk.acolyte", "walk.gargoyle",
			"walk.steps", "walk.stop", "pray.gargoyle", "pray.cards", "pray.beside",
		},
		jargon: []string{
			"reading", "seat", "actor", "anchor", "laying", "lack", "phase", "question", "pool", "kind", "option",
			"unseen",
		},
	},
}

// jargon are the words of the page's makers and of the machine, which nobody says at a table.
var jargon = []string{"engine", "agenda", "record", "verb", "argument", "parameter", "illegal", "amend", "pending"}

func (p page) read(t *testing.T) (string, *engine.Rulebook) {
	t.Helper()
	text, err := rules.Pages.ReadFile(p.file)
	if err != nil {
		t.Fatal(err)
	}
	book, err := engine.ParseRulebook(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), book
}

// forEachPage runs a test once a page.
func forEachPage(t *testing.T, test func(t *testing.T, p page, text string, book *engine.Rulebook)) {
	t.Helper()
	for _, p := range pages {
		t.Run(p.file, func(t *testing.T) {
			text, book := p.read(t)
			test(t, p, text, book)
		})
	}
}

func TestEveryPageIsKnown(t *testing.T) {
	got, err := fs.Glob(rules.Pages, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, p := range pages {
		want = append(want, p.file)
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("embedded pages (-tested +embedded):\n%s", diff)
	}
}

func TestEveryRuleHasItsHeading(t *testing.T) {
	forEachPage(t, func(t *testing.T, p page, _ string, book *engine.Rulebook) {
		if book.Title == "" {
			t.Error("the page has no title")
		}
		var got []string
		for _, rule := range book.Rules {
			got = append(got, rule.ID)
			if rule.Part == "" {
				t.Errorf("%s stands in no part of the page", rule.ID)
			}
			if rule.Detail == "" {
				t.Errorf("%s has no exact rule", rule.ID)
			}
		}
		if diff := cmp.Diff(p.ids, got); diff != "" {
			t.Errorf("rules of the page (-want +got):\n%s", diff)
		}
	})
}

// markdown are the characters that would show as such on the panel.
const markdown = "`*_#[]|<>\\~"

func TestPlainWords(t *testing.T) {
	forEachPage(t, func(t *testing.T, p page, _ string, book *engine.Rulebook) {
		unsaid := regexp.MustCompile(`(?i)\b(` + strings.Join(slices.Concat(jargon, p.jargon), "|") + `)s?\b`)
		told := make(map[string]string)
		for _, rule := range book.Rules {
			if n := utf8.RuneCountInString(rule.Plain); n < 10 || n > 200 {
				t.Errorf("%s: %d characters, want 10 to 200: %q", rule.ID, n, rule.Plain)
			}
			if !strings.HasSuffix(rule.Plain, ".") {
				t.Errorf("%s: no full stop at the end: %q", rule.ID, rule.Plain)
			}
			if strings.ContainsAny(rule.Plain, markdown) {
				t.Errorf("%s: Markdown in %q", rule.ID, rule.Plain)
			}
			if word := unsaid.FindString(rule.Plain); word != "" {
				t.Errorf("%s: nobody at a table says %q: %q", rule.ID, word, rule.Plain)
			}
			if before, ok := told[rule.Plain]; ok {
				t.Errorf("%s has the words of %s: %q", rule.ID, before, rule.Plain)
			}
			told[rule.Plain] = rule.ID
		}
	})
}

var refusalRow = regexp.MustCompile("(?m)^\\| `([a-z]+\\.[a-z]+)` \\|")

func TestOrderOfRefusals(t *testing.T) {
	forEachPage(t, func(t *testing.T, p page, text string, book *engine.Rulebook) {
		_, part, ok := strings.Cut(text, "\n## Refusals\n")
		if !ok {
			t.Fatal("the page has no part on refusals")
		}
		table, _, _ := strings.Cut(part, "\n#")
		var got []string
		for _, row := range refusalRow.FindAllStringSubmatch(table, -1) {
			got = append(got, row[1])
			if _, ok := book.Rule(row[1]); !ok {
				t.Errorf("%s is refused for, but told nowhere", row[1])
			}
		}
		if diff := cmp.Diff(p.refusals, got); diff != "" {
			t.Errorf("table of refusals (-want +got):\n%s", diff)
		}
	})
}

var dotted = regexp.MustCompile("`([a-z]+)\\.([a-z]+)`")

// A rule that another one points to must be there. Facts and example records look alike: they are told apart by what
// stands before the dot, which no rule has, or by their ending.
func TestNoReferenceLeadsNowhere(t *testing.T) {
	forEachPage(t, func(t *testing.T, _ page, text string, book *engine.Rulebook) {
		families := make(map[string]bool)
		for _, rule := range book.Rules {
			family, _, _ := strings.Cut(rule.ID, ".")
			families[family] = true
		}
		for _, ref := range dotted.FindAllStringSubmatch(text, -1) {
			if !families[ref[1]] || ref[2] == "table" {
				continue
			}
			if _, ok := book.Rule(ref[1] + "." + ref[2]); !ok {
				t.Errorf("%s is pointed to, but told nowhere", ref[0])
			}
		}
	})
}

func TestWordsOfARefusal(t *testing.T) {
	_, book := page{file: "sacrilege.md"}.read(t)
	const want = "You have already done this action in this turn. Your two actions must be different."
	if got := book.Words("turn.twice"); got != want {
		t.Errorf("words of turn.twice: %q, want %q", got, want)
	}
}
