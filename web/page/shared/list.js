// @ts-check
// Parts of lists.

/**
 * The last one of a list, if there is a list and it has any.
 * @template T
 * @param {readonly T[]=} list
 * @return {T|undefined}
 */
export const lastOf = (list) => list?.[list.length - 1];
