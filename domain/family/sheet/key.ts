import type { FamilyDocument } from '../document.ts'
import { fillMarks, partOf } from './fills.ts'
import { circle, cut } from './geometry.ts'
import { evaluated } from './labels.ts'
import { disc, type Mark } from './marks.ts'

/** A line of the key: a sample of what is drawn, or the letters that stand in the drawing, and what it means. */
export interface KeyLine {
  /** Around 0 0, as wide as a symbol; empty where `sign` says it. */
  marks: readonly Mark[]
  sign: string
  meaning: string
}

/** What the drawing's fills, letters and signs mean, as far as they occur. */
export function keyOf(document: FamilyDocument, size: number): KeyLine[] {
  const { people, legend, evaluations } = document
  const shape = circle(size / 2)
  const sample = (marks: readonly Mark[]) => [...marks, disc([0, 0], size / 2)]
  const sign = (letters: string, meaning: string, occurs: boolean): KeyLine[] =>
    occurs ? [{ marks: [], sign: letters, meaning }] : []
  const isAffected = (key: string) =>
    people.some((one) => one.key === key && one.conditions.some(({ status }) => status === 'affected'))
  const hasVariantOnly = evaluations.some((one) => one.result === 'positive' && !isAffected(one.member))
  const conditions = people.flatMap((member) => member.conditions)
  const lost = (state: string) => people.some(({ pregnancy }) => pregnancy?.state === state)
  const bornAs = (sex: string, gender: string) =>
    people.some((one) => one.sexAtBirth === sex && one.gender !== gender && one.pregnancy === null)
  return [
    ...legend.map((entry) => ({
      marks: sample(fillMarks(partOf(entry, legend, shape), entry.fill)),
      ...{ sign: '', meaning: entry.code === '' ? entry.name : `${entry.name} (${entry.code})` },
    })),
    ...(hasVariantOnly
      ? [
          {
            marks: sample(fillMarks(cut(shape, 1, 0, 0), 'upright')),
            ...{ sign: '', meaning: 'tested positive, not affected' },
          },
        ]
      : []),
    ...evaluated(document).map((what, index) => ({ marks: [], sign: `E${index + 1}`, meaning: what })),
    ...sign('+ − u', 'found, not found, not informative', evaluations.length > 0),
    ...sign(
      '*',
      'documented',
      conditions.some(({ certainty }) => certainty === 'documented'),
    ),
    ...sign(
      '?',
      'possibly affected',
      conditions.some(({ status }) => status === 'possible'),
    ),
    ...sign('AFAB', 'assigned female at birth', bornAs('Female', 'woman')),
    ...sign('AMAB', 'assigned male at birth', bornAs('Male', 'man')),
    ...sign('UAAB', 'unassigned at birth', bornAs('Unassigned', '-')),
    ...sign('SB', 'stillbirth', lost('stillbirth')),
    ...sign('SAB', 'miscarriage', lost('miscarriage')),
    ...sign('TOP', 'termination of pregnancy', lost('termination')),
    ...sign('ECT', 'ectopic pregnancy', lost('ectopic')),
    ...sign(
      'D',
      'donor',
      people.some(({ eggFrom, spermFrom }) => eggFrom !== '' || spermFrom !== ''),
    ),
    ...sign(
      'S',
      'carries the pregnancy for others',
      people.some(({ carriedBy }) => carriedBy !== ''),
    ),
  ]
}
