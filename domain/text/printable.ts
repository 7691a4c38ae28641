import { PRINTED_RANGES } from './printed-ranges.ts'

/** What a document prints in the place of letters that no font has, or that would cover the line above. */
export const NOT_PRINTED = '[?]'

/** Turn the direction of a text around, or are control characters: nobody types them. */
const TURNING = /\p{Bidi_Control}|(?![\t\n\r])\p{Cc}/u
/** Has no form of its own: spaces, joiners, variation selectors. */
const FORMLESS = /[\p{Z}\p{Cc}]|\p{Default_Ignorable_Code_Point}/u
/** A letter with the marks on it. */
const CLUSTERS = /\P{M}[\p{M}\p{Join_Control}]*|\p{M}+/gu
/** Marks that are put on each other. More than three is no spelling, and reaches into the lines above. */
const STACKED = /\p{Script=Inherited}/gu
const MOST_STACKED = 3
const MOST_MARKS = 8

let ranges: [first: number, last: number][] | undefined

/** As the file has them: the distance from the last, and how many more follow, both in base 36. */
function parsed(): [number, number][] {
  let last = 0
  return PRINTED_RANGES.split(' ').map((range) => {
    const [distance = '', more = '0'] = range.split('.')
    const first = last + Number.parseInt(distance, 36)
    last = first + Number.parseInt(more, 36)
    return [first, last]
  })
}

/** Whether a font of printed documents has this character. */
function isPrinted(character: string): boolean {
  ranges ??= parsed()
  const code = character.codePointAt(0) ?? 0
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.[1] ?? 0) < code) low = middle + 1
    else high = middle
  }
  return (ranges[low]?.[0] ?? Number.POSITIVE_INFINITY) <= code
}

/** The letters of a text, each with its marks. */
export const clustersOf = (text: string): string[] => text.match(CLUSTERS) ?? []

/** Whether a letter has so many marks that they would cover what is printed above it. */
export function isOverloaded(cluster: string): boolean {
  if (cluster.length <= MOST_STACKED) return false
  const marks = [...cluster].length - 1
  return marks > MOST_MARKS || (cluster.match(STACKED) ?? []).length > MOST_STACKED
}

/** The letters and signs of a text that cannot be printed truly, once each, as they appear. */
export function unprintable(text: string): string[] {
  const found = clustersOf(text).flatMap((cluster) => {
    if (isOverloaded(cluster)) return [cluster.slice(0, 1 + MOST_MARKS)]
    return [...cluster].filter((one) => TURNING.test(one) || !(FORMLESS.test(one) || isPrinted(one)))
  })
  return [...new Set(found)]
}
