// @ts-check
// The phones that were let in, as a host sees them: their seats, and who is host.
import { Button } from '../shared/button.js';
import { moment } from './moment.js';
import { SeatDot } from '../shared/ornaments.js';
import { confirm } from '../shared/sheet.js';
import { el, h, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Context } from '../shared/context.js' */
/** @import { PhoneView, SeatView } from '../../types/protocol' */

/**
 * What people call a phone.
 * @param {PhoneView} phone
 */
const called = ({ device, local }) => device || (local ? t`The table’s own browser` : t`A phone`);

/**
 * The phones, those with a seat first.
 * @param {{ctx: Context}} props
 */
export function Phones({ ctx }) {
  const seats = ctx.game?.seats ?? [];
  /** @param {PhoneView} p */
  const place = (p) => seats.findIndex((x) => x.word === p.seat);
  /** @param {PhoneView} p */
  const order = (p) => (place(p) < 0 ? seats.length : place(p));
  const phones = [...(ctx.snapshot.phones ?? [])].sort((a, b) => order(a) - order(b));
  return el('ul', { class: 'phones' }, phones.map((phone) =>
    el('li', { key: phone.id }, h(Phone, { ctx, phone, seat: seats[place(phone)] }))));
}

/** @typedef {{ctx: Context, phone: PhoneView, seat: SeatView|undefined}} PhoneProps */

/** @param {PhoneProps} props */
function Phone({ ctx, phone, seat }) {
  const about = [
    phone.you && t`this one`, phone.host && t`host`, phone.here ? t`here` : t`away since ${moment(phone.last ?? '')}`,
  ].filter(Boolean).join(' · ');
  const watcher = ctx.game ? t`Watches` : called(phone);
  return el(
    'details', null,
    el(
      'summary', { 'data-key': `phone-${phone.id}` }, seat && h(SeatDot, { colour: seat.colour }),
      el(
        'span', null, el('b', null, seat ? seat.title : watcher),
        el('small', null, ctx.game ? `${called(phone)} · ${about}` : about),
      ),
    ),
    el(
      'div', { class: 'stack' },
      ctx.game && h(SeatChoice, { ctx, phone, seat }),
      !phone.you && !phone.local && h(Rights, { ctx, phone, seat }),
      phone.local && !phone.you
        && el('p', { class: 'quiet' }, t`A browser on the table’s own machine is always host.`),
    ),
  );
}

/** @param {PhoneProps} props */
function SeatChoice({ ctx: { game, actions }, phone, seat }) {
  const [wanted, want] = useState(/** @type {string|null} */ (null)); // while the table has not given it yet
  const seats = game?.seats ?? [];
  /** @param {string} word */
  const give = async (word) => {
    want(word);
    const to = seats.find((x) => x.word === word);
    const sure = !to?.here || (await confirm({
      title: t`Give ${to.title}’s seat to another phone?`,
      text: t`The phone that has it now watches then. Whoever has a seat sees its hand; everybody is told.`,
      yes: t`Give the seat`,
    }));
    if (sure) await actions.ask({ type: 'give', phone: phone.id, seat: word });
    want(null);
  };
  return el(
    'label', { class: 'field' },
    el('span', null, t`Seat`),
    el(
      'select',
      {
        'data-key': `seat-${phone.id}`, value: wanted ?? phone.seat ?? '',
        onChange: (e) => give(e.currentTarget.value),
      },
      el('option', { value: '' }, t`no seat: it watches`),
      seats.map((x) =>
        el('option', { value: x.word }, x.taken && x !== seat ? t`${x.title}, whom another phone has` : x.title)),
    ),
  );
}

/**
 * Makes a phone host, or sends it away.
 * @param {PhoneProps} props
 */
function Rights({ ctx: { actions }, phone, seat }) {
  const who = seat ? t`${called(phone)} (${seat.title})` : called(phone);
  const sendAway = async () => {
    const yes = await confirm({
      title: t`Send this phone away?`,
      text: t`${who}: its seat is free then. With the present code it does not come in again. Make a new one if somebody
        could bring another phone.`,
      yes: t`Send it away`,
      more: t`Send away, new code`,
      grave: true,
    });
    if (yes) actions.ask({ type: 'kick', phone: phone.id, code: yes === 'more' });
  };
  const host = () => actions.ask({ type: 'host', phone: phone.id, on: !phone.host });
  return [
    h(Button, { name: `host-${phone.id}`, act: host }, phone.host ? t`Host no more` : t`Make it host, too`),
    h(Button, { look: 'blood', name: `kick-${phone.id}`, act: sendAway }, t`Send away`),
  ];
}
