// What a finger can do on the board of Sator: look at bridges, turn, shift and place them, and move Acolytes.
import { h } from '../dom.js';
import { lastOf } from '../list.js';
import { nameOf, wordsOf } from '../store.js';
import { capital } from '../words.js';
import { and, many, t } from '../lang.js';
import { WAYS, ANGLES, cellAt, placeOf, beside, byPlace, turn, laying, clash, walks, foreign, standOf, neighbours, miniature, token, acolyte } from './sator-board.js';

export const points = (n) => many(n, t`${n} point`, t`${n} points`);
export const cells = (n) => many(n, t`${n} cell`, t`${n} cells`);
export const steps = (n) => many(n, t`${n} step`, t`${n} steps`);
export const bridges = (n) => many(n, t`${n} bridge`, t`${n} bridges`);
export const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

// Rules whose violation the board shows before the table is asked.
const BROKEN = { grid: t`It would leave the board.`, overlap: t`It would lie over another bridge.`, holds: t`A Gargoyle holds it.` };

/**
 * The present use of the board: the scene to draw, the places that can be pressed, the effect of a tap, and the panel below the board.
 * @param {Object} ctx
 */
export function toolOf(ctx) {
  const { table, moves, mine } = ctx;
  const tool = table.placement ? placing(ctx) : mine && moves.place ? layer(ctx, 'place') : mine && moves.lay ? layer(ctx, 'lay') : looker(ctx);
  const { scene } = tool;
  if (ctx.refused.length) scene.marks = [...(scene.marks ?? []), ...ctx.refused.filter((c) => ctx.board.inside(c))];
  return { spots: [], before: null, panel: null, focus: null, tap: () => {}, label: told(ctx), ...tool };
}

// The board in words.
function told({ board, title }) {
  const acolytes = board.figures.map((f) => {
    const books = and(board.books.filter((b) => b.seat === f.seat).map((b) => b.cell)) || t`no cell`;
    return f.cell === 'start' ? t`${f.seat.title}’s Acolyte on the start place; books on ${books}.` : t`${f.seat.title}’s Acolyte on ${f.cell}; books on ${books}.`;
  });
  return [t`The board.`, ...acolytes, ...board.gargoyles.map((g) => t`${g.seat.title}’s Gargoyle on ${g.cell}.`), ...[...board.bridges].map(([w, at]) => t`${title(w)}: ${at.join(' ')}.`)].join(' ');
}

const button = (key, cls, text, act, label) => h(`button.${cls}`, { type: 'button', key, 'aria-label': label, onclick: act }, text);

// The panel below the board.
const panel = (head, ...inner) => [h('div.tool-head', null, head), inner];
const close = (ctx, change = {}) => button('put-away', 'icon', '×', () => ctx.pick(change), t`Put away`);

// The place that is nearest to a tap, if any is near enough.
function nearest({ x, y }, all, far) {
  let best = null;
  for (const one of all) {
    const [u, v] = placeOf(one.cell);
    const d = Math.hypot(u - x, v - y);
    if (d <= far && (!best || d < best.d)) best = { d, one };
  }
  return best?.one;
}

const under = ({ x, y }) => cellAt(Math.round(x), Math.round(y));

// Why something is not possible, and which cells are the reason. It asks the table if it can; until the answer comes, the drawing's own reason is shown.
function why(ctx, here, question) {
  const answer = question && ctx.ask(question[0], question.slice(1));
  if (answer?.ok) return { ok: true, cells: [] };
  const rule = answer?.rule ?? here.rule;
  return { ok: false, rule, text: answer?.text ?? BROKEN[here.rule.split('.')[1]] ?? (question ? t`The table is asked …` : t`It is not possible.`), cells: [...new Set([...here.cells, ...(answer?.cells ?? [])])].filter((c) => ctx.board.inside(c)) };
}

const refusal = (ctx, { rule, text }) => h('p.why-not', { role: 'status' }, h('span', null, text), rule && button('rule', 'link', h('code', null, rule), () => ctx.actions.openRules(rule), t`Rule ${rule}`));

// Placement cards

