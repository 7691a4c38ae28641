import { existsSync, globSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Resources written by others; missing in a clone of the project alone. */
const FOLDER = '../shared/samples'
export const hasOthers = existsSync(FOLDER)

export function othersResources(): { file: string; resource: { resourceType: string } }[] {
  const paths = hasOthers
    ? globSync('{fhir,fhir-genomics,fhir-r4-examples}/**/*.{json,json.gz}', { cwd: FOLDER })
    : []
  return paths.toSorted().map((file) => {
    const bytes = readFileSync(`${FOLDER}/${file}`)
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
    return { file, resource: JSON.parse(text) }
  })
}

const order = { system: 'urn:karyo:order', value: '4711' }

/**
 * Bundles from others; those with a report become transactions for our order 4711, as a laboratory would send
 * them.
 */
export function othersBundles(): object[] {
  return othersResources().flatMap(({ resource }) => {
    const { resourceType, entry } = resource as {
      resourceType: string
      entry?: { resource?: { resourceType: string } }[]
    }
    const all = (resourceType === 'Bundle' ? (entry ?? []) : [{ resource }]).filter((one) => one.resource)
    if (!all.some((one) => one.resource?.resourceType === 'DiagnosticReport')) return []
    const request = { method: 'PUT', url: 'Any' }
    return [
      {
        ...{ resourceType: 'Bundle', type: 'transaction', identifier: { value: 'OTHERS' } },
        entry: all.map((one) => ({
          ...('fullUrl' in one ? { fullUrl: one.fullUrl } : {}),
          resource:
            one.resource?.resourceType === 'DiagnosticReport'
              ? { ...one.resource, basedOn: [{ identifier: order }] }
              : one.resource,
          request,
        })),
      },
    ]
  })
}
