// @ts-check
// The players are right: this sheet corrects what the table got wrong.
import { useNow } from '../shared/context.js';
import { openSheet } from '../shared/sheet.js';
import { nameOf, wordsOf } from '../shared/store.js';
import { el, h, useEffect, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Context } from '../shared/context.js' */
/** @import { AmendView, FitView, Game } from '../../types/protocol' */

/**
 * Opens the sheet. The game defines what can be corrected.
 * @param {() => Context} now
 */
export function openAmend(now) {
  const { amends = [], fits = [] } = now().names ?? {};
  openSheet({
    title: t`Fix`,
    kind: 'amends',
    view: (close) => [
      el('p', null, t`You know better than the table. It changes only what it believes; the real things stay where they
        are.`),
      amends.map((amend, i) => h(Amend, { key: amend.key, now, close, amend, fits, open: i === 0 })),
    ],
  });
}

/** @param {string|undefined} word */
const isNumber = (word) => /^\d+$/.test(word ?? '');

/**
 * @param {FitView|undefined} fit
 * @param {string} word
 */
const takes = (fit, word) => Boolean(fit?.words?.includes(word) || (fit?.number && isNumber(word)));

/** @param {FitView[]} fits */
const wordsIn = (fits) => [...new Set(fits.flatMap((f) => f.words ?? []))];

/** @param {FitView[]} fits */
const largest = (fits) => Math.max(0, ...fits.map((f) => f.number ?? 0));

/**
 * What may stand in a field: words, or a number if no form allows words. Only the forms count that allow what stands
 * before it.
 * @param {AmendView} amend
 * @param {FitView[]} fits
 * @param {string[]} args
 * @param {number} i
 */
function allowed({ forms }, fits, args, i) {
  const all = forms.map((form) => fits[form[i] ?? -1] ?? {});
  const left = forms.filter((form) => args.slice(0, i).every((w, k) => !w || takes(fits[form[k] ?? -1], w)));
  return { all, fitting: left.map((form) => fits[form[i] ?? -1] ?? {}) };
}

/** The numbers that a menu of words offers. */
const DIGITS = Array.from({ length: 10 }, (_, i) => String(i));

/**
 * The words that a menu offers.
 * @param {Context} ctx
 * @param {FitView[]} fitting
 */
const offered = (ctx, fitting) => [...inOrder(ctx, wordsIn(fitting)), ...(largest(fitting) > 0 ? DIGITS : [])];

/**
 * Words for a menu: unseen cards come first, then the viewer's own places, then the others by title.
 * @param {Context} ctx
 * @param {string[]} words
 */
function inOrder({ names, me }, words) {
  /** @param {string} w */
  const rank = (w) => {
    if (w === '?') return 0;
    return me && (w === me.word || w.startsWith(`${me.word}.`)) ? 1 : 2;
  };
  /** @param {string} w */
  const title = (w) => nameOf(names, w).title;
  return [...words].sort((a, b) => rank(a) - rank(b) || title(a).localeCompare(title(b)));
}

/**
 * The fields after one was changed. A choice narrows the fields after it, and the table's own belief about what was
 * chosen stands there at first.
 * @param {Context & {game: Game}} ctx
 * @param {AmendView} amend
 * @param {FitView[]} fits
 * @param {string[]} args
 * @param {number} from the first field that is filled anew
 */
function filled(ctx, amend, fits, args, from) {
  const next = [...args];
  for (let i = from; i < next.length; i++) {
    const { all, fitting } = allowed(amend, fits, next, i);
    const after = i === from && i > 0 ? next[i - 1] : undefined;
    if (wordsIn(all).length === 0) {
      const known = ctx.game.facts[after ?? ''];
      if (isNumber(known)) next[i] = known ?? '';
      continue;
    }
    const words = offered(ctx, fitting);
    const rest = i === 1 && after && after !== '?' ? restOf(ctx.game, words) : undefined;
    const known = after ? placeOf(ctx.game, after, words) ?? rest : undefined;
    const wanted = [known, next[i], words.length === 1 ? words[0] : ''];
    next[i] = wanted.find((w) => w && words.includes(w)) ?? '';
  }
  return next;
}

