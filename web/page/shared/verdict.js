// @ts-check
// The result of the last move: a refusal stays until it is put away, the rest disappears.
import { Button, RuleButton } from './button.js';
import { Card } from './cards.js';
import { capital, curly } from './words.js';
import { el, h, render } from './view.js';
import { t } from './lang.js';

/** @import { Context, Refusal } from './context.js' */
/** @import { Names } from '../../types/protocol' */

const TOAST_TIME = 2800; // ms that a toast stays
const SAME_MOVE_TIME = 2500; // ms within which an answer and a verdict are about the same move
const MOST_CARDS = 3;

/**
 * The cards among some names. Verdicts have names as people write them.
 * @param {string[]} titles
 * @param {Names|null|undefined} names
 */
function cardsOf(titles, names) {
  const cards = Object.entries(names?.names ?? {}).filter(([, n]) => n.sort === 'card');
  return titles.flatMap((title) => cards.find(([, n]) => n.title === curly(title))?.[0] ?? []);
}

/** @param {{refusal: Refusal, ctx: Context|null, dismiss: () => void}} props */
function Refused({ refusal: { rule, text, words, names = [] }, ctx, dismiss }) {
  const cards = cardsOf(names, ctx?.names).slice(0, MOST_CARDS);
  return el(
    'div', { class: 'refused' },
    ctx && cards.length > 0 && el('div', { class: 'cards' }, cards.map((word) => h(Card, { word, deck: ctx }))),
    el(
      'div', { class: 'refused-words' },
      words && text && el('p', { class: 'tried' }, capital(text)),
      el('p', { class: 'why' }, capital(words || text || t`The table says no.`)),
    ),
    el(
      'div', { class: 'row' },
      rule && ctx?.game && h(RuleButton, { rule, open: ctx.actions.openRules }),
      h(Button, { act: dismiss }, t`Put away`),
    ),
  );
}

/**
 * Where refusals and short texts are shown.
 * @typedef {object} Verdicts
 * @property {() => void} dismiss
 * @property {(text: string|undefined, told?: boolean) => void} toast
 * @property {(refusal: Refusal, ctx: Context|null) => void} refuse
 */

/**
 * Makes the places for refusals and toasts.
 * @param {HTMLElement} banner
 * @param {HTMLElement} toasts
 * @return {Verdicts}
 */
export function makeVerdicts(banner, toasts) {
  let last = { at: -SAME_MOVE_TIME, rule: '' };
  let toast = 0; // the timer of the present one
  const dismiss = () => render(null, banner);
  // A refusal covers the end of the page, so the page ends higher.
  const measure = () => document.documentElement.style.setProperty('--refusal', `${banner.offsetHeight}px`);
  new ResizeObserver(measure).observe(banner);
  return {
    dismiss,
    /**
     * Shows a short text that needs no answer; `told` means that it is read aloud elsewhere.
     * @param {string|undefined} text
     */
    toast(text, told = false) {
      if (!text) return;
      render(el('p', { key: text, class: 'toast', 'aria-hidden': told || undefined }, capital(text)), toasts);
      clearTimeout(toast);
      toast = setTimeout(() => render(null, toasts), TOAST_TIME);
    },
    /**
     * Shows a refusal and its reason.
     * @param {Refusal} refusal
     * @param {Context|null} ctx
     */
    refuse(refusal, ctx) {
      const { rule = '', words } = refusal;
      const again = performance.now() - last.at < SAME_MOVE_TIME && last.rule === rule && banner.firstChild;
      if (again && !words) return;
      last = { at: performance.now(), rule };
      render(h(Refused, { refusal, ctx, dismiss }), banner);
    },
  };
}
