package companion

import (
	"context"

	"familiar/companion/archive"
	"familiar/companion/protocol"
)

// askGames answers with the games that were played.
func (t *Table) askGames(c caller, r protocol.GamesRequest) answer {
	if err := r.Check(); err != nil {
		return answered(err)
	}
	current, archive, language := archive.UnderWay(t.referee.game), t.archive, c.language
	return answer{later: func(ctx context.Context) (protocol.Answer, error) {
		games, err := archive.List(ctx, current, r.At, language)
		return protocol.Answer{OK: true, Games: games}, err
	}}
}

// askRecord answers with the record of a game.
func (t *Table) askRecord(_ caller, r protocol.RecordRequest) answer {
	archive := t.archive
	return answer{later: func(ctx context.Context) (protocol.Answer, error) {
		text, err := archive.Record(ctx, r.Game)
		return protocol.Answer{OK: true, Record: text}, err
	}}
}
