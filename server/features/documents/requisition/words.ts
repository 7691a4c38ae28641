/** A name and what is said under it; a fact without value is left out. */
export type Field = readonly [label: string, value: string]