function placing(ctx) {
  const { table, lore, pick, picked, carry, title } = ctx;
  const chosen = lore.placements.find((p) => p.word === picked.card && table.placement[p.word]);
  const seat = (colour) => ctx.game.seats.find((x) => ctx.facts[`${x.word}.colour`] === colour);
  const coming = chosen ? Object.entries(chosen.cells).filter(([colour]) => seat(colour)).map(([colour, cell]) => ({ colour, cell })) : [];
  const before = lore.colours.map((c) => {
    const done = ctx.facts[`placement.${c.word}`];
    const cards = lore.placements.filter((p) => p.colour === c.word && table.placement[p.word]);
    return h('div.placements', { role: 'group', 'aria-label': title(c.word) }, h('p', null, token(acolyte, c.word), h('b', null, capital(title(c.word))), h('small', null, done ? t`${title(done)} lies open` : t`which card was turned up?`)),
      cards.length > 0 && h('div.numbers', null, cards.map((p) => h('button', { type: 'button', key: `card-${p.word}`, 'aria-label': title(p.word), 'aria-pressed': String(p === chosen), onclick: () => pick(p === chosen ? {} : { card: p.word }) }, lastOf(p.word.split('-'))))));
  });
  const told = coming.map(({ colour, cell }) => `${lower(title(colour))} ${cell}`);
  return {
    before, focus: chosen ? coming.map((b) => b.cell) : null, scene: { books: coming },
    panel: chosen && panel([h('div', null, h('b', null, title(chosen.word)), h('small', null, t`Books: ${and(told)}`)), close(ctx)], h('div.ways', null, button('confirm', 'gold', t`This card lies open`, () => carry([['placement', chosen.word]])))),
  };
}

// Placing a bridge

function layer(ctx, verb) {
  const { moves, facts, lore, board, picked, pick, carry, title, me, game } = ctx;
  const own = verb === 'lay' ? [facts.piece] : Object.keys(moves.place);
  const shown = (game.gesture?.words ?? []).find((w) => own.includes(w));
  const piece = own.includes(picked.stock) ? picked.stock : verb === 'lay' ? facts.piece : shown;
  const shapes = [...lore.shapes.keys()].filter((w) => own.some((p) => lore.pieces.get(p)?.shape === w));
  const bare = board.books.filter((b) => !board.cover.has(b.cell));
  const left = wordsOf(facts[`${me.word}.bridges`]);
  const stock = () => h('div.stock-of', { '--columns': shapes.length }, lore.types.map((type) => shapes.map((shape) => {
    const word = own.find((p) => lore.pieces.get(p).shape === shape && lore.pieces.get(p).type === type);
    const mini = miniature(lore, lore.shapes.get(shape).cells, type);
    return word ? h('button', { type: 'button', key: `stock-${word}`, 'aria-label': title(word), 'aria-pressed': String(word === piece), onclick: () => pick({ stock: word }) }, mini) : h('span.gone', { 'aria-hidden': 'true' });
  })));
  if (!piece) {
    return {
      large: true, scene: { due: true },
      panel: panel(h('div', null, h('b', null, t`Which bridge do you lay?`), h('small', null, [many(left.length, t`${left.length} bridge left to lay`, t`${left.length} bridges left to lay`), bare.length > 0 && many(bare.length, t`${bare.length} book over the void`, t`${bare.length} books over the void`)].filter(Boolean).join(', '))), stock()),
    };
  }
  const { shape: word, type } = lore.pieces.get(piece);
  const shape = lore.shapes.get(word);
  const tree = verb === 'lay' ? moves.lay : moves.place[piece];
  const orient = shape.orientations.includes(picked.orient) ? picked.orient : shape.orientations[0];
  const others = [orient, ...shape.orientations.filter((o) => o !== orient)];
  const legal = (a, o) => Boolean(tree[a]?.[o]);
  const cellsOf = (a, o) => laying(shape, a, o);
  // A tap means the bridge's own cell, or else a position that covers the cell; if none is legal as it is turned, then turned otherwise.
  const aim = (cell) => {
    for (const o of others) {
      if (legal(cell, o)) return { anchor: cell, orient: o };
      const over = Object.keys(tree).find((a) => legal(a, o) && cellsOf(a, o).includes(cell));
      if (over) return { anchor: over, orient: o };
    }
    return { anchor: cell, orient };
  };
  const base = { stock: piece, orient };
  const anchor = picked.anchor;
  const cells = anchor ? cellsOf(anchor, orient) : [];
  const ok = anchor && legal(anchor, orient);
  const args = verb === 'lay' ? [anchor, orient] : [piece, anchor, orient];
  const here = clash(board, piece, cells);
  if (verb === 'place') here.rule = here.rule.replace('piece', 'place');
  // For an own cell off the table, the table could only answer that there is no such cell.
  const reason = anchor && !ok && why(ctx, here, board.inside(anchor) && [verb, ...args]);
  const arrows = anchor ? arrowsOf(cells, (way) => legal(beside(anchor, WAYS[way]), orient)) : [];
  const nudge = (way) => pick({ ...base, anchor: beside(anchor, WAYS[way]) });
  const room = Object.keys(tree).filter((a) => legal(a, orient));
  const turnOn = () => pick({ ...base, anchor, orient: shape.orientations[(shape.orientations.indexOf(orient) + 1) % shape.orientations.length] });
  return {
    focus: anchor ? cells.filter(board.inside) : null, due: anchor ? '' : piece,
    scene: { due: true, chosen: verb === 'lay' ? piece : '', room, ghosts: anchor ? [{ type, cells, solid: true, cls: ok ? '' : 'ill' }] : [], marks: reason?.cells, arrows },
    spots: [...bare.map((b) => ({ cell: b.cell, label: t`Lay it under the ${lower(title(b.colour))} book on ${b.cell}`, act: () => pick({ ...base, ...aim(b.cell) }) })), ...arrows.map((a) => arrowSpot(a, () => nudge(a.way)))],
    tap(at) {
      const arrow = nearest(at, arrows, 0.8);
      if (arrow) return nudge(arrow.way);
      const cell = under(at);
      if (board.inside(cell)) pick({ ...base, ...aim(cell) });
    },
    panel: panel([miniature(lore, shape.cells, type, Number(orient.slice(1)) / 90), h('div', null, h('b', null, title(piece)), h('small', null, anchor ? t`on ${cells.join(' ')}` : room.length ? t`Tap the board: where does it lie?` : t`Turned like this it lies nowhere.`)), verb === 'place' && close(ctx)],
      reason && !reason.ok && refusal(ctx, reason),
      h('div.ways', null, shape.orientations.length > 1 && button('turn-on', 'plain', t`↻ Turn`, turnOn, t`Turn it by 90° clockwise`), anchor && button('confirm', ok || reason?.ok ? 'gold' : 'plain', ok || reason?.ok ? t`Lay it here` : t`Try it`, () => carry([[verb, ...args]])))),
  };
}

