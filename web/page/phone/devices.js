// @ts-check
// The health of the table's devices.
import { capital } from '../shared/words.js';
import { el, useEffect, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Actions } from '../shared/context.js' */
/** @import { Device, ReaderStatsView } from '../../types/protocol' */

const STATS_INTERVAL = 2000; // ms between two requests for the readers' statistics, while somebody looks at them

/** @param {ReaderStatsView} stats */
function fared({ ago, polls, errors, retries, returns }) {
  if (ago < 0) return t`it has never answered`;
  const seconds = (ago / 1000).toFixed(1);
  return t`${polls} polls, the last answer ${seconds} s ago, errors: ${errors}, retries: ${retries},
    reconnects: ${returns}`;
}

/**
 * The devices, the broken ones first, with the statistics of the readers.
 * @param {{devices: Device[], actions: Actions}} props
 */
export function Devices({ devices, actions }) {
  const [stats, setStats] = useState(/** @type {ReaderStatsView[]} */ ([]));
  useEffect(() => {
    let timer = 0;
    let seen = true;
    const look = async () => {
      const answer = await actions.query({ type: 'devices' });
      if (!seen) return;
      if (answer.devices) setStats(answer.devices);
      timer = setTimeout(look, STATS_INTERVAL);
    };
    look();
    return () => {
      seen = false;
      clearTimeout(timer);
    };
  }, []);
  const sorted = [...devices].sort((a, b) => Number(a.ok) - Number(b.ok));
  return el('ul', { class: 'devices' }, sorted.map((d) => {
    const reader = stats.find((s) => s.device === d.name);
    return el(
      'li', { class: d.ok ? 'ok' : 'ill', 'data-device': d.name },
      el('b', null, capital(d.name)), el('span', null, d.text || (d.ok ? t`works` : t`does not work`)),
      reader && el('small', null, fared(reader)),
    );
  }));
}
