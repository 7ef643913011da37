// Elements made by components, for the parts of the page that are still drawn without.
import { Back, Card } from './cards.js';
import { Candle, Flame, Rule, Seal, SeatDot } from './ornaments.js';
import { h, made } from './view.js';

/** A card: see Card. */
export const card = (word, deck, { key, cls, ...rest } = {}) =>
  made(h(Card, { word, deck: { names: deck.names, face: deck.face }, name: key, look: cls, ...rest }));

/** The back of a card: see Back. */
export const back = ({ key, ...rest } = {}) => made(h(Back, { name: key, ...rest }));

export const seatDot = (colour) => made(h(SeatDot, { colour }));
export const candle = (lit) => made(h(Candle, { lit }));
export const rule = () => made(h(Rule, {}));
export const seal = (points) => made(h(Seal, { points }));
export const flame = () => made(h(Flame, {}));