// Arrows around a bridge: each beside its outermost cells.
function arrowsOf(cells, open) {
  return Object.entries(WAYS).map(([way, [e, n]]) => {
    const far = (c) => { const [x, y] = placeOf(c); return e * x + n * y; };
    const most = Math.max(...cells.map(far));
    const edge = cells.filter((c) => far(c) === most).sort(byPlace);
    return { way, cell: beside(edge[Math.floor(edge.length / 2)], [e, n]), open: open(way) };
  });
}

const ONE = { north: t`One cell north`, east: t`One cell east`, south: t`One cell south`, west: t`One cell west` };
const barred = (text) => t`${text}, which may not be`;
const arrowSpot = (a, act) => ({ cell: a.cell, key: `arrow-${a.way}`, label: a.open ? ONE[a.way] : barred(ONE[a.way]), act });

// Looking at bridges, turning and shifting them, and walking

function looker(ctx) {
  const { board, picked, pick, facts, title, moves } = ctx;
  const goals = goalsOf(ctx);
  const sent = pushed(ctx);
  // If the only question is for a goal, every tap chooses the nearest one.
  const only = ctx.mine && Boolean(moves.push || moves.step || moves.leap || moves.gargoyle || (moves.walk && ctx.game.ask.open));
  const fixed = ctx.mine && (moves.turn || moves.slide) ? facts.piece : '';
  const piece = fixed || (board.bridges.has(picked.piece) ? picked.piece : '');
  const goal = goals.has(picked.cell) ? picked.cell : '';
  const work = piece && !only && !goal ? bridgeWork(ctx, piece) : null;
  const shown = (c) => ({ cell: c, piece: only ? '' : board.cover.get(c) ?? '', pivot: board.cover.has(c) ? c : '' });
  const who = sent ?? (goal && ctx.actor);
  const figure = who && board.figures.find((f) => f.seat === who);
  const path = goal && figure && goals.get(goal).verb !== 'gargoyle' ? [standOf(board, figure), ...(goals.get(goal).path ?? [goal])] : [];
  const candidates = moves.push ? Object.keys(moves.push).map((w) => board.figures.find((f) => f.seat.word === w)).filter(Boolean) : [];
  const places = candidates.map((f) => ({ cell: standOf(board, f), f }));
  const send = (f) => pick({ seat: f.seat.word });
  const open = ctx.mine && (moves.piece ? new Set(Object.keys(moves.piece)) : moves.turn || moves.slide ? new Set([facts.piece]) : null);
  return {
    advice: work || goal || facts.over === 'true' ? '' : !ctx.mine ? (facts.points ? t`Tap a bridge to see what it can do.` : '') : only ? (goals.size ? t`Tap a lit cell.` : '') : open && !facts.piece ? t`Tap one of the lit bridges.` : goals.size ? t`Tap a bridge, or a lit cell to walk.` : facts.points ? t`Tap a bridge.` : '',
    focus: work?.focus ?? null,
    scene: { chosen: piece, open, lit: goals, path, target: goal, who: sent?.word, ...work?.scene },
    spots: [
      ...(work?.spots ?? []),
      ...[...goals].map(([c, g]) => ({ cell: c, key: `goal-${c}`, label: goalLabel(c, g), pressed: c === goal, act: () => pick({ ...shown(c), seat: sent?.word }) })),
      ...places.map(({ cell, f }) => ({ cell, key: `push-${f.seat.word}`, label: t`Push ${f.seat.title}’s Acolyte`, pressed: f.seat === sent, act: () => send(f) })),
      ...(only || fixed ? [] : [...board.bridges].filter(([w]) => w !== piece).map(([w, cells]) => ({ cell: cells.find((c) => !goals.has(c)) ?? cells[0], key: `bridge-${w}`, label: t`${title(w)}, on ${cells.join(' ')}: turn or shift`, act: () => pick({ piece: w, cell: '', pivot: '' }) }))),
    ],
    tap(at) {
      if (work?.tap(at)) return;
      const cell = under(at);
      const acolyteThere = nearest(at, places, 0.8);
      if (acolyteThere && acolyteThere.f.seat !== sent) return send(acolyteThere.f);
      const all = [...goals.keys()].map((c) => ({ cell: c }));
      const to = nearest(at, all, only ? 2 : 0.5) ?? nearest(at, all.filter(() => !board.cover.has(cell)), 0.9);
      if (to && to.cell === picked.cell && shown(to.cell).piece) return pick({ ...shown(to.cell), cell: '' });
      if (to) return pick({ ...shown(to.cell), seat: sent?.word });
      const hit = board.cover.has(cell) ? cell : nearest(at, [...board.cover.keys()].map((c) => ({ cell: c })), 0.8)?.cell;
      if (hit && !only && !fixed) pick(shown(hit));
      else if (Object.keys(picked).length) pick({});
    },
    panel: panelOf(ctx, { goal, goals, work, sent, only, candidates }),
  };
}

