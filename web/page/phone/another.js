// @ts-check
// The sheet that begins another game. When it starts that game, it first puts the finished one away.
import { openSheet } from '../shared/sheet.js';
import { StartForm } from './start.js';
import { h } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Context } from '../shared/context.js' */
/** @import { StartRequest } from '../../types/protocol' */

/**
 * Opens the sheet.
 * @param {() => Context} now
 */
export function openAnother(now) {
  const { welcome, game, actions } = now();
  const seats = game?.seats ?? [];
  openSheet({
    title: t`Another game`,
    view(close) {
      /** @param {StartRequest} request */
      const start = async (request) => {
        await actions.query({ type: 'end' });
        const ok = await actions.ask(request);
        if (ok) close();
        return ok;
      };
      return h(StartForm, {
        welcome, actions: { ...actions, start }, players: seats.map((x) => x.title), had: seats.map((x) => x.colour),
      });
    },
  });
}
