import { z } from 'zod'
import type { NewHospital } from '#adapters/identity/port.ts'
import { code, oneOf, text } from '../csv/data-cells.ts'
import { type DataFileProblem, readTable, throwIfAny } from '../csv/data-table.ts'

const ID = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/
/** Two labels or more, in lower case; `user.github.io` counts, `localhost` does not. */
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/** Anybody can have an address there, so no hospital speaks for it. */
const PUBLIC_DOMAINS =
  'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com aol.com proton.me protonmail.com gmx.com gmx.net mail.com zoho.com'.split(
    ' ',
  )

const cells = z.object({
  id: z.string().regex(ID, 'is not an ID of 1 to 40 small letters, digits and hyphens'),
  name: text.max(100, 'is longer than 100 characters'),
  issuer: z.url('is not an address'),
  clientId: text.max(200, 'is longer than 200 characters'),
  /** Empty: the portal signs with its own key. */
  clientSecret: z
    .string()
    .refine((secret) => secret === '' || secret.length >= 16, 'is a secret of fewer than 16 characters')
    .default(''),
  domain: z
    .string()
    .toLowerCase()
    .regex(DOMAIN, 'is not a domain such as hospital.example')
    .refine((domain) => !PUBLIC_DOMAINS.includes(domain), 'is a domain in which anybody can have an address'),
  institutionCode: code,
  /** `off`: users with these addresses log in at their hospital only. */
  password: oneOf(['on', 'off']),
})

const OF_HOSPITAL = ['name', 'issuer', 'clientId', 'clientSecret'] as const

/**
 * Reads hospitals from a CSV file with a row for each domain; the columns of the hospital are the same in all of its
 * rows. `institutions` are the codes that exist. Throws {@link DataFilesInvalid} with everything that is wrong.
 */
export function readHospitals(path: string, institutions: ReadonlySet<string>): NewHospital[] {
  const problems: DataFileProblem[] = []
  const table = readTable(path, cells, cells, problems)
  table.unique('domain')
  const firstOf = new Map<string, (typeof table.rows)[number]>()
  for (const one of table.rows) {
    const first = firstOf.get(one.cells.id ?? '') ?? one
    firstOf.set(one.cells.id ?? '', first)
    for (const column of OF_HOSPITAL.filter((name) => one.cells[name] !== first.cells[name]))
      table.report(one.row, column, `is not the same as in row ${first.row}, which has the same id`)
    const institution = one.cells.institutionCode ?? ''
    if (institution !== '' && !institutions.has(institution))
      table.report(one.row, 'institutionCode', `'${institution}' is not the code of an institution`)
  }
  for (const [id, first] of firstOf)
    for (const [otherId, other] of firstOf)
      if (id < otherId && first.cells.issuer === other.cells.issuer)
        table.report(other.row, 'issuer', `is the issuer of ${id} too`)
  throwIfAny(problems)
  return [...Map.groupBy(table.values, ({ id }) => id)].map(([id, rows]) => {
    const { name, issuer, clientId, clientSecret } = rows[0] as (typeof rows)[number]
    return {
      ...{ id, name, issuer, clientId, clientSecret: clientSecret || null },
      domains: rows.map(({ domain, institutionCode, password }) => ({
        ...{ domain, institution: institutionCode, allowsPassword: password === 'on' },
      })),
    }
  })
}
