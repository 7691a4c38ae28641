/*
 * A module of its own: every page loads the contract, which names them.
 */

/** As what a variant is reported: the answer to the question, or beside it. */
export const SECTIONS = ['main', 'secondary', 'carrier', 'other'] as const
export type Section = (typeof SECTIONS)[number]
