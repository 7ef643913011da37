// @ts-check
// Requests about card lists, and the question what a list is called.
import { nameWord } from './players.js';
import { openSheet } from '../shared/sheet.js';
import { el, h, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Context } from '../shared/context.js' */
/** @import { Answer, Edit } from '../../types/protocol' */

const PIECE_LENGTH = 4000; // characters of a file in one message, whose limit is in bytes
const PIECE_INTERVAL = 60; // between two pieces, ms: the table limits messages per second

/**
 * Asks for card lists, or changes one.
 * @param {() => Context} now
 * @param {string} action
 * @param {string=} game
 * @param {string=} pack
 * @param {Partial<Edit>=} edit
 */
export const query = (now, action, game, pack, edit) =>
  now().actions.query({ type: 'packs', action, game, pack, edit: /** @type {Edit} */ (edit) });

/**
 * Sends a file in pieces, because messages are short.
 * @param {() => Context} now
 * @param {string} action
 * @param {string} game
 * @param {string} pack
 * @param {string} text
 * @param {boolean} over in the place of a list of that name
 * @return {Promise<Partial<Answer>>}
 */
export async function send(now, action, game, pack, text, over) {
  const bytes = new TextEncoder();
  let [at, from] = [0, 0];
  for (;;) {
    let end = Math.min(text.length, at + PIECE_LENGTH);
    if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && end < text.length) end--;
    const piece = text.slice(at, end);
    const answer = await query(now, action, game, pack, { text: piece, from, more: end < text.length, over });
    if (!answer.ok || end === text.length) return answer;
    await new Promise((done) => setTimeout(done, PIECE_INTERVAL));
    [at, from] = [end, from + bytes.encode(piece).length];
  }
}

/** @typedef {{title: string, text: string, yes: string, value: string}} NameQuestion */

/**
 * Asks for the name of a list.
 * @param {NameQuestion} question `value` is what stands in the field
 * @return {Promise<string>} empty: none was given
 */
export const askName = (question) =>
  new Promise((resolve) => {
    let name = '';
    openSheet({
      title: question.title,
      kind: 'small',
      view: (close) => h(NameForm, {
        question,
        take(text) {
          name = nameWord(text);
          if (name) close();
        },
      }),
      closed: () => resolve(name),
    });
  });

/** @param {{question: NameQuestion, take: (text: string) => void}} props */
function NameForm({ question: { text, yes, value }, take }) {
  const [typed, type] = useState(value);
  /** @param {Event} e */
  const submit = (e) => {
    e.preventDefault();
    take(typed);
  };
  return el(
    'form', { onSubmit: submit },
    el('p', null, text),
    el(
      'label', { class: 'field' }, el('span', null, t`Name`),
      el('input', {
        type: 'text', value: typed, maxlength: 32, autocomplete: 'off', autocapitalize: 'none', spellcheck: false,
        'aria-label': t`Name`, autofocus: true, onInput: (e) => type(e.currentTarget.value),
      }),
    ),
    el('div', { class: 'row end' }, el('button', { class: 'gold', type: 'submit' }, yes)),
  );
}
