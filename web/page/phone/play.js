// @ts-check
// What the page needs once a game is on the table or tags get their names. The lobby is drawn without it, so that it
// is there sooner.
export { openMove } from './builder.js';
export { Enrolment, openNaming } from './enrol.js';
export { openCard } from './hand.js';
export { openHints } from './hint.js';
export { openHold } from './hold.js';
export { Table } from './table.js';
