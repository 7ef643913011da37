// Your cards: owners edit their card lists here with menus.
import { h, draw } from './dom.js';
import { openSheet, confirm } from './sheet.js';
import { dressSheet, pictureOf, stylesheet } from './picture.js';
import { card } from './made.js';
import { lastOf } from './list.js';
import { nameWord } from './players.js';
import { capital } from './words.js';
import { t } from './lang.js';
import { valueView, holding, fresh, called } from './boxform.js';

const PIECE_LENGTH = 4000; // characters of a file in one message, whose limit is in bytes
const PIECE_INTERVAL = 60; // between two pieces, ms: the table limits messages per second

const query = (now, action, game, pack, edit) => now().actions.query({ type: 'packs', action, game, pack, edit });
const gameTitle = (now, id) => now().welcome?.games?.find((g) => g.id === id)?.title ?? id;
const nameTitle = (name) => (name === 'house' ? t`The stand-in cards` : capital(name.replaceAll('-', ' ')));
const counted = (l) => (l.ok ? t`${l.kinds} kinds, ${l.cards} cards` : t`Not finished: no game can begin with it yet`);

/**
 * Opens the card lists of all games.
 * @param {function(): Object} now gives the table as it is at the moment
 */
export async function openBox(now) {
  await stylesheet(new URL('./box.css', import.meta.url).href);
  openSheet({
    title: t`Your cards`,
    kind: 'box',
    build(body, close) {
      const said = h('p.notice', { role: 'status', hidden: true });
      const games = h('div');
      const say = (text) => ((said.textContent = text ?? ''), (said.hidden = !text));
      const refresh = async () => {
        const { ok, text, lists } = await query(now, 'list');
        if (!ok) return say(text);
        draw(games, [lists], () => (now().welcome?.games ?? []).map((g) => gameView(g, lists.filter((l) => l.game === g.id))));
      };
      const open = (game, name) => openList(now, game, name, { changed: refresh, leave: close });
      const gameView = (g, lists) => h('section.leaf', null, h('h3', null, g.title),
        h('div.stack', null, lists.map((l) => h('button.choice.wide', { type: 'button', key: `${g.id}-${l.name}`, onclick: () => open(g.id, l.name) },
          h('span', null, h('b', null, nameTitle(l.name)), h('small', null, counted(l)))))),
        h('div.row', null,
          h('button.gold', { type: 'button', key: `copy-${g.id}`, onclick: () => copy(g.id, 'house') }, t`Begin your own list`),
          fileButton(t`Import a file`, `import-${g.id}`, (file) => take(g.id, file))));
      const copy = async (game, of) => {
        const name = await askName(t`How is your list called?`, t`It begins as a copy of the stand-in cards.`, t`Begin`, 'my-box');
        if (!name) return;
        const { ok, text } = await query(now, 'copy', game, of, { name });
        say(ok ? '' : text);
        await refresh();
        if (ok) open(game, name);
      };
      const take = async (game, file) => {
        const name = await askName(t`How is your list called?`, t`${file.name} is read into a list of this name.`, t`Import`, nameWord(lastOf(file.name.replace(/\.toml$/i, '').split('.'))) || 'my-box');
        if (!name) return;
        const text = await file.text();
        let answer = await send(now, 'import', game, name, text, false);
        if (!answer.ok && answer.list === undefined && (await there(game, name))) {
          const yes = await confirm({ title: t`Replace that list?`, text: answer.text, yes: t`Replace it`, grave: true });
          if (yes) answer = await send(now, 'import', game, name, text, true);
        }
        say(answer.ok ? '' : answer.text);
        await refresh();
        if (answer.ok) open(game, name);
      };
      const there = async (game, name) => (await query(now, 'list', game)).lists?.some((l) => l.name === name);
      body.append(h('p', null, t`The cards that come with the table are stand-ins. Write down here what stands on yours: the table checks it as you go.`), said, games);
      refresh();
    },
  });
}

