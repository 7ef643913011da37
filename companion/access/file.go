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
	headOf2 = regexp.MustCompile(`^\{\n\t"format": ([0-9]+),\n\t"sha256": "([0-9a-f]{64})",\n`)
	headOf1 = regexp.MustCompile(`^\s*\{\s*"code"`)

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
func decode(data []byte) (f file, err error) {
	if head := headOf2.FindSubmatch(data); head != nil {
		if n, err := strconv.Atoi(string(head[1])); err != nil || n > format {
			return file{}, errNewer
		}
		if checksum(data[len(head[0]):]) != string(head[2]) {
			return file{}, errSum
		}
	} else if json.Valid(data) && !headOf1.Match(data) {
		return file{}, errSum
	}
	var read struct {
		file
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return file{}, err
	}
	if read.Format != 0 && headOf2.Find(data) == nil {
		return file{}, errSum
	}
	return read.file, nil
}