// The player whose Acolyte is pushed.
function pushed({ moves, picked, game }) {
  const may = Object.keys(moves.push ?? {});
  const word = may.includes(picked.seat) ? picked.seat : may.length === 1 ? may[0] : '';
  return game.seats.find((x) => x.word === word);
}

const GO = {
  walk: (c) => t`Walk to ${c}`, step: (c) => t`Go to ${c}`, push: (c) => t`Push to ${c}`, free: (c) => t`Free action: step to ${c}`, leap: (c) => t`Leap to ${c}`,
  gargoyle: (c) => t`Set the Gargoyle to ${c}`,
};

function goalLabel(cell, { verb, n, over }) {
  const far = verb === 'leap' ? many(n, t`over ${n} empty cell`, t`over ${n} empty cells`) : n > 1 ? steps(n) : '';
  return [GO[verb](cell), far, over && t`only to pass over the book`].filter(Boolean).join(', ');
}

// The text of the button that moves there.
function goText({ used }, cell, { verb, n }) {
  if (verb === 'gargoyle') return t`Set it here`;
  if (verb === 'leap') return many(n, t`Leap to ${cell} over ${n} empty cell, ${price(used, n)}`, t`Leap to ${cell} over ${n} empty cells, ${price(used, n)}`);
  return t`${GO[verb](cell)}: ${verb === 'push' ? cells(n) : steps(n)}`;
}

/** Cells that an Acolyte or a Gargoyle may go to: each with the verb, its distance, and the path. */
function goalsOf(ctx) {
  const { moves, facts, board, mine, actor } = ctx;
  const goals = new Map();
  const figure = board.figures.find((f) => f.seat === actor);
  const along = (verb, f, most, first, keep = () => true) => {
    if (f) for (const [c, path] of walks(board, f, most, first)) if (keep(c)) goals.set(c, { verb, path, n: path.length, over: foreign(board, f.colour, c), kind: foreign(board, f.colour, c) ? 'over' : '' });
  };
  if (mine && moves.push) {
    const seat = pushed(ctx);
    along('push', board.figures.find((f) => f.seat === seat), Number(facts.left ?? 1), (c) => moves.push[seat.word][c]);
  } else if (mine && moves.step) along('step', figure, Number(facts.left ?? 1), (c) => moves.step[c]);
  else if (mine && moves.walk && !facts['reach.1']) along('walk', figure, Number(facts.steps || 1), (c) => moves.walk[c]);
  else if (facts['reach.1']) {
    const reach = new Map(Object.entries(facts).filter(([p]) => p.startsWith('reach.')).flatMap(([p, cells]) => wordsOf(cells).map((c) => [c, Number(p.slice(6))])));
    along('walk', figure, Math.max(...reach.values()), (c) => reach.get(c) === 1, (c) => reach.has(c));
  }
  if (mine) {
    for (const c of Object.keys(moves.free?.walk ?? {})) if (!goals.has(c)) goals.set(c, { verb: 'free', kind: 'free', n: 0 });
    const [x, y] = figure ? placeOf(standOf(board, figure)) : [0, 0];
    for (const c of Object.keys(moves.leap ?? {})) { const [u, v] = placeOf(c); goals.set(c, { verb: 'leap', n: Math.abs(u - x) + Math.abs(v - y) - 1 }); }
    for (const c of Object.keys(moves.gargoyle ?? {})) goals.set(c, { verb: 'gargoyle', n: 0, kind: 'site' });
  }
  return goals;
}

