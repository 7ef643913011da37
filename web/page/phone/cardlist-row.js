// @ts-check
// The sheet of one row of a card list.
import { ValueField } from './cardlist-fields.js';
import { faultsOf, rowsOf, rowTitle, useList } from './cardlist-model.js';
import { allowed, called } from './cardlist-values.js';
import { Button } from '../shared/button.js';
import { Card } from '../shared/cards.js';
import { confirm, openSheet } from '../shared/sheet.js';
import { capital } from '../shared/words.js';
import { el, h, useLayoutEffect, useRef, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { ListState, Model } from './cardlist-model.js' */
/** @import { Names, Section } from '../../types/protocol' */

/**
 * Opens a row.
 * @param {Model} model
 * @param {Section} of
 * @param {number} row
 */
export function openRow(model, of, row) {
  /** @type {ReturnType<typeof openSheet>|null} */
  let sheet = null;
  sheet = openSheet({
    title: rowTitle(model.store.get(), of, row),
    kind: 'box',
    view: (close) => h(OneRow, { model, of, first: row, close, title: (text) => sheet?.setTitle(text) }),
  });
}

/**
 * @param {object} props
 * @param {Model} props.model
 * @param {Section} props.of
 * @param {number} props.first the row that is shown first
 * @param {() => void} props.close
 * @param {(text: string) => void} props.title sets the title of the sheet
 */
function OneRow({ model, of, first, close, title }) {
  const state = useList(model);
  const [row, setRow] = useState(first);
  const place = useRef(/** @type {HTMLDivElement|null} */ (null));
  const rows = rowsOf(state, of);
  const gone = row >= rows.length;
  const called = rowTitle(state, of, row);
  useLayoutEffect(() => {
    if (gone) close();
    else title(called);
  }, [gone, called]);
  if (gone) return null;
  /** @param {number} to */
  const go = (to) => {
    setRow(to);
    place.current?.parentElement?.scrollTo({ top: 0 });
  };
  const word = String(rows[row]?.values[of.label ?? ''] ?? '');
  const deck = { names: /** @type {Names} */ ({ names: state.names }), face: model.picture.face };
  return [
    el(
      'div', { ref: place },
      state.said && el('p', { class: 'refusal', role: 'alert' }, state.said),
      faultsOf(state, of, row).filter((f) => !f.field).map((f) => el('p', { class: 'fault', role: 'alert' }, f.text)),
    ),
    el(
      'div', { class: 'row' },
      h(Button, { name: 'back', off: row === 0, act: () => go(row - 1) }, t`Previous`),
      el('span', { class: 'quiet' }, t`${row + 1} of ${rows.length}`),
      h(Button, { name: 'on', off: row === rows.length - 1, act: () => go(row + 1) }, t`Next`),
    ),
    state.names[word]?.sort === 'card' && el('div', { class: 'row-face' }, h(Card, { word, deck, size: 'm' })),
    h(Fields, { key: row, model, state, of, row }),
    !model.house && h(Deeds, { model, state, of, row, go, close }),
  ];
}

/**
 * What can be done with a row.
 * @param {FieldsProps & {go: (to: number) => void, close: () => void}} props
 */
function Deeds({ model, state, of, row, go, close }) {
  const rows = rowsOf(state, of);
  /** @param {number} to */
  const move = async (to) => {
    if (await model.edit('move', { table: of.name, row: Math.min(row, to) })) go(to);
  };
  const copy = async () => {
    const label = of.label ?? '';
    const value = { ...rows[row]?.values };
    const taken = new Set(rows.map((r) => r.values[label]));
    const name = value[label];
    const isName = of.fields.find((f) => f.name === label)?.kind === 'name';
    for (let n = 2; isName && taken.has(value[label]); n++) value[label] = `${name}-${n}`;
    if (await model.edit('add', { table: of.name, row, value })) go(row + 1);
  };
  const remove = async () => {
    const yes = await confirm({
      title: t`Take ${rowTitle(state, of, row)} out of the list?`, text: t`What stands there is lost.`,
      yes: t`Take it out`, grave: true,
    });
    if (yes && (await model.edit('remove', { table: of.name, row }))) close();
  };
  return el(
    'div', { class: 'deeds' },
    h(Button, { name: 'up', off: row === 0, act: () => move(row - 1) }, t`Before the previous`),
    h(Button, { name: 'down', off: row === rows.length - 1, act: () => move(row + 1) }, t`Behind the next`),
    h(Button, { name: 'copy', act: copy }, t`Another one like it`),
    h(Button, { look: 'blood', name: 'remove', act: remove }, t`Take it out`),
  );
}

/** @typedef {{model: Model, state: ListState, of: Section, row: number}} FieldsProps */

/**
 * The fields of a row.
 * @param {FieldsProps} props
 */
export function Fields({ model, state, of, row }) {
  const { values, said = {} } = rowsOf(state, of)[row] ?? { values: {} };
  const faults = faultsOf(state, of, row);
  const fields = allowed(of.fields, values);
  const idle = Object.keys(values).filter((key) =>
    !fields.some((f) => f.name === key) && of.fields.some((f) => f.name === key));
  const { list, words, names } = state;
  /** @param {string} field */
  const set = (field) => (/** @type {unknown} */ value) => model.edit('set', { table: of.name, row, field, value });
  return el(
    'fieldset', { class: 'row-form', disabled: model.house },
    said['']?.[0] && el('p', { class: 'told' }, capital(said[''][0])),
    fields.map((f) => {
      const wrong = faults.filter((x) => x.field === f.name);
      const id = `fault-${of.name}-${row}-${f.name}`;
      return el(
        'div', { key: f.name, class: wrong.length > 0 ? 'box-field ill' : 'box-field' },
        h(ValueField, {
          of: f, x: values[f.name], set: set(f.name), list, words, names, label: called(words, f.name),
          name: `${of.name}-${row}-${f.name}`, field: f.name, usual: f.usual, need: f.need, top: true,
          said: said[f.name], about: wrong.length > 0 ? id : undefined,
        }),
        wrong.length > 0 && el('p', { class: 'fault', id, role: 'alert' }, wrong.map((x) => x.text).join(' ')),
      );
    }),
    idle.map((key) => el(
      'p', { class: 'fault' }, t`${called(words, key)} is of no use here.`, ' ',
      h(Button, { look: 'link', name: `idle-${key}`, act: () => set(key)(null) }, t`Leave it out`),
    )),
  );
}
