import { pick } from '#adapters/laboratory/testing/mutations.ts'
import { answerTo, interchange } from './messages.ts'

type Roll = () => number

const below = (end: number, roll: Roll) => Math.floor(roll() * end)
/** A word or number that occurs nowhere else. */
const token = (roll: Roll) => `${pick(['AL', 'BO', 'CU', 'DE', 'FI'], roll)}${100_000 + below(900_000, roll)}`
const some = <T>(chance: number, make: () => T, roll: Roll): T[] => (roll() < chance ? [make()] : [])
const day = (roll: Roll) =>
  `202${below(8, roll)}${String(1 + below(12, roll)).padStart(2, '0')}${String(1 + below(28, roll)).padStart(2, '0')}`

/** Segments that can follow an EB, whether the guide allows them there or not. */
const BELOW: readonly ((roll: Roll) => string[])[] = [
  (roll) => [`MSG*${token(roll)} ONLY`],
  (roll) => [`III*ZZ*${pick(['11', '22', '81'], roll)}`],
  (roll) => [`III*${pick(['GR', 'NI', ''], roll)}*${token(roll)}*44*${token(roll)}`],
  (roll) => [`DTP*${pick(['291', '292', '348', '349', '472', '304', '999'], roll)}*D8*${day(roll)}`],
  (roll) => [`DTP*${pick(['291', '292', '193'], roll)}*RD8*${day(roll)}-${day(roll)}`],
  (roll) => [`DTP*292*${pick(['D8', 'RD8', 'DT', ''], roll)}*${token(roll)}`],
  (roll) => [
    `HSD*${pick(['VS', 'DY', 'P6', 'QQ'], roll)}*${100 + below(900, roll)}*DA*${100 + below(900, roll)}*${pick(['29', '32', '99'], roll)}*${100 + below(900, roll)}`,
  ],
  (roll) => [`REF*${pick(['18', 'G1', '9F', 'ZZ'], roll)}*${token(roll)}*${token(roll)}`],
  (roll) => [`HI*ABK:${token(roll)}*ABF:${token(roll)}`],
  (roll) => [
    'LS*2120',
    `NM1*${pick(['X3', 'PRP', 'SEP', 'PR', '1P', 'P3', 'QQ'], roll)}*2*${token(roll)}*${token(roll)}****PI*${token(roll)}`,
    ...some(0.5, () => `N3*${token(roll)} ST*${token(roll)}`, roll),
    ...some(0.5, () => `PER*IC*${token(roll)}*TE*${token(roll)}*UR*${token(roll)}`, roll),
    'LE*2120',
  ],
  (roll) => [`PER*IC*${token(roll)}*EM*${token(roll)}`],
  (roll) => [`XYZ*${token(roll)}`],
]

function row(roll: Roll): string[] {
  const code = pick([...'123456789ABCDEFGHIJKLMNOPQRSTUVWXY', 'CB', 'MC', '??'], roll)
  const level = pick(['IND', 'FAM', 'SPO', 'EMP', 'XXX', ''], roll)
  const services = pick(['30', '5', '5^30', 'UC^AL', ''], roll)
  const insurance = pick(['', 'MA', 'MB', 'HN', 'PR', 'Q9'], roll)
  const span = pick(['', '21', '23', '24', '27', '29', '32', '33', '36', '7', '99'], roll)
  const amount = pick(
    ['', '', `${100 + below(9_000, roll)}`, `${below(900, roll)}.25`, '1,000', '-5', 'X1'],
    roll,
  )
  const share = pick(['', '', '.2', '.35', '20', '200', '20%'], roll)
  const quantity = pick(['*', '*', `VS*${100 + below(900, roll)}`, `*${100 + below(900, roll)}`], roll)
  const code13 = pick(
    [
      '',
      '',
      'HC:81406',
      `HC:${token(roll)}:26:TC`,
      'HC:81400::::::81408',
      `ZZ:${token(roll)}`,
      `N4:${token(roll)}::::::${token(roll)}`,
    ],
    roll,
  )
  const pointers = pick(['', '', '1', '1:2', '9'], roll)
  const head = `EB*${code}*${level}*${services}*${insurance}*${pick(['', token(roll)], roll)}*${span}*${amount}*${share}`
  const eb = `${head}*${quantity}*${pick(['', 'Y', 'N', 'U', 'Q'], roll)}*${pick(['', 'Y', 'N', 'W', 'Q'], roll)}*${code13}*${pointers}`
  return [eb, ...Array.from({ length: below(4, roll) }, () => pick(BELOW, roll)(roll)).flat()]
}

/**
 * A 271 with anything that may occur in one about a subscriber or a dependent, and some things that may not.
 */
export function any271(roll: Roll): string {
  const own = (): string[] => [
    ...some(0.3, () => `TRN*1*${token(roll)}*9${token(roll)}`, roll),
    ...some(
      0.5,
      () => `REF*${pick(['6P', '1L', '18', 'EJ', 'SY', 'ZZ'], roll)}*${token(roll)}*${token(roll)}`,
      roll,
    ),
    ...some(0.3, () => `N3*${token(roll)} ST`, roll),
    ...some(0.3, () => `N4*${token(roll)}*IL*62701`, roll),
    ...some(0.3, () => `PER*IC*${token(roll)}*TE*${token(roll)}`, roll),
    ...some(0.5, () => `DMG*D8*${day(roll)}*${pick(['F', 'M', 'U', ''], roll)}`, roll),
    ...some(0.2, () => `DMG*D8*${day(roll)}`, roll),
    ...some(0.3, () => `INS*Y*${pick(['18', '19', '99'], roll)}*001*25`, roll),
    ...some(0.3, () => `HI*BK:${token(roll)}*BF:${token(roll)}`, roll),
    ...some(0.5, () => `DTP*${pick(['291', '346', '347', '356', '999'], roll)}*D8*${day(roll)}`, roll),
    ...some(
      0.2,
      () => `NM1*${pick(['QC', 'IL', '74'], roll)}*1*${token(roll)}*${token(roll)}*${token(roll)}**JR`,
      roll,
    ),
  ]
  const dependent = some(
    0.4,
    () => ['HL*4*3*23*0', `NM1*${pick(['03', 'QC'], roll)}*1*${token(roll)}*${token(roll)}`, ...own()],
    roll,
  ).flat()
  const rows = Array.from({ length: 1 + below(4, roll) }, () => row(roll)).flat()
  return interchange(answerTo('K-1', ...own(), ...dependent, ...rows))
}
