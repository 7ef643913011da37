// @ts-check
// A drawing that can be zoomed: by pinching, dragging, buttons and keys. While all of it is visible, one finger scrolls
// the page.
import { still } from './motion.js';
import { useLayoutEffect, useRef } from './view.js';

const DRAG_DISTANCE = 8; // px that a finger moves before it drags
const DOUBLE_TAP_TIME = 320; // ms between the two taps of a double tap
const ZOOM_STEP = 1.5; // of a button or key
const KEY_STEP = 60; // of an arrow key, px
const DOUBLE_TAP_ZOOM = 2.2; // the zoom of a double tap
const MOST_COVERED = 0.7; // of the frame's height

/**
 * @typedef {object} ZoomOptions
 * @property {number} most the largest zoom
 * @property {(x: number, y: number) => void} tap takes the position of a tap, as fractions of the sheet's width and
 *   height
 * @property {() => void} whole all of the sheet is visible again
 *
 * @typedef {ReturnType<typeof makeZoom>} Zoom
 */

/**
 * A frame, and a sheet in it that can be zoomed. The options of the last drawing count.
 * @param {ZoomOptions} options
 */
export function useZoom(options) {
  const frame = useRef(/** @type {HTMLDivElement|null} */ (null));
  const sheet = useRef(/** @type {HTMLDivElement|null} */ (null));
  const zoom = useRef(/** @type {Zoom|null} */ (null));
  const newest = useRef(options);
  newest.current = options;
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, sheet.current];
    if (!outer || !inner) return undefined;
    const made = makeZoom(outer, inner, { ...options, whole: () => newest.current.whole() });
    zoom.current = made;
    listenToFingers(outer, inner, made, (x, y) => newest.current.tap(x, y));
    listenToKeys(outer, made);
    return keepPlace(outer, made);
  }, []);
  return { frame, sheet, zoom };
}

/**
 * Moves and zooms a sheet in the frame that it fills.
 * @param {HTMLElement} frame
 * @param {HTMLElement} sheet
 * @param {Omit<ZoomOptions, 'tap'>} options
 */
function makeZoom(frame, sheet, { most, whole }) {
  let at = { x: 0, y: 0, k: 1 }; // px, and the zoom
  let covered = 0; // at the foot of the frame, px
  /** @param {number} k */
  const within = (k) => Math.min(most, Math.max(1, k));
  /**
   * @param {Partial<typeof at>} place
   * @param {boolean} [gently]
   */
  const to = ({ x = at.x, y = at.y, k = at.k }, gently) => {
    const before = at.k;
    k = within(k);
    at = {
      x: Math.min(0, Math.max(frame.clientWidth * (1 - k), x)),
      y: Math.min(0, Math.max(frame.clientHeight * (1 - k) - (k > 1 ? covered : 0), y)),
      k,
    };
    sheet.classList.toggle('gently', Boolean(gently) && !still());
    sheet.style.setProperty('transform', `translate(${at.x}px, ${at.y}px) scale(${k})`);
    frame.classList.toggle('zoomed', k > 1);
    if (k === 1 && before > 1) whole();
  };
  /** Zooms around a point of the frame. @type {(x: number, y: number, by: number, gently?: boolean) => void} */
  const around = (x, y, by, gently) => {
    const k = within(at.k * by);
    to({ x: x - (x - at.x) * k / at.k, y: y - (y - at.y) * k / at.k, k }, gently);
  };
  return {
    to, around, within,
    place: () => at,
    /** @param {number} steps */
    by: (steps) => around(frame.clientWidth / 2, frame.clientHeight / 2, ZOOM_STEP ** steps, true),
    whole: () => to({ x: 0, y: 0, k: 1 }, true),
    /**
     * Says how much of the frame's foot is covered: whatever is shown stays above that.
     * @param {number} height
     */
    cover(height) {
      covered = Math.max(0, Math.min(height, frame.clientHeight * MOST_COVERED));
    },
    /**
     * Scrolls a part of the sheet into view, given as fractions of the sheet, with at least the given zoom.
     * @param {[left: number, top: number, width: number, height: number]} box
     * @param {number} [least]
     */
    show([left, top, width, height], least = 1) {
      const { x, y, k: now } = at;
      const [w, h] = [frame.clientWidth, frame.clientHeight];
      const free = h - covered;
      const k = within(Math.max(now, Math.min(least, 1 / width, free / h / height)));
      const seen = k === now && left * w * k + x >= 0 && top * h * k + y >= 0
        && (left + width) * w * k + x <= w && (top + height) * h * k + y <= free;
      if (!seen) to({ x: w / 2 - (left + width / 2) * w * k, y: free / 2 - (top + height / 2) * h * k, k }, true);
    },
  };
}

/**
 * Shows the same part of the sheet whatever size the frame gets, for example when a phone is turned.
 * @param {HTMLElement} frame
 * @param {Zoom} zoom
 * @return {() => void} ends that
 */
function keepPlace(frame, zoom) {
  let before = frame.clientWidth;
  const watch = new ResizeObserver(() => {
    const now = frame.clientWidth;
    if (!now) return; // it is hidden
    const { x, y } = zoom.place();
    const by = before ? now / before : 1;
    zoom.to({ x: x * by, y: y * by });
    before = now;
  });
  watch.observe(frame);
  return () => watch.disconnect();
}