// A file is sent in pieces, because messages are short.
async function send(now, action, game, pack, text, over) {
  const bytes = new TextEncoder();
  let [at, from] = [0, 0];
  for (;;) {
    let end = Math.min(text.length, at + PIECE_LENGTH);
    if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && end < text.length) end--;
    const piece = text.slice(at, end);
    const answer = await query(now, action, game, pack, { text: piece, from, more: end < text.length, over });
    if (!answer.ok || end === text.length) return answer;
    await new Promise((r) => setTimeout(r, PIECE_INTERVAL));
    [at, from] = [end, from + bytes.encode(piece).length];
  }
}

function fileButton(words, key, take) {
  const input = h('input', { type: 'file', accept: '.toml,text/plain', hidden: true, onchange: () => {
    const [file] = input.files;
    input.value = '';
    if (file) take(file);
  } });
  return [h('button.plain', { type: 'button', key, onclick: () => input.click() }, words), input];
}

function askName(title, text, yes, value) {
  return new Promise((resolve) => {
    let answer = null;
    openSheet({
      title,
      kind: 'small',
      build(body, close) {
        const input = h('input', { type: 'text', value, maxlength: 32, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', 'aria-label': t`Name`, autofocus: true });
        const form = h('form', { onsubmit: (e) => {
          e.preventDefault();
          answer = nameWord(input.value);
          if (answer) close();
        } }, h('p', null, text), h('label.field', null, h('span', null, t`Name`), input), h('div.row.end', null, h('button.gold', { type: 'submit' }, yes)));
        body.append(form);
      },
      closed: () => resolve(answer),
    });
  });
}

/* One list */

/**
 * Opens a card list.
 * @param {function(): Object} now
 * @param {string} game
 * @param {string} name
 * @param {{changed: function(): void, leave: function(): void}} above the list of lists
 */
async function openList(now, game, name, above) {
  const picture = await pictureOf(game);
  const undress = dressSheet(picture);
  const state = { list: null, form: null, words: {}, names: {}, said: '' };
  const watchers = new Set(); // sheets that show the same list
  const shown = () => watchers.forEach((f) => f());
  const take = ({ ok, text, list }) => {
    if (ok && list) {
      state.list = list;
      state.form = list.form ?? state.form;
      state.words = list.words ?? state.words;
      // A list with a fault has no pictures: the last ones are still right for most cards.
      state.names = list.names ?? state.names;
    }
    state.said = ok ? '' : text;
    shown();
    return ok;
  };
  const read = async () => take(await query(now, 'read', game, name, { form: true }));
  let line = Promise.resolve(); // Changes are sent one after the other, because each is based on the one before.
  const edit = (action, change) => (line = line.then(async () => {
    const answer = await query(now, action, game, name, { ...change, mark: state.list.mark });
    const ok = take(answer);
    // Somebody else may have changed the list: show it as it is now.
    if (!ok) take({ ...(await query(now, 'read', game, name)), text: answer.text }) && ((state.said = answer.text), shown());
    return ok;
  }));
  const ctx = { now, game, state, picture, edit, watchers, house: name === 'house' };
  openSheet({
    title: `${gameTitle(now, game)}: ${nameTitle(name)}`,
    kind: 'box',
    build(body, close) {
      const parts = { said: h('div'), deeds: h('div'), tables: h('div') };
      body.append(...Object.values(parts));
      const refresh = () => {
        const { list, said } = state;
        draw(parts.said, [said, list && [list.ok, list.kinds, list.cards, list.faults, list.odd]], () => [said && h('p.refusal', { role: 'alert' }, said), list && summaryView(ctx, list)]);
        if (!list) return;
        draw(parts.deeds, [list.ok, list.tags], () => deedsView(ctx, list, { name, close, above, read }));
        draw(parts.tables, [list.mark], () => state.form.tables.map((of) => tableView(ctx, of)));
      };
      watchers.add(refresh);
      read();
    },
    closed() {
      watchers.clear();
      undress();
      above.changed();
      dispatchEvent(new Event('cardlists'));
    },
  });
}

function summaryView(ctx, list) {
  const { house, state } = ctx;
  if (list.ok) {
    return [h('p.notice.good', { role: 'status' }, h('b', null, t`${list.kinds} kinds, ${list.cards} cards.`), ' ', t`A game can begin with it.`),
      list.odd && h('p.notice', null, list.odd, ' ', t`To be edited here it can be written anew; its comments are lost then.`, ' ', h('button.link', { type: 'button', key: 'plain', onclick: () => ctx.edit('plain', {}) }, t`Write it anew`)),
      house && h('p.quiet', null, t`This list belongs to the table: it can be looked at and copied, not changed.`)];
  }
  return h('div.notice.warning', { role: 'status' }, h('p', null, h('b', null, t`No game can begin with it yet.`)),
    h('ul.plain-list', null, list.faults.map((f, i) => h('li', null, placeOf(ctx, f) && h('button.link', { type: 'button', key: `fault-${i}`, onclick: () => goTo(ctx, f) }, placeOf(ctx, f)), ' ', f.text, f.line > 0 && h('small.quiet', null, ' ', t`(line ${f.line} of the file)`)))),
    list.odd && h('button.plain', { type: 'button', key: 'plain', onclick: () => ctx.edit('plain', {}) }, t`Write it anew`),
    !state.list.tables && h('p', null, t`Mend the file and import it again.`));
}

const tableOf = (ctx, name) => ctx.state.form?.tables.find((x) => x.name === (name ?? ''));

function placeOf(ctx, f) {
  const of = tableOf(ctx, f.table);
  if (!of || f.row < 0) return '';
  return of.rows ? rowTitle(ctx, of, f.row) : called(ctx.state.words, of.name || 'box');
}

function goTo(ctx, f) {
  const of = tableOf(ctx, f.table);
  if (of?.rows) openRow(ctx, of, f.row);
  else document.querySelector(`[data-table="${CSS.escape(f.table ?? '')}"]`)?.scrollIntoView();
}

const rowsOf = (ctx, of) => ctx.state.list.tables?.[of.name] ?? [];

function rowTitle(ctx, of, row) {
  const word = rowsOf(ctx, of)[row]?.values[of.label];
  return ctx.state.names[word]?.title ?? (typeof word === 'string' && word ? capital(word.replaceAll('-', ' ')) : t`Number ${row + 1}`);
}

const faultsOf = (ctx, of, row) => (ctx.state.list.faults ?? []).filter((f) => (f.table ?? '') === of.name && f.row === row);

function deedsView(ctx, list, { name, close, above, read }) {
  const { now, game, house } = ctx;
  const say = (text) => now().actions.toast(text);
  const item = (key, words, act, cls = 'plain') => h(`button.${cls}`, { type: 'button', key, onclick: act }, words);
  const enrol = async () => {
    const ok = await now().actions.ask({ type: 'enrol', action: 'begin', game, pack: name });
    if (ok) (close(), above.leave());
  };
  const takeTags = async () => {
    say((await now().actions.query({ type: 'enrol', action: 'take', game, pack: name })).text ?? '');
    read();
  };
  const exportFile = async () => {
    const { ok, text, record } = await query(now, 'export', game, name);
    if (!ok) return say(text);
    const href = URL.createObjectURL(new Blob([record], { type: 'text/plain' }));
    h('a', { href, download: `${game}.${name}.toml` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  };
  const rename = async () => {
    const to = await askName(t`How is it to be called?`, t`Its tags go with it.`, t`Rename`, name);
    if (!to || to === name) return;
    const { ok, text } = await query(now, 'rename', game, name, { name: to });
    if (!ok) return say(text);
    close();
    openList(now, game, to, above);
  };
  const remove = async () => {
    if (!(await confirm({ title: t`Delete this list?`, text: t`Export it first if you may want it again. Games that were played with it can still be looked at.`, yes: t`Delete it`, grave: true }))) return;
    const { ok, text } = await query(now, 'delete', game, name);
    if (ok) close();
    else say(text);
  };
  return h('div.deeds', null,
    list.ok && item('enrol', list.tags > 0 ? t`Enrol its tags (${list.tags} so far)` : t`Enrol its tags`, enrol),
    list.ok && !house && item('take', t`Take over tags of the stand-in cards`, takeTags),
    item('export', t`Export`, exportFile), !house && item('rename', t`Rename`, rename), !house && item('delete', t`Delete`, remove, 'blood'));
}

function tableView(ctx, of) {
  const { state, house } = ctx;
  const rows = rowsOf(ctx, of);
  const heading = called(state.words, of.name || 'box');
  if (!of.rows) return h('section.leaf', { 'data-table': of.name }, h('h3', null, heading), fieldsView(ctx, of, 0));
  const add = async () => {
    if (await ctx.edit('add', { table: of.name, row: -1, value: newRow(ctx, of) })) openRow(ctx, of, rowsOf(ctx, of).length - 1);
  };
  return h('section.leaf', { 'data-table': of.name }, h('h3', null, heading, rows.length > 0 && h('small.quiet', null, ` ${rows.length}`)),
    h('div.cards', null, rows.map((_, i) => rowView(ctx, of, i))),
    !house && h('button.plain', { type: 'button', key: `add-${of.name}`, onclick: add }, t`Add one`));
}

// A row looks like its card, or else shows its name.
function rowView(ctx, of, i) {
  const { state: { names }, picture } = ctx;
  const { values } = rowsOf(ctx, of)[i];
  const word = values[of.label];
  const ill = faultsOf(ctx, of, i).length > 0;
  const tap = () => openRow(ctx, of, i);
  const key = `row-${of.name}-${i}`;
  if (names[word]?.sort === 'card') return card(word, { names: { names }, face: picture.face }, { tap, key, copies: values.copies ?? 1, cls: ill ? 'ill' : '' });
  return h(`button.plain${ill ? '.ill' : ''}`, { type: 'button', key, onclick: tap }, rowTitle(ctx, of, i));
}

function newRow(ctx, of) {
  const { form, list } = ctx.state;
  const value = {};
  for (const f of of.fields) if (f.need && holding(f, value)) value[f.name] = fresh(f, { form, list }, of);
  if (of.label && typeof value[of.label] === 'string' && tableField(of, of.label).kind === 'name') {
    const taken = new Set(rowsOf(ctx, of).map((r) => r.values[of.label]));
    for (let n = 1; taken.has(value[of.label]); n++) value[of.label] = `new-${n}`;
  }
  return value;
}

const tableField = (of, name) => of.fields.find((f) => f.name === name);

/* One row */

function openRow(ctx, of, at) {
  let row = at;
  const { state, watchers, house } = ctx;
  let refresh = () => {};
  let sheet = null;
  sheet = openSheet({
    title: rowTitle(ctx, of, row),
    kind: 'box',
    build(body, close) {
      const parts = { said: h('div'), steps: h('div.row'), face: h('div.row-face'), fields: h('div'), deeds: h('div') };
      body.append(...Object.values(parts));
      const go = (to) => ((row = to), refresh(), body.scrollTo({ top: 0 }));
      const move = async (to) => (await ctx.edit('move', { table: of.name, row: Math.min(row, to) })) && go(to);
      const copy = async () => {
        const value = { ...rowsOf(ctx, of)[row].values };
        if (tableField(of, of.label).kind === 'name') value[of.label] = newName(value[of.label]);
        if (await ctx.edit('add', { table: of.name, row, value })) go(row + 1);
      };
      const newName = (name) => {
        const taken = new Set(rowsOf(ctx, of).map((r) => r.values[of.label]));
        let n = 2;
        while (taken.has(`${name}-${n}`)) n++;
        return `${name}-${n}`;
      };
      const remove = async () => {
        if (await confirm({ title: t`Take ${rowTitle(ctx, of, row)} out of the list?`, text: t`What stands there is lost.`, yes: t`Take it out`, grave: true }) && (await ctx.edit('remove', { table: of.name, row }))) close();
      };
      refresh = () => {
        const rows = rowsOf(ctx, of);
        if (row >= rows.length) return close();
        const { values } = rows[row];
        sheet?.setTitle(rowTitle(ctx, of, row));
        const faults = faultsOf(ctx, of, row).filter((f) => !f.field);
        draw(parts.said, [state.said, faults], () => [state.said && h('p.refusal', { role: 'alert' }, state.said), ...faults.map((f) => h('p.fault', { role: 'alert' }, f.text))]);
        draw(parts.steps, [row, rows.length], () => [h('button.plain', { type: 'button', key: 'back', disabled: row === 0, onclick: () => go(row - 1) }, t`Previous`), h('span.quiet', null, t`${row + 1} of ${rows.length}`), h('button.plain', { type: 'button', key: 'on', disabled: row === rows.length - 1, onclick: () => go(row + 1) }, t`Next`)]);
        const word = values[of.label];
        draw(parts.face, [word, state.names[word]], () => state.names[word]?.sort === 'card' && card(word, { names: { names: state.names }, face: ctx.picture.face }, { size: 'm' }));
        draw(parts.fields, [row, state.list.mark, state.list.faults], () => fieldsView(ctx, of, row));
        draw(parts.deeds, [row, rows.length, house], () => !house && h('div.deeds', null,
          h('button.plain', { type: 'button', key: 'up', disabled: row === 0, onclick: () => move(row - 1) }, t`Before the previous`),
          h('button.plain', { type: 'button', key: 'down', disabled: row === rows.length - 1, onclick: () => move(row + 1) }, t`Behind the next`),
          h('button.plain', { type: 'button', key: 'copy', onclick: copy }, t`Another one like it`),
          h('button.blood', { type: 'button', key: 'remove', onclick: remove }, t`Take it out`)));
      };
      watchers.add(refresh);
      refresh();
    },
    closed: () => watchers.delete(refresh),
  });
}

function fieldsView(ctx, of, row) {
  const { state, house } = ctx;
  const { values, said = {} } = rowsOf(ctx, of)[row] ?? { values: {} };
  const faults = faultsOf(ctx, of, row);
  const known = new Set();
  const fields = of.fields.filter((f) => holding(f, values) && !known.has(f.name) && known.add(f.name));
  const idle = Object.keys(values).filter((key) => !known.has(key) && of.fields.some((f) => f.name === key));
  const set = (field) => (value) => ctx.edit('set', { table: of.name, row, field, value });
  return h('fieldset.row-form', { disabled: house },
    said['']?.[0] && h('p.told', null, capital(said[''][0])),
    fields.map((f) => {
      const wrong = faults.filter((x) => x.field === f.name);
      const id = `fault-${of.name}-${row}-${f.name}`;
      const about = wrong.length > 0 ? id : undefined;
      return h('div.box-field', { class: wrong.length > 0 ? 'box-field ill' : 'box-field' },
        valueView(f, values[f.name], set(f.name), { words: state.words, form: state.form, list: state.list, names: state.names, label: called(state.words, f.name), key: `${of.name}-${row}-${f.name}`, said: said[f.name], about, need: f.need, field: f.name, top: true }),
        wrong.length > 0 && h('p.fault', { id, role: 'alert' }, wrong.map((x) => x.text).join(' ')));
    }),
    idle.map((key) => h('p.fault', null, t`${called(state.words, key)} is of no use here.`, ' ', h('button.link', { type: 'button', key: `idle-${key}`, onclick: () => set(key)(null) }, t`Leave it out`))));
}

