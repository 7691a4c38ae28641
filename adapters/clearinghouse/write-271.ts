import type { Benefit, EligibilityResponse, Rejection } from '#domain/coverage/benefits.ts'
import * as codes from './codes.ts'
import { writeDay } from './levels.ts'
import { writeCents, writeRate } from './numbers.ts'
import {
  originator,
  type Row,
  STANDARD,
  type Style,
  stamp,
  type TradingPartner,
  writeInterchange,
} from './write-envelope.ts'

export interface Answering {
  readonly provider: { readonly name: string; readonly npi: string }
  /** The payer is the sender. */
  readonly partner: TradingPartner
  readonly controlNumber: number
  readonly at: Date
  /** How EB08 is written: as the standard requires, or as some payers do. */
  readonly shares?: 'fraction' | 'percent'
}

/**
 * Writes an answer as a 271 (005010X279A1), as a payer does. A rejection at the payer's level has no other
 * content.
 */
export function write271(answer: EligibilityResponse, answering: Answering, style: Style = STANDARD): string {
  const { payer, member, traceNumber, benefits } = answer
  const { provider, partner, controlNumber, at, shares = 'fraction' } = answering
  const { day, time } = stamp(at)
  const refused = (level: Rejection['level']): Row[] =>
    answer.rejections
      .filter((each) => each.level === level)
      .map(({ code, followUp }) => ['AAA', PASSING.has(code) ? 'Y' : 'N', '', code, followUp])
  const isPayersAlone = member.memberId === '' && refused('payer').length > 0

  const dates: Row[] = [
    ...when('346', member.planBegins),
    ...when('347', member.planEnds),
    ...benefits.flatMap((benefit) => writeBenefit(benefit, shares)),
  ]
  const trace: Row = ['TRN', '2', traceNumber, originator(partner.receiver.id)]
  const group: Row[] = member.groupNumber === '' ? [] : [['REF', '6P', member.groupNumber]]
  const plan: Row[] =
    hasNamedPlan(benefits) || member.planName === '' ? [] : [['REF', '18', '', member.planName]]
  const birth: Row[] = member.dateOfBirth === '' ? [] : [['DMG', 'D8', writeDay(member.dateOfBirth)]]
  const subscriber = member.isDependent ? { lastName: '', firstName: '' } : member
  const below: Row[] = [
    ['HL', '2', '1', '21', '1'],
    ['NM1', '1P', '2', provider.name, '', '', '', '', 'XX', provider.npi],
    ...refused('provider'),
    ['HL', '3', '2', '22', member.isDependent ? '1' : '0'],
    ...(member.isDependent ? [] : [trace]),
    ['NM1', 'IL', '1', subscriber.lastName, subscriber.firstName, '', '', '', 'MI', member.memberId],
    ...(member.isDependent ? [] : [...group, ...plan]),
    ...refused('subscriber'),
    ...(member.isDependent
      ? ([
          ['HL', '4', '3', '23', '0'],
          trace,
          ['NM1', '03', '1', member.lastName, member.firstName],
          ...[...group, ...plan],
          ...refused('dependent'),
        ] satisfies Row[])
      : []),
    ...birth,
    ...dates,
  ]
  const rows: Row[] = [
    ['BHT', '0022', '11', traceNumber, day, time],
    ['HL', '1', '', '20', isPayersAlone ? '0' : '1'],
    ['NM1', 'PR', '2', payer.name, '', '', '', '', 'PI', payer.id],
    ...refused('payer'),
    ...(isPayersAlone ? [] : below),
  ]
  return writeInterchange({ type: '271', partner, controlNumber, at, rows }, style)
}

/** AAA01 is Y if the request was right and only the answer failed. */
const PASSING = new Set(['42', '80'])

function hasNamedPlan(benefits: readonly Benefit[]): boolean {
  return benefits.some(({ kind, plan }) => kind === 'active' && plan !== '')
}

function when(qualifier: string, day: string): Row[] {
  return day === '' ? [] : [['DTP', qualifier, 'D8', writeDay(day)]]
}

function writeBenefit(benefit: Benefit, shares: 'fraction' | 'percent'): Row[] {
  const { level, serviceTypes, plan, amountCents, rate, procedure } = benefit
  const eb: Row = [
    ...(['EB', codes.KIND_CODES[benefit.kind], codes.codeOf(codes.LEVELS, level)] as const),
    ...[{ repeated: serviceTypes }, '', plan, codes.codeOf(codes.PERIODS, benefit.period)],
    amountCents === null ? '' : writeCents(amountCents),
    rate === null ? '' : writeRate(rate, shares),
    ...['', '', codes.codeOf(codes.AUTHORIZATIONS, benefit.authorization)],
    codes.codeOf(codes.NETWORKS, benefit.network),
    procedure === undefined ? '' : { composite: ['HC', procedure] },
  ]
  return [eb, ...benefit.words.map((words): Row => ['MSG', words])]
}
