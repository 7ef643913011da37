package companion

import (
	"context"

	"familiar/companion/archive"
	"familiar/companion/protocol"
)

// askGames answers which games were played.
func (t *Table) askGames(c caller, r protocol.GamesRequest) answer {
	if err := r.Check(); err != nil {
		return answered(err)
	}
	var now *archive.Game
	if t.referee.game != nil {
		now = archive.UnderWay(t.referee.game)
	}
	played, language := t.archive, c.language
	return answer{later: func(ctx context.Context) answer {
		games, err := played.List(ctx, now, r.At, language)
		if err != nil {
			return answered(err)
		}
		return answer{Answer: protocol.Answer{OK: true, Games: games}}
	}}
}

// askRecord answers with the record of a game.
func (t *Table) askRecord(_ caller, r protocol.RecordRequest) answer {
	played := t.archive
	return answer{later: func(ctx context.Context) answer {
		text, err := played.Record(ctx, r.Game)
		if err != nil {
			return answered(err)
		}
		return answer{Answer: protocol.Answer{OK: true, Record: text}}
	}}
}
