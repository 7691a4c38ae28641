import { table } from '#domain/table.ts'
import { writeDay } from './levels.ts'
import type { EligibilityRequest } from './port.ts'
import {
  originator,
  type Row,
  STANDARD,
  type Style,
  stamp,
  type TradingPartner,
  writeInterchange,
} from './write-envelope.ts'

/**
 * Writes an eligibility request as a 270 (005010X279A1) for one service type. Of the member, it sends only
 * ID, name and date of birth, in the basic character set: upper case without accents.
 */
export function write270(
  request: EligibilityRequest,
  partner: TradingPartner,
  style: Style = STANDARD,
): string {
  const { payer, provider, subscriber, dependent, traceNumber, controlNumber, askedAt } = request
  const { day, time } = stamp(askedAt)
  const requestRows: Row[] = [
    ['DTP', '291', 'D8', writeDay(request.date)],
    ['EQ', request.serviceType],
  ]
  const trace: Row = ['TRN', '1', traceNumber, originator(partner.sender.id)]
  const rows: Row[] = [
    ['BHT', '0022', '13', traceNumber, day, time],
    ['HL', '1', '', '20', '1'],
    ['NM1', 'PR', '2', basic(payer.name), '', '', '', '', 'PI', payer.id],
    ['HL', '2', '1', '21', '1'],
    ['NM1', '1P', '2', basic(provider.name), '', '', '', '', 'XX', provider.npi],
    ['HL', '3', '2', '22', dependent ? '1' : '0'],
    ...(dependent ? [] : [trace]),
    [
      ...(['NM1', 'IL', '1', basic(subscriber.lastName), basic(subscriber.firstName)] as const),
      ...['', '', '', 'MI', subscriber.memberId],
    ],
    ...born(subscriber.dateOfBirth),
    ...(dependent
      ? ([
          ['HL', '4', '3', '23', '0'],
          trace,
          ['NM1', '03', '1', basic(dependent.lastName), basic(dependent.firstName)],
          ...born(dependent.dateOfBirth),
          ...related(dependent.relationship),
        ] satisfies Row[])
      : []),
    ...requestRows,
  ]
  return writeInterchange({ type: '270', partner, controlNumber, at: askedAt, rows }, style)
}

/** INS of a dependent: INS01 N, INS02 the patient's relationship to the subscriber. */
function related(relationship: 'Spouse' | 'Child' | undefined): Row[] {
  return relationship === undefined ? [] : [['INS', 'N', relationship === 'Spouse' ? '01' : '19']]
}

function born(day: string): Row[] {
  return day === '' ? [] : [['DMG', 'D8', writeDay(day)]]
}

/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS = table<string>({
  Æ: 'AE',
  Đ: 'D',
  Ð: 'D',
  Ł: 'L',
  Ø: 'O',
  Œ: 'OE',
  Þ: 'TH',
})

/** A name in the basic character set, which every payer accepts. */
function basic(name: string): string {
  return name
    .toUpperCase()
    .replace(/[ÆĐÐŁØŒÞ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/[‘’]/g, "'")
    .replace(/[‐‑–—]/g, '-')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
}
