import type { EligibilityResponse } from '#domain/coverage/benefits.ts'
import type { EligibilityRequest } from '../port.ts'
import type { Answering } from '../write-271.ts'
import type { TradingPartner } from '../write-envelope.ts'

export const PARTNER: TradingPartner = {
  sender: { qualifier: 'ZZ', id: 'LARKFIELD' },
  receiver: { qualifier: '30', id: '000000005' },
  usage: 'T',
}

export const REQUEST: EligibilityRequest = {
  payer: { name: 'PAPERMOON HEALTH', id: 'SIM01' },
  provider: { name: 'LARKFIELD GENETICS', npi: '1234567893' },
  subscriber: {
    lastName: 'TESTWELL',
    firstName: 'NORA',
    memberId: 'PMH100000001',
    dateOfBirth: '1985-03-14',
  },
  dependent: null,
  serviceType: '5',
  date: '2026-03-12',
  traceNumber: 'K-1',
  controlNumber: 7,
  askedAt: new Date('2026-03-12T15:04:00Z'),
}

export const ANSWERING: Answering = {
  provider: REQUEST.provider,
  partner: PARTNER,
  controlNumber: 7,
  at: new Date('2026-03-12T15:04:00Z'),
}

export const MEMBER: EligibilityResponse['member'] = {
  ...{ ...REQUEST.subscriber, isDependent: false, groupNumber: '', planName: '' },
  ...{ planBegins: '', planEnds: '' },
}

const HEADER =
  'ISA*00*          *00*          *ZZ*PAYER          *ZZ*US             *260312*1504*^*00501*000000007*0*T*:~'

/** An interchange with these transactions in one group. `segments` run from ST to SE, exclusive. */
export function interchange(...transactions: { type: string; body: string[] }[]): string {
  const sets = transactions.flatMap(({ type, body }, index) => [
    ...[`ST*${type}*${index + 1}*005010X279A1`, ...body],
    `SE*${body.length + 2}*${index + 1}`,
  ])
  const group = ['GS*HB*PAYER*US*20260312*1504*7*X*005010X279A1', ...sets, `GE*${transactions.length}*7`]
  return `${HEADER}${[...group, 'IEA*1*000000007'].join('~')}~`
}

/** The beginning of every 271 about a subscriber, followed by `rows`. */
export function answerTo(trace: string, ...rows: string[]): { type: '271'; body: string[] } {
  return {
    type: '271',
    body: [
      ...['BHT*0022*11*1*20260312*1504', 'HL*1**20*1', 'NM1*PR*2*PAPERMOON HEALTH*****PI*SIM01'],
      ...[
        'HL*2*1*21*1',
        'NM1*1P*2*LARKFIELD GENETICS*****XX*1234567893',
        'HL*3*2*22*0',
        `TRN*2*${trace}*9LARKFIELD`,
      ],
      ...['NM1*IL*1*TESTWELL*NORA****MI*PMH100000001', ...rows],
    ],
  }
}

/** A 271 with these rows about the subscriber. */
export function answerWith(...rows: string[]): string {
  return interchange(answerTo('K-1', ...rows))
}
