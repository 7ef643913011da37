// @ts-check
// The Oracle's clans and staff.
import { Button } from '../shared/button.js';
import { nameOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { t } from '../shared/lang.js';
import { Glyph } from './oracle-signs.js';
import { Part, Said, title, traits } from './oracle-table.js';

/** @import { Names } from '../../types/protocol' */
/** @import { PartProps } from './oracle-table.js' */

/** @param {PartProps} props */
export function Clans({ ctx }) {
  const { names } = ctx;
  const all = Object.keys(names?.names ?? {}).filter((w) => traits(names, w).icons).sort();
  return h(
    Part, { ctx, of: 'clans', name: t`Clans` },
    el('ul', null, all.map((clan) => h(Clan, { key: clan, ctx, clan }))),
  );
}

/** @param {PartProps & {clan: string}} props */
function Clan({ ctx, clan }) {
  const { names, own, moves, play } = ctx;
  const { boxes, icons, gold } = traits(names, clan);
  const x = Number(own(`clan.${clan}.x`) ?? 0);
  const black = Number(own(`clan.${clan}.icons`) ?? 0);
  const answer = ['x', 'icon', 'sponsor'].find((verb) => moves[verb]?.[clan]);
  return el(
    'li', { class: answer ? 'open' : '' },
    el('h3', null, title(ctx, clan), el('small', null, ' ', t`${gold} gold a townsfolk`)),
    h(Marks, {
      ctx, of: `sponsor.${clan}.immediate`, n: x, most: Number(boxes), label: t`X: ${x} of ${boxes}, at once:`,
    }),
    h(Marks, {
      ctx, of: `sponsor.${clan}.market`, n: black, most: Number(icons), market: true,
      label: t`Market icons: ${black} of ${icons} black, in every market:`,
    }),
    answer && h(
      Button, { look: 'gold', name: `clan-${clan}`, act: () => play(answer, [clan]) },
      { x: t`X here`, icon: t`Blacken`, sponsor: t`This one` }[answer], h(Said, { text: title(ctx, clan) }),
    ),
  );
}

/**
 * How much of what a sponsor wants is done, and what it gives.
 * @param {object} props
 * @param {PartProps['ctx']} props.ctx
 * @param {string} props.of the sponsor's word
 * @param {number} props.n
 * @param {number} props.most
 * @param {boolean} [props.market]
 * @param {string} props.label
 */
function Marks({ ctx: { names, facts }, of, n, most, market, label }) {
  const received = facts[of];
  return el(
    'p', null,
    el('span', { class: 'marks-of', role: 'img', 'aria-label': label }, Array.from({ length: most }, (_, i) =>
      el('span', { class: i < n ? 'mark on' : 'mark' }, market ? h(Glyph, { of: 'icon' }) : i < n && 'X'))),
    el(
      'span', null, nameOf(names, of).text,
      Number(received) > 0 && el('small', null, ' ', t`received ${received}×`),
    ),
  );
}

/**
 * The slots of the staff board.
 * @param {Names|null} names
 */
export const slotsOf = (names) => Object.keys(names?.names ?? {})
  .filter((w) => nameOf(names, w).sort === 'place' && nameOf(names, w).text);

/** @param {PartProps} props */
export function Staff({ ctx }) {
  const { names, own, moves, play } = ctx;
  return h(
    Part, { ctx, of: 'staff', name: t`Staff` },
    el('ul', null, slotsOf(names).map((slot) => {
      const who = own(`staff.${slot}`);
      return el(
        'li', { key: slot, class: who ? 'manned' : '' },
        el('h3', null, title(ctx, slot)), el('p', null, nameOf(names, slot).text),
        who ? el('p', { class: 'who' }, h(Townsfolk, { ctx, w: who })) : el('p', { class: 'quiet' }, t`nobody`),
        moves.use?.[slot] && h(
          Button, { look: 'gold', name: `use-${slot}`, act: () => play('use', [slot]) },
          t`Use`, h(Said, { text: title(ctx, slot) }),
        ),
      );
    })),
  );
}

/**
 * Somebody of the town.
 * @param {PartProps & {w: string, more?: string}} props
 */
export function Townsfolk({ ctx, w, more }) {
  const { hours, clan } = traits(ctx.names, w);
  return [
    el('b', null, title(ctx, w), more && el('small', null, ` ${more}`)),
    el('small', null, [t`${hours} h`, clan && title(ctx, clan)].filter(Boolean).join(' · ')),
  ];
}
