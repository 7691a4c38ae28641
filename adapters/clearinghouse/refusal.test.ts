import { describe, expect, test } from 'vitest'
import { read271 } from './read-271.ts'
import { REJECTIONS } from './rejections.ts'
import { answerWith, interchange, PARTNER, REQUEST } from './testing/messages.ts'
import { write270 } from './write-270.ts'
import { X12Fault } from './x12.ts'

describe('a rejection', () => {
  test('is read at each level, in words', () => {
    const body = answerWith(
      ...['AAA*N**75*C', 'HL*4*3*23*0', 'NM1*03*1*TESTWELL*OLLI', 'AAA*N**71*C', 'EB*1**30', 'AAA*N**56*C'],
    )
    const raw = body.replace('~NM1*1P', '~AAA*N**51*N~NM1*1P').replace('~NM1*PR', '~AAA*Y**42*P~NM1*PR')
    expect(read271(raw).answer.rejections).toEqual([
      { level: 'payer', code: '42', followUp: 'P', words: 'The payer cannot answer at the moment' },
      { level: 'provider', code: '51', followUp: 'N', words: 'The payer does not know the provider' },
      { level: 'subscriber', code: '75', followUp: 'C', words: 'The payer cannot find the member' },
      {
        ...{ level: 'dependent', code: '71', followUp: 'C' },
        words: 'The date of birth does not match the payer’s record of the patient',
      },
      { level: 'dependent', code: '56', followUp: 'C', words: 'The date is not accepted' },
    ])
  })

  test('with an unknown code is still a rejection', () => {
    expect(read271(answerWith('AAA*N**Q9')).answer.rejections).toMatchObject([
      { code: 'Q9', words: 'The payer gave reason code Q9' },
    ])
  })

  test('has different words for each reason', () => {
    expect(new Set(Object.values(REJECTIONS)).size).toBe(Object.keys(REJECTIONS).length)
  })
})

describe('a missing answer', () => {
  const TA1 = (code: string) =>
    answerWith('EB*1**30').replace('~GS', `~TA1*000000007*260312*1504*${code}*022~GS`)
  const details = [
    'AK1*HS*7',
    'AK2*270*0001',
    'IK3*NM1*8**8',
    'IK4*9*67*1*TESTWELL',
    'IK5*R*5',
    'AK9*R*1*1*0*5',
  ]

  test.each([
    ['TA1 that rejects', TA1('R'), 'refused', 'The interchange was refused (TA1, note 022)'],
    [
      ...(['999 that rejects', interchange({ type: '999', body: details }), 'refused'] as const),
      'The eligibility request was refused (999); segment NM1 at 8: error 8; NM1 element 9: error 1; transaction: error 5; group: error 5',
    ],
    [
      '999 that accepts',
      interchange({ type: '999', body: ['AK1*HS*7', 'AK9*A*1*1*1'] }),
      ...['garbage', 'The reply contains no complete 271, but 999'],
    ],
    ['270', write270(REQUEST, PARTNER), 'garbage', 'The reply contains no complete 271, but 270'],
    [
      '271 without its end',
      answerWith().replace(/SE\*.*/, ''),
      'garbage',
      'The reply contains no complete 271',
    ],
  ])('is reported for %s', (_what, raw, kind, message) => {
    expect(() => read271(raw)).toThrow(expect.objectContaining({ name: 'X12Fault', kind, message }))
    expect(() => read271(raw)).toThrow(X12Fault)
  })

  test('does not follow from an envelope that was accepted, with or without errors', () => {
    for (const code of ['A', 'E']) expect(read271(TA1(code)).answer.benefits).toHaveLength(1)
  })

  test('is reported for an empty answer, or one in another version', () => {
    const { problems } = read271(answerWith().replaceAll('005010X279A1', '004010X092'))
    expect(problems).toEqual([
      'The version is 004010X092',
      'The answer has neither benefits nor a reason for having none',
    ])
  })
})
