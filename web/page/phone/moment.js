// @ts-check
// Times as people write them.
import { language } from '../shared/lang.js';

/**
 * A time in the viewer's language: only the time of the day if it is today, else with the day.
 * @param {string} at
 */
export function moment(at) {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(language(), today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
}
