/** Letters of scripts that are written from right to left. */
const TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A name for the middle of a sentence. One that is written from right to left would take a date, a number or a comma beside
 * it along: "(4) 12 Mar" would be read as "12 (4) Mar". Between these two signs, which nobody sees (FSI and PDI, UAX #9), it
 * keeps its direction for itself. Any other name stays as it is.
 */
export function isolated(name: string): string {
  return TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}
