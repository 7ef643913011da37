// @ts-check
// The dock: the viewer's moves, as buttons at the foot of the page.
import { Button } from '../shared/button.js';
import { undo } from '../shared/log.js';
import { choices, ends, inOrder, offers, treeOf } from '../shared/moves.js';
import { SeatDot } from '../shared/ornaments.js';
import { nameOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { GameContext } from '../shared/context.js' */
/** @import { Offer } from '../shared/moves.js' */
/** @import { SeatView } from '../../types/protocol' */

/**
 * A button of the dock: a verb, or an answer that needs no sheet.
 * @typedef {object} Deed
 * @property {Offer} offer
 * @property {string[]} [words] after the verb
 * @property {number} [times]
 * @property {string} [text]
 * @property {SeatView} [seat] whose colour is on it
 * @property {string} [icon] the word that is drawn on it
 * @property {string} [label]
 * @property {string} cls
 * @property {boolean} [sheet] it opens a sheet although words are chosen
 */

const FEW = 9; // answers that have a button each

/**
 * The buttons for the moves.
 * @param {GameContext} ctx
 * @return {Deed[]}
 */
export const deeds = (ctx) => offers(ctx).flatMap((offer) => deedsOf(ctx, offer));

/**
 * @param {GameContext} ctx
 * @param {Offer} offer
 * @return {Deed[]}
 */
function deedsOf(ctx, offer) {
  const { picture } = ctx;
  const look = picture.look(offer, ctx);
  const words = look.folded || look.ways ? null : atOnce(ctx, offer);
  if (words) {
    return words.map((word) => ({
      offer, words: [word], text: picture.optionText(word, ctx, offer.verb), cls: 'gold',
      seat: ctx.game.seats.find((x) => x.word === word),
    }));
  }
  const cls = picture.bright.includes(offer.verb) ? 'flame' : look.cls ?? 'gold';
  const verb = { offer, label: look.label, cls };
  const n = unseenLeft(ctx, offer);
  const all = { offer, words: ['?'], times: n, text: t`All ${n} unseen`, cls: look.ways ? 'way.gold' : 'gold' };
  const unseen = n > 1 ? [all] : [];
  if (!look.ways) return [verb, ...unseen];
  // The game says which answers are likely; the others are behind the verb's own button.
  const rest = look.rest ? [{ ...verb, ...look.rest, cls: 'way.plain', sheet: true }] : [];
  return [...unseen, ...look.ways.map((way) => ({ offer, ...way, cls: `way.${way.cls}` })), ...rest];
}

/**
 * The answers to an open question, if each is one word and they are few enough for a button each, without a sheet.
 * @param {GameContext} ctx
 * @param {Offer} offer
 */
function atOnce(ctx, offer) {
  const tree = treeOf(ctx.game, offer) ?? {};
  if (!ctx.game.ask.open || offer.plain || ends(tree)) return null;
  const words = choices(tree);
  const simple = words.every((w) =>
    nameOf(ctx.names, w).sort !== 'card' && Object.keys(tree[w] ?? {}).length === 0);
  return simple && words.length <= FEW ? inOrder(ctx, words) : null;
}

/**
 * How many cards the question asks for, if all of them may stay unseen.
 * @param {GameContext} ctx
 * @param {Offer} offer
 */
function unseenLeft({ game, snapshot }, { table, verb }) {
  if (table || !game.ask.open || game.ask.seat !== snapshot.you.seat) return 0;
  const unseen = game.moves[verb]?.['?'];
  return unseen && ends(unseen) ? game.ask.n ?? 0 : 0;
}

/**
 * @param {{ctx: GameContext, deed: Deed}} props
 */
function DeedButton({ ctx, deed: { offer, words, times, text, seat, icon, label, cls, sheet } }) {
  const { game, picture, actions, names } = ctx;
  const resting = Boolean(ctx.lost || game.paused);
  const look = cls.replaceAll('.', ' ');
  if (words === undefined || sheet) {
    const act = () => actions.openOffer(offer, words ?? [], label);
    return h(Button, { look, name: nameOfDeed(offer), resting, act }, label ?? offer.label);
  }
  return h(
    Button,
    {
      look: text && !cls.startsWith('way') ? `${look} told` : look, label, resting,
      name: [offer.verb, ...words, ...(times ? [times] : [])].join('-'),
      act: () => actions.move(offer.verb, words, offer.table, times),
    },
    seat && h(SeatDot, { colour: seat.colour }),
    icon !== undefined && picture.icon(icon, ctx),
    text ?? nameOf(names, words[0] ?? '').title,
  );
}

/** @param {Offer} offer */
const nameOfDeed = ({ table, verb }) => `${table ? 'table-' : ''}${verb}`;

/** @param {{ctx: GameContext}} props */
export function Verbs({ ctx }) {
  const { game, me, snapshot, actions } = ctx;
  const undoable = game.undoable > 0 && (game.log?.length ?? 0) > 0;
  return el(
    'div', { class: 'verbs' },
    deeds(ctx).map((deed) => {
      const key = [nameOfDeed(deed.offer), deed.sheet, ...(deed.words ?? []), deed.times].join('-');
      return h(DeedButton, { key, ctx, deed });
    }),
    me && snapshot.phase === 'game'
      && h(Button, { key: 'hold', name: 'hold', act: () => actions.openHold() }, t`My cards`),
    undoable && h(Button, { key: 'undo', name: 'undo', act: () => undo(ctx) }, t`Undo`),
    h(Button, { key: 'amend', name: 'amend', look: 'plain roomy', act: () => actions.openAmend() }, t`Fix`),
  );
}
