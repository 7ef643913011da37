// @ts-check
// A box to tick.
import { el } from '../shared/view.js';

/**
 * @param {object} props
 * @param {string} props.words what it means when it is ticked
 * @param {string} props.name a name that no other control beside it has, so that it can be found again
 * @param {boolean} props.checked
 * @param {(on: boolean) => void} props.change takes what it is now
 */
export const Check = ({ words, name, checked, change }) =>
  el(
    'label', { class: 'radio' },
    el('input', { type: 'checkbox', checked, 'data-key': name, onChange: (e) => change(e.currentTarget.checked) }),
    el('span', null, el('b', null, words)),
  );
