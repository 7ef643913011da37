// @ts-check
// The labyrinth of Sator, to be played on.
import { Button } from '../shared/button.js';
import { measureParts, useFocus } from '../shared/part.js';
import { el, h, useLayoutEffect, useRef } from '../shared/view.js';
import { useZoom } from '../shared/zoom.js';
import { and, t } from '../shared/lang.js';
import { Board, boxOf, cellSize, pointAt } from './sator-board.js';
import { layer, placing } from './sator-place.js';
import { Players, Standing } from './sator-players.js';
import { useTable } from './sator-table.js';
import { looker } from './sator-walk.js';

/** @import { TableProps } from './contract.js' */
/** @import { Lore } from './sator-cells.js' */
/** @import { SatorTable, Spot as Place, Tool } from './sator-tool.js' */
/** @import { Zoom } from '../shared/zoom.js' */

const MOST_ZOOM = 6;
const SMALL = 32; // below this size, px, a finger misses cells
const LARGE = 44; // the size, px, that they get then

/**
 * The present use of the board. The cells in the last refusal are marked on it.
 * @param {SatorTable} ctx
 * @return {Tool}
 */
function toolOf(ctx) {
  const { table, moves, mine, refused, board } = ctx;
  const laying = mine && moves.lay ? layer(ctx, 'lay') : looker(ctx);
  const own = mine && moves.place ? layer(ctx, 'place') : laying;
  const tool = table.placement ? placing(ctx) : own;
  const marks = [...tool.scene.marks ?? [], ...refused.filter(board.inside)];
  return { ...tool, scene: { ...tool.scene, marks } };
}

/** @param {TableProps} props */
export function Labyrinth(props) {
  const ctx = useTable(props);
  const { facts, lore, picked } = ctx;
  const tool = toolOf(ctx);
  const standing = useRef(/** @type {HTMLElement|null} */ (null));
  const panel = useRef(/** @type {HTMLElement|null} */ (null));
  const near = useRef(false); // zoomed in automatically
  const { frame, sheet, zoom } = useZoom({
    most: MOST_ZOOM,
    tap: (x, y) => tool.tap?.(pointAt(lore, x, y)),
    whole() {
      near.current = false;
    },
  });
  useFocus(sheet);
  useFocus(panel);
  useAlone(panel, Boolean(tool.panel) && !tool.large && Object.keys(picked).length > 0 && !facts.card);
  useLook(tool, ctx, { standing, panel, frame, zoom, near });
  return [
    el(
      'section',
      {
        class: 'standing foremost', 'aria-label': t`Where the turn stands`, hidden: facts.phase === 'over',
        ref: standing,
      },
      facts.phase !== 'over' && h(Standing, { ctx }),
    ),
    el('section', { class: 'cards-part', 'aria-label': t`Placement cards`, hidden: !tool.before }, tool.before),
    el(
      'div', { class: 'board-part' },
      el(
        'div',
        {
          class: 'frame', tabIndex: 0, role: 'group', ref: frame,
          'aria-label': t`The board. Plus and minus zoom, the arrow keys move it.`,
        },
        el(
          'div', { class: 'sheet-of', ref: sheet, onFocusCapture: (e) => follow(e.target, lore, zoom.current) },
          h(Board, { board: ctx.board, scene: tool.scene, label: told(ctx) }),
          el('div', { class: 'spots' }, (tool.spots ?? []).map((spot) => h(Spot, { key: spot.name, lore, spot }))),
        ),
      ),
      el(
        'div', { class: 'below' },
        el('div', { hidden: !tool.advice }, tool.advice && el('p', { class: 'quiet' }, tool.advice)),
        h(Zooming, { zoom }),
      ),
    ),
    el(
      'section',
      {
        class: tool.large ? 'tool-panel stock' : 'tool-panel', 'aria-label': t`What is chosen on the board`,
        hidden: !tool.panel, ref: panel,
      },
      tool.panel,
    ),
    el('section', { class: 'players-part', 'aria-label': t`The players` }, h(Players, { ctx })),
  ];
}

/**
 * The board in words.
 * @param {SatorTable} ctx
 */
