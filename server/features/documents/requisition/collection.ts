import type { Sample } from '#domain/orders/document.ts'

/**
 * Blanks for what is not known yet of a specimen's collection, to be filled in by hand: the paper travels with the
 * specimen, and a requisition asks for the date and the time of collection (42 CFR 493.1241(c)). '' if nothing is missing.
 */
export function collectionBlanks(sample: Sample): string {
  const { dateOfCollection, timeOfCollection = '', collector = '' } = sample
  const blanks = [
    dateOfCollection ? '' : 'on ______________',
    timeOfCollection ? '' : 'at ________',
    collector.trim() ? '' : 'by ______________',
  ].filter(Boolean)
  return blanks.length > 0 ? `Collected ${blanks.join(' ')}` : ''
}
