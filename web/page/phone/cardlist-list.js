// @ts-check
// The sheet of one card list: what is wrong with it, what can be done with it, and its tables.
import { Button } from '../shared/button.js';
import { Card } from '../shared/cards.js';
import { faultsOf, headingOf, makeModel, rowsOf, rowTitle, useList } from './cardlist-model.js';
import { Fields, openRow } from './cardlist-row.js';
import { titleOf } from './cardlist.js';
import { askName, query } from './cardlist-requests.js';
import { allowed, fresh } from './cardlist-values.js';
import { dressSheet, pictureOf } from '../shared/picture.js';
import { saveFile } from './save.js';
import { confirm, openSheet } from '../shared/sheet.js';
import { el, h, useEffect } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Context } from '../shared/context.js' */
/** @import { Model, ListState } from './cardlist-model.js' */
/** @import { Row } from './cardlist-values.js' */
/** @import { CardList, Fault, Names, Section } from '../../types/protocol' */

/**
 * The sheet of all lists, above that of one.
 * @typedef {{changed: () => void, leave: () => void}} Above
 */

/**
 * Opens a card list.
 * @param {() => Context} now
 * @param {string} game
 * @param {string} name
 * @param {Above} above
 */
export async function openList(now, game, name, above) {
  const picture = await pictureOf(game);
  const undress = dressSheet(picture);
  const model = makeModel(now, game, name, picture);
  const title = now().welcome.games.find((g) => g.id === game)?.title ?? game;
  openSheet({
    title: `${title}: ${titleOf(name)}`,
    kind: 'box',
    view: (close) => h(OneList, { model, close, above }),
    closed() {
      undress();
      above.changed();
      dispatchEvent(new Event('cardlists'));
    },
  });
}

/** @param {{model: Model, close: () => void, above: Above}} props */
function OneList({ model, close, above }) {
  const state = useList(model);
  const { list, form, said } = state;
  useEffect(() => {
    model.read();
  }, []);
  return [
    el(
      'div', null,
      said && el('p', { class: 'refusal', role: 'alert' }, said),
      list && (list.ok ? h(Good, { model, list }) : h(Faults, { model, state, list })),
    ),
    list && h(Deeds, { model, list, close, above }),
    list && form && el('div', null, form.tables.map((of) => h(OneTable, { key: of.name, model, state, of }))),
  ];
}

/** @param {{model: Model, list: CardList}} props */
const Good = ({ model, list }) => [
  el(
    'p', { class: 'notice good', role: 'status' },
    el('b', null, t`${list.kinds} kinds, ${list.cards} cards.`), ' ', t`A game can begin with it.`,
  ),
  list.odd && el(
    'p', { class: 'notice' },
    list.odd, ' ', t`To be edited here it can be written anew; its comments are lost then.`, ' ',
    h(Button, { look: 'link', name: 'plain', act: () => model.edit('plain', {}) }, t`Write it anew`),
  ),
  model.house && el(
    'p', { class: 'quiet' }, t`This list belongs to the table: it can be looked at and copied, not changed.`,
  ),
];

/**
 * Why no game can begin with the list.
 * @param {{model: Model, state: ListState, list: CardList}} props
 */
const Faults = ({ model, state, list }) =>
  el(
    'div', { class: 'notice warning', role: 'status' },
    el('p', null, el('b', null, t`No game can begin with it yet.`)),
    el('ul', { class: 'plain-list' }, (list.faults ?? []).map((fault, i) => {
      const place = placeOf(state, fault);
      return el(
        'li', null,
        place && h(Button, { look: 'link', name: `fault-${i}`, act: () => goTo(model, fault) }, place), ' ', fault.text,
        fault.line && el('small', { class: 'quiet' }, ' ', t`(line ${fault.line} of the file)`),
      );
    })),
    list.odd && h(Button, { name: 'plain', act: () => model.edit('plain', {}) }, t`Write it anew`),
    !list.tables && el('p', null, t`Mend the file and import it again.`),
  );

/**
 * @param {ListState} state
 * @param {Fault} fault
 */
const tableOf = ({ form }, { table = '' }) => form?.tables.find((x) => x.name === table);

/**
 * Where a fault is.
 * @param {ListState} state
 * @param {Fault} fault
 */
function placeOf(state, fault) {
  const of = tableOf(state, fault);
  if (!of || fault.row < 0) return '';
  return of.rows ? rowTitle(state, of, fault.row) : headingOf(state, of);
}

/**
 * @param {Model} model
 * @param {Fault} fault
 */
function goTo(model, fault) {
  const of = tableOf(model.store.get(), fault);
  if (of?.rows) openRow(model, of, fault.row);
  else document.querySelector(`[data-table="${CSS.escape(fault.table ?? '')}"]`)?.scrollIntoView();
}

