import type { Sample } from '../orders/document.ts'

/** A hospital's specimen: its type here (`''`: none is known), the type in the hospital's words, and its day. */
interface NamedSpecimen {
  type: string
  words: string
  day: string
}

type SampleFields = Pick<Sample, 'specimenType' | 'dateOfCollection'>

/**
 * The specimen that becomes the draft's sample, with its own day, and the notes on the others: a day is never given to
 * another type. One with less about it than another is the same.
 */
export function sampleAmong(specimens: readonly NamedSpecimen[]): { sample: SampleFields; notes: string[] } {
  const first = specimens.find(({ type }) => type !== '') ?? specimens.find(hasType)
  const same = specimens.filter((one) => first && hasType(one) && isSameType(one, first))
  const untyped = specimens.filter((one) => !hasType(one))
  // A day without a type is that of the only type.
  const isOnlyType = same.length + untyped.length === specimens.length
  const day = dayOf(first ? [first] : []) || dayOf(same) || (isOnlyType ? dayOf(untyped) : '')
  const others = specimens.filter((one) =>
    same.includes(one) || !hasType(one) ? one.day !== '' && one.day !== day : true,
  )
  const open = first && first.type === '' ? [specimenNote(first.words, '')] : []
  const notes = others.map((one) => specimenNote(one.words, one.day))
  return {
    sample: { specimenType: first?.type ?? '', dateOfCollection: day },
    notes: [...new Set([...open, ...notes])],
  }
}

const hasType = ({ words }: NamedSpecimen) => words !== ''
const isSameType = (one: NamedSpecimen, other: NamedSpecimen) =>
  (one.type || one.words) === (other.type || other.words)
const dayOf = (specimens: readonly NamedSpecimen[]) => specimens.find(({ day }) => day !== '')?.day ?? ''

function specimenNote(words: string, day: string): string {
  if (words === '') return `Specimen collected ${day}`
  return `Specimen: ${words}${day === '' ? '' : `, collected ${day}`}`
}

/** A draft's sample with that of an order that joins it; of another specimen it takes nothing, but tells it in a note. */
export function joinedSample(sample: Sample, added: SampleFields): { sample: Sample; notes: string[] } {
  const { specimenType, dateOfCollection } = added
  const isBlank = sample.specimenType === '' && sample.dateOfCollection === ''
  const [isType, isDay] = [sample.specimenType === specimenType, sample.dateOfCollection === dateOfCollection]
  if (isBlank || (isType && sample.dateOfCollection === '') || (isDay && sample.specimenType === ''))
    return { sample: { ...sample, specimenType, dateOfCollection }, notes: [] }
  const isDifferent = !(isType || specimenType === '') || !(isDay || dateOfCollection === '')
  return { sample, notes: isDifferent ? [specimenNote(specimenType, dateOfCollection)] : [] }
}
