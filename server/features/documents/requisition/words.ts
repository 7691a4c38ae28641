/** A label and its value; fields without a value are omitted. */
export type Field = readonly [label: string, value: string]
