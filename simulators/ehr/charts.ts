/** A patient of the simulated hospital. All are invented. */
export interface Chart {
  /** The record number, unique at this hospital. */
  mrn: string
  lastName: string
  firstName: string
  /** ISO date. */
  dateOfBirth: string
  sex: 'F' | 'M'
  address: { line1: string; city: string; state: string; postalCode: string }
  phone: string
  insurance: { payer: string; name: string; memberId: string; group: string }
  /** ICD-10-CM. */
  problems: { code: string; text: string }[]
  relatives: { relation: 'mother' | 'father' | 'sibling'; mrn: string }[]
}

/** Who orders at the hospital. */
export interface Clinician {
  id: string
  npi: string
  lastName: string
  firstName: string
}

export const CLINICIANS: readonly Clinician[] = [
  { id: 'D10', npi: '1234567893', lastName: 'Okafor', firstName: 'Ada' },
  { id: 'D11', npi: '1578594032', lastName: 'Brandvold', firstName: 'Tomas' },
]

/** What can be ordered here, by the hospital's own codes. */
export const TESTS = [
  { code: 'GEN100', name: 'Exome' },
  { code: 'GEN200', name: 'Hereditary cancer panel' },
] as const

const FAMILY_NAMES = ['Varga', 'Lindqvist', 'Achebe', 'Moreau', 'Tanaka', 'Halvorsen']
const GIVEN = {
  F: ['Ines', 'Maren', 'Chidi', 'Elodie', 'Yui', 'Signe', 'Noor', 'Petra'],
  M: ['Tomas', 'Emeka', 'Luc', 'Ren', 'Anders', 'Milo', 'Karim', 'Jonas'],
}
const STREETS = ['Harbor Road', 'Mill Lane', 'Quarry Street', 'Orchard Avenue']
const PROBLEMS = [
  [{ code: 'G40.309', text: 'Generalized idiopathic epilepsy' }],
  [{ code: 'F84.0', text: 'Autistic disorder' }],
  [
    { code: 'Z80.3', text: 'Family history of malignant neoplasm of breast' },
    { code: 'I10', text: 'Essential (primary) hypertension' },
  ],
]

/** Numbers from 0 to below 1 that a seed determines (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Families of a child and both parents, one with a second child: the same for the same seed. */
export function chartsOf(seed: number): Chart[] {
  const random = randomOf(seed)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  let number = 0
  return FAMILY_NAMES.flatMap((lastName, family) => {
    const address = {
      ...{ line1: `${1 + Math.floor(random() * 90)} ${one(STREETS)}`, city: 'Columbus', state: 'OH' },
      postalCode: `432${String(10 + family)}`,
    }
    const insurance = {
      payer: 'AET',
      name: 'Aetna',
      memberId: `W${100_000 + Math.floor(random() * 900_000)}`,
      group: `G${family + 1}`,
    }
    const member = (sex: Chart['sex'], born: number): Chart => {
      number += 1
      const day = new Date(Date.UTC(born, Math.floor(random() * 12), 1 + Math.floor(random() * 28)))
      return {
        ...{ mrn: `S${seed}-${String(number).padStart(4, '0')}`, lastName, firstName: one(GIVEN[sex]), sex },
        ...{ dateOfBirth: day.toISOString().slice(0, 10), address, insurance },
        ...{ phone: `614-555-01${String(number).padStart(2, '0')}`, problems: [], relatives: [] },
      }
    }
    const [mother, father] = [member('F', 1984 + family), member('M', 1982 + family)]
    const parents: Chart['relatives'] = [
      { relation: 'mother', mrn: mother.mrn },
      { relation: 'father', mrn: father.mrn },
    ]
    const children = Array.from({ length: family === 0 ? 2 : 1 }, () =>
      member(one(['F', 'M'] as const), 2014 + family),
    )
    for (const child of children) {
      child.relatives = [
        ...parents,
        ...children
          .filter((other) => other !== child)
          .map(({ mrn }) => ({ relation: 'sibling' as const, mrn })),
      ]
      child.problems = one(PROBLEMS)
    }
    return [...children, mother, father]
  })
}
