// @ts-check
// Moving cards: dragged with a mouse or finger, or picked up with one tap and put down with another one.

const DRAG_DISTANCE = 8; // px that a mouse moves before a drag begins
const DRAG_DELAY = 180; // ms that a finger rests before a drag begins
const SWALLOW_TIME = 50; // ms after a drag in which a click is no tap

/**
 * What is under a finger or a mouse button, and what is dragged of it.
 * @typedef {object} Held
 * @property {HTMLElement} card
 * @property {number} pointer
 * @property {number} x
 * @property {number} y
 * @property {boolean} touch
 * @property {number} timer
 * @property {{ghost: HTMLElement, dx: number, dy: number}|null} drag
 * @property {HTMLElement|null} over
 */

/** @param {Event} e */
const swallow = (e) => {
  e.preventDefault();
  e.stopPropagation();
};

/**
 * Begins to drag: a copy of the card follows the finger.
 * @param {Held} held
 */
function begin(held) {
  const box = held.card.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (held.card.cloneNode(true));
  ghost.classList.add('ghost');
  ghost.removeAttribute('data-key');
  document.body.append(ghost);
  document.body.classList.add('dragging');
  held.drag = { ghost, dx: box.width / 2, dy: box.height * 0.7 };
  move(held, held.x, held.y);
}

/**
 * @param {Held} held
 * @param {number} x
 * @param {number} y
 */
function move(held, x, y) {
  if (!held.drag) return;
  const { ghost, dx, dy } = held.drag;
  ghost.style.setProperty('transform', `translate(${x - dx}px, ${y - dy}px) rotate(-4deg)`);
  const over = /** @type {HTMLElement|null} */ (document.elementFromPoint(x, y)?.closest('[data-reader]') ?? null);
  if (over === held.over) return;
  held.over?.classList.remove('over');
  over?.classList.add('over');
  held.over = over;
}

/**
 * Makes everything with `data-tag` in a root draggable onto everything with `data-reader`.
 * @param {HTMLElement} root
 * @param {(tag: number, reader: string) => void} drop
 */
export function makeDraggable(root, drop) {
  /** @type {Held|null} */
  let held = null;
  /** @param {boolean} dropped */
  const end = (dropped) => {
    if (!held) return;
    const { timer, over, drag, card } = held;
    held = null;
    clearTimeout(timer);
    over?.classList.remove('over');
    if (!drag) return;
    drag.ghost.remove();
    document.body.classList.remove('dragging');
    if (dropped && over) drop(Number(card.dataset.tag), over.dataset.reader ?? '');
    // The click that follows a drag is not a tap.
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), SWALLOW_TIME);
  };
  root.addEventListener('pointerdown', (e) => {
    const card = e.target instanceof Element ? /** @type {HTMLElement|null} */ (e.target.closest('[data-tag]')) : null;
    if (!card || e.button !== 0 || held) return;
    const touch = e.pointerType === 'touch';
    const now = { card, pointer: e.pointerId, x: e.clientX, y: e.clientY, touch, timer: 0, drag: null, over: null };
    held = now;
    if (touch) now.timer = setTimeout(() => held === now && begin(now), DRAG_DELAY);
  });
  addEventListener('pointermove', (e) => {
    if (!held || e.pointerId !== held.pointer) return;
    const far = Math.hypot(e.clientX - held.x, e.clientY - held.y) > DRAG_DISTANCE;
    if (held.drag) move(held, e.clientX, e.clientY);
    else if (far && held.touch) end(false); // it scrolls
    else if (far) begin(held);
  });
  addEventListener('pointerup', (e) => e.pointerId === held?.pointer && end(true));
  addEventListener('pointercancel', (e) => e.pointerId === held?.pointer && end(false));
  addEventListener('keydown', (e) => e.key === 'Escape' && end(false));
  // The page does not scroll while a finger holds a card.
  root.addEventListener('touchmove', (e) => held?.drag && e.preventDefault(), { passive: false });
  root.addEventListener('contextmenu', (e) => held?.touch && e.preventDefault());
  root.addEventListener('dragstart', (e) => e.preventDefault());
}
