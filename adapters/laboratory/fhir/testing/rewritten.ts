import { pick } from '../../testing/mutations.ts'
import { SYSTEMS } from '../systems.ts'

type Roll = () => number
type Json = Record<string, unknown>
const below = (end: number, roll: Roll) => Math.floor(roll() * end)

/** Every property in a value with one of the names, with the object that has it. */
function propertiesNamed(value: unknown, names: readonly string[]): [Json, string][] {
  if (Array.isArray(value)) return value.flatMap((one) => propertiesNamed(one, names))
  if (typeof value !== 'object' || value === null) return []
  const here = value as Json
  const own = names.filter((name) => name in here).map((name): [Json, string] => [here, name])
  return [...own, ...Object.values(here).flatMap((inside) => propertiesNamed(inside, names))]
}

function change(
  bundle: Json,
  roll: Roll,
  names: readonly string[],
  by: (old: unknown, roll: Roll) => unknown,
): void {
  const all = propertiesNamed(bundle, names)
  if (all.length === 0) return
  const [holder, name] = pick(all, roll)
  holder[name] = by(holder[name], roll)
}

const STATUSES = [
  ...['registered', 'partial', 'preliminary', 'final', 'amended', 'corrected', 'appended', 'cancelled'],
  ...[
    'entered-in-error',
    'unknown',
    'requested',
    'accepted',
    'in-progress',
    'completed',
    'failed',
    'on-hold',
  ],
]

/** What may differ between two systems that mean the same, or go wrong between them. */
const CHANGES: readonly ((bundle: Json, roll: Roll) => void)[] = [
  function reference(bundle, roll) {
    change(bundle, roll, ['reference', 'url'], (old) => {
      const to = String(old)
      return pick(
        [
          `${to}/_history/2`,
          `https://lims.test/fhir/${to}`,
          to.toUpperCase(),
          `#${to}`,
          'Patient/none',
          'urn:uuid:0',
          '',
        ],
        roll,
      )
    })
  },
  function status(bundle, roll) {
    change(bundle, roll, ['status'], () => pick(STATUSES, roll))
  },
  function intent(bundle, roll) {
    change(bundle, roll, ['intent'], () => pick(['order', 'proposal', 'plan', 'filler-order'], roll))
  },
  function code(bundle, roll) {
    change(bundle, roll, ['code'], (old) =>
      typeof old === 'string'
        ? pick(['fulfill', 'abort', 'change', 'LA9633-4', 'R01'], roll)
        : pick([{ coding: [{ system: SYSTEMS.task, code: 'abort' }] }, { text: 'Other words' }, old], roll),
    )
  },
  function system(bundle, roll) {
    change(bundle, roll, ['system'], () => pick([SYSTEMS.order, SYSTEMS.laboratoryNumber, 'urn:other'], roll))
  },
  function identifierValue(bundle, roll) {
    change(bundle, roll, ['value'], () =>
      pick(['4711', '4712', '26-2', '4711-WES1', 'NW4711', 'other'], roll),
    )
  },
  function doubled(bundle, roll) {
    const entry = bundle.entry as unknown[]
    if (entry.length > 0) entry.splice(below(entry.length + 1, roll), 0, structuredClone(pick(entry, roll)))
  },
  function dropped(bundle, roll) {
    const entry = bundle.entry as unknown[]
    entry.splice(below(entry.length, roll), 1)
  },
  function swapped(bundle, roll) {
    const entry = bundle.entry as unknown[]
    entry.reverse()
    if (roll() < 0.5) entry.push(...entry.splice(0, below(entry.length, roll)))
  },
  function fullUrl(bundle, roll) {
    const one = pick(bundle.entry as Json[], roll) as { fullUrl?: string; resource?: Json } | undefined
    const resource = one?.resource
    if (one && resource)
      one.fullUrl = pick(
        [`https://lims.test/fhir/${resource.resourceType}/${resource.id ?? 'x'}`, 'urn:uuid:0'],
        roll,
      )
  },
  function contained(bundle, _roll) {
    const entry = bundle.entry as { resource?: Json }[]
    const at = entry.findIndex(({ resource }) => resource?.resourceType === 'Observation')
    const holder = entry.find(({ resource }) => resource?.resourceType === 'DiagnosticReport')?.resource
    const inside = at >= 0 ? entry.splice(at, 1)[0]?.resource : undefined
    if (!holder || !inside) return
    holder.contained = [...((holder.contained as unknown[] | undefined) ?? []), inside]
    holder.result = [...((holder.result as unknown[] | undefined) ?? []), { reference: `#${inside.id}` }]
  },
  function words(bundle, roll) {
    change(bundle, roll, ['text', 'valueString', 'conclusion', 'display', 'description'], (old) =>
      typeof old === 'string' ? pick(['Ünïcode 基', `${old}\n${old}`, 'x & <y>', '🧬 gene'], roll) : old,
    )
  },
  function removed(bundle, roll) {
    const names = [
      'subject',
      'basedOn',
      'result',
      'presentedForm',
      'code',
      'identifier',
      'intent',
      'for',
      'data',
      'note',
    ]
    const all = propertiesNamed(bundle.entry, names)
    if (all.length === 0) return
    const [holder, name] = pick(all, roll)
    delete holder[name]
  },
]

/** A Bundle with one to three of these changes. */
export function rewritten(bundle: object, roll: Roll): object {
  const copy = structuredClone(bundle) as Json
  for (let n = 1 + below(3, roll); n > 0; n--)
    if (Array.isArray(copy.entry) && copy.entry.length > 0) pick(CHANGES, roll)(copy, roll)
  return copy
}
