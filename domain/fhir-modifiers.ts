/** Elements of FHIR that change what the rest means (R4, 2.4.0.1): whoever does not know them must not read on. */
const MODIFIERS = ['modifierExtension', 'implicitRules']

interface Modifier {
  name: string
  /** `Bundle.entry[0].resource.modifierExtension`. */
  path: string
}

const isGiven = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''

/** The modifiers in JSON of FHIR, however deep. None is known here, so that all of them forbid to read what they are in. */
export function* modifiersIn(json: unknown, at: string): Generator<Modifier> {
  const open: [value: unknown, path: string][] = [[json, at]]
  // A loop: what comes from outside may be nested deeper than calls can be.
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, path] = next
    if (typeof value !== 'object' || value === null) continue
    const inside = Object.entries(value).map(([name, content]): [string, unknown, string] => [
      ...([name, content] as const),
      Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`,
    ])
    for (const [name, content, within] of inside)
      if (MODIFIERS.includes(name) && isGiven(content)) yield { name, path: within }
    for (const [name, content, within] of inside.reverse())
      if (!MODIFIERS.includes(name)) open.push([content, within])
  }
}

/** Whether something in it changes what it means in a way that nobody here knows. */
export function isModified(json: unknown): boolean {
  return modifiersIn(json, '').next().done !== true
}

/** A Bundle's own elements and those of its entries, without their resources: a modified resource does not modify the others. */
export function withoutResources<Bundle extends { entry?: unknown }>(bundle: Bundle): unknown {
  const { entry, ...own } = bundle
  if (!Array.isArray(entry)) return own
  const entries = entry.map((one: unknown) =>
    typeof one === 'object' && one !== null ? { ...one, resource: null } : null,
  )
  return { ...own, entry: entries }
}
