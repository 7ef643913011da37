// @ts-check
// Radio buttons: the viewer chooses one of several values.
import { el } from '../shared/view.js';

/**
 * @param {object} props
 * @param {string} props.legend
 * @param {string} props.name
 * @param {{value: string, words: string}[]} props.values
 * @param {string} props.chosen
 * @param {(value: string) => void} props.change
 */
export const Radio = ({ legend, name, values, chosen, change }) =>
  el(
    'fieldset', null, el('legend', null, legend),
    el('div', { class: 'choices' }, values.map(({ value, words }) =>
      el(
        'label', { class: 'radio' },
        el('input', { type: 'radio', name, value, checked: value === chosen, onChange: () => change(value) }),
        el('span', null, el('b', null, words)),
      ))),
  );
