import fc from 'fast-check'
import type { Benefit, EligibilityResponse, Rejection } from '#domain/coverage/benefits.ts'
import type { EligibilityRequest } from '../port.ts'
import { REJECTIONS, rejectionWords } from '../rejections.ts'
import type { Style } from '../write-envelope.ts'

/** Characters that serve as delimiters somewhere; generated texts never contain them. */
const MARKS = [...'*|^~:<>!#%@=;`\\', '\x1c', '\x1d', '\x1e', '\x1f', '\x07']

/** Four different delimiters, including odd ones, with or without line breaks after segments. */
export const style: fc.Arbitrary<Style> = fc
  .record({
    marks: fc.uniqueArray(fc.constantFrom(...MARKS), { minLength: 4, maxLength: 4 }),
    terminator: fc.constantFrom('\n', '\r', '\t', ''),
    lineBreak: fc.constantFrom('', '\n', '\r\n', '\r', '\n\n  ', '\t '),
  })
  .map(({ marks, terminator, lineBreak }) => {
    const [element = '', repetition = '', component = '', ending = ''] = marks
    return { delimiters: { element, repetition, component, terminator: terminator || ending }, lineBreak }
  })

const text = (chars: string, maxLength = 20) =>
  fc.string({ unit: fc.constantFrom(...chars), maxLength }).map((one) => one.trim())
/** Text as a 270 carries it: the basic character set. */
const plain = text("ABCDEFGHIJKLMNOPQRSTUVWXYZ '-.,&/()+0123456789")
/** Text as a payer may answer it. */
const any = text("AZaz .,'-/&()+éÑüłệ王ж0123456789?$")
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
const id = fc.string({ unit: fc.constantFrom(...'ABCXYZ0123456789-'), minLength: 1, maxLength: 20 })
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const maybe = (one: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), one)
const names = (of: fc.Arbitrary<string>) => ({ lastName: of, firstName: of, dateOfBirth: maybe(day) })

export const request: fc.Arbitrary<EligibilityRequest> = fc.record({
  payer: fc.record({ name: plain, id }),
  provider: fc.record({ name: plain, npi: digits(10) }),
  subscriber: fc.record({ ...names(plain), memberId: id }),
  dependent: fc.option(
    fc.record(
      { ...names(plain), relationship: fc.constantFrom('Spouse' as const, 'Child' as const) },
      { requiredKeys: ['lastName', 'firstName', 'dateOfBirth'] },
    ),
  ),
  serviceType: fc.constantFrom('5', '30', 'UC'),
  date: day,
  traceNumber: id,
  controlNumber: fc.integer({ min: 1, max: 999_999_999 }),
  askedAt: fc.integer({ min: 0, max: 60_000_000 }).map((minutes) => new Date(minutes * 60_000)),
})

const benefit: fc.Arbitrary<Benefit> = fc
  .record({
    kind: fc.constantFrom<Benefit['kind'][]>(
      ...(['active', 'inactive', 'coinsurance', 'copayment', 'deductible', 'out-of-pocket'] as const),
      ...(['limitation', 'non-covered', 'other-payer', 'other'] as const),
    ),
    level: fc.constantFrom<Benefit['level'][]>('individual', 'family', null),
    serviceTypes: fc.array(fc.constantFrom('5', '30', 'AL', 'UC', '1'), { maxLength: 4 }),
    period: fc.constantFrom<Benefit['period'][]>(
      ...([
        'service-year',
        'calendar-year',
        'year-to-date',
        'contract',
        'visit',
        'remaining',
        'lifetime',
        null,
      ] as const),
    ),
    amountCents: fc.option(fc.oneof(fc.nat(1_000_000), fc.maxSafeNat())),
    rate: fc.option(fc.nat(10_000)),
    authorization: fc.constantFrom<Benefit['authorization'][]>('yes', 'no', 'unknown'),
    network: fc.constantFrom<Benefit['network'][]>('in', 'out', 'both', 'unknown'),
    plan: any,
    procedure: fc.option(fc.constantFrom('81406', '0037U', 'S3870')),
    words: fc.array(
      any.filter((one) => one !== ''),
      { maxLength: 3 },
    ),
  })
  .map(({ procedure, ...rest }) => ({ ...rest, ...(procedure === null ? {} : { procedure }) }))

const LEVELS: readonly Rejection['level'][] = ['payer', 'provider', 'subscriber', 'dependent']

export const answer: fc.Arbitrary<EligibilityResponse> = fc
  .record({
    traceNumber: id,
    payer: fc.record({ name: any, id }),
    member: fc.record({
      ...{ ...names(any), memberId: id, isDependent: fc.boolean(), groupNumber: maybe(id), planName: any },
      ...{ planBegins: maybe(day), planEnds: maybe(day) },
    }),
    rejections: fc.array(
      fc.record({
        level: fc.constantFrom(...LEVELS),
        code: fc.constantFrom(...Object.keys(REJECTIONS)),
        followUp: fc.constantFrom('', 'C', 'N', 'R', 'W'),
      }),
      { maxLength: 4 },
    ),
    benefits: fc.array(benefit, { maxLength: 12 }),
  })
  .map(({ rejections, member, ...rest }) => ({
    ...rest,
    // A 271 has one name for the plan: that of the first active row.
    member: { ...member, planName: activePlan(rest.benefits) || member.planName },
    // Levels in message order; a subscriber's answer has no dependent level.
    rejections: LEVELS.filter((level) => level !== 'dependent' || member.isDependent).flatMap((level) =>
      rejections
        .filter((each) => each.level === level)
        .map((each) => ({ ...each, words: rejectionWords(each.code) })),
    ),
  }))

function activePlan(benefits: readonly Benefit[]): string {
  return benefits.find(({ kind, plan }) => kind === 'active' && plan !== '')?.plan ?? ''
}
