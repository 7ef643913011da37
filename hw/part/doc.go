// Package part describes parts of the wired table as they are sold: the buses that they hang on, the labels of their terminals, and what helps if
// they fail. The lists of chips and panels (packages reader and panel) are made of it, and it knows none of them.
package part
