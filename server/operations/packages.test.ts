import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../start/config.ts'
import { VERSION } from '../start/version.ts'

// The image, the compose file and the manifests fit each other and the portal. faults/image.faults.ts builds the image and runs it.

const text = (file: string) => readFile(`deploy/${file}`, 'utf8')
const container = await text('container/Containerfile')
const environmentOf = (file: string) =>
  Object.fromEntries(
    file
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
/** What the image sets by itself. */
const ofImage = Object.fromEntries(
  (/^ENV (.*)$/m.exec(container)?.[1] ?? '').split(' ').map((one) => one.split('=') as [string, string]),
)
const [, user] = /^USER (\d+):\d+$/m.exec(container) ?? []

test('the image is on a base of one’s choice, is not root, has a health check, and its last stage installs and builds nothing', () => {
  expect(container).toMatch(/^ARG BASE=/m)
  const stages = container.split(/^FROM /m).slice(1)
  expect(stages.map((stage) => stage.split(/\s/)[0])).toEqual(Array(2).fill('$\x7bBASE}'))
  expect(Number(user)).toBeGreaterThan(0)
  expect(stages[1]).toMatch(/^HEALTHCHECK .*\n\s+CMD \["node_modules\/node\/bin\/node".*\/healthz/m)
  expect(stages.join()).not.toMatch(/\b(apt|apt-get|npm|npx|gcc|make|curl|wget)\b/)
  expect(ofImage).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: '/var/lib/karyo' })
  expect(container).toContain(`VOLUME ${ofImage.DATA_DIR}`)
})

/** What an operator replaces in the examples. */
const OWN = {
  KARYO_SECRET: 'a-secret-that-somebody-has-chosen-well',
  KARYO_SMTP_URL: 'smtp://portal:chosen@mail.laboratory.example:587',
}

test('compose: the portal takes its settings, writes to its volume and /tmp only, and waits for the database', async () => {
  const { services, volumes, secrets } = parse(await text('container/compose.yaml'))
  const { portal, database, proxy } = services
  const { DATABASE_URL: _own, ...settings } = environmentOf(await text('systemd/karyo.env'))
  const address = portal.environment.DATABASE_URL.replace(/\$\{DATABASE_PASSWORD:[^}]*\}/, 'secret')
  expect(
    readConfig(
      { ...ofImage, ...settings, ...OWN, ...portal.environment, DATABASE_URL: address },
      { toStart: true },
    ),
  ).toMatchObject({ production: true, demo: false, KARYO_HL7_HOST: '0.0.0.0', KARYO_HL7_PORT: 2576 })
  expect(address).toBe(
    `postgres://${database.environment.POSTGRES_USER}:secret@database:5432/${database.environment.POSTGRES_DB}`,
  )
  for (const one of [portal, proxy])
    expect(one).toMatchObject({
      ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], restart: 'always' },
    })
  expect(portal.volumes).toEqual([
    `karyo:${ofImage.DATA_DIR}`,
    `./brand:${portal.environment.KARYO_BRAND_DIR}:ro`,
  ])
  expect(portal.depends_on.database.condition).toBe('service_healthy')
  expect(database.healthcheck.test).toContain('pg_isready')
  expect(Object.keys(volumes)).toEqual(['karyo', 'database'])
  expect(secrets.database_password.file).toBe('./database.password')
  // Pages are reached through the proxy only.
  expect(portal.ports).toEqual(['2576:2576'])
  expect(await text('container/Caddyfile')).toContain(`reverse_proxy portal:${ofImage.PORT}`)
})

