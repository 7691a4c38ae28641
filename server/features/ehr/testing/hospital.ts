import type { AdviceSettings } from '#domain/ehr/advice-settings.ts'
import type { EhrOrder } from '#domain/ehr/ehr-order.ts'
import type { ResultSettings } from '#domain/ehr/results.ts'
import { auditWriter } from '#server/database/audit-line.ts'
import { administer } from '#server/database/connection/connect.ts'
import { TEST_SECRET } from '#server/testing/database.ts'
import type { TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { importEhr } from '../import.ts'
import type { EhrFiles } from '../interface-files.ts'

let made = 0

/** A fingerprint that no other test has. */
export function someCertificate(): string {
  made += 1
  return made.toString(16).toUpperCase().padStart(64, '0').match(/../g)?.join(':') ?? ''
}

type Row = EhrFiles['interfaces'][number]

/** How most hospitals want results. */
const RESULTS: ResultSettings = {
  ...{
    host: '127.0.0.1',
    port: 1,
    certificates: [],
    version: '2.5.1',
    application: 'EPIC',
    facility: 'HOSPITAL',
  },
  document: { code: '51969-4', text: 'Genetic analysis report', system: 'LN' },
  ...{
    orders: 'own',
    authority: 'HOSPITAL',
    structured: false,
    progress: false,
    changed: 'C',
    withdrawn: 'W',
  },
  ...{ release: 'at-once', releaseDays: 3, mostMegabytes: 20 },
}

/** Imports an interface of a hospital; `send` delivers a message as its connection does. */
export async function hospital(
  portal: TestPortal,
  {
    maps = [],
    results,
    advice,
    ...row
  }: Partial<Row> & {
    /** How it wants results; left out: it gets none. */
    results?: Partial<ResultSettings>
    /** Whether and how its record system may ask for advice; left out: it may not. */
    advice?: { on: boolean | null; settings: AdviceSettings }
    maps?: { kind: EhrFiles['maps'][number]['kind']; code: string; meaning: string }[]
  } = {},
) {
  const certificate = someCertificate()
  const code = row.code ?? `H${made}`
  const one: Row = {
    ...{ code, institution: PARENT, name: `Hospital ${made}`, certificates: [certificate], sender: '' },
    ...{ processingId: 'P', answersOrders: false, ...row },
  }
  const files: EhrFiles = {
    ...{ interfaces: [one], maps: maps.map((map, row) => ({ ...map, interface: code, row })) },
    results: results ? [{ interface: code, settings: { ...RESULTS, ...results } }] : [],
    advice: advice ? [{ interface: code, row: 2, ...advice }] : [],
  }
  await administer(portal.database.url, (db) => importEhr(db, files, auditWriter(TEST_SECRET)))
  return {
    code,
    certificate,
    send: (raw: string) => portal.receiveEhr(raw, certificate),
    /** What the portal keeps of the hospital's orders, by number. */
    async orders() {
      const rows = await portal.worker.db
        .selectFrom('ehr_order as e')
        .leftJoin('orders as o', 'o.id', 'e.order_id')
        .select(['e.placer', 'e.is_cancelled', 'e.differs', 'e.unmapped', 'e.order_id', 'e.content'])
        .select(['o.document', 'o.state'])
        .where('e.interface_code', '=', code)
        .orderBy('e.placer')
        .execute()
      return rows.map(({ content, ...order }) => ({ ...order, content: content as EhrOrder | null }))
    },
  }
}

let controlIds = 0

/** One order in HL7 v2; `at` counts seconds. */
export function orderMessage({
  control = 'NW',
  placer = '1001^EPIC',
  group = '',
  at = 0,
  test = 'GEN1^Epilepsy panel^L',
  name = 'OKAFOR^ADAEZE',
  mrn = 'M1',
  born = '20190314',
  more = [],
  msh = '|||',
  version = '2.5.1',
  processingId = 'P',
  controlId = '',
}: {
  control?: string
  placer?: string
  group?: string
  at?: number
  test?: string
  name?: string
  mrn?: string
  born?: string
  more?: string[]
  /** MSH-13 to MSH-16. */
  msh?: string
  version?: string
  processingId?: string
  controlId?: string
} = {}): string {
  controlIds += 1
  const sent = `202603120915${String(at).padStart(2, '0')}`
  const id = controlId || `C${controlIds}`
  return `${[
    `MSH|^~\\&|EPIC|HOSPITAL|KARYO|LAB|${sent}||${version === '2.5.1' ? 'OML^O21^OML_O21' : 'ORM^O01'}|${id}|${processingId}|${version}|${msh}`,
    `PID|1||${mrn}^^^HOSPITAL^MR||${name}||${born}|F|||1 Lane^^Columbus^OH^43215^USA`,
    `ORC|${control}|${placer}||${group}||||||||1234567893^OKAFOR^ADA^^^^^^NPI^L^^^NPI`,
    `OBR|1|${placer}||${test}|||20260312|||||||||1234567893^OKAFOR^ADA^^^^^^NPI^L^^^NPI`,
    ...more,
  ].join('\r')}\r`
}
