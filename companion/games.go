package companion

import (
	"context"

	"familiar/companion/archive"
	"familiar/companion/protocol"
	"familiar/engine/lang"
)

// askGames answers which games were played.
func (t *Table) askGames(p *Phone, r protocol.Request) answer {
	if r.At < 0 {
		return answered(lang.T("no game is newer than the newest one"))
	}
	var now *archive.Game
	if t.game != nil {
		now = archive.UnderWay(t.game)
	}
	return answer{later: func(ctx context.Context) answer {
		games, err := t.archive.List(ctx, now, r.At, p.language)
		if err != nil {
			return answered(err)
		}
		return answer{Answer: protocol.Answer{OK: true, Games: games}}
	}}
}

// askRecord answers with the record of a game.
func (t *Table) askRecord(_ *Phone, r protocol.Request) answer {
	return answer{later: func(ctx context.Context) answer {
		text, err := t.archive.Record(ctx, r.Game)
		if err != nil {
			return answered(err)
		}
		return answer{Answer: protocol.Answer{OK: true, Record: text}}
	}}
}
