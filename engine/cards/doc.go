// Package cards keeps what a table knows of its cards.
//
// A card is one of a kind; equal copies are alike. In a place lie seen cards, which are known to lie there, and unseen
// ones. Every unseen card belongs to a pool: a multiset of kinds known to lie, in unknown order, over the places that
// hold cards of that pool. Pools have an age. A kind may leave a place if it is seen there, or if a pool holds that
// kind and the place has an unseen card of that pool; a seen copy leaves first, then one of the oldest pool that has it.
//
// Several cards of one place are looked at in one of two ways, and a game's rules page says in which: one after the other, each from the
// first source that has it (CanSee, See), or together, so that a card is left to the source that another one needs (CanLeave, TakeAll,
// SeeAll).
//
// A Table is not safe for concurrent use.
package cards