// Below the board: what is chosen, and what can be done with it.
function panelOf(ctx, { goal, goals, work, sent, only, candidates }) {
  const { carry, title, board, picked, moves, mine, facts, pick } = ctx;
  const ways = [];
  const g = goals.get(goal);
  if (mine && g) {
    const arg = { push: [sent?.word], free: ['walk'] }[g.verb] ?? [];
    if (g.verb !== 'free') ways.push(button('go', 'gold', goText(ctx, goal, g), () => carry((g.path ?? [goal]).map((c) => [g.verb, ...arg, c]))));
    if (moves.free?.walk?.[goal]) ways.push(button('go-free', 'gold', GO.free(goal), () => carry([['free', 'walk', goal]])));
  }
  const below = g && !only && board.cover.get(goal);
  if (below) ways.push(button('bridge', 'plain', t`Its bridge`, () => pick({ piece: below, pivot: goal }), t`Turn or shift its bridge: ${title(below)}`));
  const note = g?.over && t`Another’s book lies there: the Acolyte may pass, but must go on.`;
  if (only && !g) {
    if (!candidates.length) return null;
    const head = h('div', null, h('b', null, sent ? t`Where is ${sent.title}’s Acolyte pushed?` : t`Whose Acolyte is pushed?`), h('small', null, sent ? t`Tap a lit cell.` : t`Tap it on the board.`));
    return panel(head, candidates.length > 1 && h('div.ways', null, candidates.map((f) => button(`seat-${f.seat.word}`, f.seat === sent ? 'gold' : 'plain', [token(acolyte, f.colour), f.seat.title], () => pick({ seat: f.seat.word })))));
  }
  if (!work && !g) return null;
  const there = things(ctx, picked.cell);
  const head = work?.head ?? [h('div', null, h('b', null, sent ? t`${sent.title}’s Acolyte to ${goal}` : goal), h('small', null, [board.cover.has(goal) && title(board.cover.get(goal)), there].filter(Boolean).join(' · '))), close(ctx, sent ? { seat: sent.word } : {})];
  if (picked.cell && board.gargoyles.some((x) => x.cell === picked.cell)) {
    const { seat } = board.gargoyles.find((x) => x.cell === picked.cell);
    if (mine && moves.pray?.[seat.word]) ways.push(button('pray', 'gold', t`Discard three cards: ${seat.title}’s Gargoyle goes home`, () => carry([['pray', seat.word]])));
  }
  // Why the Acolyte cannot step there.
  const figure = mine && board.figures.find((f) => f.seat === ctx.actor);
  const step = !g && figure && moves.rest && Number(facts.steps) > 0 && neighbours(standOf(board, figure)).includes(picked.cell) && ctx.ask('walk', [picked.cell]);
  return panel(head, note && h('p.quiet', null, note), step && !step.ok && refusal(ctx, step), ways.length > 0 && h('div.ways', null, ways), work?.body);
}

// Everything on a cell.
function things({ board, title }, cell) {
  if (!cell) return '';
  return [...board.figures.filter((f) => f.cell === cell).map((f) => t`${f.seat.title}’s Acolyte`), ...board.gargoyles.filter((g) => g.cell === cell).map((g) => t`${g.seat.title}’s Gargoyle`), ...board.books.filter((b) => b.cell === cell).map((b) => t`the ${lower(title(b.colour))} book`)].join(', ');
}

// The price of some turns, cells or empty cells with a card; a card for both has a price for each.
function price(card, n, turned, toll = 0) {
  const cost = card.cost ?? card[turned ? 'turn-cost' : 'cell-cost'];
  return points(Number(cost) * n + toll);
}

const BY = { 90: t`90° clockwise`, 180: '180°', 270: t`90° counter-clockwise` };

