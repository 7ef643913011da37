// @ts-check
// The cover: what a screen shows until the table has let it in.
import { Flame, Seal } from './ornaments.js';
import { secureHome } from './token.js';
import { el, h, render, useLayoutEffect, useRef } from './view.js';
import { t } from './lang.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { Refused, Wait } from '../../types/protocol' */

/**
 * Why the table does not let the viewer in.
 * @param {Refused} refused
 */
const whyNot = ({ code, text }) =>
  ({
    join: t`This table has a join code. It is on the panel of the table, and on the phone of anybody who is in, under
      “Menu”.`,
    wrong: t`That is not the code of this table. The right one is on the panel of the table, and on the phone of
      anybody who is in.`,
    wait: t`Too many wrong codes, or too many new phones at once. Wait a minute, then try again.`,
    protocol: t`This page and the table are of different versions. Load the page again.`,
    kicked: t`The host has sent this phone away. It comes in again when there is a new code: scan that, or type it.`,
    link: t`This link was used already, or is too old. Open the table where this phone was in, without encryption, and
      go on from there again. Or type the join code:`,
    left: t`This phone has left the table. With the join code it comes in again.`,
    ended: t`Another page that is in as this phone has ended this one. With the join code it comes in again.`,
    turned: t`The host has not let this phone in.`,
    late: t`No host has let this phone in for ten minutes. To ask again, type the join code.`,
    carried: t`This phone goes on over an encrypted connection, in another window.`,
  })[code] ?? text;

/** @param {{children?: ComponentChildren}} props */
const Sheet = ({ children }) =>
  el(
    'section', { class: 'cover' },
    el('div', { class: 'cover-seal' }, h(Seal, {}), h(Flame, {})),
    el('h1', null, 'Familiar'),
    children,
  );

/**
 * Asks for the join code.
 * @param {{refused: Refused, enter: (code: string) => void}} props
 */
function Join({ refused, enter }) {
  const home = location.protocol === 'http:' && secureHome.load();
  return h(
    Sheet, {},
    el('p', { id: 'code-why', class: refused.code === 'join' ? '' : 'refusal', role: 'alert' }, whyNot(refused)),
    home && el('a', { class: 'button gold wide', href: home }, t`Go on encrypted`),
    refused.code === 'protocol'
      ? el('button', { class: 'gold wide', type: 'button', onClick: () => location.reload() }, t`Load again`)
      : h(JoinForm, { refused, enter }),
  );
}

/** @param {{refused: Refused, enter: (code: string) => void}} props */
function JoinForm({ refused, enter }) {
  const input = useRef(/** @type {HTMLInputElement|null} */ (null));
  useLayoutEffect(() => {
    const at = document.activeElement;
    // Whoever types next means another code than the one that was refused.
    if (at === document.body || at === input.current) input.current?.select();
  }, [refused]);
  return el(
    'form',
    {
      class: 'join',
      onSubmit: (e) => {
        e.preventDefault();
        const code = input.current?.value.trim();
        if (code) enter(code);
      },
    },
    el('label', { for: 'code' }, t`Join code`),
    el('input', {
      ref: input, class: 'code', id: 'code', type: 'text', name: 'code', autocomplete: 'off',
      autocapitalize: 'characters', spellcheck: false, enterkeyhint: 'go', maxlength: 32, required: true,
      'aria-describedby': 'code-why',
    }),
    el('button', { class: 'gold wide', type: 'submit' }, t`Come in`),
  );
}

/**
 * A phone waits until a host lets it in.
 * @param {Wait} props
 */
const Waiting = ({ mark, device, host }) =>
  h(
    Sheet, {},
    el('p', { role: 'status' }, t`A host has to let this phone in. It is number ${mark}.`),
    device && el('p', { class: 'quiet' }, device),
    !host && el('p', { class: 'quiet' }, t`No host is at the table just now.`),
  );

/**
 * Nothing has come from the table yet. A table that is there and says nothing for a while has begun to run just now.
 * @param {{called: boolean}} props
 */
const Opening = ({ called }) =>
  h(
    Sheet, {},
    called
      ? el('p', { class: 'quiet after-a-while', role: 'status' }, t`The table is reading the last game …`)
      : el('p', { class: 'quiet', role: 'status' }, t`Lighting the candles …`),
  );

/**
 * Draws the cover.
 * @param {Element} root
 * @param {{refused: Refused|null, waits?: Wait|null, line: string}} state
 * @param {(code: string) => void} enter takes a join code
 */
export function drawCover(root, { refused, waits, line }, enter) {
  if (refused) render(h(Join, { refused, enter }), root);
  else render(waits ? h(Waiting, waits) : h(Opening, { called: line === 'open' }), root);
}
