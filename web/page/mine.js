// Where this phone's token is in use, and how its owner ends that.
import { h } from './dom.js';
import { confirm } from './sheet.js';
import { moment } from './moment.js';
import { t } from './lang.js';

/**
 * The section of the settings.
 * @param {Object} actions
 * @param {function(): void} close closes the sheet
 */
export function connectionsView(actions, close) {
  const list = h('ul.plain-list');
  const others = h('button.plain.wide', { type: 'button', key: 'others', hidden: true, onclick: async () => {
    const yes = await confirm({ title: t`End the others?`, text: t`All other pages that are in as this phone have to join anew. This one stays.`, yes: t`End them`, grave: true });
    if (yes && (await actions.endOthers())) read();
  } }, t`End the others`);
  const leave = h('button.plain.wide', { type: 'button', key: 'leave', onclick: async () => {
    const yes = await confirm({ title: t`Leave this table?`, text: t`The table forgets this phone, and its seat is free. With the join code it comes in again.`, yes: t`Leave`, grave: true });
    if (yes) (close(), actions.leave());
  } }, t`Leave this table`);
  async function read() {
    const answer = await actions.query({ type: 'connections' });
    const all = answer.connections ?? [];
    list.replaceChildren(...all.map((c) => h('li', null, h('b', null, c.device || t`A phone`), ' ', [c.own && t`this page`, c.address, c.until ? t`until ${moment(c.until)}` : t`since ${moment(c.since)}`].filter(Boolean).join(' · '))));
    others.hidden = all.length < 2;
  }
  read();
  return h('section', null, h('h3', null, t`Where this phone is in`), list, others, leave);
}
