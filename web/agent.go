package web

import "strings"

// Substrings of User-Agent headers, each with a name for people. A substring that only one browser has comes before those that others copy.
var (
	machines = [][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "Chromebook"}, {"Windows", "Windows"}, {"Macintosh", "Mac"}, {"Linux", "Linux"},
	}
	browsers = [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"},
		{"CriOS", "Chrome"}, {"Chrom", "Chrome"}, {"Safari", "Safari"},
	}
)

// deviceOf returns a name for a phone, from its User-Agent: “iPhone, Safari”. The name has only words from the lists above; it is empty if none fits.
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
