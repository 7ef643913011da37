// @ts-check
// Buttons.
import { el, h } from './view.js';
import { t } from './lang.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */

/**
 * A button.
 * @param {object} props
 * @param {string} [props.look] classes: `gold wide`
 * @param {string} [props.name] a name that no other button beside it has, so that it can be found again
 * @param {() => void} [props.act] what a tap does
 * @param {boolean} [props.off] it does nothing
 * @param {boolean} [props.resting] it does nothing just now, but stays where the keyboard finds it
 * @param {boolean} [props.first] it has the focus when its sheet opens
 * @param {boolean} [props.pressed] it is chosen; undefined: it cannot be
 * @param {string} [props.label] for people who do not see it, instead of its words
 * @param {ComponentChildren} [props.children]
 */
export const Button = ({ look = 'plain', name, act, off, resting, first, pressed, label, children }) =>
  el(
    'button',
    {
      class: look, type: 'button', 'data-key': name, onClick: act, disabled: off, autofocus: first,
      'aria-label': label,
      'aria-disabled': resting ? 'true' : undefined, 'aria-pressed': pressed,
    },
    children,
  );

/** Says that something dim cannot be done now, for people who do not see that. */
export const NotNow = () => el('span', { class: 'sr' }, `, ${t`not now`}`);

/**
 * A button that opens a rule.
 * @param {{rule: string, open: (rule: string) => void, look?: string, name?: string}} props
 */
export const RuleButton = ({ rule, open, look, name }) =>
  h(Button, { look, name, act: () => open(rule) }, t`Rule`, ' ', el('code', null, rule));
