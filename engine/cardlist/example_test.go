package cardlist_test

import (
	"fmt"
	"log"

	"familiar/engine/cardlist"
)

// A list of kinds of cards is described, and one of its lines is changed: the author's comments stay as they are.
func Example() {
	list := &cardlist.List{Tables: []cardlist.Section{{
		Name: "kind", Rows: true, Label: "name",
		Fields: []cardlist.Field{
			cardlist.Required("name", cardlist.Value{Kind: cardlist.Name}),
			cardlist.Required("value", cardlist.Within(-6, 7)),
		},
	}}}
	file, err := cardlist.Parse([]byte(`# Copied from our box on a rainy day.
game = "toy"
pack = "mine"

[[kind]]
name = "imp"   # the small one
value = 2
`))
	if err != nil {
		log.Fatal(err)
	}
	file, err = file.Set(list, "kind", 0, "value", int64(3))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", file.Bytes())

	value := list.Find("kind").Find("value", nil)
	fmt.Println("a menu would take 3:", file.Fits(&value.Value, int64(3)), "and 8:", file.Fits(&value.Value, int64(8)))
	// Output:
	// # Copied from our box on a rainy day.
	// game = "toy"
	// pack = "mine"
	//
	// [[kind]]
	// name = "imp"   # the small one
	// value = 3
	// a menu would take 3: true and 8: false
}