/** A bridge that was tapped: its possibilities, and the plan so far. */
function bridgeWork(ctx, piece) {
  const { board, picked, pick, carry, facts, moves, lore, title, mine } = ctx;
  const cells = board.bridges.get(piece);
  const { shape, type } = lore.pieces.get(piece);
  const can = abilities(ctx, piece);
  const base = { piece, cell: picked.cell, pivot: picked.pivot };
  const pivots = can.turn ? cells.filter((c) => [...can.turn].some((t) => t.startsWith(`${c} `))) : [];
  const pivot = can.turn && cells.includes(picked.pivot) ? picked.pivot : '';
  const angle = pivot && picked.angle ? picked.angle : '';
  const path = !angle && can.slide ? picked.path ?? [] : [];
  const rides = board.figures.filter((f) => cells.includes(f.cell));
  const toll = Number(facts[`toll.${piece}`] ?? 0);
  const held = board.gargoyles.some((g) => cells.includes(g.cell));

  // Where the bridge would be.
  const turns = pivot ? Object.keys(ANGLES).map((a) => ({ angle: a, cells: turn(cells, pivot, Number(a)), open: can.turn.has(`${pivot} ${a}`) })) : [];
  const moved = (from, way) => from.map((c) => beside(c, WAYS[way]));
  const frames = path.reduce((all, way) => [...all, moved(lastOf(all), way)], [cells]);
  const now = lastOf(frames);
  const planned = angle ? turns.find((t) => t.angle === angle).cells : path.length ? now : null;
  let here = { cells: [], rule: '' };
  let ok = true;
  if (angle) {
    ok = can.turn.has(`${pivot} ${angle}`);
    here = clash(board, piece, planned);
  } else if (path.length) {
    here = frames.slice(1).map((f) => clash(board, piece, f)).find((x) => x.rule) ?? here;
    ok = !here.rule && (path.length > 1 || can.slide.has(path[0])) && path.length <= can.most;
  }
  const plan = angle ? { turn: [pivot, angle] } : { slide: path };
  const reason = planned && !ok && (held && !mine ? { ok: false, ...here, rule: 'gargoyle.holds', text: BROKEN.holds } : why(ctx, here, questionOf(ctx, piece, plan, rides.length > 0)));
  const arrows = can.slide && !angle ? arrowsOf(now, (way) => (path.length ? path.length < can.most && !clash(board, piece, moved(now, way)).rule : can.slide.has(way))) : [];
  const shift = (way) => pick({ ...base, path: back(path, way) ? path.slice(0, -1) : [...path, way] });
  const open = turns.filter((t) => t.open);
  // A tap on a cell that only one turn would cover chooses that turn.
  const turnAt = (cell) => open.find((t) => t.cells.includes(cell) && !cells.includes(cell) && open.filter((o) => o.cells.includes(cell)).length === 1);
  const tips = open.map((t) => ({ ...t, tip: tipOf(t, cells, open, board) }));
  const spots = [
    ...(can.turn ? cells : []).map((c) => ({ cell: c, key: `pivot-${c}`, label: pivots.includes(c) ? t`Turn about ${c}` : t`Turn about ${c}, which no turn allows`, pressed: c === pivot, act: () => pick({ ...base, cell: c, pivot: c }) })),
    ...arrows.map((a) => arrowSpot(a, () => shift(a.way))),
  ];
  const sources = mine && planned ? sourcesOf(ctx, piece, plan) : [];
  const text = [t`on ${cells.join(' ')}`, held && t`held by a Gargoyle`, rides.length > 0 && t`carries ${and(rides.map((f) => t`${f.seat.title}’s Acolyte`))}`, toll > 0 && t`toll by card ${points(toll)}`].filter(Boolean).join(' · ');
  return {
    focus: [...cells, ...(planned ?? [])].filter(board.inside),
    scene: {
      ghosts: planned ? [{ type, cells: planned, solid: true, cls: ok || reason.ok ? '' : 'ill', riders: ridersOf(board, cells, angle ? (c) => turn([c], pivot, Number(angle))[0] : (c) => path.reduce((at, way) => beside(at, WAYS[way]), c)) }] : tips.map((t) => ({ type, cells: t.cells, label: ANGLES[t.angle].replace(' 90°', ''), tip: arrows.some((a) => a.cell === t.tip) ? '' : t.tip })),
      marks: reason ? reason.cells : [], arrows, pivot, pivots: planned ? [] : pivots.filter((c) => c !== pivot),
    },
    spots,
    tap(at) {
      const arrow = nearest(at, arrows.filter((a) => a.open || path.length), 0.7) ?? nearest(at, arrows, 0.5);
      if (arrow) return shift(arrow.way), true;
      const cell = under(at);
      const tip = !planned && nearest(at, tips.map((t) => ({ ...t, cell: t.tip })), 0.5);
      const meant = tip || (!board.cover.has(cell) && !planned && turnAt(cell));
      if (meant) return pick({ ...base, angle: meant.angle }), true;
      if (cells.includes(cell)) return pick({ ...base, cell, pivot: cell, angle: '', path: [] }), true;
      if (can.slide && !board.cover.has(cell) && board.inside(cell)) {
        const way = slideTo(board, piece, cells, cell, can.most);
        if (way) return pick({ ...base, angle: '', path: way }), true;
      }
      return false;
    },
    head: [miniature(lore, lore.shapes.get(shape)?.cells ?? [[0, 0]], type), h('div', null, h('b', null, title(piece)), h('small', null, text)), (piece === picked.piece || planned) && close(ctx)],
    body: [
      can.turn && h('div.angles', { role: 'group', 'aria-label': pivot ? t`Turn about ${pivot}` : t`Turn` }, h('small', null, pivot ? t`about ${pivot}` : pivots.length ? t`tap the cell about which it turns` : held ? BROKEN.holds : t`It cannot be turned now.`),
        pivot && turns.map((x) => h('button', { type: 'button', key: `angle-${x.angle}`, class: x.open ? 'plain' : 'plain shut', 'aria-pressed': String(x.angle === angle), 'aria-label': x.open ? BY[x.angle] : barred(BY[x.angle]), onclick: () => pick({ ...base, angle: x.angle === angle ? '' : x.angle }) }, ANGLES[x.angle]))),
      can.slide && !can.turn && !path.length && mine && h('p.quiet', null, t`Tap an arrow, or where it should lie.`),
      path.length > 0 && h('p.route', null, `${path.map((w) => ({ north: '↑', east: '→', south: '↓', west: '←' })[w]).join(' ')} `, h('small', null, many(path.length, t`${path.length} cell`, t`${path.length} cells`))),
      reason && !reason.ok && refusal(ctx, reason),
      (!planned || ok || reason.ok) && waysOf(),
    ],
  };

  function back(all, way) {
    const [a, b] = [WAYS[lastOf(all)] ?? [9, 9], WAYS[way]];
    return a[0] + b[0] === 0 && a[1] + b[1] === 0;
  }

  function waysOf() {
    if (!mine) return null;
    if (planned) return sources.length ? h('div.ways', null, sources.map((x) => button(x.key, x.cls, x.text, () => carry(x.moves)))) : h('p.quiet', null, t`No card that may be in your hand does this now.`);
    if (moves.piece?.[piece]) {
      const { effect } = ctx.used;
      const word = { remove: t`Take it off the board`, relay: t`Lift it`, haul: t`Shift this one` }[effect] ?? t`Choose this one`;
      return h('div.ways', null, button('choose', 'gold', toll && effect !== 'remove' ? t`${word}, toll ${points(toll)}` : word, () => carry([['piece', piece]])));
    }
    // Why the card does not allow the bridge that was tapped.
    if (moves.piece) { const no = ctx.ask('piece', [piece]); return no && !no.ok ? refusal(ctx, no) : null; }
    return null;
  }
}

