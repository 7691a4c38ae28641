import { type Line, lineOf, saveResults } from '../harness.ts'
import type { ServedPortal } from './served.ts'

interface Flat {
  bench: string
  settings: object
  rounds: number
  /** Consecutive requests in one round. */
  times: number
}

const WARM_UPS = 2

/**
 * Sends each portal the same queries in turn, and reports each one's milliseconds with its ratio to the
 * smallest portal's. `questions` returns the queries for a portal.
 */
export async function compareSizes(
  served: readonly ServedPortal[],
  questions: (one: ServedPortal) => Promise<Record<string, string>>,
  { bench, settings, rounds, times }: Flat,
): Promise<Line[]> {
  const questionsByServer = new Map<ServedPortal, Record<string, string>>()
  for (const one of served) questionsByServer.set(one, await questions(one))
  const [smallest] = served
  if (!smallest) throw new Error('no portal to ask')
  const lines: Line[] = []
  for (const question of Object.keys(questionsByServer.get(smallest) ?? {})) {
    const values = new Map<ServedPortal, number[]>(served.map((one) => [one, []]))
    for (let round = -WARM_UPS; round < rounds; round += 1)
      for (const [one, durations] of values)
        for (let time = 0; time < times; time += 1) {
          const { ms } = await one.ask(questionsByServer.get(one)?.[question] ?? '')
          if (round >= 0) durations.push(ms)
        }
    const of = (one: ServedPortal) => lineOf(`${question} · ${one.orders}`, 'ms', values.get(one) ?? [])
    const base = of(smallest)
    lines.push(...served.map((one) => ({ ...of(one), ratio: of(one).median / base.median })))
  }
  await saveResults({ name: bench, settings }, lines)
  return lines
}
