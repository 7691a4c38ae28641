import { readFile } from 'node:fs/promises'
import { StatefulSet } from 'kubernetes-models/apps/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, PersistentVolumeClaim, Secret, Service } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

/** Of each kind in the manifests, the definitions of Kubernetes. */
const KINDS = [Namespace, Secret, ConfigMap, PersistentVolumeClaim, Service, PodDisruptionBudget, StatefulSet]

interface Manifest {
  apiVersion: string
  kind: string
}

/**
 * What is wrong with a manifest by the definitions of Kubernetes; none: nothing. They allow fields that they do not know,
 * which Kubernetes drops in silence: a misspelled one is found because nothing has read it.
 */
function faultsOf(manifest: Manifest): string[] {
  const Kind = KINDS.find(
    ({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind,
  )
  if (!Kind) return [`there is no ${manifest.kind} of ${manifest.apiVersion}`]
  const unread = new Set<string>()
  try {
    // The constructor would copy, and so read, everything.
    Kind.prototype.validate.call(watched(manifest, '', unread))
  } catch (error) {
    return [String(error)]
  }
  return [...unread].map((field) => `${field} is not known`)
}

/** The same value; `unread` are the fields in it that nobody has read so far. */
function watched<T>(value: T, path: string, unread: Set<string>): T {
  if (typeof value !== 'object' || value === null) return value
  const copy = (Array.isArray(value) ? [] : {}) as T
  for (const [key, content] of Object.entries(value)) {
    const field = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    const inner = watched(content, field, unread)
    unread.add(field)
    Object.defineProperty(copy, key, {
      enumerable: true,
      get() {
        unread.delete(field)
        return inner
      },
    })
  }
  return copy
}

const manifests = parseAllDocuments(await readFile('deploy/kubernetes/karyo.yaml', 'utf8')).map(
  (document) => document.toJS() as Manifest,
)

test('every manifest is what Kubernetes defines, without a field that it does not know', () => {
  expect(manifests.length).toBeGreaterThan(5)
  for (const manifest of manifests) expect([manifest.kind, ...faultsOf(manifest)]).toEqual([manifest.kind])
})

describe('finds', () => {
  const found = manifests.find(({ kind }) => kind === 'StatefulSet')
  // biome-ignore lint/suspicious/noExplicitAny: a manifest is changed at any depth
  const changed = (change: (manifest: any) => void) => {
    const copy = structuredClone(found)
    change(copy)
    return faultsOf(copy as Manifest).join('\n')
  }

  test('a misspelled field', () => {
    expect(
      changed(({ spec }) => {
        spec.template.spec.containers[0].readinesProbe = spec.template.spec.containers[0].readinessProbe
      }),
    ).toContain('spec.template.spec.containers[0].readinesProbe is not known')
  })

  test('a number that is a word', () => {
    expect(changed(({ spec }) => (spec.replicas = 'two'))).toMatch(/replicas.*integer/)
  })

  test('a field that is missing', () => {
    expect(changed(({ spec }) => delete spec.selector)).toMatch(/selector/)
  })

  test('a kind of another version', () => {
    expect(changed((manifest) => (manifest.apiVersion = 'apps/v1beta1'))).toBe(
      'there is no StatefulSet of apps/v1beta1',
    )
  })
})
