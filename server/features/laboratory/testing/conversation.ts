import { dice, pick as pickOf } from '#adapters/laboratory/testing/mutations.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '../../../testing/laboratory.ts'

type MessageOptions = Parameters<typeof laboratoryMessage>[1]

export function shuffled<T>(list: readonly T[], roll: () => number): T[] {
  const all = list.map((one) => ({ one, rank: roll() }))
  return all.sort((a, b) => a.rank - b.rank).map(({ one }) => one)
}

const HOLDS = ['MISSING-INFO', 'MISSING-SAMPLE', 'AUTHORIZATION', 'CONSENT', 'BILLING']
const CODES = ['QS', 'RH', 'RC^Clotted^HL70490']

/** One of two tests. Each report has its own number, so that a correction of one is not one of the other. */
function testOf(number: string, roll: () => number): Pick<MessageOptions, 'test' | 'number'> {
  return pickOf(
    [
      { test: 'WES1', number },
      { test: 'CYS4', number: `${number}-2` },
    ],
    roll,
  )
}

/**
 * A random laboratory message about an order: each kind in turn, at a time that may be earlier than the
 * previous one's.
 */
function messageOptions(order: number, index: number, n: number, roll: () => number): MessageOptions {
  const pick = <T>(list: readonly T[]) => pickOf(list, roll)
  const day = String(1 + Math.floor(roll() * 28)).padStart(2, '0')
  const hour = String(Math.floor(roll() * 24)).padStart(2, '0')
  const at = `202603${day}${hour}0000`
  const number = `L-${index}`
  const hold = pick(HOLDS)
  const named = (key: string, more: object) => ({ specimens: [{ number: `${order}-${key}`, ...more }] })
  const kinds: (() => MessageOptions)[] = [
    () => ({ order, number, status: 'O', at }),
    () => ({ order, number, status: 'O', at, ...named('s1', { received: at }) }),
    () => ({
      order,
      control: 'OH',
      reason: `${hold}^Question ${n}^L${roll() < 0.5 ? `^${hold[0]}${n % 2}` : ''}`,
      at,
    }),
    () => ({ order, control: 'OE', ...(roll() < 0.7 ? { reason: hold } : {}), at }),
    () => ({ order, at, ...named(pick(['s1', 's1-r1']), { rejected: pick(CODES) }) }),
    () => ({ order, at, ...named(pick(['s1-r1', 's1-r2']), { received: at }) }),
    () => ({ order, number, status: pick(['I', 'P', 'S']), at }),
    () => ({ order, ...testOf(number, roll), status: 'F', pdf: REPORT, at }),
    () => ({ order, ...testOf(number, roll), status: 'C', pdf: CORRECTED_REPORT, at }),
    () => ({ order, control: pick(['CR', 'UC']), words: 'Because', at }),
    () => ({ order, treatment: { part: pick(['1', '2']), title: 'Diet', text: `Advice ${n % 3}` }, at }),
  ]
  // Not every order is cancelled or reported.
  const known =
    index % 3 === 0 ? kinds : kinds.filter((_, kind) => ![7, 8, 9].includes(kind) || index % 3 === 1)
  return pick(known)()
}

/** `count` messages about `orders` in turn; under another `name`, the same messages about other orders. */
export function conversation(name: string, orders: readonly number[], count: number): string[] {
  const roll = dice(11)
  return Array.from({ length: count }, (_, n) => {
    const index = n % orders.length
    return laboratoryMessage(`${name}-${n}`, messageOptions(orders[index] ?? 0, index, n, roll))
  })
}
