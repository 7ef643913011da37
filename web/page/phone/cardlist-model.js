// @ts-check
// One card list that is read and edited, and what its sheets ask about it.
import { called } from './cardlist-values.js';
import { query } from './cardlist-requests.js';
import { makeStore } from '../shared/store.js';
import { capital } from '../shared/words.js';
import { useEffect, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Picture } from '../games/contract.js' */
/** @import { Context } from '../shared/context.js' */
/** @import { Store } from '../shared/store.js' */
/** @import { Answer, CardList, Edit, Fault, List, NameView, RowView, Section } from '../../types/protocol' */

/**
 * A card list as its sheets see it.
 * @typedef {object} ListState
 * @property {CardList|null} list
 * @property {List|null} form
 * @property {{[part: string]: string}} words
 * @property {{[word: string]: NameView}} names
 * @property {string} said why the last change was not made
 *
 * @typedef {object} Model
 * @property {() => Context} now
 * @property {string} game
 * @property {string} name
 * @property {boolean} house it is the list of the table, which cannot be changed
 * @property {Picture} picture
 * @property {Store<ListState>} store
 * @property {() => Promise<boolean>} read
 * @property {(action: string, change: Partial<Edit>) => Promise<boolean>} edit
 */

/**
 * @param {() => Context} now
 * @param {string} game
 * @param {string} name
 * @param {Picture} picture
 * @return {Model}
 */
export function makeModel(now, game, name, picture) {
  const store = makeStore(/** @type {ListState} */ ({ list: null, form: null, words: {}, names: {}, said: '' }));
  /** @param {Partial<Answer>} answer */
  const take = ({ ok = false, text = '', list }) => {
    const state = store.get();
    if (ok && list) {
      store.set({
        list, form: list.form ?? state.form, words: list.words ?? state.words,
        // A list with a fault has no pictures: the last ones are still right for most cards.
        names: list.names ?? state.names,
      });
    }
    store.set({ said: ok ? '' : text });
    return ok;
  };
  let line = Promise.resolve(true); // Changes are sent one after the other, because each is based on the one before.
  /**
   * @param {string} action
   * @param {Partial<Edit>} change
   */
  const make = async (action, change) => {
    const { ok = false, ...answer } = await query(now, action, game, name, { ...change, mark: store.get().list?.mark });
    take({ ok, ...answer });
    // Somebody else may have changed the list: show it as it is now.
    if (!ok && take(await query(now, 'read', game, name))) store.set({ said: answer.text ?? '' });
    return ok;
  };
  return {
    now, game, name, house: name === 'house', picture, store,
    read: async () => take(await query(now, 'read', game, name, { form: true })),
    edit: (action, change) => (line = line.then(() => make(action, change))),
  };
}

/**
 * The list as it is at the moment: what uses it is drawn again after every change.
 * @param {Model} model
 */
export function useList({ store }) {
  const [state, setState] = useState(store.get());
  useEffect(() => store.watch(setState), []);
  return state;
}

/**
 * @param {ListState} state
 * @param {Section} of
 * @return {RowView[]}
 */
export const rowsOf = ({ list }, of) => list?.tables?.[of.name] ?? [];

/**
 * A row as people call it.
 * @param {ListState} state
 * @param {Section} of
 * @param {number} row
 */
export function rowTitle(state, of, row) {
  const word = rowsOf(state, of)[row]?.values[of.label ?? ''];
  if (typeof word !== 'string' || !word) return t`Number ${row + 1}`;
  return state.names[word]?.title ?? capital(word.replaceAll('-', ' '));
}

/**
 * @param {ListState} state
 * @param {Section} of
 * @param {number} row
 * @return {Fault[]}
 */
export const faultsOf = ({ list }, of, row) =>
  (list?.faults ?? []).filter((f) => (f.table ?? '') === of.name && f.row === row);

/**
 * The heading of a table.
 * @param {ListState} state
 * @param {Section} of
 */
export const headingOf = ({ words }, of) => called(words, of.name || 'box');