/**
 * What can be done with the list as a whole.
 * @param {{model: Model, list: CardList, close: () => void, above: Above}} props
 */
function Deeds({ model, list, close, above }) {
  const { house } = model;
  const { enrol, takeTags, exportFile, rename, remove } = deeds(model, close, above);
  const tags = list.tags ?? 0;
  return el(
    'div', { class: 'deeds' },
    list.ok && h(
      Button, { name: 'enrol', act: enrol }, tags > 0 ? t`Enrol its tags (${tags} so far)` : t`Enrol its tags`,
    ),
    list.ok && !house && h(Button, { name: 'take', act: takeTags }, t`Take over tags of the stand-in cards`),
    h(Button, { name: 'export', act: exportFile }, t`Export`),
    !house && h(Button, { name: 'rename', act: rename }, t`Rename`),
    !house && h(Button, { look: 'blood', name: 'delete', act: remove }, t`Delete`),
  );
}

/**
 * @param {Model} model
 * @param {() => void} close
 * @param {Above} above
 */
function deeds({ now, game, name, read }, close, above) {
  const { actions } = now();
  return {
    async enrol() {
      if (!(await actions.ask({ type: 'enrol', action: 'begin', game, pack: name }))) return;
      close();
      above.leave();
    },
    async takeTags() {
      actions.toast((await actions.query({ type: 'enrol', action: 'take', game, pack: name })).text ?? '');
      read();
    },
    async exportFile() {
      const { ok, text = '', record = '' } = await query(now, 'export', game, name);
      if (ok) saveFile(`${game}.${name}.toml`, record);
      else actions.toast(text);
    },
    async rename() {
      const to = await askName({
        title: t`How is it to be called?`, text: t`Its tags go with it.`, yes: t`Rename`, value: name,
      });
      if (!to || to === name) return;
      const { ok, text = '' } = await query(now, 'rename', game, name, { name: to });
      if (!ok) return actions.toast(text);
      close();
      openList(now, game, to, above);
    },
    async remove() {
      const yes = await confirm({
        title: t`Delete this list?`,
        text: t`Export it first if you may want it again. Games that were played with it can still be looked at.`,
        yes: t`Delete it`,
        grave: true,
      });
      if (!yes) return;
      const { ok, text = '' } = await query(now, 'delete', game, name);
      if (ok) close();
      else actions.toast(text);
    },
  };
}

/** @typedef {{model: Model, state: ListState, of: Section}} TableProps */

/** @param {TableProps} props */
function OneTable({ model, state, of }) {
  const rows = rowsOf(state, of);
  const add = async () => {
    const added = await model.edit('add', { table: of.name, row: -1, value: newRow(state, of) });
    if (added) openRow(model, of, rowsOf(model.store.get(), of).length - 1);
  };
  return el(
    'section', { class: 'leaf', 'data-table': of.name },
    el(
      'h3', null, headingOf(state, of),
      of.rows && rows.length > 0 && el('small', { class: 'quiet' }, ` ${rows.length}`),
    ),
    of.rows
      ? el('div', { class: 'cards' }, rows.map((_, i) => h(OneRow, { key: i, model, state, of, i })))
      : h(Fields, { model, state, of, row: 0 }),
    of.rows && !model.house && h(Button, { name: `add-${of.name}`, act: add }, t`Add one`),
  );
}

/**
 * A row looks like its card, or else shows its name.
 * @param {TableProps & {i: number}} props
 */
function OneRow({ model, state, of, i }) {
  const values = rowsOf(state, of)[i]?.values ?? {};
  const word = String(values[of.label ?? ''] ?? '');
  const ill = faultsOf(state, of, i).length > 0;
  const tap = () => openRow(model, of, i);
  const name = `row-${of.name}-${i}`;
  if (state.names[word]?.sort !== 'card') {
    return h(Button, { look: ill ? 'plain ill' : 'plain', name, act: tap }, rowTitle(state, of, i));
  }
  const deck = { names: /** @type {Names} */ ({ names: state.names }), face: model.picture.face };
  return h(Card, { word, deck, tap, name, copies: Number(values.copies ?? 1), look: ill ? 'ill' : '' });
}

/**
 * The values of a new row, with a name that no other row has.
 * @param {ListState} state
 * @param {Section} of
 */
function newRow(state, of) {
  /** @type {Row} */
  const value = {};
  for (const f of of.fields) if (f.need && allowed([f], value).length > 0) value[f.name] = fresh(f, state.list);
  const label = of.label ?? '';
  if (of.fields.find((f) => f.name === label)?.kind !== 'name') return value;
  const taken = new Set(rowsOf(state, of).map((r) => r.values[label]));
  for (let n = 1; taken.has(value[label]); n++) value[label] = `new-${n}`;
  return value;
}
