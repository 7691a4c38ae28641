import { expect, test } from 'vitest'
import { MEMBERS as SIMULATED } from '#simulators/payer/members.ts'
import { MEMBERS } from './members.ts'
import { readDemo } from './seed.ts'

const { coverage, catalogue } = readDemo()

test.each(MEMBERS)(
  'the simulated payer of $company knows $memberId',
  ({ company, memberId, insured, testCode }) => {
    const payer = coverage.coverage.payers.find(({ name }) => name === company)
    const known = SIMULATED.find((one) => one.payerId === payer?.clearinghouseId && one.memberId === memberId)
    expect(known).toMatchObject({
      ...{ firstName: insured.firstName.toUpperCase(), lastName: insured.lastName.toUpperCase() },
      dateOfBirth: insured.dateOfBirth,
    })
    expect(catalogue.tests.find(({ code }) => code === testCode)).toMatchObject({ relatives: 0, sex: '' })
  },
)

test('every demo payer that answers requests is one of the simulated payer’s, and its member IDs have the right form', () => {
  for (const { clearinghouseId, memberIdPatterns } of coverage.coverage.payers) {
    if (clearinghouseId === null) continue
    const ids = SIMULATED.filter(({ payerId }) => payerId === clearinghouseId).map(({ memberId }) => memberId)
    expect(ids.length).toBeGreaterThan(0)
    const fits = (id: string) => memberIdPatterns.some((one) => new RegExp(`^(?:${one})$`, 'u').test(id))
    expect(ids.filter((id) => !fits(id))).toEqual([])
  }
})
