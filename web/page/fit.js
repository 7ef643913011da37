// Shows a picture that was made for phones and desks as large as it fits into a frame on a screen that cannot scroll.
import { h } from './dom.js';

const WIDTHS = [360, 480, 620, 760, 900, 1060, 1240, 1440, 1700]; // the widths that are tried, px of a page with usual letters
const USUAL_FONT = 16; // px of such letters

/**
 * Puts a sheet into a frame. It takes the width that makes the sheet largest, or the one in its own style: `--wide`, in rem, for
 * drawings that grow with their room.
 * @param {HTMLElement} frame
 * @return {{sheet: HTMLElement, again: function(): void}} `again` fits the sheet again after its content has changed
 */
export function fitted(frame) {
  const sheet = h('section.picture.fitted', { inert: true });
  frame.append(sheet);
  let last = '';
  const again = () => {
    const [w, hgt] = [frame.clientWidth, frame.clientHeight];
    if (!w || !hgt || !sheet.firstChild) return;
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_FONT;
    const own = parseFloat(getComputedStyle(sheet).getPropertyValue('--wide'));
    let best = { scale: 0 };
    for (const width of (own ? [own * USUAL_FONT] : WIDTHS).map((x) => x * unit)) {
      sheet.style.setProperty('width', `${width}px`);
      const scale = Math.min(w / Math.max(width, sheet.scrollWidth), hgt / sheet.scrollHeight);
      if (scale > best.scale) best = { scale, width };
    }
    sheet.style.setProperty('width', `${best.width}px`);
    const height = sheet.scrollHeight;
    sheet.style.setProperty('transform', `translate(${(w - best.width * best.scale) / 2}px, ${(hgt - height * best.scale) / 2}px) scale(${best.scale})`);
    last = `${w} ${hgt} ${height}`;
  };
  const changed = () => `${frame.clientWidth} ${frame.clientHeight} ${sheet.scrollHeight}` !== last && again();
  const watch = new ResizeObserver(changed);
  watch.observe(frame);
  watch.observe(sheet);
  return { sheet, again };
}
