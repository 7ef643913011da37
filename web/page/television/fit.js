// @ts-check
// Shows a picture that was made for phones and desks as large as it fits into a frame on a screen that cannot scroll.
import { el, useLayoutEffect, useRef } from '../shared/view.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */

// The widths that are tried, px of a page with usual letters.
const WIDTHS = [360, 480, 620, 760, 900, 1060, 1240, 1440, 1700];
const USUAL_FONT = 16; // px of such letters

/**
 * Gives a sheet the width that makes it largest in its frame, or the one in its own style: `--wide`, in rem, for
 * drawings that grow with their room.
 * @param {HTMLElement} frame
 * @param {HTMLElement} sheet
 */
function fit(frame, sheet) {
  const { clientWidth: w, clientHeight: height } = frame;
  if (!w || !height || !sheet.firstChild) return;
  const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_FONT;
  const own = parseFloat(getComputedStyle(sheet).getPropertyValue('--wide'));
  let best = { scale: 0, width: 0 };
  for (const width of (own ? [own * USUAL_FONT] : WIDTHS).map((x) => x * unit)) {
    sheet.style.setProperty('width', `${width}px`);
    const scale = Math.min(w / Math.max(width, sheet.scrollWidth), height / sheet.scrollHeight);
    if (scale > best.scale) best = { scale, width };
  }
  const { scale, width } = best;
  sheet.style.setProperty('width', `${width}px`);
  const [x, y] = [(w - width * scale) / 2, (height - sheet.scrollHeight * scale) / 2];
  sheet.style.setProperty('transform', `translate(${x}px, ${y}px) scale(${scale})`);
}

/**
 * A frame with a sheet in it, which is fitted after each drawing and when the sizes change.
 * @param {{children?: ComponentChildren}} props
 */
export function Fitted({ children }) {
  const frame = useRef(/** @type {HTMLDivElement|null} */ (null));
  const sheet = useRef(/** @type {HTMLElement|null} */ (null));
  useLayoutEffect(() => {
    if (frame.current && sheet.current) fit(frame.current, sheet.current);
  });
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, sheet.current];
    if (!outer || !inner) return undefined;
    let last = '';
    const watch = new ResizeObserver(() => {
      const sizes = () => `${outer.clientWidth} ${outer.clientHeight} ${inner.scrollHeight}`;
      if (sizes() === last) return;
      fit(outer, inner);
      last = sizes();
    });
    watch.observe(outer);
    watch.observe(inner);
    return () => watch.disconnect();
  }, []);
  return el(
    'div', { class: 'frame-of', ref: frame },
    el('section', { class: 'picture portrait fitted', inert: true, ref: sheet }, children),
  );
}
