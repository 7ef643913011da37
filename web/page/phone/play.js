// @ts-check
// What the page needs once somebody opens the menu, a game is on the table or tags get their names. The lobby is drawn
// without it, so that it is there sooner.
export { makeBell } from './bell.js';
export { openMove } from './builder.js';
export { Enrolment, openNaming } from './enrol.js';
export { openCard } from './hand.js';
export { openHints } from './hint.js';
export { openHold } from './hold.js';
export { openMenu } from './menu.js';
export { makePauses } from './pause.js';
export { Table } from './table.js';
