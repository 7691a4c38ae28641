import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { AdviceSettings } from '#domain/ehr/advice-settings.ts'
import { MAP_KINDS, type Mapping, wrongMeaning } from '#domain/ehr/maps.ts'
import type { ResultSettings } from '#domain/ehr/results.ts'
import { isNpi } from '#domain/npi/npi.ts'
import { code, oneOf, text, wholeNumber, yesNo } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable, throwIfAny } from '#server/csv/data-table.ts'

const FINGERPRINT = /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/

const certificates = z
  .string()
  .transform((cell) => cell.split('|').map((one) => one.trim().toUpperCase()))
  .transform((all) => all.filter(Boolean))
  .pipe(
    z.array(
      z
        .string()
        .regex(FINGERPRINT, 'is not a SHA-256 fingerprint: 32 pairs of hexadecimal digits with colons'),
    ),
  )

const interfaceCells = z.object({
  code,
  institution: code,
  name: text,
  /** SHA-256 fingerprints, separated by `|`. */
  certificates: certificates.refine((all) => all.length > 0, 'is not allowed here'),
  /** Optional column. MSH-3|MSH-4; empty: any. */
  sender: z
    .string()
    .regex(/^([^|]*\|[^|]*)?$/, 'is not MSH-3|MSH-4, such as EPIC|LARKFIELD')
    .default(''),
  processingId: oneOf(['P', 'T', 'D']),
  answersOrders: yesNo,
})

const mapCells = z.object({ interface: code, kind: oneOf(MAP_KINDS), code: text, meaning: text })

const address = z.string().regex(/^(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9.-]+):\d{1,5}$/, 'is not HOST:PORT')

const resultCells = z.object({
  interface: code,
  address,
  /** SHA-256 fingerprints of the receiver, separated by `|`; empty: not encrypted. */
  certificates,
  version: oneOf(['2.3', '2.5.1']),
  application: text,
  facility: text,
  /** OBX-3 of the PDF: CODE^TEXT^SYSTEM. */
  document: z
    .string()
    .regex(/^[^^]+(\^[^^]*){0,2}$/, 'is not CODE^TEXT^SYSTEM, such as 51969-4^Genetic report^LN'),
  orders: oneOf(['own', 'institution']),
  /** Optional column. PID-3.4, for orders that did not come from the hospital. */
  authority: z.string().default(''),
  structured: yesNo,
  progress: yesNo,
  changed: oneOf(['C', 'AB']),
  withdrawn: oneOf(['C', 'D', 'W', 'X']),
  release: oneOf(['at-once', 'by-clinic']),
  /** Optional column. After so many days a report goes without the clinic's release. */
  releaseDays: wholeNumber.default(3),
  /** Optional column. */
  mostMegabytes: wholeNumber.default(20),
})

const webAddress = z
  .string()
  .refine(
    isWebAddress,
    'is not an address that begins with https:// and has no parameters, and no slash at its end',
  )

const adviceCells = z.object({
  interface: code,
  iss: text.max(500, 'is longer than 500 characters'),
  jku: webAddress,
  /** Optional column: `tenant` of the tokens, where several hospitals have one record system. */
  tenant: z.string().default(''),
  /** Optional column: from where a patient is read whom a request leaves out. */
  fhirServer: z.union([z.literal(''), webAddress]).default(''),
  recordNumberSystem: text.max(500, 'is longer than 500 characters'),
  /** Optional column: the hospital's ID in the file of launches. */
  launch: z.string().default(''),
  /** Optional column; empty: as it is, a new one off. */
  on: z
    .enum(['', 'yes', 'no'], 'is not yes, no or empty')
    .default('')
    .transform((on) => (on === '' ? null : on === 'yes')),
})

export type InterfaceRow = z.infer<typeof interfaceCells>
export interface EhrFiles {
  interfaces: InterfaceRow[]
  maps: (Mapping & { interface: string; row: number })[]
  /** Interfaces that get results; the others of the files get none. */
  results: { interface: string; settings: ResultSettings }[]
  /** Interfaces whose record systems may ask for advice; the others of the files may not. `on` null: as it is. */
  advice: { interface: string; row: number; on: boolean | null; settings: AdviceSettings }[]
}

export const MAP_FILE = 'ehr-maps.csv'
export const INTERFACE_FILE = 'ehr-interfaces.csv'
/** May be missing: then no hospital gets results. */
const RESULT_FILE = 'ehr-results.csv'
/** May be missing: then no hospital asks for advice. */
export const ADVICE_FILE = 'ehr-advice.csv'

