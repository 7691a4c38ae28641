import type { Benefit, Rejection } from '#domain/coverage/benefits.ts'
import { active, coinsurance, copayment, deductible, outOfPocket, PLAN, row } from './rows.ts'

export interface SimulatedPayer {
  readonly id: string
  readonly name: string
  /** The form of its member IDs: any other form is rejected with AAA 72, an unknown ID with 75. */
  readonly memberIds: RegExp
}

interface Person {
  readonly lastName: string
  readonly firstName: string
  readonly dateOfBirth: string
}

export interface SimulatedMember extends Person {
  /** What this member demonstrates. */
  readonly shows: string
  readonly payerId: string
  readonly memberId: string
  readonly groupNumber?: string
  readonly plan: string
  /** When the plan ended; by default it runs through the requested year. */
  readonly ended?: string
  readonly dependents?: readonly Person[]
  readonly rows?: readonly Benefit[]
  /** EB08 is written as 20 instead of .2. */
  readonly writesPercent?: true
  /** Rejected with this, whatever the request. */
  readonly rejection?: Omit<Rejection, 'words'>
  /** How the payer fails: late, by hanging up, with a web page, with half an answer. */
  readonly fault?: 'slow' | 'down' | 'garbage' | 'cut'
}

/** All invented; Medicare and Medicaid represent their kind of plan. */
export const PAYERS: readonly SimulatedPayer[] = [
  { id: 'SIM01', name: 'PAPERMOON HEALTH', memberIds: /^PMH\d{9}$/ },
  { id: 'SIM02', name: 'GLASS HARBOR MUTUAL', memberIds: /^GH\d{8}$/ },
  { id: 'SIM80', name: 'MEDICARE', memberIds: /^\d[A-Z][A-Z\d]\d[A-Z][A-Z\d]\d[A-Z]{2}\d\d$/ },
  { id: 'SIM90', name: 'MEDICAID', memberIds: /^MC\d{8}$/ },
]

const PPO = { payerId: 'SIM01', groupNumber: 'PM-7700', plan: 'PAPERMOON PPO 1500' }
const HMO = { payerId: 'SIM02', groupNumber: 'GH-210', plan: 'GLASS HARBOR HMO' }
const person = (firstName: string, lastName: string, dateOfBirth: string): Person => ({
  ...{ firstName, lastName, dateOfBirth },
})
const ppo = (deductibleLeft: number, outOfPocketLeft: number): Benefit[] => [
  ...active(PPO.plan),
  ...deductible('individual', 1500, deductibleLeft),
  ...outOfPocket('individual', 5000, outOfPocketLeft),
]

