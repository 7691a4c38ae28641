import { z } from 'zod'
import { code, text } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable, throwIfAny } from '#server/csv/data-table.ts'

/** What is asked for if a row names no scopes: what `adapters/ehr/smart` reads, and not more. */
const SCOPES =
  'openid fhirUser launch patient/Patient.rs user/Practitioner.rs user/PractitionerRole.rs patient/Encounter.rs patient/Condition.rs patient/Coverage.rs user/Organization.rs patient/FamilyMemberHistory.rs patient/ServiceRequest.rs'

/** What a launch is: without one of these an authorization server does not tell who launched whose chart. */
const NEEDED = ['openid', 'fhirUser', 'launch']

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

const cells = z.object({
  id: z
    .string()
    .regex(
      /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/,
      'is not an ID of 1 to 40 small letters, digits and hyphens',
    ),
  name: text.max(100, 'is longer than 100 characters'),
  institutionCode: code,
  iss: z.url('is not an address'),
  clientId: text.max(200, 'is longer than 200 characters'),
  /** Optional column: separated by spaces. */
  scopes: z
    .string()
    .default('')
    .transform((scopes) => scopes.trim() || SCOPES)
    .refine(
      (scopes) => NEEDED.every((one) => scopes.split(/\s+/).includes(one)),
      `does not name all of ${NEEDED.join(', ')}`,
    ),
  /** Optional column: origins separated by `|`. */
  frameOrigins: z
    .string()
    .default('')
    .transform((cell) =>
      cell
        .split('|')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.string().refine(isOrigin, 'is not an origin such as https://ehr.hospital.example'))),
  /** Optional column: the code of the interface of the same hospital's orders. */
  interface: z.string().default(''),
  /** Optional column: the FHIR system of its record numbers; empty for identifiers of type MR. */
  recordNumberSystem: z.string().default(''),
})

export type LaunchRow = z.infer<typeof cells>

/**
 * Reads registrations for launches from a CSV file with a row for each hospital. `known` are the institutions' codes,
 * and the institution of each interface. Throws DataFilesInvalid with everything that is wrong.
 */
export function readLaunchFile(
  path: string,
  known: { institutions: ReadonlySet<string>; interfaces: ReadonlyMap<string, string> },
): LaunchRow[] {
  const problems: DataFileProblem[] = []
  const table = readTable(path, cells, cells, problems)
  table.unique('id')
  table.unique('iss')
  for (const { row, cells: one } of table.rows) {
    const [institution, of] = [one.institutionCode ?? '', one.interface ?? '']
    if (institution !== '' && !known.institutions.has(institution))
      table.report(row, 'institutionCode', `'${institution}' is not the code of an institution`)
    if (of !== '' && known.interfaces.get(of) !== institution)
      table.report(row, 'interface', `'${of}' is not an interface of institution ${institution}`)
  }
  throwIfAny(problems)
  return table.values
}