/**
 * @param {HTMLElement} frame
 * @param {HTMLElement} sheet
 * @param {Zoom} zoom
 * @param {ZoomOptions['tap']} tap
 */
function listenToFingers(frame, sheet, zoom, tap) {
  /** @type {Map<number, {x: number, y: number, fromX: number, fromY: number}>} */
  const fingers = new Map();
  let dragged = false;
  let clicked = false; // the mouse click was handled already
  const hit = listenToTaps(frame, sheet, zoom, tap);
  // The point between the fingers, and their distance.
  const grip = () => {
    const box = frame.getBoundingClientRect();
    const [a = { x: 0, y: 0 }, b = a] = [...fingers.values()];
    return { x: (a.x + b.x) / 2 - box.x, y: (a.y + b.y) / 2 - box.y, apart: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  frame.addEventListener('pointerdown', (e) => {
    if (e.button !== 0) return;
    if (e.isPrimary) {
      fingers.clear();
      dragged = false;
    }
    fingers.set(e.pointerId, { x: e.clientX, y: e.clientY, fromX: e.clientX, fromY: e.clientY });
  });
  frame.addEventListener('pointermove', (e) => {
    const finger = fingers.get(e.pointerId);
    if (!finger) return;
    const alone = fingers.size === 1;
    const far = Math.hypot(e.clientX - finger.fromX, e.clientY - finger.fromY);
    if (alone && !dragged && far < DRAG_DISTANCE) return;
    const was = grip();
    [finger.x, finger.y] = [e.clientX, e.clientY];
    const now = grip();
    if (!dragged) frame.setPointerCapture(e.pointerId);
    dragged = true;
    const { x, y, k: before } = zoom.place();
    if (before === 1 && alone) return;
    const k = zoom.within(was.apart ? before * now.apart / was.apart : before);
    const to = now.y - (was.y - y) * k / before;
    zoom.to({ x: now.x - (was.x - x) * k / before, y: to, k });
    // Movement beyond the edge of the sheet scrolls the page.
    if (alone && e.pointerType === 'touch') scrollBy(0, zoom.place().y - to);
  });
  frame.addEventListener('pointerup', (e) => {
    // No click follows if the sheet was drawn again while the mouse button was down.
    clicked = fingers.delete(e.pointerId) && e.pointerType === 'mouse';
    if (clicked && !dragged) hit(e);
  });
  frame.addEventListener('pointercancel', (e) => fingers.delete(e.pointerId));
  frame.addEventListener('click', (e) => {
    const key = e.detail === 0; // has pressed a button of the sheet
    if (!key && !clicked && !dragged) hit(e);
  });
}

/**
 * Tells taps from double taps, which zoom.
 * @param {HTMLElement} frame
 * @param {HTMLElement} sheet
 * @param {Zoom} zoom
 * @param {ZoomOptions['tap']} tap
 * @return {(e: MouseEvent) => void} takes each tap
 */
function listenToTaps(frame, sheet, zoom, tap) {
  let last = { at: -DOUBLE_TAP_TIME, x: 0, y: 0, k: 1 };
  return (e) => {
    const { k } = zoom.place();
    const twice = e.timeStamp - last.at < DOUBLE_TAP_TIME
      && Math.hypot(e.clientX - last.x, e.clientY - last.y) < 3 * DRAG_DISTANCE;
    // The first tap may have zoomed already.
    const fromWhole = (twice ? last.k : k) === 1;
    last = { at: twice ? -DOUBLE_TAP_TIME : e.timeStamp, x: e.clientX, y: e.clientY, k };
    const [outer, inner] = [frame.getBoundingClientRect(), sheet.getBoundingClientRect()];
    if (!twice) tap((e.clientX - inner.x) / inner.width, (e.clientY - inner.y) / inner.height);
    else if (!fromWhole) zoom.whole();
    else zoom.around(e.clientX - outer.x, e.clientY - outer.y, Math.max(1, DOUBLE_TAP_ZOOM / k), true);
  };
}

/** @type {{[key: string]: [x: number, y: number]}} */
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * @param {HTMLElement} frame
 * @param {Zoom} zoom
 */
function listenToKeys(frame, zoom) {
  // The wheel scrolls the page, as usual; with Ctrl it zooms. Browsers report a pinch on a touch pad as a wheel with
  // Ctrl.
  frame.addEventListener('wheel', (e) => {
    if (!e.ctrlKey) return;
    e.preventDefault();
    const box = frame.getBoundingClientRect();
    zoom.around(e.clientX - box.x, e.clientY - box.y, Math.exp(-e.deltaY / 200));
  }, { passive: false });
  frame.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const { x, y, k } = zoom.place();
    const way = ARROWS[e.key];
    if (way && k > 1) zoom.to({ x: x + way[0] * KEY_STEP, y: y + way[1] * KEY_STEP }, true);
    else if (e.key === '+' || e.key === '=') zoom.by(1);
    else if (e.key === '-') zoom.by(-1);
    else if (e.key === '0') zoom.whole();
    else return;
    e.preventDefault();
  });
}
