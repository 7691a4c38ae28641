import type { Benefit } from '#domain/coverage/benefits.ts'

type Level = Benefit['level']
type Network = Benefit['network']

/** Diagnostic laboratory. */
const LABORATORY = ['5']
/** The health benefit plan as a whole. */
export const PLAN = ['30']

/** A row about the laboratory in network, except for `change`. */
export function row(kind: Benefit['kind'], change: Partial<Benefit> = {}): Benefit {
  return {
    ...{ kind, level: null, serviceTypes: LABORATORY, period: null, amountCents: null, rate: null },
    ...{ authorization: 'unknown', network: 'in', plan: '', words: [] },
    ...change,
  }
}

const cents = (dollars: number) => Math.round(dollars * 100)

export function active(plan: string): Benefit[] {
  return [
    row('active', { serviceTypes: PLAN, network: 'unknown', plan }),
    row('active', { network: 'unknown', plan }),
  ]
}

/** The amount for a calendar year, and what the member still has to pay of it, in dollars. */
function yearly(
  kind: Benefit['kind'],
  level: Level,
  of: number,
  remaining: number,
  network: Network,
): Benefit[] {
  const common: Partial<Benefit> = { level, network, serviceTypes: PLAN }
  return [
    row(kind, { ...common, period: 'calendar-year', amountCents: cents(of) }),
    row(kind, { ...common, period: 'remaining', amountCents: cents(remaining) }),
  ]
}

export function deductible(level: Level, of: number, remaining: number, network: Network = 'in'): Benefit[] {
  return yearly('deductible', level, of, remaining, network)
}

export function outOfPocket(level: Level, of: number, remaining: number, network: Network = 'in'): Benefit[] {
  return yearly('out-of-pocket', level, of, remaining, network)
}

export function coinsurance(percent: number, change: Partial<Benefit> = {}): Benefit {
  return row('coinsurance', { period: 'visit', rate: percent * 100, ...change })
}

export function copayment(dollars: number, change: Partial<Benefit> = {}): Benefit {
  return row('copayment', { period: 'visit', amountCents: cents(dollars), ...change })
}