/** Reads the interfaces of hospitals and their maps. Throws DataFilesInvalid, which names every problem. */
export function readEhrFiles(dir: string): EhrFiles {
  const problems: DataFileProblem[] = []
  const interfaces = readTable(join(dir, INTERFACE_FILE), interfaceCells, interfaceCells, problems)
  const maps = readTable(join(dir, MAP_FILE), mapCells, mapCells, problems)
  interfaces.unique('code')
  maps.unique('interface', 'kind', 'code')
  const owners = new Map<string, number>()
  for (const { row, cells } of interfaces.rows)
    for (const one of (cells.certificates ?? '').split('|').map((each) => each.trim().toUpperCase())) {
      const other = owners.get(one)
      if (other !== undefined)
        interfaces.report(
          row,
          'certificates',
          `'${one}' is already in row ${other}: a certificate is one hospital’s`,
        )
      owners.set(one, row)
    }
  for (const { row, cells } of maps.rows)
    if (!interfaces.has('code', cells.interface ?? ''))
      maps.report(row, 'interface', `'${cells.interface}' is not a code in ${INTERFACE_FILE}`)
  const read = maps.rows.flatMap(({ row, cells }) => {
    const parsed = mapCells.safeParse(cells)
    return parsed.success ? [{ ...parsed.data, row }] : []
  })
  // Tests and specimen types are looked up when they are written: the catalogue is in the database.
  const known = { isTest: () => true, isNpi, isSpecimenType: () => true }
  for (const mapping of read) {
    const wrong = wrongMeaning(mapping, known)
    if (wrong) maps.report(mapping.row, 'meaning', `'${mapping.meaning}' ${wrong}`)
  }
  const results = existsSync(join(dir, RESULT_FILE)) ? readResults(dir, interfaces.values, problems) : []
  const advice = existsSync(join(dir, ADVICE_FILE)) ? readAdvice(dir, interfaces.values, problems) : []
  throwIfAny(problems)
  return { interfaces: interfaces.values, maps: read, results, advice }
}

const ON_THIS_MACHINE = ['localhost', '127.0.0.1', '::1']

/** On this machine not encrypted, as results are. */
function isWebAddress(address: string): boolean {
  if (!URL.canParse(address) || /[?#]|\/$/.test(address)) return false
  const { protocol, hostname, username } = new URL(address)
  const isOwn = protocol === 'http:' && ON_THIS_MACHINE.includes(hostname.replace(/^\[|\]$/g, ''))
  return username === '' && (protocol === 'https:' || isOwn)
}

function readAdvice(
  dir: string,
  interfaces: readonly InterfaceRow[],
  problems: DataFileProblem[],
): EhrFiles['advice'] {
  const advice = readTable(join(dir, ADVICE_FILE), adviceCells, adviceCells, problems)
  advice.unique('interface')
  return advice.rows.flatMap(({ row, cells }) => {
    const parsed = adviceCells.safeParse(cells)
    if (!parsed.success) return []
    const { interface: of, on, ...settings } = parsed.data
    if (!interfaces.some((one) => one.code === of))
      advice.report(row, 'interface', `'${of}' is not a code in ${INTERFACE_FILE}`)
    return [{ interface: of, row, on, settings }]
  })
}

function readResults(
  dir: string,
  interfaces: readonly InterfaceRow[],
  problems: DataFileProblem[],
): EhrFiles['results'] {
  const results = readTable(join(dir, RESULT_FILE), resultCells, resultCells, problems)
  results.unique('interface')
  return results.rows.flatMap(({ row, cells }) => {
    const parsed = resultCells.safeParse(cells)
    if (!parsed.success) return []
    const { interface: of, address, document, ...settings } = parsed.data
    const at = address.lastIndexOf(':')
    const host = address.slice(0, at).replace(/^\[|\]$/g, '')
    const [code = '', text = '', system = ''] = document.split('^')
    if (!interfaces.some((one) => one.code === of))
      results.report(row, 'interface', `'${of}' is not a code in ${INTERFACE_FILE}`)
    if (settings.certificates.length === 0 && !ON_THIS_MACHINE.includes(host))
      results.report(row, 'certificates', 'is needed: only to this machine a connection is not encrypted')
    if (settings.orders === 'institution' && settings.authority === '')
      results.report(row, 'authority', 'is needed where orders is institution: patients are named by it')
    const port = Number(address.slice(at + 1))
    return [{ interface: of, settings: { ...settings, host, port, document: { code, text, system } } }]
  })
}
