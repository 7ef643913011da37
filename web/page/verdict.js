// The result of the last move: a refusal stays until it is put away, the rest disappears.
import { h } from './dom.js';
import { card } from './cards.js';
import { capital, curly } from './words.js';
import { t } from './lang.js';

const TOAST_TIME = 2800; // ms that a toast stays
const SAME_MOVE_TIME = 2500; // ms within which an answer and a verdict are about the same move

// Verdicts have names as people write them.
function cardsOf(titles, names) {
  const words = new Map(Object.entries(names?.names ?? {}).filter(([, n]) => n.sort === 'card').map(([w, n]) => [n.title, w]));
  return titles.map((title) => words.get(curly(title))).filter(Boolean);
}

/**
 * Makes the places for refusals and toasts.
 * @param {HTMLElement} banner
 * @param {HTMLElement} toasts
 */
export function makeVerdicts(banner, toasts) {
  let last = { at: -SAME_MOVE_TIME, rule: '' };
  const dismiss = () => banner.replaceChildren();
  // A refusal covers the end of the page, so the page ends higher.
  new ResizeObserver(() => document.documentElement.style.setProperty('--refusal', `${banner.offsetHeight}px`)).observe(banner);
  return {
    dismiss,
    /** Shows a short text that needs no answer; `told` means that it is read aloud elsewhere. */
    toast(text, told = false) {
      if (!text) return;
      const el = h('p.toast', { 'aria-hidden': told ? 'true' : null }, capital(text));
      toasts.replaceChildren(el);
      setTimeout(() => el.remove(), TOAST_TIME);
    },
    /**
     * Shows a refusal and its reason.
     * @param {Object} v a verdict or an answer
     * @param {Object|null} ctx
     */
    refuse(v, ctx) {
      const words = capital(v.words || v.text || t`The table says no.`);
      const again = performance.now() - last.at < SAME_MOVE_TIME && last.rule === (v.rule ?? '') && banner.firstChild;
      if (again && !v.words) return;
      last = { at: performance.now(), rule: v.rule ?? '' };
      const cards = cardsOf(v.names ?? [], ctx?.names).slice(0, 3);
      banner.replaceChildren(
        h('div.refused', null,
          cards.length > 0 && h('div.cards', null, cards.map((w) => card(w, ctx, {}))),
          h('div.refused-words', null,
            v.words && v.text && h('p.tried', null, capital(v.text)),
            h('p.why', null, words)),
          h('div.row', null,
            v.rule && ctx?.game && h('button.plain', { type: 'button', onclick: () => ctx.actions.openRules(v.rule) }, t`Rule`, ' ', h('code', null, v.rule)),
            h('button.plain', { type: 'button', onclick: dismiss }, t`Put away`)),
        ),
      );
    },
  };
}
