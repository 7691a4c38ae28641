import { describe, expect, test } from 'vitest'
import type { EligibilityRequest } from '#adapters/clearinghouse/port.ts'
import type { EligibilityResponse } from '#domain/coverage/benefits.ts'
import { ANSWER, ROW } from '#domain/coverage/testing/worked-examples.ts'
import { testPayer } from '#server/testing/payer.ts'
import { active } from '#server/testing/world-payers.ts'
import { requestEligibility } from './request-eligibility.ts'

const requestFor = (serviceType: '5' | '30') =>
  ({ serviceType, subscriber: { lastName: 'Testwell' } }) as EligibilityRequest
const request = (payer: ReturnType<typeof testPayer>, isPatient = true) =>
  requestEligibility(payer, requestFor, { isInNetwork: true, isPatient })
const requestedTypes = ({ requests }: ReturnType<typeof testPayer>) =>
  requests.map(({ serviceType }) => serviceType)
const answerWith = (benefits: EligibilityResponse['benefits']): EligibilityResponse => ({
  ...ANSWER,
  benefits,
})
const refusal = (code: string): EligibilityResponse => ({
  ...answerWith([]),
  rejections: [{ level: 'payer', code, followUp: 'R', words: '' }],
})

/** Active for laboratory tests, and nothing else. */
const thin = answerWith([{ ...ROW, kind: 'active' }])
const plan = { serviceTypes: ['30'], level: 'individual', period: 'remaining' } as const
const ofPlan = answerWith([
  { ...ROW, kind: 'active' },
  { ...ROW, kind: 'deductible', ...plan, amountCents: 5000 },
])

describe('a payer is queried about laboratory tests, then about the plan', () => {
  test('once, if the first answer has everything that a price needs', async () => {
    const payer = testPayer(active(0))
    expect(await request(payer)).toMatchObject({ answer: active(0) })
    expect(requestedTypes(payer)).toEqual(['5'])
  })

  test('once, if the plan is inactive or the payer refuses: the second answer would be the same', async () => {
    for (const answer of [answerWith([{ ...ROW, kind: 'inactive' }]), refusal('75')]) {
      const payer = testPayer(answer)
      expect(await request(payer)).toMatchObject({ answer })
      expect(requestedTypes(payer)).toEqual(['5'])
    }
  })

  test('twice otherwise; the rows of both count, without duplicates', async () => {
    const payer = testPayer(thin, ofPlan)
    const outcome = await request(payer)
    expect(requestedTypes(payer)).toEqual(['5', '30'])
    expect(outcome).toMatchObject({ answer: { benefits: ofPlan.benefits } })
    expect(outcome.exchanges).toMatchObject([{ serviceType: '5' }, { serviceType: '30' }])
  })

  test.each([['down'], ['slow'], ['garbage']] as const)(
    'without the second answer (%s) it is retried, and later the first one is used',
    async (failure) => {
      expect(await request(testPayer(thin, failure))).toMatchObject({ noAnswer: { trouble: failure } })
      expect(await request(testPayer(thin, failure), false)).toMatchObject({ answer: thin })
    },
  )

  test('if the second request fails or is refused, the first answer is used', async () => {
    for (const second of ['refused', refusal('60')] as const)
      expect(await request(testPayer(thin, second))).toMatchObject({ answer: thin })
  })

  test.each(['42', '80'])('AAA %s is no answer', async (code) => {
    expect(await request(testPayer(refusal(code)))).toMatchObject({
      noAnswer: { trouble: 'down' },
      exchanges: [{ raw271: '271', failure: { trouble: 'down' } }],
    })
  })

  test('an unexpected error is retried too, and its message is not stored', async () => {
    const failing = { check: () => Promise.reject(new RangeError('Testwell is too long')) }
    const outcome = await requestEligibility(failing, requestFor, { isInNetwork: true, isPatient: true })
    expect(outcome).toMatchObject({ noAnswer: { trouble: 'down' } })
    expect(JSON.stringify(outcome)).not.toContain('Testwell')
  })
})
