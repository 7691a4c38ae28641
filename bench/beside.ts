import { openFhir } from './beside/fhir.ts'
import { openKaryo } from './beside/karyo.ts'
import type { LoadRequest, System } from './beside/system.ts'
import { type Contestant, compare, settingsOf } from './harness.ts'
import { load } from './load.ts'

/**
 * Karyo beside another system's server, with the same three questions in turn, in one run: the newest orders with
 * filter and total, one order, one whole order. How to put a server beside it: bench/beside.md.
 */
const settings = settingsOf(
  { fhir: '', name: 'FHIR server', orders: 2000, rounds: 7, connections: 32, seconds: 8 },
  { orders: 50, rounds: 2, connections: 8, seconds: 2 },
)
const { fhir, name, orders, rounds, connections, seconds } = settings

/** Its own runs of whole orders, so that no two orders are of the same patient. */
let from = 0
async function ask(request: LoadRequest, forSeconds: number) {
  const done = await load({ ...request, connections, seconds: forSeconds, from })
  from += done.runs + connections
  return done.perSecond
}

async function fill(system: System): Promise<void> {
  while ((await system.count()) < orders) await ask(await system.wholeOrder(), 1)
}

const systems: readonly System[] = [
  await openKaryo(),
  ...(fhir === '' ? [] : [openFhir({ base: fhir, name, token: process.env.FHIR_TOKEN ?? '' })]),
]
try {
  for (const system of systems) await fill(system)
  const questions = {
    'list with filter and total': 'list',
    'one order': 'one',
    'whole order': 'wholeOrder',
  } as const
  const contestants: Contestant[] = Object.entries(questions).flatMap(([question, how]) =>
    systems.map((system) => ({
      ...{ name: `${system.name}: ${question}`, unit: '1/s' },
      round: async () => [await ask(await system[how](), seconds)],
    })),
  )
  await compare({ name: 'beside', settings, rounds, contestants })
} finally {
  for (const system of systems) await system.stop()
}