/**
 * The place where the table sees a word, if any.
 * @param {Game} game
 * @param {string} word
 * @param {string[]} places
 */
const placeOf = ({ facts }, word, places) =>
  places.find((p) => wordsOf(facts[p]).includes(word) || wordsOf(facts[`${p}.seen`]).includes(word));

/**
 * The place of a thing that no seat has: the only place that belongs to no seat.
 * @param {Game} game
 * @param {string[]} places
 */
function restOf({ seats }, places) {
  const rest = places.filter((p) => !seats.some((x) => p.startsWith(`${x.word}.`)));
  return rest.length === 1 ? rest[0] : undefined;
}

/**
 * One kind of correction.
 * @param {{now: () => Context, close: () => void, amend: AmendView, fits: FitView[], open: boolean}} props
 */
function Amend({ now, close, amend, fits, open }) {
  const ctx = useNow(now);
  const { game, actions } = ctx;
  const empty = amend.labels.map(() => '');
  const [args, setArgs] = useState(() => (game ? filled({ ...ctx, game }, amend, fits, empty, 0) : empty));
  const [answer, setAnswer] = useState({ ok: false, text: '' });
  useEffect(() => {
    setAnswer({ ok: false, text: '' });
    if (args.some((w) => !w)) return undefined;
    let wanted = true;
    actions.check('amend', args, true).then(({ ok = false, text = '' }) => {
      if (wanted) setAnswer({ ok, text });
    });
    return () => {
      wanted = false;
    };
  }, [args.join(' ')]);
  if (!game) return null;
  /**
   * @param {number} i
   * @param {string} word
   */
  const set = (i, word) => {
    const next = args.map((w, k) => (k === i ? word : w));
    setArgs(filled({ ...ctx, game }, amend, fits, next, i + 1));
  };
  /** @param {Event} e */
  const send = (e) => {
    e.preventDefault();
    close();
    actions.move('amend', args, true);
  };
  const why = [answer.text, game.ask.open && t`An open question may stand in the way: answer it first.`];
  return el(
    'details', { class: 'leaf', name: 'amend', open },
    el('summary', null, amend.title),
    el(
      'form', { class: 'amend', onSubmit: send },
      amend.labels.map((label, i) => h(Argument, {
        ctx, label, ...allowed(amend, fits, args, i), value: args[i] ?? '', set: (word) => set(i, word),
      })),
      el('button', { class: 'gold', disabled: !answer.ok }, t`Fix`),
    ),
    el('p', { class: 'quiet', role: 'status' }, answer.text && !answer.ok && why.filter(Boolean).join(' ')),
  );
}

/**
 * A field. One with only one possible answer is hidden.
 * @param {object} props
 * @param {Context} props.ctx
 * @param {string} props.label
 * @param {FitView[]} props.all what each form allows
 * @param {FitView[]} props.fitting what the forms allow that fit so far
 * @param {string} props.value
 * @param {(word: string) => void} props.set
 */
function Argument({ ctx, label, all, fitting, value, set }) {
  const words = wordsIn(all);
  if (words.length === 0) {
    return el(
      'label', { class: 'field' },
      el('span', null, label),
      el('input', {
        type: 'number', inputMode: 'numeric', min: 0, max: largest(all), autocomplete: 'off', value,
        onInput(e) {
          const n = e.currentTarget.valueAsNumber;
          set(Number.isInteger(n) ? String(n) : '');
        },
      }),
    );
  }
  return el(
    'label', { class: 'field', hidden: words.length === 1 && largest(all) === 0 },
    el('span', null, label),
    el(
      'select', { value, onInput: (e) => set(e.currentTarget.value) },
      el('option', { value: '' }, '…'),
      offered(ctx, fitting).map((w) => el('option', { value: w }, nameOf(ctx.names, w).title)),
    ),
  );
}