describe('Kubernetes', async () => {
  const documents = parseAllDocuments(await text('kubernetes/karyo.yaml'))
  const objects = documents.map((one) => one.toJS())
  const only = (kind: string) => objects.filter((one) => one.kind === kind)
  const [set] = only('StatefulSet')
  const pod = set.spec.template.spec
  const [portal] = pod.containers

  test('every object names its kind, version and namespace, and is what its label selects', () => {
    expect(documents.flatMap((one) => one.errors)).toEqual([])
    expect(objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      ...[
        'v1 Namespace',
        'v1 Secret',
        'v1 ConfigMap',
        'v1 PersistentVolumeClaim',
        'v1 Service',
        'v1 Service',
      ],
      ...['policy/v1 PodDisruptionBudget', 'apps/v1 StatefulSet'],
    ])
    for (const one of objects.slice(1)) expect(one.metadata.namespace).toBe('karyo')
    const { labels } = set.spec.template.metadata
    expect(set.spec.selector.matchLabels).toEqual(labels)
    for (const one of only('Service')) expect(one.spec.selector).toEqual(labels)
    expect(only('PodDisruptionBudget')[0].spec.selector.matchLabels).toEqual(labels)
    expect(set.spec.replicas).toBeGreaterThan(only('PodDisruptionBudget')[0].spec.minAvailable)
  })

  test('its settings are a production’s', () => {
    const secret = only('Secret')[0].stringData
    const settings = {
      ...{ ...ofImage, ...only('ConfigMap')[0].data, ...secret, ...OWN },
      DATABASE_URL: secret.DATABASE_URL.replace('choose-one', 'chosen'),
    }
    expect(readConfig(settings, { toStart: true })).toMatchObject({
      ...{ production: true, demo: false, KARYO_FILES_DIR: '/srv/karyo-files' },
    })
    expect(portal.envFrom).toEqual([
      { configMapRef: { name: only('ConfigMap')[0].metadata.name } },
      { secretRef: { name: only('Secret')[0].metadata.name } },
    ])
    expect(portal.image).toMatch(new RegExp(`:${VERSION}$`))
  })

  test('the portal is not root, writes to its volumes only, and its probes ask what it answers', () => {
    expect(pod.securityContext).toMatchObject({
      ...{ runAsNonRoot: true, runAsUser: Number(user), fsGroup: Number(user) },
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(portal.securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
      capabilities: { drop: ['ALL'] },
    })
    const mounted = portal.volumeMounts.map((one: { name: string }) => one.name)
    const there = [
      ...pod.volumes,
      ...set.spec.volumeClaimTemplates.map((one: { metadata: object }) => one.metadata),
    ]
    expect(mounted.toSorted()).toEqual(there.map((one: { name: string }) => one.name).toSorted())
    expect(portal.volumeMounts).toContainEqual({ name: 'data', mountPath: ofImage.DATA_DIR })
    const { KARYO_BRAND_DIR } = only('ConfigMap')[0].data
    expect(portal.volumeMounts).toContainEqual({
      ...{ name: 'brand', mountPath: KARYO_BRAND_DIR, readOnly: true },
    })
    const ports = new Map(
      portal.ports.map((one: { name: string; containerPort: number }) => [one.name, one.containerPort]),
    )
    expect(ports).toEqual(
      new Map([
        ['http', Number(ofImage.PORT)],
        ['hl7', 2576],
      ]),
    )
    for (const service of only('Service'))
      for (const { targetPort } of service.spec.ports) expect([...ports.keys()]).toContain(targetPort)
    for (const probe of [portal.startupProbe, portal.readinessProbe])
      expect(probe.httpGet).toEqual({ path: '/healthz', port: 'http' })
    // Otherwise every portal would restart while the database is away.
    expect(portal.livenessProbe).not.toHaveProperty('httpGet')
  })
})

test.each(['systemd/karyo.env', 'kubernetes/karyo.yaml'])(
  '[OPS-04] the passwords and secrets of %s cannot go live',
  async (file) => {
    const settings = file.endsWith('.env')
      ? environmentOf(await text(file))
      : Object.assign(
          {},
          ...parseAllDocuments(await text(file))
            .map((one) => one.toJS())
            .map(({ data, stringData }) => ({ ...data, ...stringData })),
        )
    expect(() => readConfig({ ...ofImage, ...settings }, { toStart: true })).toThrow(
      /KARYO_SECRET: is that of .*DATABASE_URL: has the password of an example.*KARYO_SMTP_URL: has the password/,
    )
  },
)
