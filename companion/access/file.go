package access

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"

	"familiar/companion/settings"
	"familiar/engine/lang"
)

// file is the content of File, as JSON. Its first two lines are its format and a checksum of all lines after them:
//
//	{
//		"format": 2,
//		"sha256": "…",
//		"code": "K7PX2M",
//
// Files of earlier versions, of format 1, begin with the code.
type file struct {
	Code   string           `json:"code"`
	Phones map[string]Phone `json:"phones"` // by the hash of the token
	// Removed are the hashes of the tokens of phones that were sent away since there is this code.
	Removed []string `json:"removed,omitempty"`
	settings.Settings
}

const format = 2

var (
	head    = regexp.MustCompile(`^\{\n\t"format": ([0-9]+),\n\t"sha256": "([0-9a-f]{64})",\n`)
	headOf1 = regexp.MustCompile(`^\s*\{\s*"code"`) // of format 1

	errSum   = lang.T("its checksum does not fit: something has changed it")
	errNewer = lang.T("it was written by a newer version of Familiar")
)

// encode returns the file.
func (f file) encode() ([]byte, error) {
	data, err := json.MarshalIndent(f, "", "\t")
	if err != nil {
		return nil, err
	}
	rest := bytes.TrimPrefix(data, []byte("{\n"))
	return fmt.Appendf(nil, "{\n\t\"format\": %d,\n\t\"sha256\": %q,\n%s", format, checksum(rest), rest), nil
}

func checksum(rest []byte) string {
	sum := sha256.Sum256(rest)
	return hex.EncodeToString(sum[:])
}

// decode reads the file. The error says what is wrong with it; it is errNewer if this version cannot know.
func decode(data []byte) (file, error) {
	found := head.FindSubmatch(data)
	if found == nil {
		return decode1(data)
	}
	if n, err := strconv.Atoi(string(found[1])); err != nil || n > format {
		return file{}, errNewer
	}
	if checksum(data[len(found[0]):]) != string(found[2]) {
		return file{}, errSum
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return file{}, err
	}
	return f, nil
}

// decode1 reads a file of format 1. Anything else without the first lines of a later format has lost them.
func decode1(data []byte) (file, error) {
	var f struct {
		file
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return file{}, err
	}
	if f.Format != 0 || !headOf1.Match(data) {
		return file{}, errSum
	}
	return f.file, nil
}
