// @ts-check
// Your cards: the card lists of all games.
import { Button } from '../shared/button.js';
import { aboutList, titleOf, unreadOf } from './cardlist.js';
import { readOn } from './readon.js';
import { askName, query, send } from './cardlist-requests.js';
import { openList } from './cardlist-list.js';
import { lastOf } from '../shared/list.js';
import { nameWord } from './players.js';
import { confirm, openSheet } from '../shared/sheet.js';
import { stylesheet } from '../shared/picture.js';
import { el, h, useEffect, useRef, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Context } from '../shared/context.js' */
/** @import { GameView, ListView } from '../../types/protocol' */

/**
 * Opens the card lists of all games.
 * @param {() => Context} now gives the table as it is at the moment
 */
export async function openBox(now) {
  await stylesheet(new URL('./cardlists.css', import.meta.url).href);
  openSheet({ title: t`Your cards`, kind: 'box', view: (close) => h(Box, { now, close }) });
}

/** @param {{now: () => Context, close: () => void}} props */
function Box({ now, close }) {
  const [said, say] = useState('');
  const [lists, setLists] = useState(/** @type {ListView[]} */ ([]));
  const refresh = () =>
    readOn(() => query(now, 'list'), ({ ok, text = '', lists: all = [] }) => {
      if (ok) setLists(all);
      else say(text);
      return unreadOf(all);
    });
  useEffect(() => {
    refresh();
  }, []);
  /**
   * @param {string} game
   * @param {string} name
   */
  const open = (game, name) => openList(now, game, name, { changed: refresh, leave: close });
  /** @param {string} game */
  const copy = async (game) => {
    const name = await askName({
      title: t`How is your list called?`, text: t`It begins as a copy of the stand-in cards.`, yes: t`Begin`,
      value: 'my-box',
    });
    if (!name) return;
    const { ok, text = '' } = await query(now, 'copy', game, 'house', { name });
    say(ok ? '' : text);
    await refresh();
    if (ok) open(game, name);
  };
  /**
   * @param {string} game
   * @param {File} file
   */
  const take = async (game, file) => {
    const read = await importFile(now, game, file);
    if (!read) return;
    say(read.text);
    await refresh();
    if (!read.text) open(game, read.name);
  };
  return [
    el('p', null, t`The cards that come with the table are stand-ins. Write down here what stands on yours: the table
      checks it as you go.`),
    el('p', { class: 'notice', role: 'status', hidden: !said }, said),
    el('div', null, now().welcome.games.map((game) => h(GameLists, {
      key: game.id, game, lists: lists.filter((l) => l.game === game.id), open: (name) => open(game.id, name),
      copy: () => copy(game.id), take: (file) => take(game.id, file),
    }))),
  ];
}

/**
 * Reads a file into a list. Its text is what went wrong.
 * @param {() => Context} now
 * @param {string} game
 * @param {File} file
 * @return {Promise<{name: string, text: string}|null>} null: it was left
 */
async function importFile(now, game, file) {
  const name = await askName({
    title: t`How is your list called?`, text: t`${file.name} is read into a list of this name.`, yes: t`Import`,
    value: nameWord(lastOf(file.name.replace(/\.toml$/i, '').split('.')) ?? '') || 'my-box',
  });
  if (!name) return null;
  const text = await file.text();
  let answer = await send(now, 'import', game, name, text, false);
  if (!answer.ok && !answer.list && (await query(now, 'list', game)).lists?.some((l) => l.name === name)) {
    const yes = await confirm({
      title: t`Replace that list?`, text: answer.text ?? '', yes: t`Replace it`, grave: true,
    });
    if (yes) answer = await send(now, 'import', game, name, text, true);
  }
  return { name, text: answer.ok ? '' : answer.text ?? '' };
}

/**
 * The card lists of a game.
 * @param {object} props
 * @param {GameView} props.game
 * @param {ListView[]} props.lists
 * @param {(name: string) => void} props.open
 * @param {() => void} props.copy
 * @param {(file: File) => void} props.take
 */
const GameLists = ({ game, lists, open, copy, take }) =>
  el(
    'section', { class: 'leaf' },
    el('h3', null, game.title),
    el('div', { class: 'stack' }, lists.map((l) =>
      h(
        Button, { key: l.name, look: 'choice wide', name: `${game.id}-${l.name}`, act: () => open(l.name) },
        el('span', null, el('b', null, titleOf(l.name)), el('small', null, aboutList(l))),
      ))),
    el(
      'div', { class: 'row' },
      h(Button, { look: 'gold', name: `copy-${game.id}`, act: copy }, t`Begin your own list`),
      h(FileButton, { words: t`Import a file`, name: `import-${game.id}`, take }),
    ),
  );

/** @param {{words: string, name: string, take: (file: File) => void}} props */
function FileButton({ words, name, take }) {
  const input = useRef(/** @type {HTMLInputElement|null} */ (null));
  return [
    h(Button, { name, act: () => input.current?.click() }, words),
    el('input', {
      type: 'file', accept: '.toml,text/plain', hidden: true, ref: input,
      onChange(e) {
        const file = e.currentTarget.files?.[0];
        e.currentTarget.value = '';
        if (file) take(file);
      },
    }),
  ];
}
