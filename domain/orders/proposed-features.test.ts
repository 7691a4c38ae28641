import { expect, it } from 'vitest'
import { blankFetus, blankPregnancy } from './pregnancy.ts'
import { type NamedFinding, proposedFeatures } from './proposed-features.ts'
import { completeOrder } from './testing/complete-order.ts'

const clubfoot = (whose: NamedFinding['whose'], ...starts: number[]): NamedFinding => ({
  ...{ termId: 'HP:0001762', label: 'Clubfoot', status: 'present', whose },
  places: starts.map((from) => ({ from, to: from + 8 })),
})

it('a term is proposed once for a fetus that the notes name with its letter and without', () => {
  const fetuses = [blankFetus('fetus-1', 'A'), blankFetus('fetus-2', 'B')]
  const document = { ...completeOrder(), pregnancy: { ...blankPregnancy(), fetuses } }
  const proposed = (findings: NamedFinding[], chosen = 'fetus-1') =>
    proposedFeatures(document, findings, { release: '2026-01-08', chosen }).map(({ feature, places }) => [
      feature.patient,
      ...places.map(({ from }) => from),
    ])
  // 'Clubfoot seen. Fetus A has clubfoot. Clubfoot in the scan.'
  const findings = [clubfoot('patient', 0, 37), clubfoot('fetus A', 27)]
  expect(proposed(findings)).toEqual([['fetus-1', 0, 27, 37]])
  expect(proposed(findings, 'fetus-2')).toEqual([
    ['fetus-2', 0, 37],
    ['fetus-1', 27],
  ])
  expect(proposed([...findings, { ...clubfoot('fetus A', 60), status: 'absent' }])).toEqual([
    ['fetus-1', 0, 27, 37],
    ['fetus-1', 60],
  ])
})