export const MEMBERS: readonly SimulatedMember[] = [
  {
    ...{ ...PPO, memberId: 'PMH100000001', ...person('NORA', 'TESTWELL', '1985-03-14') },
    shows: 'Deductible partly met: $900 of $1,500 left, then 20 %; out of network 40 % after $3,000',
    rows: [
      ...[...ppo(900, 3800), coinsurance(20)],
      ...deductible('individual', 3000, 3000, 'out'),
      ...outOfPocket('individual', 10_000, 10_000, 'out'),
      coinsurance(40, { network: 'out' }),
    ],
  },
  {
    ...{ ...PPO, memberId: 'PMH100000002', ...person('OWEN', 'SAMPLETON', '1972-11-02') },
    shows: 'Deductible met: nothing left of $1,500, then 20 %',
    rows: [...ppo(0, 2100), coinsurance(20)],
  },
  {
    ...{ ...PPO, memberId: 'PMH100000003', ...person('PIA', 'MOCKRIDGE', '1990-07-21') },
    shows: 'Out-of-pocket maximum met: the member pays nothing more this year',
    rows: [...ppo(0, 0), coinsurance(20)],
  },
  {
    ...{ ...PPO, memberId: 'PMH100000004', ...person('QUINN', 'FABRICANT', '1981-01-30') },
    shows:
      'A family with individual and family rows: the family’s deductible has less left ($400) than one’s own',
    dependents: [
      person('ROSA', 'FABRICANT', '2012-05-09'),
      // The same member ID with another last name.
      person('THEO', 'FABRICANT-IDEAL', '2016-09-27'),
    ],
    rows: [
      ...ppo(700, 3000),
      ...deductible('family', 3000, 400),
      ...outOfPocket('family', 10_000, 6500),
      coinsurance(20),
    ],
  },
  {
    ...{ ...PPO, memberId: 'PMH100000005', ...person('RUTH', 'PRETENDER', '1964-12-24') },
    shows: 'Coinsurance written as 20 instead of .2',
    writesPercent: true,
    rows: [...ppo(250, 2750), coinsurance(20)],
  },
  {
    ...{ ...PPO, memberId: 'PMH100000006', ...person('SAMI', 'NOTREAL', '1999-02-28') },
    shows: 'Authorization needed for laboratory tests',
    rows: [
      ...[...ppo(600, 4100), coinsurance(20, { authorization: 'yes' })],
      row('limitation', {
        ...{ authorization: 'yes', network: 'unknown' },
        words: ['GENETIC TESTING NEEDS PRIOR AUTHORIZATION'],
      }),
    ],
  },
  {
    ...{ ...PPO, memberId: 'PMH100000007', ...person('TESS', 'IMAGINE', '1978-08-08') },
    shows: 'Unknown coinsurance: the row is left out, so that there is no one amount',
    rows: ppo(0, 3000),
  },
  {
    ...{ ...PPO, memberId: 'PMH100000008', ...person('URI', 'EXAMPLE', '1958-04-17') },
    shows: 'Another payer comes first',
    rows: [
      ...[...ppo(1500, 5000), coinsurance(20)],
      row('other-payer', { serviceTypes: PLAN, network: 'unknown', words: ['MEDICARE IS PRIMARY'] }),
    ],
  },
  {
    ...{ ...PPO, memberId: 'PMH100000009', ...person('VERA', 'MAKEBELIEVE', '1994-10-10') },
    ...{ shows: 'Inactive since the end of June 2025', ended: '2025-06-30' },
    rows: [row('inactive', { serviceTypes: PLAN, network: 'unknown', plan: PPO.plan })],
  },
  {
    ...{ ...HMO, memberId: 'GH20000001', ...person('WALT', 'SUPPOSE', '1969-06-06') },
    shows: 'Copay plan: $40 a visit, no deductible, no coinsurance',
    rows: [
      ...[...active(HMO.plan), ...deductible('individual', 0, 0), ...outOfPocket('individual', 4000, 3100)],
      ...[copayment(40), coinsurance(0)],
    ],
  },
  {
    ...{ ...HMO, memberId: 'GH20000002', ...person('XENIA', 'PHANTASY', '1987-09-19') },
    shows: 'Only rows of the plan as a whole (30), none of the laboratory (5)',
    rows: [
      row('active', { serviceTypes: PLAN, network: 'unknown', plan: HMO.plan }),
      ...[...deductible('individual', 800, 320), ...outOfPocket('individual', 4000, 3520)],
      coinsurance(10, { serviceTypes: PLAN, network: 'both' }),
    ],
  },
  {
    ...{ ...HMO, memberId: 'GH20000003', ...person('YVES', 'STORYBOOK', '2001-03-03') },
    shows: 'Out of network only: the plan says nothing of what it pays in network',
    rows: [
      ...active(HMO.plan),
      ...deductible('individual', 2000, 1250, 'out'),
      ...outOfPocket('individual', 8000, 7000, 'out'),
      coinsurance(50, { network: 'out' }),
    ],
  },
  {
    ...{ ...HMO, memberId: 'GH20000004', ...person('ZOE', 'NOWHERE', '1976-05-25') },
    shows: 'The laboratory’s tests are not covered',
    rows: [
      ...active(HMO.plan),
      row('non-covered', { network: 'both', words: ['GENETIC TESTS ARE NOT COVERED'] }),
    ],
  },
  {
    ...{ ...HMO, memberId: 'GH20000005', ...person('ABEL', 'INVENTED', '1983-12-01') },
    shows: 'Two plans, and one procedure (81406) with a copay of its own',
    rows: [
      ...active(HMO.plan),
      row('active', { serviceTypes: PLAN, network: 'unknown', plan: 'GLASS HARBOR WELLNESS RIDER' }),
      ...[...deductible('individual', 500, 500), ...outOfPocket('individual', 4000, 4000)],
      ...[coinsurance(15), copayment(75, { procedure: '81406' })],
    ],
  },
  {
    ...{ payerId: 'SIM80', memberId: '9AA0AA0AA01', ...person('BEA', 'OLDENDAYS', '1948-02-11') },
    ...{ shows: 'Medicare: laboratory tests are paid in full', plan: 'MEDICARE PART B' },
    rows: [
      ...[...active('MEDICARE PART B'), ...deductible('individual', 257, 0, 'both')],
      coinsurance(0, { network: 'both' }),
      copayment(0, { network: 'both' }),
    ],
  },
  {
    ...{ payerId: 'SIM90', memberId: 'MC30000001', ...person('CLEO', 'FANCY', '2019-08-15') },
    ...{ shows: 'Medicaid: nothing to pay, authorization needed', plan: 'MEDICAID FULL BENEFIT' },
    rows: [
      ...[...active('MEDICAID FULL BENEFIT'), ...deductible('individual', 0, 0, 'both')],
      coinsurance(0, { network: 'both', authorization: 'yes' }),
      copayment(0, { network: 'both' }),
    ],
  },
  {
    ...{ ...PPO, memberId: 'PMH400000042', ...person('DINA', 'BUSYLINE', '1991-01-01') },
    shows: 'Rejected: the payer cannot answer at the moment (AAA 42)',
    rejection: { level: 'payer', code: '42', followUp: 'R' },
  },
  {
    ...{ ...PPO, memberId: 'PMH400000075', ...person('ELI', 'UNFOUND', '1991-01-02') },
    shows: 'Rejected: the payer cannot find the member (AAA 75), as for any unknown member ID',
    rejection: { level: 'subscriber', code: '75', followUp: 'C' },
  },
  {
    ...{ ...PPO, memberId: 'PMH500000001', ...person('FAY', 'LATECOMER', '1989-04-04') },
    ...{ shows: 'Slow: answers as NORA TESTWELL’s plan, late', fault: 'slow' },
    rows: [...ppo(900, 3800), coinsurance(20)],
  },
  {
    ...{ ...PPO, memberId: 'PMH500000002', ...person('GUS', 'HANGUP', '1989-04-05') },
    ...{ shows: 'Down: the connection is closed', fault: 'down' },
  },
  {
    ...{ ...PPO, memberId: 'PMH500000003', ...person('HAL', 'GIBBERISH', '1989-04-06') },
    ...{ shows: 'Garbage: a web page comes', fault: 'garbage' },
  },
  {
    ...{ ...PPO, memberId: 'PMH500000004', ...person('IDA', 'HALFWAY', '1989-04-07') },
    ...{ shows: 'Garbage: the answer is cut off in the middle', fault: 'cut' },
    rows: [...ppo(900, 3800), coinsurance(20)],
  },
]
