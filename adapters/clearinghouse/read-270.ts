import { fullName, type Level, nameIn, readDay, readLevels, readPeriods } from './levels.ts'
import type { EligibilityRequest } from './port.ts'
import type { TradingPartner } from './write-envelope.ts'
import { element, first, readInterchange, X12Fault } from './x12.ts'

export interface Read270 {
  readonly request: EligibilityRequest
  /** Sender and receiver of the request; the answer swaps them. */
  readonly partner: TradingPartner
  readonly problems: readonly string[]
}

/** Reads a 270 about one person, as a payer does. Throws X12Fault if it is incomplete. */
export function read270(raw: string): Read270 {
  const { header, transactions, delimiters, problems: wrong } = readInterchange(raw)
  const problems = [...wrong]
  const transaction = transactions.find(({ type }) => type === '270')
  if (!transaction) throw new X12Fault('garbage', 'The message contains no complete 270')
  const levels = readLevels(transaction.segments, problems)
  const [patient, ...others] = levels.patients
  if (!patient) throw new X12Fault('garbage', 'The 270 names no subscriber or dependent')
  if (others.length > 0) problems.push('The request is about several persons; only one was read')

  const { subscriber, dependent } = patient
  const payer = nameIn(levels.payer, 'PR', '2B', '36', 'GP', 'P5')
  const provider = nameIn(levels.provider, '1P', 'FA', '80', '2B', '36', 'GP', 'P5', 'PR')
  const personSegments = (dependent ?? subscriber).segments
  const bht = first(levels.head, 'BHT')
  const queries = personSegments.filter(([id]) => id === 'EQ').map((each) => element(each, 1))
  const [serviceType = '', ...more] = queries.flatMap((types) =>
    delimiters.repetition === null ? [types] : types.split(delimiters.repetition),
  )
  if (more.length > 0) problems.push('The request names several service types; only the first was read')
  const person = (level: typeof subscriber, entity: string) => ({
    lastName: element(nameIn(level, entity), 3),
    firstName: element(nameIn(level, entity), 4),
    dateOfBirth: readDay(element(first(level.segments, 'DMG'), 2), 'DMG', problems),
  })
  const request: EligibilityRequest = {
    payer: { name: fullName(payer), id: element(payer, 9) },
    // Identifiers other than an NPI are ignored.
    provider: { name: fullName(provider), npi: element(provider, 8) === 'XX' ? element(provider, 9) : '' },
    subscriber: { ...person(subscriber, 'IL'), memberId: element(nameIn(subscriber, 'IL'), 9) },
    dependent: dependent && { ...person(dependent, '03'), ...relationOf(dependent) },
    serviceType,
    date: readPeriods(personSegments, problems).get('291')?.from ?? '',
    traceNumber: element(first(personSegments, 'TRN'), 2),
    controlNumber: Number(element(header, 13)),
    askedAt: readStamp(element(bht, 4), element(bht, 5), problems),
  }
  const usage = element(header, 15) === 'P' ? 'P' : 'T'
  const party = (n: number) => ({ qualifier: element(header, n), id: element(header, n + 1) })
  return { request, partner: { sender: party(5), receiver: party(7), usage }, problems }
}

/** INS02 of a dependent: 01 spouse, 19 child; others are omitted. */
function relationOf({ segments }: Level): { relationship?: 'Spouse' | 'Child' } {
  const code = element(first(segments, 'INS'), 2)
  return code === '01' ? { relationship: 'Spouse' } : code === '19' ? { relationship: 'Child' } : {}
}

/** BHT04 and BHT05; 1 January 1970 if they are invalid. */
function readStamp(day: string, time: string, problems: string[]): Date {
  const date = readDay(day, 'BHT', problems) || '1970-01-01'
  const [, hours = '00', minutes = '00'] = /^([01]\d|2[0-3])([0-5]\d)/.exec(time) ?? []
  return new Date(`${date}T${hours}:${minutes}:00Z`)
}
