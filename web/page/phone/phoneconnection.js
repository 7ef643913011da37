// @ts-check
// The connection of a phone's page. It is opened while the rest of the page still loads; its messages are kept until
// the page listens.
import { Connection } from '../shared/connection.js';
import { language } from '../shared/lang.js';
import { keeper, takeCode, takeLink } from '../shared/token.js';

/** The token by which the table recognizes this phone. */
export const token = keeper('familiar.token');

/**
 * The link of a phone that goes on here, if this browser is another phone of the table already. Somebody else may have
 * made the link: it is followed only if the viewer says so.
 */
export const offeredLink = token.load() ? takeLink() : '';

/**
 * What the page sends when a connection opens: a join code, the link of a phone that goes on here, the token of its
 * last hello, and the revision of the table that it has.
 */
export const own = { code: takeCode(), link: takeLink(), token: '', revision: 0 };

export const line = new Connection({
  path: '/ws',
  hello: () => {
    own.token = token.load();
    return {
      type: 'hello',
      protocol: 1,
      token: own.token || undefined,
      code: own.code || undefined,
      link: own.link || undefined,
      revision: own.revision,
      language: language(),
    };
  },
  probe: { type: 'check', verb: '', args: [] },
});
line.open();
