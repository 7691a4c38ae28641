/** Letters of scripts that are written from right to left; of rare ones, the first half. */
const TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/

/**
 * A name for the middle of a sentence. One that is written from right to left would take a date, a number or a comma beside
 * it along: "(4) 12 Mar" would be read as "12 (4) Mar". Between these two signs, which nobody sees (FSI and PDI, UAX #9), it
 * keeps its direction for itself. Any other name stays as it is.
 */
export function isolated(name: string): string {
  return TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}