function told({ board, title }) {
  const acolytes = board.figures.map(({ seat, cell }) => {
    const books = and(board.books.filter((b) => b.seat === seat).map((b) => b.cell)) || t`no cell`;
    return cell === 'start'
      ? t`${seat.title}’s Acolyte on the start place; books on ${books}.`
      : t`${seat.title}’s Acolyte on ${cell}; books on ${books}.`;
  });
  return [
    t`The board.`, ...acolytes, ...board.gargoyles.map((g) => t`${g.seat.title}’s Gargoyle on ${g.cell}.`),
    ...[...board.bridges].map(([w, cells]) => t`${title(w)}: ${cells.join(' ')}.`),
  ].join(' ');
}

/** @param {{zoom: {current: Zoom|null}}} props */
const Zooming = ({ zoom }) =>
  el(
    'div', { class: 'zoom', role: 'group', 'aria-label': t`Zoom` },
    h(Button, { name: 'zoom-out', label: t`Smaller`, act: () => zoom.current?.by(-1) }, '−'),
    h(Button, { name: 'zoom-in', label: t`Larger`, act: () => zoom.current?.by(1) }, '+'),
    h(Button, { name: 'zoom-whole', label: t`The whole board`, act: () => zoom.current?.whole() }, '⤢'),
  );

/**
 * A place of the board for keys and screen readers. For fingers and mice only the position counts: they choose the
 * nearest place.
 * @param {{lore: Lore, spot: Place}} props
 */
function Spot({ lore, spot: { cell, name, label, pressed, act } }) {
  const [x, y, w, height] = boxOf(lore, [cell]);
  return el('button', {
    type: 'button', 'data-key': name, 'data-cell': cell, 'aria-label': label, 'aria-pressed': pressed,
    style: {
      '--x': `${100 * (x + w / 2)}%`, '--y': `${100 * (y + height / 2)}%`, '--w': `${100 * w}%`,
      '--h': `${100 * height}%`,
    },
    onClick: (e) => e.detail === 0 && act(),
  });
}

/**
 * Moving the focus with keys scrolls its cell into view. Under a finger nothing moves.
 * @param {EventTarget|null} target has got the focus
 * @param {Lore} lore
 * @param {Zoom|null} zoom
 */
function follow(target, lore, zoom) {
  const cell = target instanceof HTMLElement && target.matches(':focus-visible') && target.dataset.cell;
  if (cell && zoom && zoom.place().k > 1) zoom.show(boxOf(lore, [cell], 0.5));
}

/**
 * While the panel is the only tool, the page hides the others.
 * @param {{current: HTMLElement|null}} panel
 * @param {boolean} alone
 */
function useAlone(panel, alone) {
  useLayoutEffect(() => {
    const page = panel.current?.closest('.table');
    page?.classList.toggle('tool-alone', alone);
    return () => page?.classList.remove('tool-alone');
  }, [alone]);
}

/**
 * If cells are small, zooms to the chosen ones, above the panel that covers the board's foot.
 * @param {Tool} tool
 * @param {SatorTable} ctx
 * @param {object} o
 * @param {{current: HTMLElement|null}} o.standing
 * @param {{current: HTMLElement|null}} o.panel
 * @param {{current: HTMLElement|null}} o.frame
 * @param {{current: Zoom|null}} o.zoom
 * @param {{current: boolean}} o.near
 */
function useLook({ focus, due }, { lore, busy }, { standing, panel, frame, zoom, near }) {
  const looked = useRef(''); // what was zoomed to
  useLayoutEffect(() => {
    const key = focus?.join() ?? due ?? '';
    if (busy || key === looked.current || !frame.current || !zoom.current) return;
    const first = !looked.current;
    looked.current = key;
    measureParts();
    const box = () => /** @type {HTMLElement} */ (frame.current).getBoundingClientRect();
    const over = () => Math.max(0, box().bottom - (panel.current?.getBoundingClientRect().top ?? 0));
    const cell = cellSize(lore, frame.current.clientWidth);
    if (key && cell > 0) {
      // The page scrolls the board up to its bar, to show more of it: the places to tap must be visible.
      const up = box().top - (standing.current?.getBoundingClientRect().bottom ?? 0);
      const most = focus ? 0 : up;
      const by = up > 0 ? Math.min(up, over()) : most;
      if (first || due) scrollBy({ top: by, behavior: /** @type {ScrollBehavior} */ ('instant') });
    }
    zoom.current.cover(key ? over() : 0);
    if (focus && cell > 0) {
      if (zoom.current.place().k === 1 && cell < SMALL) near.current = true;
      zoom.current.show(boxOf(lore, focus, 1.2), cell < SMALL ? LARGE / cell : 1);
    } else if (near.current) zoom.current.whole();
  });
}
