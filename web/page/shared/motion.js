// @ts-check
// Motion on the page.

/** Reports whether the viewer has asked for less motion. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
