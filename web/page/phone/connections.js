// @ts-check
// Where this phone's token is in use, and how its owner ends that.
import { Button } from '../shared/button.js';
import { confirm } from '../shared/sheet.js';
import { moment } from './moment.js';
import { el, h, useEffect, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Actions } from '../shared/context.js' */
/** @import { ConnectionView } from '../../types/protocol' */

/** @param {ConnectionView} connection */
function about({ own, address, until, since }) {
  const when = until ? t`until ${moment(until)}` : t`since ${moment(since)}`;
  return [own && t`this page`, address, when].filter(Boolean).join(' · ');
}

/**
 * The section of the settings. `close` closes the sheet.
 * @param {{actions: Actions, close: () => void}} props
 */
export function Connections({ actions, close }) {
  const [all, setAll] = useState(/** @type {ConnectionView[]} */ ([]));
  const read = async () => setAll((await actions.query({ type: 'connections' })).connections ?? []);
  useEffect(() => {
    read();
  }, []);
  const endOthers = async () => {
    const yes = await confirm({
      title: t`End the others?`,
      text: t`All other pages that are in as this phone have to join anew. This one stays.`,
      yes: t`End them`,
      grave: true,
    });
    if (yes && (await actions.endOthers())) read();
  };
  const leave = async () => {
    const yes = await confirm({
      title: t`Leave this table?`,
      text: t`The table forgets this phone, and its seat is free. With the join code it comes in again.`,
      yes: t`Leave`,
      grave: true,
    });
    if (!yes) return;
    close();
    actions.leave();
  };
  return el(
    'section', null,
    el('h3', null, t`Where this phone is in`),
    el('ul', { class: 'plain-list' }, all.map((c) =>
      el('li', null, el('b', null, c.device || t`A phone`), ' ', about(c)))),
    all.length > 1 && h(Button, { look: 'plain wide', name: 'others', act: endOthers }, t`End the others`),
    h(Button, { look: 'plain wide', name: 'leave', act: leave }, t`Leave this table`),
  );
}
