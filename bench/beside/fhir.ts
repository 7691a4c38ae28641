import type { FhirOrdering } from '../flows/fhir-order.ts'
import type { Reading } from '../flows/read.ts'
import type { System } from './system.ts'

/** Any FHIR R4 server that has transactions, `_total` and `_include`. `base` is its base URL. */
export function openFhir({
  base,
  name,
  token,
}: {
  base: string
  name: string
  /** Empty if it asks for no sign-in. */
  token: string
}): System {
  const { origin, pathname } = new URL(base)
  const root = pathname.replace(/\/$/, '')
  const authorization = token === '' ? '' : `Bearer ${token}`
  const reading = (path: string) => {
    const args: Reading = { path: `${root}/${path}`, authorization }
    return { origin, flow: 'read', args }
  }
  async function ask<T>(path: string): Promise<T> {
    const response = await fetch(`${origin}${root}/${path}`, {
      headers: authorization === '' ? {} : { authorization },
    })
    if (!response.ok) throw new Error(`${name} answered ${path} with ${response.status}`)
    return (await response.json()) as T
  }
  const wholeOrder = async () => {
    const args: FhirOrdering = { base: root, authorization }
    return { origin, flow: 'fhir-order', args }
  }
  return {
    ...{ name, wholeOrder },
    list: async () =>
      reading(
        'ServiceRequest?status=active&_sort=-authored&_count=25&_total=accurate&_include=ServiceRequest:subject',
      ),
    async one() {
      const { entry = [] } = await ask<{ entry?: { resource: { id: string } }[] }>(
        'ServiceRequest?status=active&_count=1',
      )
      const [first] = entry
      if (!first) throw new Error(`${name} has no order to read`)
      return reading(
        `ServiceRequest?_id=${first.resource.id}&_include=ServiceRequest:subject&_include=ServiceRequest:specimen`,
      )
    },
    async count() {
      const { total } = await ask<{ total?: number }>('ServiceRequest?_summary=count&_total=accurate')
      if (total === undefined) throw new Error(`${name} does not count its orders`)
      return total
    },
    stop: async () => undefined,
  }
}
