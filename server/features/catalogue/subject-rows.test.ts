import { expect, test } from 'vitest'
import { subjectRow } from './subject-rows.ts'

const row = (more: object) =>
  subjectRow.safeParse({ testCode: '1', fromAge: '', untilAge: '', label: '', gestation: '', ...more })

test('[SUBJ-06] reads for which ages a laboratory offers a test', () => {
  expect(row({ fromAge: '18y', label: 'Adults only' }).data?.setting.ages).toEqual({
    ...{ fromAge: '18y', untilAge: '', label: 'Adults only' },
  })
  expect(row({ untilAge: '28d', label: 'Newborns only' }).success).toBe(true)
  expect(row({}).data?.setting).toEqual({ ages: null, gestation: [] })
  for (const wrong of [{ fromAge: '18', label: 'x' }, { fromAge: '18y' }, { label: 'Adults only' }])
    expect(row(wrong).success).toBe(false)
})

test('[SUBJ-02] reads at which gestational age a specimen is usual', () => {
  expect(row({ gestation: 'CVS:10+0-14+6|Amniotic Fluid:15+0-' }).data?.setting.gestation).toEqual([
    { specimen: 'CVS', from: 70, to: 104 },
    { specimen: 'Amniotic Fluid', from: 105, to: null },
  ])
  for (const gestation of ['CVS', 'Villi:10+0-', 'CVS:ten-', 'CVS:10+9-'])
    expect(row({ gestation }).success, gestation).toBe(false)
})

test('[SUBJ-01] reads who is tested, from files of an earlier version too', () => {
  expect(row({ kinds: 'fetus|loss' }).data?.setting.kinds).toEqual(['fetus', 'loss'])
  expect(row({ kinds: '' }).data?.setting).toEqual({ ages: null, gestation: [] })
  expect(row({ kinds: 'fetus|unborn' }).success).toBe(false)
})
