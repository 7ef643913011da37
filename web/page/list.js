// Parts of lists.

/** The last one of a list, if there is a list and it has any. */
export const lastOf = (list) => list?.[list.length - 1];
