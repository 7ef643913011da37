package companion

// Anybody may ask of any move of anybody, legal now or not, whether it may be made: nothing is done. All of the answer comes from the view of whoever asks, so
// that it tells no more than that view does.
