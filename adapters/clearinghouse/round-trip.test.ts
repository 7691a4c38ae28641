import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '#domain/testing/cases.ts'
import { read270 } from './read-270.ts'
import { read271 } from './read-271.ts'
import * as generated from './testing/generated.ts'
import { ANSWERING, MEMBER, PARTNER, REQUEST } from './testing/messages.ts'
import { write270 } from './write-270.ts'
import { write271 } from './write-271.ts'
import { STANDARD } from './write-envelope.ts'

const RUNS = { numRuns: cases(2_000) }

test('reads every request back unchanged, whatever the delimiters and line breaks', () => {
  fc.assert(
    fc.property(generated.request, generated.style, (request, style) => {
      const read = read270(write270(request, PARTNER, style))
      expect(read).toEqual({ request, partner: PARTNER, problems: [] })
    }),
    RUNS,
  )
})

test('reads every answer back unchanged, whatever the delimiters, line breaks and form of shares', () => {
  fc.assert(
    fc.property(
      ...[generated.answer, generated.style, fc.constantFrom('fraction' as const, 'percent' as const)],
      (answer, style, shares) => {
        const read = read271(write271(answer, { ...ANSWERING, shares }, style))
        const { besides: _, ...response } = read.answer
        expect(response).toEqual(answer)
        expect(read.problems).toEqual(
          answer.benefits.length + answer.rejections.length > 0
            ? []
            : [expect.stringContaining('neither benefits')],
        )
      },
    ),
    RUNS,
  )
})

test('spells a 270 as the implementation guide requires', () => {
  expect(write270(REQUEST, PARTNER, { ...STANDARD, lineBreak: '\n' }).split('\n')).toEqual([
    'ISA*00*          *00*          *ZZ*LARKFIELD      *30*000000005      *260312*1504*^*00501*000000007*0*T*:~',
    'GS*HS*LARKFIELD*000000005*20260312*1504*7*X*005010X279A1~',
    'ST*270*0001*005010X279A1~',
    'BHT*0022*13*K-1*20260312*1504~',
    'HL*1**20*1~',
    'NM1*PR*2*PAPERMOON HEALTH*****PI*SIM01~',
    'HL*2*1*21*1~',
    'NM1*1P*2*LARKFIELD GENETICS*****XX*1234567893~',
    'HL*3*2*22*0~',
    'TRN*1*K-1*9LARKFIELD~',
    'NM1*IL*1*TESTWELL*NORA****MI*PMH100000001~',
    'DMG*D8*19850314~',
    'DTP*291*D8*20260312~',
    'EQ*5~',
    'SE*13*0001~',
    'GE*1*7~',
    'IEA*1*000000007~',
    '',
  ])
})

test.each([
  ['Spouse', 'INS*N*01'],
  ['Child', 'INS*N*19'],
  [undefined, undefined],
] as const)('[UX-10] INS02 is what the patient is to the policy holder: of %s, %s', (relationship, ins) => {
  const dependent = { lastName: 'TESTWELL', firstName: 'OLLI', dateOfBirth: '2015-01-02' }
  const sent = { ...REQUEST, dependent: relationship ? { ...dependent, relationship } : dependent }
  const segments = write270(sent, PARTNER).split('~')
  expect(segments.find((segment) => segment.startsWith('INS'))).toBe(ins)
})

test('sends names in the basic character set, and never lets them split a segment', () => {
  const subscriber = { ...REQUEST.subscriber, lastName: 'Nguyễn–Łęcki~*', firstName: 'Zoë\r\nD’Øre^: 王' }
  const { request, problems } = read270(write270({ ...REQUEST, subscriber }, PARTNER))
  expect(request.subscriber).toMatchObject({ lastName: 'NGUYEN-LECKI', firstName: "ZOED'ORE" })
  expect(problems).toEqual([])
})

test('writes no other levels when the payer rejects the request at its own level', () => {
  const rejections = [{ level: 'payer' as const, code: '79', followUp: 'C', words: '' }]
  const member = { ...MEMBER, lastName: '', firstName: '', memberId: '', dateOfBirth: '' }
  const raw = write271({ traceNumber: '', payer: REQUEST.payer, member, rejections, benefits: [] }, ANSWERING)
  expect(raw.match(/HL\*/g)).toHaveLength(1)
  expect(read271(raw)).toMatchObject({
    answer: { traceNumber: '', member, rejections: [{ level: 'payer', code: '79' }] },
    problems: [],
  })
})

test('reports a problem for a request about several services, or with an invalid date of birth', () => {
  const raw = write270(REQUEST, PARTNER)
  expect(read270(raw.replace('EQ*5~', 'EQ*5^30~'))).toMatchObject({
    request: { serviceType: '5' },
    problems: ['The request names several service types; only the first was read'],
  })
  expect(read270(raw.replace('*19850314~', '*19850331X~'))).toMatchObject({
    request: { subscriber: { dateOfBirth: '' } },
    problems: ['DMG is not a valid date'],
  })
  expect(() => read270(raw.replace('~ST*270', '~ST*276'))).toThrow('The message contains no complete 270')
  expect(() => read270(raw.replace('*22*0~', '*99*0~'))).toThrow('names no subscriber or dependent')
})

test.each([0, 1_000_000_000, 1.5, Number.NaN])('rejects %s as a control number', (controlNumber) => {
  expect(() => write270({ ...REQUEST, controlNumber }, PARTNER)).toThrow(RangeError)
})

test.each(['', 'X', 'X'.repeat(16)])('%j is no id of a partner', (id) => {
  expect(() => write270(REQUEST, { ...PARTNER, sender: { qualifier: 'ZZ', id } })).toThrow(RangeError)
})
