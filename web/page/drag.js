// Moving cards: dragged with a mouse or finger, or picked up with one tap and put down with another one.

const DRAG_DISTANCE = 8; // px that a mouse moves before a drag begins
const DRAG_DELAY = 180; // ms that a finger rests before a drag begins

/**
 * Makes everything with `data-tag` in a root draggable onto everything with `data-reader`.
 * @param {HTMLElement} root
 * @param {function(number, string): void} drop takes the tag and the reader
 */
export function makeDraggable(root, drop) {
  let held = null; // {el, id, x, y, ghost, over, timer}
  const begin = () => {
    const box = held.el.getBoundingClientRect();
    held.ghost = held.el.cloneNode(true);
    held.ghost.classList.add('ghost');
    held.ghost.removeAttribute('data-key');
    document.body.append(held.ghost);
    held.dx = box.width / 2;
    held.dy = box.height * 0.7;
    document.body.classList.add('dragging');
    move(held.x, held.y);
  };
  const move = (x, y) => {
    held.ghost.style.setProperty('transform', `translate(${x - held.dx}px, ${y - held.dy}px) rotate(-4deg)`);
    const over = document.elementFromPoint(x, y)?.closest('[data-reader]') ?? null;
    if (over === held.over) return;
    held.over?.classList.remove('over');
    over?.classList.add('over');
    held.over = over;
  };
  const end = (dropped) => {
    if (!held) return;
    clearTimeout(held.timer);
    held.over?.classList.remove('over');
    if (held.ghost) {
      held.ghost.remove();
      document.body.classList.remove('dragging');
      if (dropped && held.over) drop(held.id, held.over.dataset.reader);
      // The click that follows a drag is not a tap.
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
    }
    held = null;
  };
  const swallow = (e) => {
    e.preventDefault();
    e.stopPropagation();
  };
  root.addEventListener('pointerdown', (e) => {
    const el = e.target.closest('[data-tag]');
    if (!el || e.button !== 0 || held) return;
    held = { el, id: Number(el.dataset.tag), pointer: e.pointerId, x: e.clientX, y: e.clientY, touch: e.pointerType === 'touch', ghost: null, over: null, timer: 0 };
    if (held.touch) held.timer = setTimeout(() => held && begin(), DRAG_DELAY);
  });
  addEventListener('pointermove', (e) => {
    if (!held || e.pointerId !== held.pointer) return;
    const far = Math.hypot(e.clientX - held.x, e.clientY - held.y) > DRAG_DISTANCE;
    if (held.ghost) move(e.clientX, e.clientY);
    else if (far && held.touch) end(false); // it scrolls
    else if (far) begin();
  });
  addEventListener('pointerup', (e) => held && e.pointerId === held.pointer && end(true));
  addEventListener('pointercancel', (e) => held && e.pointerId === held.pointer && end(false));
  addEventListener('keydown', (e) => e.key === 'Escape' && end(false));
  // The page does not scroll while a finger holds a card.
  root.addEventListener('touchmove', (e) => held?.ghost && e.preventDefault(), { passive: false });
  root.addEventListener('contextmenu', (e) => held?.touch && e.preventDefault());
  root.addEventListener('dragstart', (e) => e.preventDefault());
}
