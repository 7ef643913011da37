// Package cards models what a table knows of its cards.
//
// A card belongs to a kind, and copies of a kind are interchangeable. A place holds seen cards, which are known to lie there, and unseen cards. Every
// unseen card belongs to a pool: a multiset of kinds that lie, in unknown order, in the places that hold cards of that pool. Pools have an age. A
// place may hold a card of a kind if the kind is seen there, or if a pool has that kind and the place has an unseen card of that pool. A seen copy
// leaves first, then one of the oldest pool that has it.
//
// There are two ways to look at several cards of one place, and a game's rules page says which one applies. One after the other, each card comes from
// the first source that has it: a seen copy, or a pool (CanSee, See). Together, no card takes a copy that another card needs (CanLeave, TakeAll, SeeAll).
//
// A Layout is not safe for concurrent use.
package cards
