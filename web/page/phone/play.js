// @ts-check
// What the page needs during a game.
export { makeBell } from './bell.js';
export { makePauses } from './pause.js';
export { Table } from './table.js';