// Everything on a bridge, and where it moves.
const ridersOf = (board, cells, to) => ['books', 'gargoyles', 'figures'].flatMap((kind) => board[kind].filter((x) => cells.includes(x.cell)).map((x) => ({ kind, colour: x.colour, cell: to(x.cell) })));

// The cell of a turned bridge for its label: one that only this turn covers, as far as possible from where it was.
function tipOf(t, cells, open, board) {
  const free = t.cells.filter((c) => !cells.includes(c));
  const alone = free.filter((c) => open.every((o) => o === t || !o.cells.includes(c)));
  const far = (c) => { const [x, y] = placeOf(c); return Math.max(...cells.map((d) => { const [u, v] = placeOf(d); return Math.hypot(x - u, y - v); })); };
  return [...(alone.length ? alone : free.length ? free : t.cells)].sort((a, b) => far(b) - far(a) || byPlace(a, b)).find((c) => board.inside(c)) ?? t.cells[0];
}

/** What a bridge can do: for the open question, or else as far as the board allows. */
function abilities({ moves, facts, mine, used }, piece) {
  const pairs = (tree) => new Set(Object.entries(tree ?? {}).flatMap(([c, angles]) => Object.keys(angles).map((a) => `${c} ${a}`)));
  const left = Number(facts.left ?? 1);
  const points = Number(facts.points ?? 0);
  if (mine && (moves.turn || moves.slide)) {
    if (piece !== facts.piece) return {};
    const each = used.effect === 'haul' ? 0 : Number(used['cell-cost'] ?? used.cost ?? 0);
    return { turn: moves.turn && pairs(moves.turn), slide: moves.slide && new Set(Object.keys(moves.slide)), most: each ? Math.min(left, Math.floor(points / each)) : left };
  }
  if (mine && (moves.shift || moves.spin)) return { turn: pairs(moves.spin?.[piece]), slide: new Set(Object.keys(moves.shift?.[piece] ?? {})), most: left };
  if (!facts.points) return {};
  const turn = new Set((facts[`can.turn.${piece}`] ?? '').split(' / ').filter(Boolean));
  const slide = new Set(wordsOf(facts[`can.slide.${piece}`]));
  if (facts.phase === 'draw' && !moves.free) return {};
  if (!facts.card) return { turn, slide, most: 5 };
  const as = facts.as ?? used.effect;
  return { turn: as === 'rotas' && turn, slide: (as === 'moves' || as === 'haul') && slide, most: left };
}

