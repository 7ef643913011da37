package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"

	"familiar/companion/durable"
	"familiar/engine/lang"
)

// A card list changes when its owner edits it, but a game goes on with the list that it began with. So each list is stored once beside the journals,
// under its checksum, and the header of a journal has that checksum.

const (
	// CardsFolder is the folder of these lists in that of the journals.
	CardsFolder = "cards"
	maxCards    = 1 << 20 // bytes: far more than any list
)

// ErrNoCards means that the card list with which a game began is missing, or was changed.
var ErrNoCards error = lang.T("the card list with which the game began is gone or damaged")

// Cards returns the owner's card list with which a game began, by the checksum in the game's journal.
func Cards(dir, sum string) ([]byte, error) {
	path, ok := cardsPath(dir, sum)
	if !ok {
		return nil, ErrNoCards
	}
	data, err := durable.Read(path, maxCards)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, durable.ErrNoFile) || err == nil && sumOf(data) != sum {
		return nil, lang.T("{1}: {2}", ErrNoCards, path)
	}
	return data, err
}

// sumOf returns the checksum of an owner's card list; empty for the program's own.
func sumOf(cards []byte) string {
	if cards == nil {
		return ""
	}
	sum := sha256.Sum256(cards)
	return hex.EncodeToString(sum[:])
}

// cardsPath returns where the list of a sum is stored. The sum may come from anywhere.
func cardsPath(dir, sum string) (string, bool) {
	if b, err := hex.DecodeString(sum); err != nil || len(b) != sha256.Size {
		return "", false
	}
	return filepath.Join(dir, Folder, CardsFolder, sum+".toml"), true
}

// keepCards stores a card list, durable when it returns.
func keepCards(dir string, cards []byte) error {
	if cards == nil {
		return nil
	}
	sum := sumOf(cards)
	if _, err := Cards(dir, sum); err == nil {
		return nil
	}
	path, _ := cardsPath(dir, sum)
	return durable.Replace(path, cards, filePerm)
}
