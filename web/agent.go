package web

import "strings"

// Substrings of a browser's User-Agent. Particular ones come before those that other browsers use, too.
var (
	machines = [][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "Chromebook"}, {"Windows", "Windows"}, {"Macintosh", "Mac"}, {"Linux", "Linux"},
	}
	browsers = [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"},
		{"CriOS", "Chrome"}, {"Chrom", "Chrome"}, {"Safari", "Safari"},
	}
)

// deviceOf returns what people call a phone, from its User-Agent: “iPhone, Safari”. It uses only words of this program, and is empty if none fits.
func deviceOf(agent string) string {
	var words []string
	for _, marks := range [][][2]string{machines, browsers} {
		for _, m := range marks {
			if strings.Contains(agent, m[0]) {
				words = append(words, m[1])
				break
			}
		}
	}
	return strings.Join(words, ", ")
}