// The shortest way of a bridge to a position that covers a cell, without crossing another bridge.
function slideTo(board, piece, cells, goal, most) {
  const seen = new Set([cells[0]]);
  let edge = [{ cells, path: [] }];
  for (let i = 0; i < most; i++) {
    edge = edge.flatMap((x) => Object.entries(WAYS).map(([way, step]) => ({ cells: x.cells.map((c) => beside(c, step)), path: [...x.path, way] }))).filter((x) => !seen.has(x.cells[0]) && !clash(board, piece, x.cells).rule && seen.add(x.cells[0]));
    const there = edge.find((x) => x.cells.includes(goal));
    if (there) return there.path;
  }
  return null;
}

// The question to the table about a plan that is not legal.
function questionOf({ moves, mine }, piece, { turn: turned, slide = [] }, ridden) {
  if (!mine || slide.length > 1) return null;
  if (moves.turn || moves.slide) return turned ? moves.turn && ['turn', ...turned] : moves.slide && ['slide', ...slide];
  if (moves.shift || moves.spin) return turned ? ['spin', piece, ...turned] : ['shift', piece, ...slide];
  // With a rider, a free action is always refused, but a card is not.
  if (moves.free && !ridden) return turned ? ['free', 'turn', piece, ...turned] : ['free', 'slide', piece, ...slide];
  return null;
}

const SOME = 3; // cards that are offered for a movement

// The moves that carry out a plan: with the open card, with a card from the hand, or as the free action.
function sourcesOf(ctx, piece, { turn: turned, slide = [] }) {
  const { moves, facts, lore, names, title, seen, used } = ctx;
  const n = turned ? 1 : slide.length;
  const toll = Number(facts[`toll.${piece}`] ?? 0);
  const what = turned ? t`Turn` : many(n, t`Shift ${n} cell`, t`Shift ${n} cells`);
  const said = (text, cost) => (cost ? t`${text}: ${cost}` : text);
  const steps = turned ? [['turn', ...turned]] : slide.map((way) => ['slide', way]);
  if (moves.turn || moves.slide) {
    return [{ key: 'confirm', cls: 'gold', text: said(what, used.effect === 'haul' ? '' : price(used, n, turned)), moves: steps }];
  }
  if (moves.piece) return moves.piece[piece] ? [{ key: 'confirm', cls: 'gold', text: said(what, used.effect === 'haul' ? '' : price(used, n, turned, toll)), moves: [['piece', piece], ...steps] }] : [];
  if (moves.shift || moves.spin) return [{ key: 'confirm', cls: 'gold', text: n > 1 ? t`${what}: ${n} actions` : what, moves: turned ? [['spin', piece, ...turned]] : slide.map((way) => ['shift', piece, way]) }];
  const { shape, type } = lore.pieces.get(piece);
  const fits = (of) => of.effect === 'either' || (turned ? of.effect === 'rotas' && (of.shape ?? shape) === shape : of.effect === 'moves' && (of.type ?? type) === type);
  const cards = Object.keys(moves.play ?? {}).filter((w) => fits(nameOf(names, w).traits ?? {}) && ctx.lastUse !== `${w} ${piece}`);
  const sure = cards.filter((w) => seen.includes(w));
  const list = (sure.length ? sure : cards).slice(0, SOME).map((w) => {
    const card = nameOf(names, w).traits;
    return { key: `by-${w}`, cls: sure.includes(w) ? 'gold' : 'plain', text: said(sure.includes(w) ? title(w) : t`${title(w)}, if you hold it`, price(card, n, turned, toll)), moves: [['play', w], ...(card.effect === 'either' ? [['as', turned ? 'rotas' : 'moves']] : []), ['piece', piece], ...steps] };
  });
  const free = turned ? moves.free?.turn?.[piece]?.[turned[0]]?.[turned[1]] : n === 1 && moves.free?.slide?.[piece]?.[slide[0]];
  if (free) list.push({ key: 'by-free', cls: 'gold', text: t`Free action`, moves: [turned ? ['free', 'turn', piece, ...turned] : ['free', 'slide', piece, ...slide]] });
  return list;
}
