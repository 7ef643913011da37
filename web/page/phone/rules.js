// @ts-check
// The sheet with the rulebook of a game.
import { Button } from '../shared/button.js';
import { Book } from './rulebook.js';
import { rulesOf } from './books.js';
import { dressSheet } from '../shared/picture.js';
import { openSheet } from '../shared/sheet.js';
import { el, h, useEffect, useLayoutEffect, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Book as BookOf } from './books.js' */
/** @import { GameView, Names } from '../../types/protocol' */

/**
 * @typedef {object} RulesToOpen
 * @property {string} game
 * @property {string} [id] of the rule that is shown first
 * @property {GameView[]} [games] all there are, to choose from
 * @property {Names|null} [names] of the game under way, if it is this game: its card list may differ from the one that
 *   comes with the game
 */

/** @type {{game: string, go: (id: string) => void}|null} */
let open = null; // the open sheet

/**
 * Opens the rules.
 * @param {RulesToOpen} rules
 */
export function openRules(rules) {
  if (open?.game === rules.game) {
    open.go(rules.id ?? '');
    return;
  }
  openSheet({
    title: t`The rules`,
    kind: 'rules',
    view: () => h(Rules, { rules }),
    closed() {
      open = null;
    },
  });
}

/** @param {{rules: RulesToOpen}} props */
function Rules({ rules: { game: first, id = '', games = [], names = null } }) {
  const [game, setGame] = useState(first);
  const [at, setAt] = useState({ id }); // a new object goes there again
  const [book, setBook] = useState(/** @type {BookOf|null} */ (null));
  const [problem, setProblem] = useState('');
  const [tries, setTries] = useState(0);
  useLayoutEffect(() => {
    open = { game, go: (rule) => setAt({ id: rule }) };
  }, [game]);
  useEffect(() => {
    let wanted = true;
    setProblem('');
    setBook(null);
    rulesOf(game).then((read) => wanted && setBook(read), (err) => wanted && setProblem(err.message));
    return () => {
      wanted = false;
    };
  }, [game, tries]);
  useEffect(() => (book ? dressSheet(book.picture) : undefined), [book]);
  /** @param {string} to */
  const turn = (to) => {
    setGame(to);
    setAt({ id: '' });
  };
  return [
    games.length > 1 && el(
      'select', { 'aria-label': t`The game`, value: game, onChange: (e) => turn(e.currentTarget.value) },
      games.map((g) => el('option', { value: g.id }, g.title)),
    ),
    problem && [
      el('p', { class: 'refusal', role: 'alert' }, problem),
      h(Button, { act: () => setTries(tries + 1) }, t`Try again`),
    ],
    !problem && (book
      ? h(Book, { key: game, game, book, names: game === first ? names : null, at })
      : el('p', { class: 'quiet', role: 'status' }, t`Opening the book …`)),
  ];
}
