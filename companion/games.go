package companion

import (
	"context"

	"familiar/companion/archive"
	"familiar/companion/protocol"
)

// askGames answers which games were played.
func (t *Table) askGames(p *Phone, r protocol.GamesRequest) answer {
	if err := r.Check(); err != nil {
		return answered(err)
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
func (t *Table) askRecord(_ *Phone, r protocol.RecordRequest) answer {
	return answer{later: func(ctx context.Context) answer {
		text, err := t.archive.Record(ctx, r.Game)
		if err != nil {
			return answered(err)
		}
		return answer{Answer: protocol.Answer{OK: true, Record: text}}
	}}
}
