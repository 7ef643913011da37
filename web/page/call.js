// The line of a phone's page: it is called while the rest of the page still comes, and what it says meanwhile is kept until the page listens.
import { Connection } from './connection.js';
import { language } from './lang.js';
import { keeper, takeCode } from './token.js';

/** By which the table knows this phone. */
export const token = keeper('familiar.token');

/** What the page says of itself when the line is opened: a join code, the token that was sent last, and the table's revision that it holds. */
export const own = { code: takeCode(), token: '', revision: 0 };

export const line = new Connection({
  path: '/ws',
  hello: () => ({ type: 'hello', protocol: 1, token: (own.token = token.load()) || undefined, code: own.code || undefined, revision: own.revision, language: language() }),
  probe: { type: 'check', verb: '', args: [] },
});
line.open();
