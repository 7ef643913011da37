// A drawing that can be zoomed: by pinching, dragging, buttons and keys. While all of it is visible, one finger scrolls the page.
import { still } from './dom.js';

const DRAG_DISTANCE = 8; // px that a finger moves before it drags
const DOUBLE_TAP_TIME = 320; // ms between the two taps of a double tap
const ZOOM_STEP = 1.5; // of a button or key
const KEY_STEP = 60; // of an arrow key, px
const DOUBLE_TAP_ZOOM = 2.2; // the zoom of a double tap

/**
 * Lets a sheet be zoomed and moved in the frame that it fills.
 * @param {HTMLElement} frame
 * @param {HTMLElement} sheet
 * @param {Object} o
 * @param {number=} o.most the largest zoom
 * @param {function(number, number): void} o.tap takes the position of a tap, as fractions of the sheet's width and height
 * @param {function(number): void=} o.changed takes the new zoom
 * @return {{by: function(number): void, whole: function(): void, cover: function(number): void, show: function(number, number, number, number, number): void, size: function(): number}}
 */
export function makeZoom(frame, sheet, { most = 5, tap, changed = () => {} }) {
  let [x, y, k] = [0, 0, 1];
  let covered = 0; // at the foot of the frame, px
  const fingers = new Map();
  let dragged = false;
  let clicked = false; // the mouse click was handled already
  let last = { at: -DOUBLE_TAP_TIME, x: 0, y: 0, k: 1 };

  const within = (n) => Math.min(most, Math.max(1, n));
  const put = (nx, ny, nk, gently) => {
    const before = k;
    k = within(nk);
    x = Math.min(0, Math.max(frame.clientWidth * (1 - k), nx));
    y = Math.min(0, Math.max(frame.clientHeight * (1 - k) - (k > 1 ? covered : 0), ny));
    sheet.classList.toggle('gently', Boolean(gently) && !still());
    sheet.style.setProperty('transform', `translate(${x}px, ${y}px) scale(${k})`);
    frame.classList.toggle('zoomed', k > 1);
    if (k !== before) changed(k);
  };
  const around = (px, py, by, gently) => {
    const n = within(k * by);
    put(px - (px - x) * n / k, py - (py - y) * n / k, n, gently);
  };
  const middle = (by) => around(frame.clientWidth / 2, frame.clientHeight / 2, by, true);
  const whole = () => put(0, 0, 1, true);

  // The fingers: the point between them, and their distance.
  const grip = () => {
    const box = frame.getBoundingClientRect();
    const [a, b = a] = [...fingers.values()];
    return { x: (a.x + b.x) / 2 - box.x, y: (a.y + b.y) / 2 - box.y, apart: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  frame.addEventListener('pointerdown', (e) => {
    if (e.button !== 0) return;
    if (e.isPrimary) (fingers.clear(), (dragged = false));
    fingers.set(e.pointerId, { x: e.clientX, y: e.clientY, fromX: e.clientX, fromY: e.clientY });
  });
  frame.addEventListener('pointermove', (e) => {
    const finger = fingers.get(e.pointerId);
    if (!finger) return;
    if (fingers.size === 1 && !dragged && Math.hypot(e.clientX - finger.fromX, e.clientY - finger.fromY) < DRAG_DISTANCE) return;
    const was = grip();
    [finger.x, finger.y] = [e.clientX, e.clientY];
    const now = grip();
    if (!dragged) frame.setPointerCapture(e.pointerId);
    dragged = true;
    if (k === 1 && fingers.size === 1) return;
    const n = within(was.apart ? k * now.apart / was.apart : k);
    const to = now.y - (was.y - y) * n / k;
    put(now.x - (was.x - x) * n / k, to, n);
    // Movement beyond the edge of the sheet scrolls the page.
    if (fingers.size === 1 && e.pointerType === 'touch') scrollBy(0, y - to);
  });
  frame.addEventListener('pointerup', (e) => {
    // No click follows if the sheet was drawn again while the mouse button was down.
    clicked = fingers.delete(e.pointerId) && e.pointerType === 'mouse';
    if (clicked) hit(e);
  });
  frame.addEventListener('pointercancel', (e) => fingers.delete(e.pointerId));
  frame.addEventListener('click', (e) => {
    if (e.detail === 0) return; // a key has pressed a button of the sheet
    if (!clicked) hit(e);
  });
  const hit = (e) => {
    if (dragged) return;
    const twice = e.timeStamp - last.at < DOUBLE_TAP_TIME && Math.hypot(e.clientX - last.x, e.clientY - last.y) < 3 * DRAG_DISTANCE;
    // The first tap may have zoomed already.
    const fromWhole = (twice ? last.k : k) === 1;
    last = { at: twice ? -DOUBLE_TAP_TIME : e.timeStamp, x: e.clientX, y: e.clientY, k };
    const [outer, inner] = [frame.getBoundingClientRect(), sheet.getBoundingClientRect()];
    if (!twice) tap((e.clientX - inner.x) / inner.width, (e.clientY - inner.y) / inner.height);
    else if (fromWhole) around(e.clientX - outer.x, e.clientY - outer.y, Math.max(1, DOUBLE_TAP_ZOOM / k), true);
    else whole();
  };
  // The wheel scrolls the page, as usual; with Ctrl it zooms. Browsers report a pinch on a touch pad as a wheel with Ctrl.
  frame.addEventListener('wheel', (e) => {
    if (!e.ctrlKey) return;
    e.preventDefault();
    const box = frame.getBoundingClientRect();
    around(e.clientX - box.x, e.clientY - box.y, Math.exp(-e.deltaY / 200));
  }, { passive: false });
  frame.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    if (way && k > 1) put(x + way[0] * KEY_STEP, y + way[1] * KEY_STEP, k, true);
    else if (e.key === '+' || e.key === '=') middle(ZOOM_STEP);
    else if (e.key === '-') middle(1 / ZOOM_STEP);
    else if (e.key === '0') whole();
    else return;
    e.preventDefault();
  });
  new ResizeObserver(() => put(x, y, k)).observe(frame);

  return {
    by: (steps) => middle(ZOOM_STEP ** steps),
    whole,
    /** Says how much of the frame's foot is covered: whatever is shown stays above that. */
    cover: (height) => (covered = Math.max(0, Math.min(height, frame.clientHeight * 0.7))),
    /** Scrolls a part of the sheet into view, given as fractions of the sheet, with at least the given zoom. */
    show(left, top, width, height, least = 1) {
      const [w, h] = [frame.clientWidth, frame.clientHeight];
      const free = h - covered;
      const n = within(Math.max(k, Math.min(least, 1 / width, free / h / height)));
      const seen = n === k && left * w * k + x >= 0 && top * h * k + y >= 0 && (left + width) * w * k + x <= w && (top + height) * h * k + y <= free;
      if (!seen) put(w / 2 - (left + width / 2) * w * n, free / 2 - (top + height / 2) * h * n, n, true);
    },
    size: () => k,
  };
}
